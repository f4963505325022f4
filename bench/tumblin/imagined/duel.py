"""What imagining faster is worth: a level against itself with MuJoCo for imagination, and the expert."""

from random import Random

from bench.tumblin.contests import HEADING, contest
from tumbletrip.bots.tumblin.levels import LEVELS, Player, bot_by_name
from tumbletrip.bots.tumblin.protocol import Bot, Budget
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.physics.engines.native import NativeEngine
from tumbletrip.tumblin.physics.stepping import using
from tumbletrip.tumblin.ports import Launch
from tumbletrip.tumblin.rules import Match


class ByMujoco:
    """A level that imagines with MuJoCo, as many flicks as that does in the same time."""

    def __init__(self, level: str) -> None:
        """With experience of its own."""
        self.head, self.engine = LEVELS[level].head(LEVELS[level].hand), NativeEngine()
        self._player = Player(self.head, LEVELS[level].hand)

    def choose(self, match: Match, budget: Budget, rng: Random) -> Launch:
        """Under an engine that the kernels do not stand in for."""
        with using(self.engine):
            return self._player.choose(match, budget, rng)


def duel(board: Board, level: str, rounds: int, budget: float, seed: int) -> None:
    """Print rounds of a level against each rival, the same ones for all."""
    print(HEADING)
    rivals: dict[str, Bot] = {"itself by MuJoCo": ByMujoco(level), "expert": bot_by_name("expert")}
    for name, rival in rivals.items():
        print(contest(board, bot_by_name(level), rival, range(rounds), budget, seed).line(name), flush=True)
