"""The WebSocket of a table: a hello first, then commands in and updates out.

Messages for a slow client wait in a bounded queue of its own: a client that stops reading delays nobody else,
and is disconnected when the queue is full (F5).
"""

import asyncio
import contextlib
import time
from collections import Counter, deque
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
import structlog

from tumbletrip.host.core.effects import Refused, Reply
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.core.log import Update
from tumbletrip.host.daily.days import Days
from tumbletrip.host.host import Host, TableGone
from tumbletrip.server.guards.origins import is_foreign_name, is_foreign_page
from tumbletrip.server.guards.rates import Bucket, address_of
from tumbletrip.server.guards.secrecy import LONGEST_SECRET, hash_of
from tumbletrip.server.metrics import SOCKETS, count_answer, count_closed
from tumbletrip.server.settings import Settings
from tumbletrip.server.transport.socket_port import (
    EXTENSION,
    AsgiTransport,
    Message,
    Receive,
    Send,
    SocketTransport,
)
from tumbletrip.server.transport.wire import (
    PROTOCOL,
    CommandFrame,
    Frame,
    Hello,
    Ping,
    answer_message,
    draft_message,
    encode,
    events_json,
    read_frame,
    update_message,
)
from tumbletrip.tables.deciding import Command
from tumbletrip.tables.ports import StoreDown
from tumbletrip.tables.refusals import No
from tumbletrip.tables.views import view

log = structlog.get_logger(__name__)

# Close codes of RFC 6455 and its registry.
NOT_TEXT, POLICY, TRY_LATER = 1003, 1008, 1013
NOT_FOUND, RELOAD, OLD_CLIENT, SEALED = 4404, 4001, 4002, 4003  # our own
MAX_SECRETS = 16  # a device may hold every seat of a table (TD18)
CLOSE_SECONDS = 5.0  # for a client that stopped reading to take the close frame
MAX_UNANSWERED = 32  # commands of one socket without an answer yet


