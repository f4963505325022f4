"""Empty Dice Trip sheets, as many as a pad has."""

from typing import Any, Final

from tumbletrip.core.errors import InputError, problem
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.sheets.measures import map_on, page_measures
from tumbletrip.sheets.papers import layout
from tumbletrip.sheets.press import Job
from tumbletrip.sheets.sheet_page import page_markers, sheet_page

MOST_COPIES: Final = 200


def pad(
    edition: Edition, *, paper: str = "a4", per_page: int = 1, copies: int = 1, language: str = "en"
) -> Job:
    """A pad of empty sheets; the last page may have room left."""
    if not 1 <= copies <= MOST_COPIES:
        raise InputError(problem("sheets.copies", count=copies, most=MOST_COPIES))
    cells = layout(paper, per_page)
    page = sheet_page(edition, language, cells)
    return Job(
        "pad",
        cells.pages(copies),
        {
            "language": language,
            "title": page["title"],
            "layout": cells.as_json(),
            "copies": copies,
            "sheet": page,
            "markers": page_markers(cells),
        },
    )


def pad_measures(edition: Edition, *, paper: str = "a4", per_page: int = 1) -> dict[str, Any]:
    """Where cities, numbers and markers stand on a page of a pad, for whoever reads a photo of it."""
    cells = layout(paper, per_page)
    return {"edition": edition.source, **page_measures(cells, map_on(cells, edition))}
