"""Square markers on a printed sheet, by which a photo of it can be straightened and read later.

They are of the ArUco dictionary 4X4_50, which common libraries find: a black frame of one cell around four by
four cells. An id says where the marker stands: six for each sheet of a page, one after the other.
"""

from typing import Final

CELLS: Final = 6  # along a side, with the frame
PER_SHEET: Final = 6  # four in the corners of the map, two at the ends of the ribbon of numbers
# Rows of four cells from the top left, the highest bit first, 1 is white; ids 0 to 23 of the dictionary.
PATTERNS: Final = (
    (0xB532, 0x0F9A, 0x332D, 0x9946, 0x549E, 0x79CD),
    (0x9E2E, 0xC4F2, 0xFEDA, 0xCF56, 0xF991, 0x11A7),
    (0x0EB7, 0x2A0F, 0x24B1, 0x263E, 0x4665, 0x6600),
    (0x6C5E, 0x76AF, 0x868B, 0xB02B, 0xCCD5, 0xDD82),
)


def marker_id(position: int, place: int) -> int:
    """The id of a marker: which sheet of the page, and which of its six."""
    return position * PER_SHEET + place


def is_black(marker: int, row: int, column: int) -> bool:
    """Whether a cell of a marker is black; the frame is."""
    inner = CELLS - 2
    if not (1 <= row <= inner and 1 <= column <= inner):
        return True
    bit = inner * inner - 1 - ((row - 1) * inner + column - 1)
    return not PATTERNS[marker // PER_SHEET][marker % PER_SHEET] >> bit & 1


def marker_svg(marker: int) -> str:
    """A marker on white paper, one unit for each cell, without its quiet zone."""
    black = [
        f"M{column} {row}h1v1h-1z"
        for row in range(CELLS)
        for column in range(CELLS)
        if is_black(marker, row, column)
    ]
    shape = f'<rect width="{CELLS}" height="{CELLS}" fill="#fff"/><path d="{"".join(black)}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {CELLS} {CELLS}">{shape}</svg>'
