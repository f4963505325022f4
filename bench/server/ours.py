"""A table of our own server: two people play Dice Trip, every answer comes after the durable commit."""

import asyncio
import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from bench.server.load import Meter, Table
from bench.server.posting import Site
from bench.server.websocket import Socket, connect

LETTERS = {"r": "red", "b": "blue", "g": "green", "y": "yellow"}
HELLO = {"type": "hello", "changes": True}  # as the browser says it
SEATS = [{"occupant": "person", "name": "A"}, {"occupant": "person", "name": "B"}]


class _Event(msgspec.Struct):
    seq: int


class _Table(msgspec.Struct):
    status: str | msgspec.UnsetType = msgspec.UNSET
    round: int | msgspec.UnsetType = msgspec.UNSET


class _Play(msgspec.Struct):
    phase: str | msgspec.UnsetType = msgspec.UNSET
    roller: int | msgspec.UnsetType = msgspec.UNSET
    done: list[bool] | msgspec.UnsetType = msgspec.UNSET


class _Options(msgspec.Struct):
    open_cities: list[str]
    cities_to_fill: int
    singles: dict[str, tuple[int, bool]]
    splits: list[str]


class _Private(msgspec.Struct):
    options: _Options | msgspec.UnsetType | None = msgspec.UNSET


class _View(_Table, kw_only=True):
    play: _Play
    you: dict[str, _Private]


class _Changes(msgspec.Struct):
    table: _Table
    play: _Play
    you: dict[str, _Private]


class _Message(msgspec.Struct):
    type: str
    ok: bool = False
    events: list[_Event] = []
    view: _View | None = None
    changes: _Changes | None = None


@dataclass(slots=True)
class _Seen:
    """What one player knows of the table: the first view, and all changes since."""

    head: int = 0
    status: str = ""
    round: int = 0
    phase: str = ""
    roller: int = 0
    done: list[bool] = field(default_factory=list)
    options: _Options | None = None

    def take(self, message: _Message, seat: int) -> None:
        """Take in a view, or what changed since the last one."""
        news = message.view or message.changes
        assert news is not None
        table, play, own = news if isinstance(news, _View) else news.table, news.play, news.you[str(seat)]
        self.status = self.status if table.status is msgspec.UNSET else table.status
        self.round = self.round if table.round is msgspec.UNSET else table.round
        self.phase = self.phase if play.phase is msgspec.UNSET else play.phase
        self.roller = self.roller if play.roller is msgspec.UNSET else play.roller
        self.done = self.done if play.done is msgspec.UNSET else play.done
        self.options = self.options if own.options is msgspec.UNSET else own.options
        if message.events:
            self.head = message.events[-1].seq


_decode = msgspec.json.Decoder(_Message).decode


class OurTable(Table):
    """Dice Trip with two people; whoever has something to do does it."""

    def __init__(self, site: Site, meter: Meter, *, closed_loop: bool) -> None:
        super().__init__(meter, closed_loop=closed_loop)
        self._site = site
        self._ids = itertools.count(1)
        self._seen = [_Seen(), _Seen()]
        self._players: list[Socket] = []

    async def connect(self) -> None:
        self._seen = [_Seen(), _Seen()]
        opened = await self._site.post("/api/tables", {"game": "dicetrip", "seats": SEATS})
        path = f"/api/tables/{opened['table']}/socket"
        self._players = [
            await connect(self._site.host, self._site.port, path, self._reader(seat)) for seat in range(2)
        ]
        for player, seat in zip(self._players, opened["seats"], strict=True):
            player.send(json.dumps({**HELLO, "secrets": [seat["secret"]]}).encode())
        while not all(seen.status for seen in self._seen):
            await asyncio.sleep(0.01)

    def close(self) -> None:
        for player in self._players:
            player.transport.close()

    def _reader(self, seat: int) -> Callable[[Socket, bytes], None]:
        def read(_: Socket, payload: bytes) -> None:
            self._meter.received(len(payload))
            message = _decode(payload)
            if message.view or message.changes:
                self._seen[seat].take(message, seat)
                self.seen()
            elif message.type == "answer":
                if not message.ok:
                    raise AssertionError(payload)
                self.answered()

        return read

    def is_level(self) -> bool:
        one, other = self._seen
        return one.head == other.head

    def is_over(self) -> bool:
        return self._seen[0].status == "over"

    def send_next(self) -> None:
        seat, action = self._next(self._seen[0])
        command = {
            "type": "command",
            "id": str(next(self._ids)),
            "seat": seat,
            "round": self._seen[0].round,
            "action": action,
        }
        self._players[seat].send(msgspec.json.encode(command))

    def _next(self, seen: _Seen) -> tuple[int, dict[str, Any]]:
        if seen.phase == "roll":
            return seen.roller, {"do": "roll"}
        if seen.phase == "reroll":
            return seen.roller, {"do": "keep"}
        seat = seen.done.index(False)
        options = self._seen[seat].options
        assert options is not None
        return seat, {"do": "write", "entries": _entries(options)}


def _entries(options: _Options) -> list[dict[str, Any]]:
    """Write the first numbers that fit into the first open cities, or cross those out."""
    cities = options.open_cities
    if options.cities_to_fill == 1:
        free = next((pair for pair, (_, is_free) in options.singles.items() if is_free), None)
        return [_entry(cities[0], free)]
    for split in options.splits:
        if not split.endswith("-"):  # both numbers may be written
            return [_entry(cities[0], split[:2]), _entry(cities[1], split[2:])]
    return [_entry(city, None) for city in cities[:2]]


def _entry(city: str, pair: str | None) -> dict[str, Any]:
    return {"city": city, "dice": [LETTERS[letter] for letter in pair] if pair else None}
