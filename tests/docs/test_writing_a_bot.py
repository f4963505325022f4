"""The example in docs/writing-a-bot.md runs as it stands there."""

import json
import re
from pathlib import Path

import pytest

from tests.kit.command_line import ROOT, tumbletrip

DOCUMENT = (ROOT / "docs" / "writing-a-bot.md").read_text("utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", DOCUMENT, re.DOTALL)
    assert found, f"no block in {language}"
    return found[1]


@pytest.mark.slow
def test_the_example_plays_with_the_command_below_it(tmp_path: Path) -> None:
    (tmp_path / "dreamer.py").write_text(block("python"), "utf-8")
    program, *arguments = block("sh").split()
    run = tumbletrip(*arguments, "--json", cwd=tmp_path)
    assert program == "tumbletrip"
    assert run.returncode == 0, run.stderr
    dreamer, casual = json.loads(run.stdout)["results"]
    assert dreamer["bot"] == "dreamer.py:Dreamer"
    assert dreamer["games"] == casual["games"] == 10
    assert dreamer["mean"] > 10  # it does write, and better than blindly


def test_the_example_is_about_twenty_lines() -> None:
    lines = [line for line in block("python").splitlines() if line.strip()]
    assert len(lines) <= 25
