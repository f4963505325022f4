"""What the champion aims at in matches against itself, and whether the safe shot would have done."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, count, islice
from random import Random
from statistics import fmean
from typing import Final

import numpy as np

from bench.tumblin.matches import Aimed, aimed
from tumbletrip.bots.tumblin.levels import LEVELS, Level
from tumbletrip.bots.tumblin.protocol import Budget
from tumbletrip.bots.tumblin.shots import SPEEDS_MPS, possible, straight
from tumbletrip.bots.tumblin.valuing import expected_points, worth
from tumbletrip.bots.tumblin.winning import chances, outlook, usual_points
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.hands import Hand
from tumbletrip.tumblin.house_rules import CLASSIC, ROUNDS_WON
from tumbletrip.tumblin.physics.imagining import Endings, Imagination
from tumbletrip.tumblin.physics.reading_many import Floats, zones
from tumbletrip.tumblin.ports import Die, Launch
from tumbletrip.tumblin.rules import Match
from tumbletrip.tumblin.scoring import score_die
from tumbletrip.tumblin.setup import PRESETS, Setup, from_preset

FLICKS: Final = 60  # of each shot that is judged
MATTERS: Final = 1.0  # points of other dice that a shot moves on average, before it is said to aim at them
STARTS: Final = (0.0, -0.3, 0.3, -0.6, 0.6)
HOUSES: Final = {"to 301 points": CLASSIC, "to four rounds": ROUNDS_WON}
HEADING: Final = (
    "                    aims   meant for, in %   moves points of, in %   better than the safe shot\n"
    "                           none 1x 2x 3x 4x  rivals  own            by 2 errors   mean gain, in %"
)
STANDINGS: Final = ("behind", "even", "ahead")  # by more than what is to come usually varies


@dataclass(frozen=True, slots=True)
class Judged:
    """One aim: how the match stood, the zone it is meant for, what it does to others, and its gain."""

    standing: str
    zone: int
    hurts: bool
    helps: bool
    gain: float  # chance to win beyond that of the safe shot, which has the same shakes
    error: float


def aims(board: Board, level: str, positions: int, budget: float, seed: int) -> None:
    """Print what a level aims at in matches against itself, by length of the match and by standing."""
    imagination, hand = Imagination(board), LEVELS[level].hand
    print(HEADING)
    all_judged: list[Judged] = []
    for length, house in HOUSES.items():
        setup = from_preset(PRESETS["duel"], ("one", "other"), board=board, house=house)
        found = islice(_positions(setup, LEVELS[level], Budget(budget), seed), positions)
        first = next(found)
        safe = safe_speed(imagination, first.match, hand)
        shown = [judged(imagination, hand, safe, one) for one in chain([first], found)]
        for standing in STANDINGS:
            print_row(f"{length}, {standing}", [one for one in shown if one.standing == standing])
        all_judged += shown
    print_row("all", all_judged)
    print(f"the safe shot: straight at {safe} m/s, the best speed on an empty board")


def _positions(setup: Setup, level: Level, budget: Budget, seed: int) -> Iterator[Aimed]:
    return chain.from_iterable(aimed(setup, level, budget, f"{seed}/{number}") for number in count())


def print_row(name: str, shown: Sequence[Judged]) -> None:
    """Print what these aims have in common."""
    if not shown:
        print(f"{name:22} {0:6}")
        return
    zone = Counter(one.zone for one in shown)
    shares = " ".join(f"{100 * zone[one] / len(shown):4.0f}" for one in range(5))
    hurts, helps, better = (
        100 * sum(some) / len(shown)
        for some in zip(*((one.hurts, one.helps, one.gain > 2 * one.error) for one in shown), strict=True)
    )
    gains = 100 * np.array([one.gain for one in shown])
    mean, half = gains.mean(), 1.96 * gains.std() / len(gains) ** 0.5
    print(
        f"{name:22} {len(shown):6}   {shares}   {hurts:6.0f} {helps:6.0f} {better:14.0f} %   "
        f"{mean:10.2f} ± {half:.2f}",
        flush=True,
    )


def _flown(imagination: Imagination, match: Match, hand: Hand, shot: Launch) -> Endings:
    draw = partial(Random(7).gauss, 0.0, 1.0)
    flicks = [hand.flick(imagination.board, match.rests, shot, draw) for _ in range(FLICKS)]
    return imagination.fly(match.rests, flicks)


def safe_speed(imagination: Imagination, empty: Match, hand: Hand) -> float:
    """The speed whose straight flicks bring most on an empty board."""
    die = empty.dice_in_hand(empty.turn or 0)[0]

    def mean(speed: float) -> float:
        shot = straight(imagination.board, die, speed)
        return fmean(worth(empty, die, _flown(imagination, empty, hand, shot)).flicked)

    return max(SPEEDS_MPS, key=mean)


def judged(imagination: Imagination, hand: Hand, safe_mps: float, one: Aimed) -> Judged:
    """An aim beside the safe shot from the first free start."""
    match, aim = one.match, one.aim
    board, die = imagination.board, aim.die
    lanes = (straight(board, die, safe_mps, start) for start in STARTS)
    safe = next(iter(possible(board, lanes, match.rests)), aim)
    view = outlook(match, die)
    endings, others = (_flown(imagination, match, hand, shot) for shot in (aim, safe))
    aimed_at, safely = (chances(view, worth(match, die, flown)) for flown in (endings, others))
    gains = np.subtract(aimed_at, safely)
    moved = _moved(match, die, endings)
    is_rival = np.array([rest.die.seat != die.seat for rest in match.rests if rest.on_board], np.bool_)
    ahead = view.lead + usual_points(match.setup.house, die)
    spread = max(1.0, view.unsure**0.5)
    return Judged(
        standing=STANDINGS[1 + int(ahead > spread) - int(ahead < -spread)],
        zone=_meant_for(match, die, endings),
        hurts=bool(-moved[is_rival].sum() > MATTERS),
        helps=bool(moved[~is_rival].sum() > MATTERS),
        gain=float(gains.mean()),
        error=float(gains.std() / FLICKS**0.5),
    )


def _meant_for(match: Match, die: Die, endings: Endings) -> int:
    """The zone in which most of the dice come to rest that stay on the board; none if none does."""
    kinds = (*(rest.die.kind for rest in match.rests if rest.on_board), die.kind)
    stayed = zones(match.setup.board, kinds, endings)[~np.array(endings.out)[:, -1], -1]
    return int(Counter(stayed.tolist()).most_common(1)[0][0]) if len(stayed) else 0


def _moved(match: Match, die: Die, endings: Endings) -> Floats:
    """The mean change of the points of each die that lay there."""
    lying = [rest for rest in match.rests if rest.on_board]
    dice = (*(rest.die for rest in lying), die)
    expected = expected_points(match.setup.house, match.setup.board, dice, lying, endings)
    points = np.array([[one.points for one in row[:-1]] for row in expected])
    before = np.array([score_die(match.setup.house, rest).points for rest in lying])
    mean: Floats = points.mean(0) - before
    return mean
