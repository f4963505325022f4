"""The dice: six faces in the box, and the odd ones with 8, 10, 12 or 20 (TD02, TD17).

A die is described by its faces: the direction each looks in and the number it wears. Its corners follow.
Lengths are metres, the die's centre is the origin.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from typing import TypeAlias

Vector: TypeAlias = tuple[float, float, float]
Quaternion: TypeAlias = tuple[float, float, float, float]  # w, x, y, z

# The plastic of a 16 mm die of 4.83 g; all kinds are made of it.
DENSITY_KG_M3 = 4.83e-3 / 0.016**3

_TOUCHING = 1e-9  # metres: a corner this close to a face lies on it


class Colour(StrEnum):
    """A die's colour: the four in the box (TD02), and more for more players (TD18)."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"
    WHITE = "white"
    BLACK = "black"
    ORANGE = "orange"
    PURPLE = "purple"
    PINK = "pink"
    TURQUOISE = "turquoise"
    BROWN = "brown"
    GREY = "grey"
    GOLD = "gold"
    SILVER = "silver"
    LIME = "lime"
    NAVY = "navy"


COLOURS: tuple[Colour, ...] = tuple(Colour)


@dataclass(frozen=True)
class DieKind:
    """A shape of die: which way the face of each number looks, and how far faces lie from the centre."""

    name: str
    normals: Mapping[int, Vector] = field(repr=False)
    inradius: float

    def __hash__(self) -> int:
        """Kinds are told apart by their names."""
        return hash(self.name)

    @property
    def faces(self) -> range:
        """The numbers on the die."""
        return range(1, len(self.normals) + 1)

    @cached_property
    def vertices(self) -> tuple[Vector, ...]:
        """The corners: the points where three faces meet that no other face cuts off."""
        found: dict[tuple[float, ...], Vector] = {}
        for three in combinations(self.normals.values(), 3):
            corner = _meeting_point(*three, self.inradius)
            if corner and all(
                _dot(normal, corner) < self.inradius + _TOUCHING for normal in self.normals.values()
            ):
                found.setdefault(tuple(round(value, 9) + 0.0 for value in corner), corner)
        return tuple(found[key] for key in sorted(found))

    def outline(self, number: int) -> tuple[Vector, ...]:
        """The corners of one face, going round it anticlockwise as seen from outside."""
        normal = self.normals[number]
        rim = [corner for corner in self.vertices if abs(_dot(normal, corner) - self.inradius) < _TOUCHING]
        centre = _scaled(normal, self.inradius)
        start = _unit(_minus(rim[0], centre))
        side = _cross(normal, start)

        def angle(corner: Vector) -> float:
            spoke = _minus(corner, centre)
            return math.atan2(_dot(spoke, side), _dot(spoke, start)) % math.tau

        return tuple(sorted(rim, key=lambda corner: round(angle(corner), 9) % math.tau))

    @cached_property
    def circumradius(self) -> float:
        """How far the farthest corner lies from the centre."""
        return max(math.sqrt(_dot(corner, corner)) for corner in self.vertices)

    @cached_property
    def mass_kg(self) -> float:
        """The die's mass: pyramids from the centre to each face, all of the same plastic."""
        area = sum(_area(self.outline(number), self.normals[number]) for number in self.faces)
        return DENSITY_KG_M3 * area * self.inradius / 3


def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _scaled(a: Vector, factor: float) -> Vector:
    return a[0] * factor + 0.0, a[1] * factor + 0.0, a[2] * factor + 0.0  # + 0.0: there is no minus zero


