"""The ladder is drawn from what simulate prints."""

import json
import subprocess
import sys
from pathlib import Path

from tests.kit.command_line import ENVIRONMENT, ROOT, tumbletrip
from tests.kit.dicetrip.bots import Crosser, Scribbler, word


def test_the_ladder_is_drawn_from_the_json_of_simulate(tmp_path: Path) -> None:
    bots = f"{word(Crosser)},{word(Scribbler)}"
    run = tumbletrip("simulate", "dicetrip", "--bots", bots, "--solo", "--games", 5, "--json")
    (tmp_path / "france.json").write_text(run.stdout, "utf-8")
    mean = json.loads(run.stdout)["results"][1]["mean"]
    script = [sys.executable, str(ROOT / "bench" / "plot_ladder.py"), str(tmp_path / "france.json")]
    subprocess.run([*script, "-o", str(tmp_path / "ladder.svg")], env=ENVIRONMENT, check=True, timeout=120)
    drawn = (tmp_path / "ladder.svg").read_text("utf-8")
    assert "<!-- Scribbler -->" in drawn  # matplotlib leaves the text beside the outlines it draws
    assert f"<!-- {mean:.1f} -->" in drawn
