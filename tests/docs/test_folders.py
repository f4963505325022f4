"""Folders show the plan: one looks through a folder at a glance."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST = 15
# What other tools make there: compiled code, the built app, fonts, Python packed for devices.
MADE = {"__pycache__", "static", "fonts", "pack"}
# A log that is read by its numbers grows with every decision.
LOG = Path("docs/decisions")


@pytest.mark.parametrize("top", ["src", "tests", "tools", "bench", "docs"])
def test_no_folder_holds_more_than_fifteen_files(top: str) -> None:
    folders = [ROOT / top, *(path for path in (ROOT / top).rglob("*") if path.is_dir())]
    ours = [folder for folder in folders if not MADE & set(folder.relative_to(ROOT).parts)]
    counts = {folder.relative_to(ROOT): sum(path.is_file() for path in folder.iterdir()) for folder in ours}
    counts.pop(LOG, None)
    assert len(counts) > 1
    assert {folder: count for folder, count in counts.items() if count > MOST} == {}
