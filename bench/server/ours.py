"""Our own server under load: two people at each table of Dice Trip, every answer after the durable commit."""

import asyncio
import itertools
import json
import time
from collections.abc import Callable
from typing import Any

import msgspec

from bench.server.load import Meter
from bench.server.websocket import Socket, connect

LETTERS = {"r": "red", "b": "blue", "g": "green", "y": "yellow"}


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


class _Message(msgspec.Struct):
    type: str
    id: str = ""
    ok: bool = False
    view: _View | None = None


_decode = msgspec.json.Decoder(_Message).decode


class OurTable:
    """A table with two people; whoever has something to do does it when `move` is called."""

    def __init__(self, host: str, port: int, meter: Meter, *, closed_loop: bool) -> None:
        self._host, self._port = host, port
        self._meter = meter
        self._closed_loop = closed_loop
        self._ids = itertools.count(1)
        self._sent: dict[str, float] = {}
        self._views: list[_View | None] = [None, None]
        self._players: list[Socket] = []
        self._waiting = False

    async def open(self) -> None:
        """Open a table and sit both players down."""
        self._views = [None, None]
        opened = await _post(
            self._host,
            self._port,
            "/api/tables",
            {
                "game": "dicetrip",
                "seats": [{"occupant": "person", "name": "A"}, {"occupant": "person", "name": "B"}],
            },
        )
        path = f"/api/tables/{opened['table']}/socket"
        self._players = [await connect(self._host, self._port, path, self._reader(seat)) for seat in range(2)]
        for player, seat in zip(self._players, opened["seats"], strict=True):
            player.send(json.dumps({"type": "hello", "secrets": [seat["secret"]]}).encode())
        while None in self._views:
            await asyncio.sleep(0.01)

    def _reader(self, seat: int) -> Callable[[Socket, bytes], None]:
        def read(_: Socket, payload: bytes) -> None:
            message = _decode(payload)
            if message.view is not None:
                self._views[seat] = message.view
            elif message.type == "answer":
                assert message.ok, payload
                self._meter.answered(self._sent.pop(message.id))
                self._waiting = False
            if self._closed_loop and not self._waiting and self._is_level():
                self.move()

        return read

    def _is_level(self) -> bool:
        """Both players have seen the same."""
        one, other = self._views
        return one is not None and other is not None and one.play == other.play

    def move(self) -> None:
        """Roll, keep or write, whichever is due; a finished game is followed by a new one."""
        view = self._views[0]
        if self._waiting or view is None:
            return
        self._waiting = True
        if view.status == "over":
            asyncio.ensure_future(self._again())
            return
        seat, action = self._next(view)
        name = str(next(self._ids))
        command = {"type": "command", "id": name, "seat": seat, "round": view.round, "action": action}
        self._sent[name] = time.perf_counter()
        self._players[seat].send(msgspec.json.encode(command))

    async def _again(self) -> None:
        for player in self._players:
            player.transport.close()
        await self.open()
        self._waiting = False
        if self._closed_loop:
            self.move()

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


async def _post(host: str, port: int, path: str, body: dict[str, Any]) -> dict[str, Any]:
    reader, writer = await asyncio.open_connection(host, port)
    data = json.dumps(body).encode()
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(data)}\r\nConnection: close\r\n\r\n".encode()
        + data
    )
    answer = await reader.read()
    writer.close()
    head, _, payload = answer.partition(b"\r\n\r\n")
    assert b" 201 " in head.splitlines()[0], answer
    answered: dict[str, Any] = json.loads(payload)
    return answered
