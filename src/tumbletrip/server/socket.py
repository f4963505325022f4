"""The socket of a table: hello, then commands in and updates out.

What a reader is too slow for waits in a bounded queue of its own, so that one who stalls holds up nobody and
is sent away (F5).
"""

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from functools import partial
from typing import Any, TypeAlias

import msgspec
import structlog

from tumbletrip.host.host import Host, TableGone
from tumbletrip.host.live import Accepted, LiveTable, Refused, Update
from tumbletrip.server.frames import PROTOCOL, CommandFrame, Frame, Hello, Ping, read_frame
from tumbletrip.server.lines import EXTENSION, Line
from tumbletrip.server.metrics import SOCKETS, count_answer, count_closed
from tumbletrip.server.origins import header, is_allowed
from tumbletrip.server.rates import Bucket
from tumbletrip.server.secrecy import LONGEST_SECRET, hash_of
from tumbletrip.server.settings import Settings
from tumbletrip.server.wire import answer_message, encode, events_json, update_message
from tumbletrip.tables.deciding import Command
from tumbletrip.tables.ports import StoreDown
from tumbletrip.tables.refusals import No
from tumbletrip.tables.views import view

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

log = structlog.get_logger(__name__)

# Close codes of RFC 6455 and its registry.
NOT_TEXT, POLICY, TRY_LATER = 1003, 1008, 1013
NOT_FOUND, RELOAD, OLD_CLIENT = 4404, 4001, 4002  # our own
MAX_SECRETS = 16  # a device may hold every seat of a table (TD18)
GOODBYE_SECONDS = 5.0  # for a reader who stalls to take our last words
MAX_AT_WORK = 32  # commands of one socket under way


class Gone(Exception):
    """The connection must end, with this close code."""

    def __init__(self, code: int, reason: str = "") -> None:
        """The code tells the client what to do."""
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Connection:
    """One socket at a table: a watcher for the host, and what waits for a slow reader."""

    def __init__(self, line: Line, most_waiting: int) -> None:
        """A connection that nobody feeds yet."""
        self.seats: tuple[int, ...] = ()
        self.takes_changes = False
        self.at_work = 0  # commands without an answer
        self.gone: asyncio.Future[Gone] = asyncio.get_running_loop().create_future()
        self._line = line
        self._most_waiting = most_waiting
        self._waiting: deque[bytes] = deque()
        self._shown = 0

    def show(self, update: Update) -> None:
        """Queue an update; called by the host in order."""
        if update.head > self._shown:
            self._shown = update.head
            self.put(update_message(update, self.seats, changes=self.takes_changes))

    def presence_changed(self, seats: Sequence[bool]) -> None:
        """Queue who is connected."""
        self.put(encode({"type": "presence", "seats": seats}))

    def go_away(self, reason: str) -> None:
        """End the connection; the client comes back and asks for what it missed."""
        self.end(Gone(RELOAD if reason == "reload" else NOT_FOUND, reason))

    def welcome(self, live: LiveTable, since: int) -> None:
        """Tell all that a client missed, and the table as it is."""
        table, head = live.durable.table, live.durable.seq
        missed = live.since(since) if 0 <= since <= head else live.since(0)
        self._shown = head
        self.put(
            encode(
                {
                    "type": "welcome",
                    "protocol": PROTOCOL,
                    "code": live.code,
                    "seats": self.seats,
                    "seq": head,
                    "events": events_json(missed, table, self.seats),
                    "view": view(table, self.seats),
                    "presence": live.presence(),
                }
            )
        )

    def answer(self, command: str, reply: Accepted | Refused) -> None:
        """Queue the answer to a command."""
        self.at_work -= 1
        count_answer(reply)
        self.put(answer_message(command, reply))

    def put(self, message: bytes) -> None:
        """Send a message; a reader who lets too many pile up is sent away."""
        if not self._line.is_full:
            self._line.say(message)
        elif len(self._waiting) < self._most_waiting:
            self._waiting.append(message)
        else:
            self.end(Gone(TRY_LATER, "too slow"))

    def drain(self) -> None:
        """Send what waits, as far as the reader takes it."""
        while self._waiting and not self._line.is_full:
            self._line.say(self._waiting.popleft())

    def end(self, gone: Gone) -> None:
        """Let the connection end."""
        if not self.gone.done():
            self.gone.set_result(gone)


