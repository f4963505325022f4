"""What the champion aims at: where its dice are meant to go, and whether the safe shot would have done."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from statistics import fmean
from typing import Final

import numpy as np

from bench.tumblin.unfilmed import Unfilmed
from tumbletrip.analysis.tumblin.rounds import Series, play_among
from tumbletrip.bots.tumblin.levels import LEVELS, Player
from tumbletrip.bots.tumblin.protocol import Budget, Head
from tumbletrip.bots.tumblin.shots import SPEEDS_MPS, possible, straight
from tumbletrip.bots.tumblin.valuing import expected_points, worth
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.hands import Hand
from tumbletrip.tumblin.physics.imagining import Endings, Imagination
from tumbletrip.tumblin.physics.reading_many import Floats, zones
from tumbletrip.tumblin.ports import Die, Launch
from tumbletrip.tumblin.rules import Match
from tumbletrip.tumblin.scoring import score_die
from tumbletrip.tumblin.setup import PRESETS, from_preset

FLICKS: Final = 60  # of each shot that is judged
MATTERS: Final = 1.0  # points of other dice that a shot moves on average, before it is said to aim at them
STARTS: Final = (0.0, -0.3, 0.3, -0.6, 0.6)
OFF: Final = -1  # beside the zones
CROWDS: Final = ((0, 1), (2, 4), (5, 9))  # dice on the board


@dataclass
class Watched:
    """A head whose aims are written down."""

    head: Head
    seen: list[tuple[Match, Launch]] = field(default_factory=list)

    def aim(self, match: Match, budget: Budget, rng: Random) -> Launch:
        """What the head aims at."""
        aim = self.head.aim(match, budget, rng)
        self.seen.append((match, aim))
        return aim


@dataclass(frozen=True, slots=True)
class Judged:
    """One aim: the dice that lay there, the zone it is meant for, what it does to others, and its gain."""

    lying: int
    zone: int
    hurts: bool
    helps: bool
    gain: float  # over the safe shot, which has the same shakes
    error: float


def aims(board: Board, level: str, rounds: int, budget: float, seed: int) -> None:
    """Print what a level aims at in rounds against itself, by how full the board is."""
    hand = LEVELS[level].hand
    heads = [Watched(LEVELS[level].head(hand)) for _ in range(2)]
    series = Series(from_preset(PRESETS["duel"], ("one", "other"), board=board), (), seed, Budget(budget))
    for number in range(rounds):
        play_among(series, [Player(head, hand) for head in heads], number, Unfilmed(board))
    imagination = Imagination(board)
    safe = _safe_speed(imagination, heads[0].seen[0][0], hand)
    print(f"the safe shot: straight at {safe} m/s, the best speed on an empty board")
    judged = [_judged(imagination, hand, safe, *one) for head in heads for one in head.seen]
    print("dice on    aims   meant for, in %         moves points of, in %   better than the safe shot")
    print("the board          none 1x 2x 3x 4x off   rivals  own             by 2 errors   mean gain")
    for least, most in CROWDS:
        _print(f"{least} to {most}", [one for one in judged if least <= one.lying <= most])
    _print("all", judged)


def _print(name: str, judged: Sequence[Judged]) -> None:
    zone = Counter(one.zone for one in judged)
    shares = " ".join(f"{100 * zone[one] / len(judged):4.0f}" for one in (0, 1, 2, 3, 4, OFF))
    hurts, helps, better = (
        100 * sum(some) / len(judged)
        for some in zip(*((one.hurts, one.helps, one.gain > 2 * one.error) for one in judged), strict=True)
    )
    gains = np.array([one.gain for one in judged])
    mean, half = gains.mean(), 1.96 * gains.std() / len(gains) ** 0.5
    print(
        f"{name:8} {len(judged):6}   {shares}   {hurts:6.0f} {helps:6.0f} {better:14.0f} %   "
        f"{mean:10.2f} ± {half:.2f}",
        flush=True,
    )


def _flown(imagination: Imagination, match: Match, hand: Hand, shot: Launch) -> Endings:
    draw = partial(Random(7).gauss, 0.0, 1.0)
    flicks = [hand.flick(imagination.board, match.rests, shot, draw) for _ in range(FLICKS)]
    return imagination.fly(match.rests, flicks)


def _safe_speed(imagination: Imagination, empty: Match, hand: Hand) -> float:
    die = empty.dice_in_hand(empty.turn or 0)[0]

    def mean(speed: float) -> float:
        shot = straight(imagination.board, die, speed)
        return fmean(worth(empty, die, _flown(imagination, empty, hand, shot)).flicked)

    return max(SPEEDS_MPS, key=mean)


def _judged(imagination: Imagination, hand: Hand, safe_mps: float, match: Match, aim: Launch) -> Judged:
    board, die = imagination.board, aim.die
    lanes = (straight(board, die, safe_mps, start) for start in STARTS)
    safe = next(iter(possible(board, lanes, match.rests)), aim)
    endings = _flown(imagination, match, hand, aim)
    others = _flown(imagination, match, hand, safe)
    gains = np.subtract(worth(match, die, endings).position, worth(match, die, others).position)
    moved = _moved(match, die, endings)
    is_rival = np.array([rest.die.seat != die.seat for rest in match.rests if rest.on_board], np.bool_)
    return Judged(
        lying=len(is_rival),
        zone=_meant_for(match, die, endings),
        hurts=bool(-moved[is_rival].sum() > MATTERS),
        helps=bool(moved[~is_rival].sum() > MATTERS),
        gain=float(gains.mean()),
        error=float(gains.std() / FLICKS**0.5),
    )


def _meant_for(match: Match, die: Die, endings: Endings) -> int:
    """The zone in which most of the dice come to rest; OFF if most are lost."""
    kinds = (*(rest.die.kind for rest in match.rests if rest.on_board), die.kind)
    zone = np.where(np.array(endings.out)[:, -1], OFF, zones(match.setup.board, kinds, endings)[:, -1])
    return int(Counter(zone.tolist()).most_common(1)[0][0])


def _moved(match: Match, die: Die, endings: Endings) -> Floats:
    """The mean change of the points of each die that lay there."""
    lying = [rest for rest in match.rests if rest.on_board]
    dice = (*(rest.die for rest in lying), die)
    points = np.array(expected_points(match.setup.house, match.setup.board, dice, lying, endings))[:, :-1]
    before = np.array([score_die(match.setup.house, rest).points for rest in lying])
    mean: Floats = points.mean(0) - before
    return mean
