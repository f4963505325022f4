"""The patches of docs/first-changes/README.md apply to the code of today, and their tests pass."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "first-changes" / "README.md"
PATCHES = sorted((ROOT / "docs" / "first-changes").glob("*.diff"))
# Built things, and what no patch is about.
LEFT_OUT = shutil.ignore_patterns("__pycache__", "static", "pack", "migrations", "journeys", "playthroughs")


def test_the_page_shows_every_patch() -> None:
    assert {patch.stem for patch in PATCHES} == {"a-variant", "an-edition", "a-bot"}
    assert set(re.findall(r"\(([\w-]+)\.diff\)", PAGE.read_text("utf-8"))) == {
        patch.stem for patch in PATCHES
    }


@pytest.mark.slow
@pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: patch.stem)
def test_a_patch_applies_and_its_tests_pass_with_it_only(patch: Path, tmp_path: Path) -> None:
    for folder in ("src", "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=LEFT_OUT)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    new = re.findall(r"^\+\+\+ b/(tests/\S+)$", patch.read_text("utf-8"), re.MULTILINE)
    assert new, "a change comes with a test"
    subprocess.run(["git", "apply", "-C1", str(patch)], cwd=tmp_path, check=True)
    done = run_tests(tmp_path, new)
    assert done.returncode == 0, done.stdout[-3000:]
    subprocess.run(
        ["git", "apply", "-C1", "-R", "--exclude", "tests/*", str(patch)], cwd=tmp_path, check=True
    )
    assert run_tests(tmp_path, new).returncode != 0, "without the change its tests should fail"


def run_tests(folder: Path, tests: list[str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