def _minus(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _unit(a: Vector) -> Vector:
    return _scaled(a, 1 / math.sqrt(_dot(a, a)))


def _meeting_point(a: Vector, b: Vector, c: Vector, distance: float) -> Vector | None:
    """Where three planes at the same distance from the origin meet; None if not in a single point."""
    volume = _dot(a, _cross(b, c))
    if abs(volume) < 1e-9:
        return None
    total = [sum(parts) for parts in zip(_cross(b, c), _cross(c, a), _cross(a, b), strict=True)]
    return _scaled((total[0], total[1], total[2]), distance / volume)


def _area(outline: tuple[Vector, ...], normal: Vector) -> float:
    ends = outline[1:] + outline[:1]
    return sum(_dot(normal, _cross(start, end)) for start, end in zip(outline, ends, strict=True)) / 2


def _kind(name: str, width_m: float, numbered: Mapping[int, Vector]) -> DieKind:
    """A die from half of its faces: a number and its opposite sum to the first and last together."""
    first_and_last = 2 * len(numbered) + 1
    normals = {number: _unit(direction) for number, direction in numbered.items()}
    normals |= {first_and_last - number: _scaled(normal, -1.0) for number, normal in normals.items()}
    return DieKind(name, dict(sorted(normals.items())), width_m / 2)


def _kite(turns: int) -> Vector:
    """A face on the upper half of a d10: fifths of a turn round the axis, looking up at 45 degrees."""
    angle = turns * math.tau / 5
    return math.cos(angle), math.sin(angle), 1.0


_PHI = (1 + math.sqrt(5)) / 2

# Opposite pips of a d6 sum to 7.
D6 = _kind("d6", 0.016, {1: (0, 0, 1), 2: (0, -1, 0), 3: (1, 0, 0)})
# Low and high numbers take turns around every corner; those four sum to 14 to 22, the mean being 18.
D8 = _kind("d8", 0.015, {1: (1, 1, 1), 2: (1, -1, -1), 3: (-1, 1, -1), 4: (-1, -1, 1)})
# Odd numbers on one half, even ones on the other; the face that many makers print as 0 is the 10.
D10 = _kind("d10", 0.016, {1: _kite(0), 5: _kite(1), 9: _kite(2), 3: _kite(3), 7: _kite(4)})
# Numbered so that the three faces around each corner sum to 16 to 23, the mean being 19.5.
D12 = _kind(
    "d12",
    0.018,
    {
        1: (0, 1, -_PHI),
        2: (-1, -_PHI, 0),
        3: (0, 1, _PHI),
        4: (_PHI, 0, 1),
        7: (_PHI, 0, -1),
        8: (-1, _PHI, 0),
    },
)
# The same for the five faces around each corner: 51 to 54, the mean being 52.5.
D20 = _kind(
    "d20",
    0.020,
    {
        1: (1, 1, 1),
        2: (1 / _PHI, -_PHI, 0),
        4: (0, 1 / _PHI, -_PHI),
        6: (-1 / _PHI, -_PHI, 0),
        7: (-_PHI, 0, 1 / _PHI),
        10: (-_PHI, 0, -1 / _PHI),
        12: (1, 1, -1),
        13: (-1, 1, 1),
        16: (0, -1 / _PHI, -_PHI),
        18: (1, -1, 1),
    },
)

KINDS: Mapping[str, DieKind] = {kind.name: kind for kind in (D6, D8, D10, D12, D20)}


def rotated(orientation: Quaternion, vector: Vector) -> Vector:
    """A direction of the die, as it points in the room when the die is turned this way."""
    w, *axis = orientation
    x, y, z = axis
    turn = _scaled(_cross((x, y, z), vector), 2.0)
    twist = _cross((x, y, z), turn)
    return (
        vector[0] + w * turn[0] + twist[0],
        vector[1] + w * turn[1] + twist[1],
        vector[2] + w * turn[2] + twist[2],
    )


def top_face(kind: DieKind, orientation: Quaternion) -> int:
    """TD08: the number whose face looks up most steeply; of two exactly alike the lower one."""
    w, x, y, z = orientation
    up = (
        2 * (x * z - w * y),
        2 * (y * z + w * x),
        w * w - x * x - y * y + z * z,
    )  # the room's "up" as the die sees it
    return max(kind.normals, key=lambda number: (_dot(kind.normals[number], up), -number))


def face_up(kind: DieKind, number: int, yaw: float = 0.0) -> Quaternion:
    """The orientation of a die that lies with a number on top, turned by `yaw` radians about the vertical."""
    upright = _shortest_turn(kind.normals[number])
    spin = (math.cos(yaw / 2), 0.0, 0.0, math.sin(yaw / 2))
    return _product(spin, upright)


def _shortest_turn(normal: Vector) -> Quaternion:
    """The smallest rotation that makes a direction point up."""
    x, y, z = normal
    if z < -1 + 1e-12:
        return 0.0, 1.0, 0.0, 0.0
    length = math.sqrt(2 * (1 + z))
    return length / 2, y / length, -x / length, 0.0


def _product(a: Quaternion, b: Quaternion) -> Quaternion:
    return (
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    )
