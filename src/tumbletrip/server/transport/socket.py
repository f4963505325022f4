"""The WebSocket of a table: a hello first, then commands in and updates out.

Messages for a slow client wait in a bounded queue of its own: a client that stops reading delays nobody else,
and is disconnected when the queue is full (F5).
"""

import asyncio
import contextlib
from collections import Counter, deque
from functools import partial
from typing import Any

import msgspec
import structlog

from tumbletrip.answers.conversation import (
    NOT_TEXT,
    POLICY,
    PONG,
    TRY_LATER,
    CloseSocket,
    Guest,
    give_link,
    greet,
    run_command,
)
from tumbletrip.host.core.effects import Reply
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.daily.days import Days
from tumbletrip.host.host import Host
from tumbletrip.server.guards.origins import is_foreign_name, is_foreign_page
from tumbletrip.server.guards.rates import Bucket, address_of
from tumbletrip.server.metrics import SOCKETS, count_answer, count_closed
from tumbletrip.server.settings import Settings
from tumbletrip.server.transport.frames import CommandFrame, Frame, Hello, Link, Ping, cost_of, read_frame
from tumbletrip.server.transport.socket_port import (
    EXTENSION,
    AsgiTransport,
    Message,
    Receive,
    Send,
    SocketTransport,
)

log = structlog.get_logger(__name__)

CLOSE_SECONDS = 5.0  # for a client that stopped reading to take the close frame
MAX_UNANSWERED = 32  # commands of one socket without an answer yet


class Connection(Guest):
    """A guest over the network, with the queue of messages for a slow reader."""

    def __init__(self, transport: SocketTransport, address: str, max_queued: int) -> None:
        """A connection without seats; nothing is sent yet."""
        super().__init__(address)
        self.closing: asyncio.Future[CloseSocket] = asyncio.get_running_loop().create_future()
        self._transport = transport
        self._max_queued = max_queued
        self._queued: deque[bytes] = deque()

    def answer(self, command: str, reply: Reply) -> None:
        """Send the answer to a command, and count it."""
        count_answer(reply)
        super().answer(command, reply)

    def send(self, message: bytes) -> None:
        """Send a message, or queue it while the client's buffer is full; closes if the queue is full."""
        if not self._transport.is_full:
            self._transport.send_text(message)
        elif len(self._queued) < self._max_queued:
            self._queued.append(message)
        else:
            self.close(CloseSocket(TRY_LATER, "too slow"))

    def send_queued(self) -> None:
        """Send queued messages until the client's buffer is full."""
        while self._queued and not self._transport.is_full:
            self._transport.send_text(self._queued.popleft())

    def close(self, closing: CloseSocket) -> None:
        """Close the connection with a code and reason; the first call decides."""
        if not self.closing.done():
            self.closing.set_result(closing)


