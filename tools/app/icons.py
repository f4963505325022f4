"""The app's icon as pictures, for devices that take no drawing: `python -m tools.app.icons`."""

import hashlib
import io
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo
from playwright.sync_api import sync_playwright

from tests.kit.browser.browser import ROOT, launch

FOLDER = ROOT / "frontend" / "public"
DRAWING = FOLDER / "icon.svg"
SIZES = (180, 192, 512)  # Apple's home screen, and what a manifest is asked for
DRAWN_FROM = "Drawn-From"


def picture(size: int) -> Path:
    """The icon so many pixels wide."""
    return FOLDER / f"icon-{size}.png"


def fingerprint() -> str:
    """Of the drawing that the pictures are made from; each carries it."""
    return hashlib.sha256(DRAWING.read_bytes()).hexdigest()


def main() -> None:
    """Let a browser paint the drawing in every size."""
    note = PngInfo()
    note.add_text(DRAWN_FROM, fingerprint())
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body {{ margin: 0 }}</style>{DRAWING.read_text('utf-8')}")
            painted = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            painted.save(picture(size), optimize=True, pnginfo=note)
        browser.close()


if __name__ == "__main__":
    main()
