"""The board as data: tiers going down, a line, pegs and wood; loaded once and checked (TD01).

Lengths are metres: x runs downhill, y across, z up; the table is z = 0, and every tier reaches down to it.
"""

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

from tumbletrip.core.documents import load_document
from tumbletrip.core.errors import InputError, Problem, problem, reason_of
from tumbletrip.core.lines import TextLimits
from tumbletrip.tumblin.board_checks import problems_of

LIMITS = TextLimits(characters=262_144)
USUAL_BOARD = "varnished"
FIRST_BOARD = "classic"  # of matches that do not name theirs, since there was no other
BOARD_NAMES = (USUAL_BOARD, FIRST_BOARD)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of wood, seen from above."""

    x: tuple[float, float]
    y: tuple[float, float]

    def distance(self, x: float, y: float) -> float:
        """How far a point lies outside; 0 if it is inside or on the edge."""
        beside = max(self.x[0] - x, 0.0, x - self.x[1])
        across = max(self.y[0] - y, 0.0, y - self.y[1])
        return math.hypot(beside, across)


@dataclass(frozen=True, slots=True)
class Tier:
    """A step of the board: the track (zone 0) or a zone, one box or several (the three 4x platforms)."""

    id: str
    zone: int
    top: float
    material: str
    boxes: tuple[Box, ...]

    def distance(self, x: float, y: float) -> float:
        """How far a point lies beside the tier, seen from above."""
        return min(box.distance(x, y) for box in self.boxes)

    def holds(self, x: float, y: float, margin: float) -> bool:
        """Whether a point lies on the tier, at least a margin away from the edges of its box."""
        margin -= 1e-9  # a place given to the micrometre is not refused for its last binary digit
        return any(
            box.x[0] + margin <= x <= box.x[1] - margin and box.y[0] + margin <= y <= box.y[1] - margin
            for box in self.boxes
        )


@dataclass(frozen=True, slots=True)
class Pegs:
    """The wooden pegs: upright, round-topped, standing in holes of the tier under them."""

    radius: float
    height: float  # above the tier
    material: str
    at: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Material:
    """How dice slide on it (friction) and bounce off it (a damped spring, per unit of mass)."""

    friction: float
    stiffness: float  # 1/s²
    damping: float  # 1/s


@dataclass(frozen=True)
class Board:
    """One board, and the file it came from."""

    id: str
    names: Mapping[str, str]
    tiers: tuple[Tier, ...]  # from the track down
    line: float
    off_below: float  # a die whose centre is lower has left the board (TD06)
    pegs: Pegs
    materials: Mapping[str, Material]
    source: str = field(compare=False)  # the word it is found by: its name, or the path of its file

    @property
    def track(self) -> Tier:
        """The raised tier dice are launched from."""
        return self.tiers[0]

    @property
    def lowest(self) -> Tier:
        """The tier at the foot of the board."""
        return self.tiers[-1]

    def tier_at(self, x: float, y: float) -> Tier | None:
        """The highest tier at a point, seen from above; None beside the board."""
        return next((tier for tier in self.tiers if tier.distance(x, y) == 0), None)

    @cached_property
    def hash(self) -> str:
        """Eight hex digits of all that matters to dice; the names of the board do not."""
        shape = [
            [[t.id, t.zone, t.top, t.material, [[*box.x, *box.y] for box in t.boxes]] for t in self.tiers],
            [self.line, self.off_below],
            [self.pegs.radius, self.pegs.height, self.pegs.material, self.pegs.at],
            sorted([name, m.friction, m.stiffness, m.damping] for name, m in self.materials.items()),
        ]
        return hashlib.sha256(json.dumps(shape).encode()).hexdigest()[:8]

    def __hash__(self) -> int:
        """Boards of the same shape hash alike."""
        return int(self.hash, 16)

    def name(self, language: str = "en") -> str:
        """The board's name in a language, or its id if the file has none."""
        return self.names.get(language) or self.names.get("en") or self.id


class BadBoard(InputError):
    """A board file that breaks the rules for boards; `problems` lists all that was found."""

    def __init__(self, source: str, problems: Sequence[Problem]) -> None:
        """Name the file and the first problem."""
        super().__init__(problem("board.bad", source=source, first=problems[0], count=len(problems)))
        self.source = source
        self.problems = tuple(problems)


@cache
def builtin_board(name: str) -> Board:
    """One of the boards that come with the package."""
    text = files("tumbletrip.tumblin").joinpath("boards", f"{name}.json").read_text("utf-8")
    return board_from_text(text, source=name)


def named_board(word: str) -> Board:
    """The board of that name; reads no other file, so it is safe for texts of strangers."""
    if word not in BOARD_NAMES:
        raise InputError(problem("board.unknown", word=word, known=", ".join(BOARD_NAMES)))
    return builtin_board(word)


def find_board(word: str) -> Board:
    """The board of that name, or the one in the JSON file at that path."""
    if not word.lower().endswith(".json"):
        return named_board(word)
    try:
        text = Path(word).read_text("utf-8")
    except OSError as error:
        raise InputError(problem("file.unreadable", path=word, reason=reason_of(error))) from error
    except UnicodeDecodeError as error:
        raise InputError(problem("file.not_text", path=word)) from error
    return board_from_text(text, source=word)


def board_from_text(text: str, source: str) -> Board:
    """Read and check a board's JSON; `source` is the word it is known by."""
    document = load_document(text, source, LIMITS)
    problems = problems_of(document)
    if problems:
        raise BadBoard(source, problems)
    return _board(document, source)


def _board(document: Mapping[str, Any], source: str) -> Board:
    """Build the board from a document that has passed all checks."""
    pegs = document["pegs"]
    return Board(
        id=document["id"],
        names=document.get("name", {}),
        tiers=tuple(_tier(entry) for entry in document["tiers"]),
        line=float(document["line"]),
        off_below=float(document["off_below"]),
        pegs=Pegs(
            radius=float(pegs["radius"]),
            height=float(pegs["height"]),
            material=pegs["material"],
            at=tuple((float(x), float(y)) for x, y in pegs["at"]),
        ),
        materials={name: _material(entry) for name, entry in document["materials"].items()},
        source=source,
    )


def _tier(entry: Mapping[str, Any]) -> Tier:
    boxes = tuple(Box(_interval(box["x"]), _interval(box["y"])) for box in entry["boxes"])
    return Tier(entry["id"], entry["zone"], float(entry["top"]), entry["material"], boxes)


def _interval(ends: Sequence[float]) -> tuple[float, float]:
    return float(ends[0]), float(ends[1])


def _material(entry: Mapping[str, Any]) -> Material:
    return Material(float(entry["friction"]), float(entry["stiffness"]), float(entry["damping"]))
