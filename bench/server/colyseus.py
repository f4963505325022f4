"""A table of Colyseus: matchmaking over HTTP, then its binary protocol (0.16) on a WebSocket."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from bench.server.load import Meter, Table
from bench.server.posting import Site
from bench.server.trips import SEATS, Pads, Trip
from bench.server.websocket import BINARY, Socket, connect

JOIN_ROOM, ERROR, ROOM_DATA = 10, 11, 13
MOVED = bytes((ROOM_DATA, 0xA0 | len("moved"))) + b"moved"  # the message's name comes as a short string
REFUSED = bytes((ROOM_DATA, 0xA0 | len("refused"))) + b"refused"

_trip = msgspec.msgpack.Decoder(Trip).decode


class ColyseusTable(Table):
    """A room of two; a move is answered when its own player gets the broadcast."""

    def __init__(self, site: Site, meter: Meter, *, closed_loop: bool) -> None:
        super().__init__(meter, closed_loop=closed_loop)
        self._site = site
        self._players: list[Socket] = []
        self._trips: list[Trip | None] = [None] * SEATS
        self._moves_seen = [0] * SEATS
        self._pads = Pads()
        self._mover: int | None = None

    async def connect(self) -> None:
        self._trips, self._pads, self._mover = [None] * SEATS, Pads(), None
        self._moves_seen = [0] * SEATS
        first = await self._site.post("/matchmake/create/trip", {})
        room = first["room"]
        second = await self._site.post(f"/matchmake/joinById/{room['roomId']}", {})
        self._players = []
        for seat, place in enumerate((first, second)):
            path = f"/{room['processId']}/{room['roomId']}?sessionId={place['sessionId']}"
            self._players.append(await connect(self._site.host, self._site.port, path, self._reader(seat)))
        while None in self._trips:
            await asyncio.sleep(0.01)

    def close(self) -> None:
        for player in self._players:
            player.transport.close()

    def _reader(self, seat: int) -> Callable[[Socket, bytes], None]:
        def read(socket: Socket, payload: bytes) -> None:
            self._meter.received(len(payload))
            if payload.startswith(MOVED):
                self._take(seat, _trip(payload[len(MOVED) :]))
            elif payload[0] == JOIN_ROOM:
                socket.send(bytes((JOIN_ROOM,)), BINARY)
            elif payload[0] == ERROR or payload.startswith(REFUSED):
                raise AssertionError(payload)

        return read

    def _take(self, seat: int, trip: Trip) -> None:
        self._trips[seat] = trip
        self._moves_seen[seat] += 1
        if seat == self._mover:
            self._mover = None
            self.answered()
        else:
            self.seen()

    def is_level(self) -> bool:
        return self._moves_seen[0] == self._moves_seen[1]

    def is_over(self) -> bool:
        trip = self._trips[0]
        return trip is not None and trip.phase == "over"

    def send_next(self) -> None:
        trip = self._trips[0]
        assert trip is not None
        seat, name, entries = self._pads.next_move(trip)
        self._mover = seat
        self._players[seat].send(_message(name, entries), BINARY)


def _message(name: str, value: Any) -> bytes:
    return bytes((ROOM_DATA, 0xA0 | len(name))) + name.encode() + msgspec.msgpack.encode(value)
