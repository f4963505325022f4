"""MuJoCo in the page that this Python runs in: the same release, compiled to WebAssembly.

Numbers cross the border in whole rows: a row for some steps, not one for each number.
"""

from array import array
from collections.abc import Sequence
from typing import Protocol
from weakref import finalize

from tumbletrip.tumblin.physics.stepping import POSE, Moment, Numbers, Touch

_TOUCH = 3  # numbers: two geometries and a force


class Row(Protocol):
    """Numbers on the page's side."""

    def to_bytes(self) -> bytes:
        """As doubles."""


class PageSimulation(Protocol):
    """`frontend/packing/physics.mjs`: a compiled model and its state."""

    dice: int
    geometries: str  # their names, with spaces between

    def restart(self, lying: str, pose: str, motion: str) -> None:
        """Begin anew; numbers with spaces between."""

    def step(self, steps: int) -> Row:
        """Move time on; all poses, then all motions."""

    def filmed(self, steps: int) -> Row:
        """For each step the poses, how many things touch, and for each pair its geometries and force."""

    def take_away(self, die: int, pose: str) -> None:
        """Put a die elsewhere."""

    def free(self) -> None:
        """Give its memory back."""


class PagePhysics(Protocol):
    """What the page offers once its engine is loaded."""

    version: str

    def simulation(self, xml: str) -> PageSimulation:
        """Compile a model."""


class PageEngine:
    """The engine of a page."""

    def __init__(self, physics: PagePhysics) -> None:
        """What the page offers."""
        self.version = physics.version
        self.physics = physics

    def simulation(self, xml: str) -> "WasmSimulation":
        """The world of a text in MuJoCo's format."""
        return WasmSimulation(self.physics.simulation(xml))


class WasmSimulation:
    """A world in the page's memory, given back when nobody here has it any more."""

    def __init__(self, simulation: PageSimulation) -> None:
        """Take over what the page has compiled."""
        self._page = simulation
        self._poses = simulation.dice * POSE
        self.geometries = simulation.geometries.split(" ")
        finalize(self, simulation.free)

    def restart(self, lying: Sequence[Numbers], pose: Numbers, motion: Numbers) -> None:
        """Begin anew: dice asleep where they lie, the last one at a pose and in motion."""
        still = [number for one in lying for number in one]
        self._page.restart(_text(still), _text(pose), _text(motion))

    def step(self, steps: int) -> tuple[Numbers, Numbers]:
        """Move time on; the poses and the motions of all dice then, each in a row."""
        row = _numbers(self._page.step(steps))
        return row[: self._poses], row[self._poses :]

    def filmed(self, steps: int) -> list[Moment]:
        """Move time on, and tell of every step."""
        row, place, moments = _numbers(self._page.filmed(steps)), 0, []
        for _ in range(steps):
            poses = row[place : place + self._poses]
            place += self._poses + 1
            end = place + _TOUCH * int(row[place - 1])
            moments.append(Moment(poses, [_touch(row, start) for start in range(place, end, _TOUCH)]))
            place = end
        return moments

    def now(self) -> tuple[Numbers, Numbers]:
        """The same without moving time."""
        return self.step(0)

    def take_away(self, die: int, pose: Numbers) -> None:
        """Put a die elsewhere, where it does not move."""
        self._page.take_away(die, _text(pose))


def _text(numbers: Numbers) -> str:
    return " ".join(map(repr, numbers))


def _numbers(row: Row) -> "array[float]":
    numbers = array("d")
    numbers.frombytes(row.to_bytes())
    return numbers


def _touch(row: "array[float]", start: int) -> Touch:
    return Touch(int(row[start]), int(row[start + 1]), row[start + 2])
