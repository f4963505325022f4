"""Worker processes have their bots' kernels before two of their threads ask for some at once."""

import subprocess
import sys

import pytest

from tumbletrip.games.registry import house_games

PREPARE = """
import sys
from tumbletrip.games.registry import house_games
(kit,) = [kit for kit in house_games() if kit.key == sys.argv[1]]
kit.prepare()
assert sys.argv[2] in sys.modules
"""
KERNELS = {
    "dicetrip": "tumbletrip.bots.dicetrip.kernels.entries",
    "tumblin": "tumbletrip.bots.tumblin.fast.flying",
}


@pytest.mark.parametrize("game", [kit.key for kit in house_games()])
def test_what_a_process_does_before_its_first_job_loads_the_kernels(game: str) -> None:
    subprocess.run([sys.executable, "-c", PREPARE, game, KERNELS[game]], check=True)