class TableSocket:
    """The ASGI application behind `/api/tables/{table}/socket`."""

    def __init__(self, host: Host, settings: Settings) -> None:
        """One for all tables of a process."""
        self._host = host
        self._settings = settings
        self._open: set[Connection] = set()
        self._per_address: Counter[str] = Counter()

    async def serve(self, table_id: str, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one socket from its handshake to its end."""
        await receive()  # websocket.connect
        headers = scope["headers"]
        if not is_allowed(header(headers, b"origin"), header(headers, b"host"), self._settings.origins):
            await send({"type": "websocket.close", "code": POLICY, "reason": "origin"})
            return
        address = scope["client"][0] if scope.get("client") else "?"
        if self._per_address[address] >= self._settings.limits.sockets_per_address:
            await send({"type": "websocket.close", "code": TRY_LATER, "reason": "too many"})
            return
        self._per_address[address] += 1
        try:
            await send({"type": "websocket.accept"})
            await self._serve_accepted(table_id, scope["extensions"][EXTENSION]["line"], receive, send)
        finally:
            self._per_address[address] -= 1
            if not self._per_address[address]:
                del self._per_address[address]

    async def _serve_accepted(self, table_id: str, line: Line, receive: Receive, send: Send) -> None:
        connection = Connection(line, self._settings.limits.queue)
        reader = asyncio.create_task(self._read(table_id, connection, line, receive))
        self._open.add(connection)
        SOCKETS.inc()
        try:
            ends: tuple[asyncio.Future[Any], ...] = (reader, connection.gone)
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            gone = connection.gone.result() if connection.gone.done() else _reason_of(reader)
        finally:
            self._open.discard(connection)
            SOCKETS.dec()
            reader.cancel()
            await asyncio.gather(reader, return_exceptions=True)
        if gone:
            count_closed(gone.code)
            # The other side may have gone first, or not read any more: then nothing is left to say.
            with contextlib.suppress(Exception):
                close = send({"type": "websocket.close", "code": gone.code, "reason": gone.reason})
                await asyncio.wait_for(close, GOODBYE_SECONDS)

    async def _read(self, table_id: str, connection: Connection, line: Line, receive: Receive) -> None:
        """Take frames until the client leaves; raises Gone when it must be sent away."""
        live = await self._greet(table_id, connection, receive)
        bucket = Bucket(self._settings.limits.socket_rate, self._settings.limits.socket_burst)
        self._host.watch(live, connection)
        try:
            line.listen(partial(self._heard, live, connection, bucket), connection.drain)
            _text(await receive())  # texts are heard: what comes here is the client's leave, or no text
        finally:
            self._host.unwatch(live, connection)

    def _heard(self, live: LiveTable, connection: Connection, bucket: Bucket, text: bytes) -> None:
        """Take one frame of a client that is not on its way out."""
        if connection.gone.done():
            return
        try:
            self._take(live, connection, bucket, text)
        except Gone as gone:
            connection.end(gone)
        except Exception as error:
            connection.end(_failed(error))

    def _take(self, live: LiveTable, connection: Connection, bucket: Bucket, text: bytes) -> None:
        frame = _frame(text)
        if not bucket.take():
            raise Gone(POLICY, "too fast")
        if isinstance(frame, CommandFrame):
            self._obey(live, connection, frame)
        elif isinstance(frame, Ping):
            connection.put(b'{"type":"pong"}')
        else:
            raise Gone(POLICY, "hello comes once")

    async def _greet(self, table_id: str, connection: Connection, receive: Receive) -> LiveTable:
        """Read the hello, find the table and the seats; wrong secrets look like a missing table."""
        try:
            text = _text(await asyncio.wait_for(receive(), self._settings.limits.hello_seconds))
        except TimeoutError:
            raise Gone(POLICY, "silent") from None
        frame = _frame(text) if text is not None else None
        if not isinstance(frame, Hello):
            raise Gone(POLICY, "hello comes first")
        if frame.protocol != PROTOCOL:
            raise Gone(OLD_CLIENT, "reload the page")
        try:
            live = await self._host.live(table_id)
            seats = await self._seats(live, frame.secrets)
        except TableGone:
            raise Gone(NOT_FOUND, "not found") from None
        except StoreDown:
            raise Gone(TRY_LATER, "try again") from None
        connection.seats, connection.takes_changes = seats, frame.changes
        connection.welcome(live, frame.since)
        return live

    async def _seats(self, live: LiveTable, secrets: list[str]) -> tuple[int, ...]:
        if len(secrets) > MAX_SECRETS or any(len(secret) > LONGEST_SECRET for secret in secrets):
            raise Gone(NOT_FOUND, "not found")
        seats: set[int] = set()
        for secret in secrets:
            found = await self._host.seats_of(live, hash_of(secret))
            if not found:
                raise Gone(NOT_FOUND, "not found")
            seats.update(found)
        return tuple(sorted(seats))

    def _obey(self, live: LiveTable, connection: Connection, frame: CommandFrame) -> None:
        """Let a command be carried out; whoever sends it must hold the seat it names."""
        if connection.at_work >= MAX_AT_WORK:
            raise Gone(POLICY, "too many commands at once")
        if frame.seat not in connection.seats:
            connection.put(answer_message(frame.id, Refused(No.NOT_YOUR_SEAT, 0)))
            return
        # An id belongs to a seat, so that nobody can use up another's.
        command = Command(f"{frame.seat}:{frame.id}", frame.seat, frame.round, frame.action)
        connection.at_work += 1
        try:
            self._host.begin(live, command, partial(connection.answer, frame.id))
        except TableGone:
            raise Gone(TRY_LATER, "try again") from None

    async def close_all(self) -> None:
        """Tell every client that the server goes away; they come back by themselves."""
        for connection in tuple(self._open):
            connection.end(Gone(1012, "restart"))


def _text(message: Message) -> str | None:
    """What a client says; None when it has left. Silence ends by the pings of the protocol, not here."""
    if message["type"] == "websocket.disconnect":
        return None
    text: str | None = message.get("text")
    if text is None:
        raise Gone(NOT_TEXT, "text only")
    return text


def _frame(text: str | bytes) -> Frame:
    try:
        return read_frame(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise Gone(POLICY, "not a message") from None


def _reason_of(task: asyncio.Task[None]) -> Gone | None:
    """Why a connection's task ended; None when the client left by itself."""
    error = task.exception()
    if isinstance(error, Gone):
        return error
    return _failed(error) if error else None


def _failed(error: BaseException) -> Gone:
    log.warning("socket_failed", error=repr(error))
    return Gone(1011, "error")
