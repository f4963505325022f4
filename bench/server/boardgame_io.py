"""A table of boardgame.io: its lobby over HTTP, its moves over socket.io (protocol 4) on a WebSocket."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from bench.server.load import Meter, Table
from bench.server.posting import Site
from bench.server.trips import SEATS, Pads, Trip
from bench.server.websocket import Socket, connect

PATH = "/socket.io/?EIO=4&transport=websocket"
# Engine.io numbers its packets 0 open, 2 ping, 3 pong, 4 message; socket.io then 0 connect, 2 event.
OPEN, PING, PONG, CONNECT, EVENT = b"0", b"2", b"3", b"40/trip,", b"42/trip,"


class _State(msgspec.Struct):
    G: Trip
    state_id: int = msgspec.field(name="_stateID")


class _Synced(msgspec.Struct):
    state: _State


_event_name = msgspec.json.Decoder(list[msgspec.Raw]).decode
_state = msgspec.json.Decoder(_State).decode
_synced = msgspec.json.Decoder(_Synced).decode


class BoardgameTable(Table):
    """A match of two; a move is answered when its own player gets the new state."""

    def __init__(self, site: Site, meter: Meter, *, closed_loop: bool) -> None:
        super().__init__(meter, closed_loop=closed_loop)
        self._site = site
        self._match = ""
        self._credentials: list[str] = []
        self._players: list[Socket] = []
        self._states: list[_State | None] = [None] * SEATS
        self._pads = Pads()
        self._mover: int | None = None

    async def connect(self) -> None:
        self._states, self._pads, self._mover = [None] * SEATS, Pads(), None
        created = await self._site.post("/games/trip/create", {"numPlayers": SEATS})
        self._match = created["matchID"]
        self._credentials = [await self._join(seat) for seat in range(SEATS)]
        self._players = [
            await connect(self._site.host, self._site.port, PATH, self._reader(seat)) for seat in range(SEATS)
        ]
        while None in self._states:
            await asyncio.sleep(0.01)

    async def _join(self, seat: int) -> str:
        path = f"/games/trip/{self._match}/join"
        joined = await self._site.post(path, {"playerID": str(seat), "playerName": "AB"[seat]})
        return str(joined["playerCredentials"])

    def close(self) -> None:
        for player in self._players:
            player.transport.close()

    def _reader(self, seat: int) -> Callable[[Socket, bytes], None]:
        def read(socket: Socket, payload: bytes) -> None:
            self._meter.received(len(payload))
            if payload.startswith(EVENT):
                self._take(seat, _event_name(payload[len(EVENT) :]))
            elif payload == PING:
                socket.send(PONG)
            elif payload.startswith(CONNECT):
                _emit(socket, "sync", self._match, str(seat), self._credentials[seat], SEATS)
            elif payload.startswith(OPEN):
                socket.send(CONNECT)

        return read

    def _take(self, seat: int, event: list[msgspec.Raw]) -> None:
        name = bytes(event[0])
        if name == b'"sync"':
            self._states[seat] = _synced(event[2]).state
        elif name == b'"update"':
            self._states[seat] = _state(event[2])
            if seat == self._mover:
                self._mover = None
                self.answered()
            else:
                self.seen()

    def is_level(self) -> bool:
        one, other = self._states
        return one is not None and other is not None and one.state_id == other.state_id

    def is_over(self) -> bool:
        state = self._states[0]
        return state is not None and state.G.phase == "over"

    def send_next(self) -> None:
        state = self._states[0]
        assert state is not None
        seat, name, entries = self._pads.next_move(state.G)
        self._mover = seat
        move = {
            "type": name,
            "args": [] if entries is None else [entries],
            "playerID": str(seat),
            "credentials": self._credentials[seat],
        }
        action = {"type": "MAKE_MOVE", "payload": move}
        _emit(self._players[seat], "update", action, state.state_id, self._match, str(seat))


def _emit(socket: Socket, *event: Any) -> None:
    socket.send(EVENT + msgspec.json.encode(event))
