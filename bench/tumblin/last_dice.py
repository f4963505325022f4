"""What a level aims at with the very last die, by the points that are missing: there a match is decided.

The round before that die is played by the constant shot with a practised hand on both sides, which costs
little and leaves the positions that ordinary rounds leave. It counts for itself, as where rounds are won.
"""

from random import Random
from typing import Final

from bench.tumblin.aims import HEADING, Judged, judged, print_row, safe_speed
from bench.tumblin.contests import FIELD
from bench.tumblin.matches import Aimed, before_last_die, ordered
from tumbletrip.bots.tumblin.levels import LEVELS
from tumbletrip.bots.tumblin.protocol import Budget
from tumbletrip.bots.tumblin.winning import outlook
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.house_rules import ROUNDS_WON
from tumbletrip.tumblin.physics.imagining import Imagination
from tumbletrip.tumblin.setup import PRESETS, from_preset

MISSING: Final = (  # points behind, as far as a six carries on each zone
    ("ahead or level", -999, 0),
    ("1 to 6 behind", 1, 6),
    ("7 to 12 behind", 7, 12),
    ("13 to 18 behind", 13, 18),
    ("19 to 24 behind", 19, 24),
    ("more", 25, 999),
)


def last_dice(board: Board, level: str, rounds: int, budget: float, seed: int) -> None:
    """Print what a level aims at with the last die of so many rounds."""
    setup = from_preset(PRESETS["duel"], ("one", "other"), board=board, house=ROUNDS_WON)
    imagination, thinker = Imagination(board), LEVELS[level]
    head = thinker.head(thinker.hand)
    safe = safe_speed(imagination, ordered(setup, Random(seed)), thinker.hand)
    found: list[tuple[float, Judged]] = []
    print(HEADING)
    for number in range(rounds):
        match = before_last_die(setup, FIELD, f"{seed}/{number}")
        one = Aimed(match, head.aim(match, Budget(budget), Random(f"{seed}/{number}/aim")))
        missing = -outlook(match, one.aim.die).lead
        found.append((missing, judged(imagination, thinker.hand, safe, one)))
    for name, least, most in MISSING:
        print_row(name, [shown for missing, shown in found if least <= missing <= most])
