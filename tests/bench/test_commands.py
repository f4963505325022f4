"""Every figure comes with the command that made it, and every such command can be called."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMAND = re.compile(r"python (-m bench(?:\.\w+)+|bench/(?:\w+/)*\w+\.py)")


def documented() -> list[str]:
    """The commands that documents and scripts name, as one types them after `python`."""
    files = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/**/*.py")]
    return sorted({found for file in files for found in COMMAND.findall(file.read_text("utf-8"))})


def test_commands_are_found() -> None:
    assert {"-m bench.server", "bench/bench_dicetrip.py"} <= set(documented())


@pytest.mark.slow
@pytest.mark.parametrize("command", documented())
def test_a_command_of_the_lab_answers(command: str) -> None:
    answer = subprocess.run(
        [sys.executable, *command.split(), "--help"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stderr
    assert "usage:" in answer.stdout
