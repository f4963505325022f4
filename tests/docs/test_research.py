"""The learner in docs/research.md runs as it stands there, and learns."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.command_line import ROOT

DOCUMENT = (ROOT / "docs" / "research.md").read_text("utf-8")
LEARNER = re.search(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)


def test_the_learner_has_at_most_eighty_lines() -> None:
    assert LEARNER
    assert len(LEARNER[1].splitlines()) <= 80


@pytest.mark.slow
def test_the_learner_learns(tmp_path: Path) -> None:
    """A twentieth of the training in the notebook, which ends at 32: about 18.7. Random play makes 5."""
    assert LEARNER
    program = tmp_path / "learner.py"
    program.write_text(LEARNER[1], "utf-8")
    run = subprocess.run(
        [sys.executable, program.name, "20"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    start, *_, end = re.findall(r"([\d.]+) points", run.stdout)
    assert float(start) < 7
    assert float(end) > 15
