"""The hand: no flick comes out quite as it was meant, whoever makes it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from statistics import NormalDist
from typing import Final, TypeAlias

from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.launches import (
    MAX_AZIMUTH,
    MAX_HIT,
    MAX_SPEED_MPS,
    MAX_YAW,
    MIN_SPEED_MPS,
    on_the_track,
    refuse_launch,
)
from tumbletrip.tumblin.ports import Launch, Rest

Draw: TypeAlias = Callable[[], float]  # the next number of the standard normal distribution

_WIDEST: Final = MAX_AZIMUTH - 1e-6  # a launch keeps six decimals and must not be rounded beyond the limit


@dataclass(frozen=True, slots=True)
class Hand:
    """How much a hand shakes: standard deviations of what it does around what it meant.

    The speed is off by a share of itself, directions in radians, the hit point in half-widths of a die, the
    place in metres both ways.
    """

    speed: float
    azimuth: float
    hit_height: float
    hit_side: float
    yaw: float
    place: float

    def flick(self, board: Board, resting: Sequence[Rest], launch: Launch, draw: Draw) -> Launch:
        """What becomes of an intended flick; never one that the rules refuse if the intended one is not."""
        hit = self._hit(launch, draw)
        put = replace(
            hit,
            yaw=_within(-MAX_YAW, launch.yaw + self.yaw * draw(), MAX_YAW),
            x=launch.x + self.place * draw(),
            y=launch.y + self.place * draw(),
        )
        for askew in (put, replace(put, x=launch.x, y=launch.y)):
            placed = on_the_track(board, askew)
            if refuse_launch(board, placed, resting) is None:
                return placed
        return hit  # there is no room to put it askew

    def _hit(self, launch: Launch, draw: Draw) -> Launch:
        """The finger's part; beside the middle of a die it slips, and is up to twice as uncertain."""
        slip = 1.0 + abs(launch.hit_side)
        speed = launch.speed_mps * (1.0 + slip * self.speed * draw())
        return replace(
            launch,
            speed_mps=_within(MIN_SPEED_MPS, speed, MAX_SPEED_MPS),
            azimuth=_within(-_WIDEST, launch.azimuth + slip * self.azimuth * draw(), _WIDEST),
            hit_height=_within(-MAX_HIT, launch.hit_height + self.hit_height * draw(), MAX_HIT),
            hit_side=_within(-MAX_HIT, launch.hit_side + self.hit_side * draw(), MAX_HIT),
        )

    def times(self, factor: float) -> "Hand":
        """A hand that shakes several times as much."""
        return Hand(
            self.speed * factor,
            self.azimuth * factor,
            self.hit_height * factor,
            self.hit_side * factor,
            self.yaw * factor,
            self.place * factor,
        )


def _within(least: float, value: float, most: float) -> float:
    return min(most, max(least, value))


# A practised grown-up, a bot as well as somebody who stops the meter.
PRACTISED: Final = Hand(speed=0.06, azimuth=0.03, hit_height=0.15, hit_side=0.125, yaw=0.05, place=0.001)


class HandSize(StrEnum):
    """How much people's hands shake at a table."""

    EXACT = "exact"  # not at all: on the practice board, and in matches from before there were hands
    STEADY = "steady"
    HUMAN = "human"
    WILD = "wild"


class MadeBy(StrEnum):
    """How a person makes a flick."""

    GESTURE = "gesture"  # a finger that swipes, and has a scatter of its own
    METER = "meter"  # a button or a key that stops a meter, or a number typed in


@dataclass(frozen=True, slots=True)
class Aim:
    """What a person wanted, before the hand made a launch of it."""

    launch: Launch
    made_by: MadeBy


_TIMES: Final = {HandSize.STEADY: 0.5, HandSize.HUMAN: 1.0, HandSize.WILD: 2.0}
# Gestures scatter by themselves in speed and direction, so the table adds less (docs/lab/tumblin-physics.md).
_GESTURE_TIMES: Final = 0.6


def hand_of(size: HandSize, made_by: MadeBy) -> Hand | None:
    """The hand that shakes a person's flick; None if nothing does."""
    if size is HandSize.EXACT:
        return None
    hand = PRACTISED.times(_TIMES[size])
    if made_by is MadeBy.METER:
        return hand
    return replace(hand, speed=_GESTURE_TIMES * hand.speed, azimuth=_GESTURE_TIMES * hand.azimuth)


# A hand's numbers come from plain dice, so that whoever rolls a table's dice also shakes its hands.

_DICE_EACH: Final = 6  # six dice tell 46,656 numbers apart
_NUMBERS: Final = 7
DICE_TO_SHAKE: Final = _DICE_EACH * _NUMBERS


def draw_from(faces: Sequence[int]) -> Draw:
    """Normal numbers from the faces of six-sided dice: each group of dice is a number in base six."""
    return _normals(faces).__next__


def _normals(faces: Sequence[int]) -> Iterator[float]:
    for first in range(0, len(faces), _DICE_EACH):
        number = 0
        for face in faces[first : first + _DICE_EACH]:
            number = 6 * number + face - 1
        yield NormalDist().inv_cdf((number + 0.5) / 6**_DICE_EACH)
