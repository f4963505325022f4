"""The record of a whole match (`.tumble`); the grammar is in docs/rules/notation-tumble.md.

A record is what a text says: the setup, the events, and what it tells about rounds and scores.
Whether the rules allow it is for `replay` to say.
"""

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from tumbletrip.core.outcomes import Reason
from tumbletrip.tumblin.hands import HandSize
from tumbletrip.tumblin.ports import DECIMALS, Launch, Rest
from tumbletrip.tumblin.rules import Event, Flicked, Match, RolledForOrder, evolve, new_match, outcome
from tumbletrip.tumblin.setup import SEAT_LETTERS, Seat, Setup

GAME: Final = "tumblin"
RULES_VERSION: Final = "1"
OWN_TAGS: Final = ("Game", "Rules", "Board", "BoardHash", "House", "Hand")
LAUNCH_WORDS: Final = ("x", "y", "face", "yaw", "azimuth", "speed", "side", "height")


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """An event and the line of the text it was read from."""

    event: Event
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ToldRound:
    """A round's heading."""

    number: int
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ToldScore:
    """The points of each side in the round above."""

    sides: tuple[int, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ToldResult:
    """Why the match ended, and each side's points in all (or rounds won)."""

    reason: Reason
    sides: tuple[int, ...]
    line: int = field(default=0, compare=False)


Item: TypeAlias = RecordedEvent | ToldRound | ToldScore | ToldResult


@dataclass(frozen=True)
class Record:
    """A match as it was written down."""

    setup: Setup
    tags: tuple[tuple[str, str], ...] = ()  # all tags that are not about the setup, in their order
    items: tuple[Item, ...] = ()

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, without what the record tells about it."""
        return tuple(item.event for item in self.items if isinstance(item, RecordedEvent))


def record_of(setup: Setup, events: Iterable[Event], tags: tuple[tuple[str, str], ...] = ()) -> Record:
    """The record of a match, its rounds and scores told along with the events."""
    return Record(setup, tags, tuple(_items(new_match(setup), events)))


def _items(match: Match, events: Iterable[Event]) -> Iterator[Item]:
    for event in events:
        if isinstance(event, Flicked) and not match.rests:
            yield ToldRound(match.round)
        yield RecordedEvent(event)
        before, match = match, evolve(match, event)
        if len(match.sheets) > len(before.sheets):
            yield ToldScore(match.sheets[-1].sides)
    ended = outcome(match)
    if ended:
        yield ToldResult(ended.reason, final_count(match))


def final_count(match: Match) -> tuple[int, ...]:
    """What the match was played for: points, or rounds won (TD15)."""
    return match.rounds_won if match.setup.house.rounds_to_win else match.totals


def format_record(record: Record) -> str:
    """The record as text."""
    lines = [f"[{name} {_quoted(value)}]" for name, value in _all_tags(record)]
    lines += ["", *(_seat_line(record.setup, number, seat) for number, seat in enumerate(record.setup.seats))]
    return "\n".join([*lines, *_Writer().lines(record.items)]) + "\n"


def _all_tags(record: Record) -> Iterator[tuple[str, str]]:
    yield "Game", GAME
    yield "Rules", RULES_VERSION
    yield "Board", record.setup.board.source
    yield "BoardHash", record.setup.board.hash
    if record.setup.house.words:
        yield "House", " ".join(record.setup.house.words)
    if record.setup.hand is not HandSize.EXACT:
        yield "Hand", record.setup.hand.value
    yield from record.tags


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _seat_line(setup: Setup, number: int, seat: Seat) -> str:
    dice = " ".join(f"{die.colour}:{die.kind.name}{'*' if die.is_bonus else ''}" for die in seat.dice)
    return f"seat {SEAT_LETTERS[number]} side {setup.side_of[number] + 1} {_quoted(seat.name)} {dice}"


class _Writer:
    """Writes the lines below the seats, knowing which engines are named already and where the dice lie."""

    def __init__(self) -> None:
        self._engines: dict[str, str] = {}
        self._lying: dict[str, Rest] = {}

    def lines(self, items: Iterable[Item]) -> Iterator[str]:
        order: list[str] = []
        for item in items:
            if isinstance(item, RecordedEvent) and isinstance(item.event, RolledForOrder):
                order.append(f"{SEAT_LETTERS[item.event.seat]}{item.event.face}")
                continue
            yield from _order_line(order)
            order.clear()
            yield from self._item_lines(item)
        yield from _order_line(order)

    def _item_lines(self, item: Item) -> Iterator[str]:
        match item:
            case RecordedEvent(Flicked() as event):
                yield from self._flick_lines(event)
            case ToldRound(number):
                self._lying = {}
                yield from ("", f"round {number}")
            case ToldScore(sides):
                yield f"score {_side_points(sides)}"
            case ToldResult(reason, sides):
                yield from ("", f"result {reason} {_side_points(sides)}")

    def _flick_lines(self, event: Flicked) -> Iterator[str]:
        if event.fingerprint not in self._engines:
            self._engines[event.fingerprint] = f"e{len(self._engines) + 1}"
            yield f"engine {self._engines[event.fingerprint]} {event.fingerprint}"
        yield f"flick {event.launch.die.key} {_numbers(event.launch)} by {self._engines[event.fingerprint]}"
        if event.aim:
            yield f"  meant {event.aim.made_by} {_numbers(event.aim.launch)}"
        for rest in event.rests:
            if rest != self._lying.get(rest.die.key):
                yield _rest_line(rest)
            self._lying[rest.die.key] = rest
        if event.trajectory:
            yield f"  path {b64encode(event.trajectory).decode()}"


def _order_line(rolls: list[str]) -> Iterator[str]:
    if rolls:
        yield f"order {' '.join(rolls)}"


def _side_points(points: tuple[int, ...]) -> str:
    """Sides and points by turns: `1 34 2 -5`."""
    return " ".join(f"{side} {value}" for side, value in enumerate(points, start=1))


def _numbers(launch: Launch) -> str:
    numbers = (
        decimal(launch.x),
        decimal(launch.y),
        str(launch.face_up),
        decimal(launch.yaw),
        decimal(launch.azimuth),
        decimal(launch.speed_mps),
        decimal(launch.hit_side),
        decimal(launch.hit_height),
    )
    return " ".join(f"{word} {number}" for word, number in zip(LAUNCH_WORDS, numbers, strict=True))


def _rest_line(rest: Rest) -> str:
    pose = rest.pose
    numbers = (pose.x, pose.y, pose.z, pose.qw, pose.qx, pose.qy, pose.qz)
    return f"  rest {rest.die.key} {rest.tier} {rest.face} {' '.join(map(decimal, numbers))}"


def decimal(value: float) -> str:
    """A number with up to six decimals and none too many: `0.25`, `-0.000001`, `3`."""
    return f"{value:.{DECIMALS}f}".rstrip("0").rstrip(".")
