"""Empty Dice Trip sheets, as many as a pad has."""

from typing import Final

from tumbletrip.core.errors import InputError, problem
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.sheets.papers import layout
from tumbletrip.sheets.press import Job
from tumbletrip.sheets.sheet_page import sheet_page

MOST_COPIES: Final = 200


def pad(
    edition: Edition, *, paper: str = "a4", per_page: int = 1, copies: int = 1, language: str = "en"
) -> Job:
    """A pad of empty sheets; the last page may have room left."""
    if not 1 <= copies <= MOST_COPIES:
        raise InputError(problem("sheets.copies", count=copies, most=MOST_COPIES))
    cells = layout(paper, per_page)
    page = sheet_page(edition, language)
    return Job(
        "pad",
        cells.pages(copies),
        {
            "language": language,
            "title": page["title"],
            "layout": cells.as_json(),
            "copies": copies,
            "sheet": page,
        },
    )