class CloseSocket(Exception):
    """The server closes the connection with this code and reason."""

    def __init__(self, code: int, reason: str = "") -> None:
        """The code tells the client whether to reconnect, reload or give up."""
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Connection:
    """One client of a table: the host's Watcher, and the queue of messages for a slow reader."""

    def __init__(self, transport: SocketTransport, address: str, max_queued: int) -> None:
        """A connection without seats; nothing is sent yet."""
        self.address = address
        self.seats: tuple[int, ...] = ()
        self.takes_changes = False
        self.unanswered = 0  # commands without an answer
        self.closing: asyncio.Future[CloseSocket] = asyncio.get_running_loop().create_future()
        self._transport = transport
        self._max_queued = max_queued
        self._queued: deque[bytes] = deque()
        self._sent_head = 0

    def show(self, update: Update) -> None:
        """Send an update unless the client has it; the host calls this in order."""
        if update.head is None:
            self._send_draft(update)
        elif update.head > self._sent_head:
            self._sent_head = update.head
            self.send(update_message(update, self.seats, changes=self.takes_changes))

    def _send_draft(self, update: Update) -> None:
        """Send what a new draft changed, but only to its own seat."""
        message = draft_message(update, self.seats, changes=self.takes_changes)
        if message:
            self.send(message)

    def presence_changed(self, seats: Sequence[bool], until_stand_in_ms: Sequence[int]) -> None:
        """Send which seats are connected, and when a bot may stand in for those that are not."""
        self.send(encode({"type": "presence", "seats": seats, "until_stand_in_ms": until_stand_in_ms}))

    def bots_warmed(self, percents: Sequence[int]) -> None:
        """Send how ready the bot of each seat is."""
        self.send(encode({"type": "bots", "ready": percents}))

    def go_away(self, reason: str) -> None:
        """Close the connection; the client reconnects and asks for what it missed."""
        self.close(CloseSocket(RELOAD if reason == "reload" else NOT_FOUND, reason))

    def send_welcome(self, live: LiveTable, since: int, away_after: float) -> None:
        """Answer the hello: the events after `since`, and the table as it is now."""
        table, head = live.durable.table, live.durable.seq
        missed = live.log.since(since if 0 <= since <= head else 0)
        self._sent_head = head
        self.send(
            encode(
                {
                    "type": "welcome",
                    "protocol": PROTOCOL,
                    "code": live.code,
                    "seats": self.seats,
                    "seq": head,
                    "events": events_json(missed, table, self.seats),
                    "view": view(table, self.seats, live.thoughts()),
                    "presence": live.connected(),
                    "until_stand_in_ms": live.until_stand_in_ms(time.monotonic(), away_after),
                }
            )
        )

    def answer(self, command: str, reply: Reply) -> None:
        """Send the answer to a command."""
        self.unanswered -= 1
        count_answer(reply)
        self.send(answer_message(command, reply))

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
        except Exception as error:
            connection.close(_internal_error(error))

    def _handle(self, live: LiveTable, connection: Connection, bucket: Bucket, text: bytes) -> None:
        frame = _frame(text)
        if not bucket.take():
            raise CloseSocket(POLICY, "too fast")
        if isinstance(frame, CommandFrame):
            self._run_command(live, connection, frame)
        elif isinstance(frame, Ping):
            connection.send(b'{"type":"pong"}')
        else:
            raise CloseSocket(POLICY, "hello comes once")

    async def _read_hello(self, table_id: str, connection: Connection, receive: Receive) -> LiveTable:
        """Read the hello and send the welcome; a wrong secret looks like a missing table."""
        try:
            text = _text(await asyncio.wait_for(receive(), self._settings.limits.hello_seconds))
        except TimeoutError:
            raise CloseSocket(POLICY, "silent") from None
        frame = _frame(text) if text is not None else None
        if not isinstance(frame, Hello):
            raise CloseSocket(POLICY, "hello comes first")
        if frame.protocol != PROTOCOL:
            raise CloseSocket(OLD_CLIENT, "reload the page")
        try:
            live = await self._host.live(table_id)
            seats = await self._seats_opened_by(live, frame.secrets)
        except TableGone:
            raise CloseSocket(NOT_FOUND, "not found") from None
        except StoreDown:
            raise CloseSocket(TRY_LATER, "try again") from None
        if not seats and self._days.is_sealed(live.durable.table):
            raise CloseSocket(SEALED, "play this day first")
        connection.seats, connection.takes_changes = seats, frame.changes
        connection.send_welcome(live, frame.since, self._host.pace.away_after)
        return live

    async def _seats_opened_by(self, live: LiveTable, secrets: list[str]) -> tuple[int, ...]:
        if len(secrets) > MAX_SECRETS or any(len(secret) > LONGEST_SECRET for secret in secrets):
            raise CloseSocket(NOT_FOUND, "not found")
        seats: set[int] = set()
        for secret in secrets:
            found = await self._host.seats_of(live, hash_of(secret))
            if not found:
                raise CloseSocket(NOT_FOUND, "not found")
            seats.update(found)
        return tuple(sorted(seats))

    def _run_command(self, live: LiveTable, connection: Connection, frame: CommandFrame) -> None:
        """Hand a command to the host; refused unless the client holds the seat it names."""
        if connection.unanswered >= MAX_UNANSWERED:
            raise CloseSocket(POLICY, "too many commands at once")
        if frame.seat not in connection.seats:
            connection.send(answer_message(frame.id, Refused(No.NOT_YOUR_SEAT, 0)))
            return
        # The id is prefixed with the seat, so that no client can use up the ids of another.
        command = Command(f"{frame.seat}:{frame.id}", frame.seat, frame.round, frame.action)
        connection.unanswered += 1
        live.last_address = connection.address
        try:
            self._host.begin(live, command, partial(connection.answer, frame.id))
        except TableGone:
            raise CloseSocket(TRY_LATER, "try again") from None

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