class TableSocket:
    """The ASGI application behind `/api/tables/{table}/socket`."""

    def __init__(self, host: Host, days: Days, settings: Settings) -> None:
        """One for all tables of a process; `days` say whose dice nobody may see yet."""
        self._host = host
        self._days = days
        self._settings = settings
        self._open: set[Connection] = set()
        self._per_address: Counter[str] = Counter()

    async def serve(self, table_id: str, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one WebSocket from handshake to close."""
        await receive()  # websocket.connect
        if is_foreign_name(scope, self._settings) or is_foreign_page(scope, self._settings):
            await send({"type": "websocket.close", "code": POLICY, "reason": "origin"})
            return
        address = address_of(scope)
        if self._per_address[address] >= self._settings.limits.sockets_per_address:
            await send({"type": "websocket.close", "code": TRY_LATER, "reason": "too many"})
            return
        self._per_address[address] += 1
        try:
            await send({"type": "websocket.accept"})
            if direct := scope.get("extensions", {}).get(EXTENSION):
                await self._serve_over(direct["transport"], table_id, address, receive, send)
                return
            plain = AsgiTransport(receive, send)
            try:
                await self._serve_over(plain, table_id, address, plain.receive, plain.send)
            finally:
                await plain.close()
        finally:
            self._per_address[address] -= 1
            if not self._per_address[address]:
                del self._per_address[address]

    async def _serve_over(
        self, transport: SocketTransport, table_id: str, address: str, receive: Receive, send: Send
    ) -> None:
        """Serve an accepted WebSocket over a transport."""
        connection = Connection(transport, address, self._settings.limits.queue)
        reader = asyncio.create_task(self._receive_frames(table_id, connection, transport, receive))
        self._open.add(connection)
        SOCKETS.inc()
        try:
            endings: tuple[asyncio.Future[Any], ...] = (reader, connection.closing)
            await asyncio.wait(endings, return_when=asyncio.FIRST_COMPLETED)
            closing = connection.closing.result() if connection.closing.done() else _close_reason(reader)
        finally:
            self._open.discard(connection)
            SOCKETS.dec()
            reader.cancel()
            await asyncio.gather(reader, return_exceptions=True)
        if closing:
            count_closed(closing.code)
            # The client may have left or stopped reading: then the close frame cannot be delivered.
            with contextlib.suppress(Exception):
                close = send({"type": "websocket.close", "code": closing.code, "reason": closing.reason})
                await asyncio.wait_for(close, CLOSE_SECONDS)

    async def _receive_frames(
        self, table_id: str, connection: Connection, transport: SocketTransport, receive: Receive
    ) -> None:
        """Read the hello, then handle frames until the client leaves; raises CloseSocket."""
        live = await self._read_hello(table_id, connection, receive)
        bucket = Bucket(self._settings.limits.socket_rate, self._settings.limits.socket_burst)
        self._host.watch(live, connection)
        try:
            transport.listen(partial(self._on_text, live, connection, bucket), connection.send_queued)
            _text(await receive())  # texts go to `_on_text`; this is a disconnect, or no text
        finally:
            self._host.unwatch(live, connection)

    def _on_text(self, live: LiveTable, connection: Connection, bucket: Bucket, text: bytes) -> None:
        """Handle one text frame; ignored once the connection is closing."""
        if connection.closing.done():
            return
        try:
            self._handle(live, connection, bucket, text)
        except CloseSocket as closing:
            connection.close(closing)
        except Exception as error:  # a bug ends this socket, and no other
            connection.close(_internal_error(error))

    def _handle(self, live: LiveTable, connection: Connection, bucket: Bucket, text: bytes) -> None:
        frame = _frame(text)
        if not bucket.take(cost_of(frame, len(connection.seats))):
            raise CloseSocket(POLICY, "too fast")
        if isinstance(frame, CommandFrame):
            if connection.unanswered >= MAX_UNANSWERED:
                raise CloseSocket(POLICY, "too many commands at once")
            run_command(self._host, live, connection, frame)
        elif isinstance(frame, Link):
            give_link(self._host, live, connection, frame)
        elif isinstance(frame, Ping):
            connection.send(PONG)
        else:
            raise CloseSocket(POLICY, "hello comes once")

    async def _read_hello(self, table_id: str, connection: Connection, receive: Receive) -> LiveTable:
        """Read the hello in time and answer it."""
        try:
            text = _text(await asyncio.wait_for(receive(), self._settings.limits.hello_seconds))
        except TimeoutError:
            raise CloseSocket(POLICY, "silent") from None
        frame = _frame(text) if text is not None else None
        if not isinstance(frame, Hello):
            raise CloseSocket(POLICY, "hello comes first")
        return await greet(self._host, connection, table_id, frame, self._days.is_sealed)

    async def close_all(self) -> None:
        """Close every connection because the server stops; clients reconnect by themselves."""
        for connection in tuple(self._open):
            connection.close(CloseSocket(1012, "restart"))


def _text(message: Message) -> str | None:
    """The text of an ASGI message; None for a disconnect. Silent clients are found by WebSocket pings."""
    if message["type"] == "websocket.disconnect":
        return None
    text: str | None = message.get("text")
    if text is None:
        raise CloseSocket(NOT_TEXT, "text only")
    return text


def _frame(text: str | bytes) -> Frame:
    try:
        return read_frame(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise CloseSocket(POLICY, "not a message") from None


def _close_reason(task: asyncio.Task[None]) -> CloseSocket | None:
    """The close code for a reader task that ended; None if the client left by itself."""
    error = task.exception()
    if isinstance(error, CloseSocket):
        return error
    return _internal_error(error) if error else None


def _internal_error(error: BaseException) -> CloseSocket:
    log.warning("socket_failed", error=repr(error))
    return CloseSocket(1011, "error")
