"""Several worker processes on one port: all sockets of a table end up at one of them.

The kernel gives a connection to any worker, so the players of a table arrive at different ones; each move
would be decided and shown at one, then read back from the store and shown at the other. A WebSocket is
therefore passed to the worker that the table's id maps to: its file descriptor and its request are sent over
a Unix socket before anything was answered. Only speed depends on it. Any worker serves any table
(docs/decisions/0007-tables.md), and does so whenever the other one cannot be reached.
"""

import asyncio
import re
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, cast

import structlog
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tumbletrip.server.metrics import HANDED_OVER
from tumbletrip.server.transport.socket_transport import DirectSocketProtocol
from tumbletrip.server.transport.worker_place import WorkerPlace

LARGEST_REQUEST = 16 * 1024  # bytes of a request that can be passed on; browsers send about one thousand
MAX_PER_WAKEUP = 64  # connections received at once, so that many arrivals do not delay games
_TABLE_SOCKET = re.compile(rb"GET /api/tables/([\w-]+)/socket[? ]")

Serve: TypeAlias = Callable[[socket.socket, bytes], None]  # a connection and the request read from it

log = structlog.get_logger(__name__)


class Handover:
    """Channels between workers over which connections are passed; a broken one is opened again on use."""

    def __init__(self, place: WorkerPlace) -> None:
        """No channel is open yet."""
        self._place = place
        self._outgoing: dict[int, socket.socket] = {}  # channels to other workers, by their number
        self._incoming: list[socket.socket] = []  # our listening socket, and channels from other workers

    def pass_on(self, request: bytes, descriptor: int) -> bool:
        """Send a connection to the worker its table belongs to; False if it must be served here."""
        match = _TABLE_SOCKET.match(request)
        if not match or len(request) > LARGEST_REQUEST:
            return False
        owner = self._place.owner(match[1].decode())
        if owner == self._place.number:
            return False
        try:
            self._send(owner, request, descriptor)
        except OSError:  # that worker is dead, being replaced, or too busy
            return False
        HANDED_OVER.inc()
        return True

    def _send(self, number: int, request: bytes, descriptor: int) -> None:
        channel = self._channel(number)
        try:
            socket.send_fds(channel, [request], [descriptor])
        except ConnectionError:  # the worker died; perhaps its replacement listens already
            del self._outgoing[number]
            channel.close()
            socket.send_fds(self._channel(number), [request], [descriptor])

    def _channel(self, number: int) -> socket.socket:
        if number not in self._outgoing:
            address = self._place.address(number)
            self._outgoing[number] = _packet_socket(lambda channel: channel.connect(address))
        return self._outgoing[number]

    def listen(self, serve: Serve) -> None:
        """Receive connections from other workers; if that fails, each worker serves what it accepts."""
        try:
            listener = _packet_socket(self._bind)
        except OSError as error:
            log.warning("handover_unavailable", error=str(error))
            return
        self._watch(listener, partial(self._accept, listener, serve))

    def _bind(self, listener: socket.socket) -> None:
        address = self._place.address(self._place.number)
        Path(address).unlink(missing_ok=True)  # left by a worker that died
        listener.bind(address)
        listener.listen(self._place.count)

    def _accept(self, listener: socket.socket, serve: Serve) -> None:
        channel, _ = listener.accept()
        channel.setblocking(False)
        self._watch(channel, partial(self._receive, channel, serve))

    def _receive(self, channel: socket.socket, serve: Serve) -> None:
        for _ in range(MAX_PER_WAKEUP):
            try:
                request, descriptors, _, _ = socket.recv_fds(channel, LARGEST_REQUEST, 1)
            except BlockingIOError:
                return
            if not request:  # the other worker has died
                self._forget(channel)
                return
            if descriptors:
                serve(socket.socket(fileno=descriptors[0]), request)
            else:  # the descriptor was dropped, and the client has to reconnect
                log.warning("too_many_open_files")

    def _watch(self, incoming: socket.socket, on_readable: Callable[[], None]) -> None:
        self._incoming.append(incoming)
        asyncio.get_running_loop().add_reader(incoming, on_readable)

    def _forget(self, incoming: socket.socket) -> None:
        self._incoming.remove(incoming)
        asyncio.get_running_loop().remove_reader(incoming)
        incoming.close()

    def close(self) -> None:
        """Close all channels: other workers then serve what they would have passed on."""
        for incoming in tuple(self._incoming):
            self._forget(incoming)
        while self._outgoing:
            self._outgoing.popitem()[1].close()


def _packet_socket(prepare: Callable[[socket.socket], None]) -> socket.socket:
    """A Unix socket on which a descriptor and its request travel as one packet; raises OSError."""
    made = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        made.setblocking(False)
        prepare(made)
    except OSError:
        made.close()
        raise
    return made


class RoutedSocketProtocol(DirectSocketProtocol):
    """A WebSocket that was accepted here, and is passed on if its table belongs to another worker."""

    def __init__(self, handover: Handover, **of_uvicorn: Any) -> None:
        """A connection accepted by this worker."""
        super().__init__(**of_uvicorn)
        self._handover = handover

    def data_received(self, data: bytes) -> None:
        """Read the request, which uvicorn delivers whole, and then frames."""
        if self.handshake_initiated or not self._is_passed_on(data):
            super().data_received(data)

    def _is_passed_on(self, request: bytes) -> bool:
        descriptor = self.transport.get_extra_info("socket").fileno()
        if self._owes_a_response() or not self._handover.pass_on(request, descriptor):
            return False
        self.transport.abort()  # closes our descriptor only: the connection lives on in the other worker
        return True

    def _owes_a_response(self) -> bool:
        """Whether an earlier request on this connection is still being answered."""
        http = cast(HttpToolsProtocol, self.transport.get_protocol())  # it created us, and is still attached
        is_answered = http.cycle is None or http.cycle.response_complete
        return not is_answered or self.transport.get_write_buffer_size() > 0


class ReceivedSocketProtocol(DirectSocketProtocol):
    """A WebSocket that another worker accepted and passed on; it is served here."""

    def __init__(self, request: bytes, **of_uvicorn: Any) -> None:
        """A connection whose request was read elsewhere."""
        super().__init__(**of_uvicorn)
        self._request = request

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin as if the request had just arrived."""
        super().connection_made(transport)
        self.data_received(self._request)
        del self._request  # a connection lives for hours


class HandoverServer(uvicorn.Server):
    """Uvicorn's server, which also serves connections that other workers pass on."""

    def __init__(self, config: uvicorn.Config, handover: Handover) -> None:
        """A server that does not run yet."""
        super().__init__(config)
        self._handover = handover
        self._arriving: set[asyncio.Task[Any]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen on the port, then for other workers."""
        await super().startup(sockets)
        self._handover.listen(self._serve_received)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, and end all connections."""
        self._handover.close()
        await super().shutdown(sockets)

    def _serve_received(self, arrived: socket.socket, request: bytes) -> None:
        """Serve a connection as if it had been accepted here."""
        arrived.setblocking(False)
        arrived.set_inheritable(False)
        protocol = partial(
            ReceivedSocketProtocol,
            request,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )
        task = asyncio.create_task(asyncio.get_running_loop().connect_accepted_socket(protocol, arrived))
        self._arriving.add(task)
        task.add_done_callback(self._arriving.discard)
