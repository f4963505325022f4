"""The flicks of a recorded match of Tumblin-Dice, and how each player's hand shook."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from math import log, sqrt
from statistics import median

from tumbletrip.analysis.tumblin.swings import Swing, swing
from tumbletrip.tumblin.hands import PRACTISED, Aim, Hand, hand_of
from tumbletrip.tumblin.notation.replays import Replay
from tumbletrip.tumblin.ports import Launch, Rest
from tumbletrip.tumblin.rules import Flicked, Match
from tumbletrip.tumblin.scoring import score_die

FEWEST_FLICKS = 6  # below that a spread would be guesswork
MEDIAN_OF_NORMAL = 0.6745  # the median of |z| for a normal z
STEADIEST, SHAKIEST = PRACTISED.times(0.1), PRACTISED.times(4.0)


@dataclass(frozen=True, slots=True)
class FlickSeen:
    """One flick of a match: the board before it, the launch, and how all dice lay afterwards."""

    number: int
    round: int
    seat: int
    before: Match
    launch: Launch
    rests: tuple[Rest, ...]
    aim: Aim | None = None

    @property
    def meant(self) -> Launch:
        """What the hand was given, as far as it is recorded: bots keep theirs to themselves."""
        return self.aim.launch if self.aim else self.launch

    @property
    def hand(self) -> Hand | None:
        """The hand with which the table shook the flick; None if it did not, or nobody wrote it down."""
        return hand_of(self.before.setup.hand, self.aim.made_by) if self.aim else None

    @property
    def rest(self) -> Rest:
        """Where the flicked die came to rest; it is the last of them."""
        return self.rests[-1]

    @property
    def points(self) -> int:
        """What the flicked die counts where it lies now."""
        return score_die(self.before.setup.house, self.rest).points

    @property
    def swing(self) -> Swing:
        """What the flick changed on the whole board."""
        return swing(self.before.setup, self.seat, self.before.rests, self.rests)


def flicks_of(played: Replay) -> Iterator[FlickSeen]:
    """All flicks of a match in their order."""
    number = 0
    for match, event in zip(played.matches, played.events, strict=False):
        if isinstance(event, Flicked):
            yield FlickSeen(number, match.round, event.seat, match, event.launch, event.rests, event.aim)
            number += 1


class KnownBy(StrEnum):
    """Where we know a hand from."""

    TABLE = "table"  # the table shook it, and wrote down what was meant
    FLICKS = "flicks"  # from how the flicks differ
    NOTHING = "nothing"  # too few flicks to tell: a practised hand's is assumed


@dataclass(frozen=True, slots=True)
class Spread:
    """How much a hand shakes, and how we know."""

    hand: Hand
    known_by: KnownBy


def spread_of(flicks: Sequence[FlickSeen]) -> Spread:
    """How a player's hand shook: the one the table used for most flicks, or what the flicks tell."""
    used = [seen.hand for seen in flicks]
    known = [hand for hand in used if hand]
    if known and len(known) == len(used):
        return Spread(max(known, key=known.count), KnownBy.TABLE)
    return estimated_spread([seen.launch for seen in flicks])


def estimated_spread(launches: Sequence[Launch]) -> Spread:
    """How far each launch strays from the one before it, which was mostly meant the same way.

    The median of these steps says little about the few times the aim was changed on purpose. Somebody who
    aims elsewhere every time still looks shakier than they are.
    """
    if len(launches) < FEWEST_FLICKS:
        return Spread(PRACTISED, KnownBy.NOTHING)
    hand = Hand(
        speed=_stray(launches, lambda launch: log(launch.speed_mps), STEADIEST.speed, SHAKIEST.speed),
        azimuth=_stray(launches, lambda launch: launch.azimuth, STEADIEST.azimuth, SHAKIEST.azimuth),
        hit_height=_stray(
            launches, lambda launch: launch.hit_height, STEADIEST.hit_height, SHAKIEST.hit_height
        ),
        hit_side=_stray(launches, lambda launch: launch.hit_side, STEADIEST.hit_side, SHAKIEST.hit_side),
        yaw=_stray(launches, lambda launch: launch.yaw, STEADIEST.yaw, SHAKIEST.yaw),
        place=_stray(launches, lambda launch: launch.y, STEADIEST.place, SHAKIEST.place),
    )
    return Spread(hand, KnownBy.FLICKS)


def _stray(launches: Sequence[Launch], value: Callable[[Launch], float], least: float, most: float) -> float:
    """The standard deviation behind the steps from launch to launch, within what a hand can be."""
    steps = [abs(value(later) - value(earlier)) for earlier, later in pairwise(launches)]
    return min(most, max(least, median(steps) / (sqrt(2) * MEDIAN_OF_NORMAL)))
