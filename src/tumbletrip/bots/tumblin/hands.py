"""The hand: no flick comes out quite as it was meant."""

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from tumbletrip.tumblin.launches import MAX_AZIMUTH, MAX_HIT, MAX_SPEED_MPS, MIN_SPEED_MPS
from tumbletrip.tumblin.ports import Launch

_WIDEST: Final = MAX_AZIMUTH - 1e-6  # a launch keeps six decimals and must not be rounded beyond the limit


@dataclass(frozen=True, slots=True)
class Hand:
    """How much a hand shakes: standard deviations of what it does around what it meant.

    The speed is off by a share of itself, the direction in radians, the hit point in half-widths of a die.
    """

    speed: float
    azimuth: float
    hit_height: float
    hit_side: float

    def flick(self, launch: Launch, rng: Random) -> Launch:
        """What becomes of an intended flick; never one that the rules refuse."""
        return replace(
            launch,
            speed_mps=_within(MIN_SPEED_MPS, launch.speed_mps * rng.gauss(1.0, self.speed), MAX_SPEED_MPS),
            azimuth=_within(-_WIDEST, rng.gauss(launch.azimuth, self.azimuth), _WIDEST),
            hit_height=_within(-MAX_HIT, rng.gauss(launch.hit_height, self.hit_height), MAX_HIT),
            hit_side=_within(-MAX_HIT, rng.gauss(launch.hit_side, self.hit_side), MAX_HIT),
        )


def _within(least: float, value: float, most: float) -> float:
    return min(most, max(least, value))


# A practised grown-up (LAB: 6 % of the speed, 0.03 rad, 0.15 half-widths in height, 1 mm sideways).
STEADY: Final = Hand(speed=0.06, azimuth=0.03, hit_height=0.15, hit_side=0.125)


def shakier(hand: Hand, times: float) -> Hand:
    """A hand that shakes several times as much."""
    return Hand(hand.speed * times, hand.azimuth * times, hand.hit_height * times, hand.hit_side * times)
