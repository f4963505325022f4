"""The pictures of the app's icon: painted from the drawing as it is, and what manifest and page promise."""

import json
import re

import pytest
from PIL import Image

from tools.app.icons import DRAWN_FROM, FOLDER, SIZES, fingerprint, picture

PAGE = FOLDER.parent / "index.html"
SAFE_SHARE = 0.4  # of the width: a mask may take everything farther from the middle
GROUND = ((207, 227, 236), (243, 226, 184), (214, 230, 204))  # sea, beach and meadow reach to every edge


@pytest.mark.parametrize("size", SIZES)
def test_every_picture_is_painted_from_the_drawing_as_it_is(size: int) -> None:
    with Image.open(picture(size)) as found:
        assert found.size == (size, size)
        assert found.mode == "RGB"  # a home screen shows what is clear as black
        assert found.info[DRAWN_FROM] == fingerprint(), "run: python -m tools.app.icons"


def test_the_manifest_has_the_sizes_that_devices_ask_for_plain_and_to_be_masked() -> None:
    icons = json.loads((FOLDER / "manifest.webmanifest").read_text("utf-8"))["icons"]
    offered = {(icon["sizes"], icon["purpose"]) for icon in icons}
    assert offered >= {(f"{size}x{size}", use) for size in (192, 512) for use in ("any", "maskable")}
    for icon in icons:
        path = FOLDER / icon["src"].removeprefix("/")
        assert path.is_file()
        if icon["type"] == "image/png":
            with Image.open(path) as found:
                assert icon["sizes"] == "{}x{}".format(*found.size)


def test_a_mask_takes_nothing_but_ground() -> None:
    with Image.open(picture(512)) as found:
        width = found.width
        middle = (width - 1) / 2
        lost = {
            found.getpixel((x, y))
            for x in range(0, width, 2)
            for y in range(0, width, 2)
            if (x - middle) ** 2 + (y - middle) ** 2 > (SAFE_SHARE * width) ** 2
        }
    assert all(_is_ground(colour) for colour in lost if isinstance(colour, tuple))


def _is_ground(colour: tuple[int, ...]) -> bool:
    """One of its colours, or a shade between two of them where they meet."""
    lowest, highest = map(min, zip(*GROUND, strict=True)), map(max, zip(*GROUND, strict=True))
    return all(low <= one <= high for low, one, high in zip(lowest, colour, highest, strict=True))


def test_the_page_names_a_picture_for_home_screens() -> None:
    named = re.search(r'rel="apple-touch-icon" href="/([^"]+)"', PAGE.read_text("utf-8"))
    assert named
    assert named[1] == picture(180).name
