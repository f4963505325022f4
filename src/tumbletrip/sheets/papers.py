"""Paper sizes, and how several sheets share a page."""

import math
from dataclasses import dataclass
from typing import Final

from tumbletrip.core.errors import InputError, problem

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # width and height, upright, in mm
PER_PAGE: Final = (1, 2, 4)
MARGIN_MM: Final = 9.0  # what most printers leave white is 5 mm
SMALL_MARGIN_MM: Final = 6.0  # around each of several sheets, which are cut apart


@dataclass(frozen=True, slots=True)
class Layout:
    """A page of equal cells in mm, and how much smaller than a full page each sheet is printed."""

    width: float
    height: float
    columns: int
    rows: int
    margin: float
    scale: float
    circles: float = 1.27  # times as large as on a screen: people write into them by hand

    @property
    def per_page(self) -> int:
        """The sheets on a page."""
        return self.columns * self.rows

    def pages(self, sheets: int) -> int:
        """The pages that so many sheets need."""
        return math.ceil(sheets / self.per_page)

    def as_json(self) -> dict[str, float]:
        """The layout as templates read it."""
        return {
            "width": self.width,
            "height": self.height,
            "columns": self.columns,
            "rows": self.rows,
            "margin": self.margin,
            "scale": self.scale,
        }


def layout(paper: str, per_page: int = 1) -> Layout:
    """How sheets lie on a paper: one upright, two side by side on the long side, four in the corners."""
    if paper not in PAPERS:
        raise InputError(problem("sheets.paper", word=paper, known=", ".join(PAPERS)))
    if per_page not in PER_PAGE:
        raise InputError(problem("sheets.per_page", count=per_page, known=", ".join(map(str, PER_PAGE))))
    width, height = PAPERS[paper]
    if per_page == 1:
        return Layout(width, height, 1, 1, MARGIN_MM, 1.0)
    if per_page == 2:
        return Layout(height, width, 2, 1, SMALL_MARGIN_MM, 0.7)
    return Layout(width, height, 2, 2, SMALL_MARGIN_MM, 0.5, circles=1.62)  # 6 mm on paper
