"""A table of our own server: two people play Dice Trip, every answer comes after the durable commit."""

import asyncio
import itertools
import json
from collections.abc import Callable
from typing import Any

import msgspec

from bench.server.load import Meter, Table
from bench.server.posting import Site
from bench.server.websocket import Socket, connect

LETTERS = {"r": "red", "b": "blue", "g": "green", "y": "yellow"}
SEATS = [{"occupant": "person", "name": "A"}, {"occupant": "person", "name": "B"}]


class _Private(msgspec.Struct):
    options: dict[str, Any] | None = None


class _Play(msgspec.Struct):
    phase: str
    roller: int
    done: list[bool]


class _View(msgspec.Struct):
    status: str
    round: int
    play: _Play
    you: dict[str, _Private]


class _Event(msgspec.Struct):
    seq: int


class _Message(msgspec.Struct):
    type: str
    ok: bool = False
    events: list[_Event] = []
    view: _View | None = None


_decode = msgspec.json.Decoder(_Message).decode


class OurTable(Table):
    """Dice Trip with two people; whoever has something to do does it."""

    def __init__(self, site: Site, meter: Meter, *, closed_loop: bool) -> None:
        super().__init__(meter, closed_loop=closed_loop)
        self._site = site
        self._ids = itertools.count(1)
        self._heads = [0, 0]
        self._views: list[_View | None] = [None, None]
        self._players: list[Socket] = []

    async def connect(self) -> None:
        self._heads, self._views = [0, 0], [None, None]
        opened = await self._site.post("/api/tables", {"game": "dicetrip", "seats": SEATS})
        path = f"/api/tables/{opened['table']}/socket"
        self._players = [
            await connect(self._site.host, self._site.port, path, self._reader(seat)) for seat in range(2)
        ]
        for player, seat in zip(self._players, opened["seats"], strict=True):
            player.send(json.dumps({"type": "hello", "secrets": [seat["secret"]]}).encode())
        while None in self._views:
            await asyncio.sleep(0.01)

    def close(self) -> None:
        for player in self._players:
            player.transport.close()

    def _reader(self, seat: int) -> Callable[[Socket, bytes], None]:
        def read(_: Socket, payload: bytes) -> None:
            message = _decode(payload)
            if message.view is not None:
                self._views[seat] = message.view
                self._heads[seat] = message.events[-1].seq if message.events else self._heads[seat]
                self.seen()
            elif message.type == "answer":
                if not message.ok:
                    raise AssertionError(payload)
                self.answered()

        return read

    def is_level(self) -> bool:
        return self._heads[0] == self._heads[1]

    def is_over(self) -> bool:
        view = self._views[0]
        return view is not None and view.status == "over"

    def send_next(self) -> None:
        view = self._views[0]
        assert view is not None
        seat, action = self._next(view)
        command = {
            "type": "command",
            "id": str(next(self._ids)),
            "seat": seat,
            "round": view.round,
            "action": action,
        }
        self._players[seat].send(msgspec.json.encode(command))

    def _next(self, view: _View) -> tuple[int, dict[str, Any]]:
        play = view.play
        if play.phase == "roll":
            return play.roller, {"do": "roll"}
        if play.phase == "reroll":
            return play.roller, {"do": "keep"}
        seat = play.done.index(False)
        own = self._views[seat]
        assert own is not None
        options = own.you[str(seat)].options
        assert options is not None
        return seat, {"do": "write", "entries": _entries(options)}


def _entries(options: dict[str, Any]) -> list[dict[str, Any]]:
    """Write the first numbers that fit into the first open cities, or cross those out."""
    cities = options["open_cities"]
    if options["cities_to_fill"] == 1:
        free = next((pair for pair, (_, is_free) in options["singles"].items() if is_free), None)
        return [_entry(cities[0], free)]
    for first, second, may_write_both, _ in options["splits"]:
        if may_write_both:
            return [_entry(cities[0], first), _entry(cities[1], second)]
    return [_entry(city, None) for city in cities[:2]]


def _entry(city: str, pair: str | None) -> dict[str, Any]:
    return {"city": city, "dice": [LETTERS[letter] for letter in pair] if pair else None}
