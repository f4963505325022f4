"""The puzzle of a day in Tumblin-Dice: the last flick of a round, and what it is worth."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any, Final

from tumbletrip.bots.tumblin.levels import LEVELS
from tumbletrip.games.kit import PuzzleKit
from tumbletrip.games.tumblin.bots import THINKING
from tumbletrip.games.tumblin.play import TumblinPlay, launch_json
from tumbletrip.games.tumblin.settling import FlickAnswer, physics_of
from tumbletrip.tables.play import Action
from tumbletrip.tumblin.puzzles import SOLVER, lay_puzzle, lead, sheet_now
from tumbletrip.tumblin.scoring import score_round

CHAMPION: Final = "champion"
USUAL_OF: Final = 9  # flicks with one aim; the one with the median result is par
PAR_SECONDS: Final = 60.0  # it takes a few seconds, once a day, in the background


def _lay(draw: Callable[[str], float]) -> TumblinPlay:
    return TumblinPlay(lay_puzzle(draw))


def die_in_hand(laid: TumblinPlay) -> str:
    """The key of the die that is to be flicked."""
    (die,) = laid.match.dice_in_hand(SOLVER)
    return die.key


def _action(laid: TumblinPlay, launch: Mapping[str, Any]) -> Action:
    """An unchecked launch as the solver's flick with the solver's die."""
    return {**launch, "do": "flick", "die": die_in_hand(laid)}


def _total(play: TumblinPlay) -> int:
    return lead(sheet_now(play.match))


def usual_flick(laid: TumblinPlay, seed: str) -> tuple[Action, FlickAnswer]:
    """The champion's par: of several flicks with its best aim, the one with the median result."""
    match, player, rng = laid.match, LEVELS[CHAMPION], Random(seed)
    aim = player.head(player.hand).aim(match, THINKING, rng)
    draw = partial(rng.gauss, 0.0, 1.0)
    flicks = [player.hand.flick(match.setup.board, match.rests, aim, draw) for _ in range(USUAL_OF)]
    physics = physics_of(match.setup.board)
    settled = [(flick, physics.settle(match.rests, flick)) for flick in flicks]
    house, sides = match.setup.house, match.setup.sides
    settled.sort(key=lambda one: lead(score_round(house, sides, one[1].rests)))
    launch, ended = settled[USUAL_OF // 2]
    return {"do": "flick", **launch_json(launch)}, FlickAnswer(ended, physics.fingerprint)


PUZZLE: Final = PuzzleKit(
    seat=SOLVER, lay=_lay, action=_action, total=_total, par=usual_flick, par_seconds=PAR_SECONDS
)
