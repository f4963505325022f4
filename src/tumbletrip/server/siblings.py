"""Several processes on one port: all sockets of a table meet at one of them.

Whoever is quickest takes a connection, so the players of a table come in at different processes, and each
move would be decided and shown at one, then read back and shown at the other. A socket therefore goes to the
process that the table's id points to: its descriptor and its request are handed over before anything was
answered. Nothing but speed hangs on it. Any process serves any table (docs/decisions/0007-tables.md), and
does so whenever the other one cannot be reached.
"""

import asyncio
import re
import socket
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, cast

import structlog
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tumbletrip.server.lines import LineProtocol
from tumbletrip.server.metrics import HANDED_OVER

LARGEST_REQUEST = 16 * 1024  # bytes of a request that is handed over; browsers send about one thousand
MOST_IN_A_TURN = 64  # so that whoever plays does not wait for a crowd that comes
_TABLE_SOCKET = re.compile(rb"GET /api/tables/([\w-]+)/socket[? ]")

Take: TypeAlias = Callable[[socket.socket, bytes], None]

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Place:
    """Which of how many processes this is, and the private folder where they find each other."""

    number: int
    count: int
    folder: Path

    def owner(self, table_id: str) -> int:
        """The number of the process where a table's sockets meet."""
        return zlib.crc32(table_id.encode()) % self.count

    def owns(self, table_id: str) -> bool:
        """Whether a table's sockets meet here."""
        return self.owner(table_id) == self.number

    def address(self, number: int) -> str:
        """Where a process takes what is handed over to it."""
        return str(self.folder / str(number))


class Siblings:
    """The other processes as one of them knows them; a broken way to one is tried again each time."""

    def __init__(self, place: Place) -> None:
        """Nobody is called yet, and nobody can call."""
        self._place = place
        self._ways: dict[int, socket.socket] = {}  # to others, by their number
        self._coming: list[socket.socket] = []  # our door, and the ways of others that lead here

    def hand_over(self, request: bytes, descriptor: int) -> bool:
        """Give a connection to the process that its table belongs to; False if it is to be served here."""
        match = _TABLE_SOCKET.match(request)
        if not match or len(request) > LARGEST_REQUEST:
            return False
        owner = self._place.owner(match[1].decode())
        if owner == self._place.number:
            return False
        try:
            self._send(owner, request, descriptor)
        except OSError:  # it is dead, being replaced, or too busy
            return False
        HANDED_OVER.inc()
        return True

    def _send(self, number: int, request: bytes, descriptor: int) -> None:
        way = self._way(number)
        try:
            socket.send_fds(way, [request], [descriptor])
        except ConnectionError:  # whom we knew is dead; perhaps another has taken its place
            del self._ways[number]
            way.close()
            socket.send_fds(self._way(number), [request], [descriptor])

    def _way(self, number: int) -> socket.socket:
        if number not in self._ways:
            self._ways[number] = _packets(lambda way: way.connect(self._place.address(number)))
        return self._ways[number]

    def listen(self, take: Take) -> None:
        """Take connections from the others from now on; without a door everybody serves what comes."""
        try:
            door = _packets(self._open)
        except OSError as error:
            log.warning("siblings_cannot_reach_us", error=str(error))
            return
        self._hear(door, partial(self._accept, door, take))

    def _open(self, door: socket.socket) -> None:
        address = self._place.address(self._place.number)
        Path(address).unlink(missing_ok=True)  # of one that died
        door.bind(address)
        door.listen(self._place.count)

    def _accept(self, door: socket.socket, take: Take) -> None:
        way, _ = door.accept()
        way.setblocking(False)
        self._hear(way, partial(self._receive, way, take))

    def _receive(self, way: socket.socket, take: Take) -> None:
        for _ in range(MOST_IN_A_TURN):
            try:
                request, descriptors, _, _ = socket.recv_fds(way, LARGEST_REQUEST, 1)
            except BlockingIOError:
                return
            if not request:  # the other one has died
                self._forget(way)
                return
            if descriptors:
                take(socket.socket(fileno=descriptors[0]), request)
            else:  # the client has to come back
                log.warning("too_many_open_files")

    def _hear(self, coming: socket.socket, heard: Callable[[], None]) -> None:
        self._coming.append(coming)
        asyncio.get_running_loop().add_reader(coming, heard)

    def _forget(self, coming: socket.socket) -> None:
        self._coming.remove(coming)
        asyncio.get_running_loop().remove_reader(coming)
        coming.close()

    def close(self) -> None:
        """Take nothing any more: the others serve what they would have handed over."""
        for coming in tuple(self._coming):
            self._forget(coming)
        while self._ways:
            self._ways.popitem()[1].close()


def _packets(prepare: Callable[[socket.socket], None]) -> socket.socket:
    """A socket on which a descriptor and its request travel as one packet, or not at all; raises OSError."""
    made = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        made.setblocking(False)
        prepare(made)
    except OSError:
        made.close()
        raise
    return made


class RoutedLine(LineProtocol):
    """A line that came in here, and leaves at once if its table belongs to another process."""

    def __init__(self, siblings: Siblings, **of_uvicorn: Any) -> None:
        """A line of a process with siblings."""
        super().__init__(**of_uvicorn)
        self._siblings = siblings

    def data_received(self, data: bytes) -> None:
        """Take the request, which uvicorn passes on whole, and then frames."""
        if self.handshake_initiated or not self._leaves_with(data):
            super().data_received(data)

    def _leaves_with(self, request: bytes) -> bool:
        descriptor = self.transport.get_extra_info("socket").fileno()
        if self._owes_an_answer() or not self._siblings.hand_over(request, descriptor):
            return False
        self.transport.abort()  # closes our descriptor only: the connection lives on in the other one
        return True

    def _owes_an_answer(self) -> bool:
        """Whether an earlier request on this connection is still being answered."""
        http = cast(HttpToolsProtocol, self.transport.get_protocol())  # it made us, and is still in charge
        is_answered = http.cycle is None or http.cycle.response_complete
        return not is_answered or self.transport.get_write_buffer_size() > 0


class ArrivedLine(LineProtocol):
    """A line that another process took and handed over; here it stays."""

    def __init__(self, request: bytes, **of_uvicorn: Any) -> None:
        """A line whose request was read elsewhere."""
        super().__init__(**of_uvicorn)
        self._request = request

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin as if the request came now."""
        super().connection_made(transport)
        self.data_received(self._request)
        del self._request  # a line lives for hours


class SiblingServer(uvicorn.Server):
    """Uvicorn's server, which also serves what its siblings hand over."""

    def __init__(self, config: uvicorn.Config, siblings: Siblings) -> None:
        """A server that does not run yet."""
        super().__init__(config)
        self._siblings = siblings
        self._arriving: set[asyncio.Task[Any]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the doors: the port's, then the one for siblings."""
        await super().startup(sockets)
        self._siblings.listen(self._take)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close them, and let everybody go."""
        self._siblings.close()
        await super().shutdown(sockets)

    def _take(self, arrived: socket.socket, request: bytes) -> None:
        """Serve a connection as if it had come in here."""
        arrived.setblocking(False)
        arrived.set_inheritable(False)
        line = partial(
            ArrivedLine,
            request,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )
        task = asyncio.create_task(asyncio.get_running_loop().connect_accepted_socket(line, arrived))
        self._arriving.add(task)
        task.add_done_callback(self._arriving.discard)
