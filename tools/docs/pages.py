"""The pages of the documentation: those of the repository at their places, and references made from code."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from tools.docs.http_reference import http_reference
from tools.docs.python_reference import python_reference
from tumbletrip import __version__

ROOT = Path(__file__).parents[2]
CONFIG = ROOT / "docs" / "zensical.toml"
# Words of the repository beside `docs`, and folders that pages show files of.
AT_THE_TOP = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "LICENSE")
REFERENCES = {"reference/python.md": python_reference, "reference/http.md": http_reference}
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)")
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
# What stands in fences and between backquotes is no link.
CODE = re.compile(r"^```.*?^```|`[^`\n]+`", re.MULTILINE | re.DOTALL)


def written() -> list[Path]:
    """Every page that somebody wrote, from the root."""
    found = [ROOT / name for name in AT_THE_TOP if name.endswith(".md")] + [*(ROOT / "docs").rglob("*.md")]
    return sorted(path.relative_to(ROOT) for path in found)


def linked(page: Path) -> Iterator[Path]:
    """The files and folders that a page links to, from the root."""
    yield from (target for target, _ in links(page))


def links(page: Path) -> Iterator[tuple[Path, str]]:
    """Where a page leads to: files and folders from the root, and the heading there, if it names one."""
    for target, heading in LINK.findall(CODE.sub("", (ROOT / page).read_text("utf-8"))):
        place = ROOT / page.parent / target if target else ROOT / page
        yield place.resolve().relative_to(ROOT), heading


def anchors(page: Path) -> set[str]:
    """What the headings of a page are called in addresses."""
    text = re.sub(r"^```.*?^```", "", (ROOT / page).read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    plain = (re.sub(r"[^\w\s-]", "", heading).strip().lower() for heading in HEADING.findall(text))
    return {re.sub(r"[-\s]+", "-", heading) for heading in plain}


def settings() -> str:
    """How the site is built; its name tells the version of the package that it describes."""
    name = 'site_name = "Tumbletrip'
    return CONFIG.read_text("utf-8").replace(name, f"{name} {__version__}", 1)


def lay_out(folder: Path) -> None:
    """Lay all pages into an empty folder, with what they link to and the references, made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    pages = written()
    for path in sorted({*pages, *(target for page in pages for target in linked(page))}):
        if (ROOT / path).is_file():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, folder / path)
    shutil.copytree(ROOT / "docs" / "pictures", folder / "docs" / "pictures", dirs_exist_ok=True)
    for name, make in REFERENCES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(make(), "utf-8")
