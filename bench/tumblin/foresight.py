"""Whether the last player of a round can do what is foreseen: how often a level makes up what it lacks.

Positions are those of `last`. What is foreseen knows the lead alone, and that every shot ends as on an empty
board; what is true is the level's own choice, flown again and again where the dice really lie.
"""

from functools import partial
from random import Random
from statistics import fmean
from typing import Final

from bench.tumblin.contests import FIELD
from bench.tumblin.matches import before_last_die
from tumbletrip.bots.tumblin.experience import Experience
from tumbletrip.bots.tumblin.imagination import BotImagination
from tumbletrip.bots.tumblin.levels import LEVELS
from tumbletrip.bots.tumblin.protocol import Budget
from tumbletrip.bots.tumblin.valuing import worth
from tumbletrip.bots.tumblin.winning import Outlook, as_it_lies, usual_points
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.dice import D6
from tumbletrip.tumblin.house_rules import ROUNDS_WON
from tumbletrip.tumblin.ports import Die
from tumbletrip.tumblin.rules import Match
from tumbletrip.tumblin.setup import PRESETS, from_preset

SHAKES: Final = 60
STEP: Final = 5  # points in a row of the table
MOST: Final = 24
STRAY: Final = 0.6  # of a usual die's points, in the usual outlook


def foresight(board: Board, level: str, rounds: int, budget: float, seed: int) -> None:
    """Print by the points that are missing: the true share, the foreseen one, and the usual outlook's."""
    setup = from_preset(PRESETS["duel"], ("one", "other"), board=board, house=ROUNDS_WON)
    hand = LEVELS[level].hand
    imagination, head = BotImagination(board), LEVELS[level].head(hand)
    known = Experience(imagination, ROUNDS_WON, D6, hand, Budget(budget).lessons)
    rows: dict[int, list[tuple[float, float, float]]] = {}
    for number in range(rounds):
        match = before_last_die(setup, FIELD, f"{seed}/{number}")
        assert match.turn is not None
        (die,) = match.dice_in_hand(match.turn)
        bare = as_it_lies(match, die)
        if 0 <= -bare.lead <= MOST:
            aim = head.aim(match, Budget(budget), Random(f"{seed}/{number}/aim"))
            draw = partial(Random(f"{seed}/{number}/shake").gauss, 0.0, 1.0)
            flicks = [hand.flick(board, match.rests, aim, draw) for _ in range(SHAKES)]
            outcome = worth(match, die, imagination.fly(match.rests, flicks))
            true = fmean(map(bare.chance, outcome.position, outcome.unsure))
            row = (true, _foreseen(bare, known), _usual(bare, match, die))
            rows.setdefault(int(-bare.lead) // STEP, []).append(row)
    print(f"{level}, the last die of {rounds} rounds")
    print("points missing  positions  made up, in %: true  foreseen  usual outlook")
    for place, seen in sorted(rows.items()):
        true, foreseen, usual = (100 * fmean(one[column] for one in seen) for column in range(3))
        missing = f"{STEP * place:2} to {STEP * place + STEP - 1:2}"
        print(f"{missing:14} {len(seen):10} {true:19.0f} {foreseen:9.0f} {usual:14.0f}")


def _foreseen(bare: Outlook, known: Experience) -> float:
    """By the best of all shots that experience knows."""
    return max(
        sum(share * bare.won(bare.lead + points, 0.0) for points, share in spread.items())
        for spread in known.spreads(1)
    )


def _usual(bare: Outlook, match: Match, die: Die) -> float:
    """By what a good shot usually brings, whatever is needed."""
    points = usual_points(match.setup.house, die)
    return bare.won(bare.lead + points, (STRAY * points) ** 2)
