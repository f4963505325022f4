"""The socket of a table, as bare ASGI: hello, then commands in and updates out.

Every connection has a bounded queue and a sender of its own, so that a reader who stalls holds up nobody
and is sent away (F5).
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
from tumbletrip.server.metrics import SOCKETS, count_answer, count_closed
from tumbletrip.server.origins import header, is_allowed
from tumbletrip.server.rates import Bucket
from tumbletrip.server.secrecy import LONGEST_SECRET, hash_of
from tumbletrip.server.settings import Settings
from tumbletrip.server.wire import (
    PROTOCOL,
    CommandFrame,
    Hello,
    Ping,
    answer_message,
    encode,
    events_json,
    read_frame,
    update_message,
)
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
    """One socket at a table: a watcher for the host, a sender with a bounded queue."""

    def __init__(self, send: Send, most_waiting: int) -> None:
        """A connection that nobody feeds yet."""
        self.seats: tuple[int, ...] = ()
        self.takes_changes = False
        self.at_work = 0  # commands without an answer
        self._send = send
        self._most_waiting = most_waiting
        self._waiting: deque[bytes] = deque()
        self._something = asyncio.Event()
        self._gone: asyncio.Future[Gone] = asyncio.get_running_loop().create_future()
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
        """Queue a message; a reader who lets too many pile up is sent away."""
        if len(self._waiting) >= self._most_waiting:
            self.end(Gone(TRY_LATER, "too slow"))
            return
        self._waiting.append(message)
        self._something.set()

    def end(self, gone: Gone) -> None:
        """Let the connection end."""
        if not self._gone.done():
            self._gone.set_result(gone)

    async def ended(self) -> Gone:
        """Wait until something ends the connection."""
        return await asyncio.shield(self._gone)

    async def send_all(self) -> None:
        """Send what is queued, one after the other, for as long as the connection lives."""
        while True:
            await self._something.wait()
            while self._waiting:
                await self._send({"type": "websocket.send", "text": self._waiting.popleft().decode()})
            self._something.clear()


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
            await self._serve_accepted(table_id, receive, send)
        finally:
            self._per_address[address] -= 1
            if not self._per_address[address]:
                del self._per_address[address]

    async def _serve_accepted(self, table_id: str, receive: Receive, send: Send) -> None:
        connection = Connection(send, self._settings.limits.queue)
        sender = asyncio.create_task(connection.send_all())
        reader = asyncio.create_task(self._read(table_id, connection, receive))
        ending = asyncio.create_task(connection.ended())
        self._open.add(connection)
        SOCKETS.inc()
        try:
            done, _ = await asyncio.wait({sender, reader, ending}, return_when=asyncio.FIRST_COMPLETED)
            gone = ending.result() if ending in done else _reason_of(reader if reader in done else sender)
        finally:
            self._open.discard(connection)
            SOCKETS.dec()
            for task in (sender, reader, ending):
                task.cancel()
            await asyncio.gather(sender, reader, ending, return_exceptions=True)
        if gone:
            count_closed(gone.code)
            # The other side may have gone first, or not read any more: then nothing is left to say.
            with contextlib.suppress(Exception):
                close = send({"type": "websocket.close", "code": gone.code, "reason": gone.reason})
                await asyncio.wait_for(close, GOODBYE_SECONDS)

    async def _read(self, table_id: str, connection: Connection, receive: Receive) -> None:
        """Read frames until the client leaves; raises Gone when it must be sent away."""
        live = await self._greet(table_id, connection, receive)
        bucket = Bucket(self._settings.limits.socket_rate, self._settings.limits.socket_burst)
        self._host.watch(live, connection)
        try:
            while True:
                frame = _read(await receive())
                if frame is None:
                    return
                if not bucket.take():
                    raise Gone(POLICY, "too fast")
                if isinstance(frame, Ping):
                    connection.put(b'{"type":"pong"}')
                elif isinstance(frame, CommandFrame):
                    self._obey(live, connection, frame)
                else:
                    raise Gone(POLICY, "hello comes once")
        finally:
            self._host.unwatch(live, connection)

    async def _greet(self, table_id: str, connection: Connection, receive: Receive) -> LiveTable:
        """Read the hello, find the table and the seats; wrong secrets look like a missing table."""
        try:
            frame = _read(await asyncio.wait_for(receive(), self._settings.limits.hello_seconds))
        except TimeoutError:
            raise Gone(POLICY, "silent") from None
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


def _read(message: Message) -> Hello | CommandFrame | Ping | None:
    """A client's frame; None when it has left. Silence ends by the pings of the protocol, not here."""
    if message["type"] == "websocket.disconnect":
        return None
    text = message.get("text")
    if text is None:
        raise Gone(NOT_TEXT, "text only")
    try:
        return read_frame(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise Gone(POLICY, "not a message") from None


def _reason_of(task: asyncio.Task[None]) -> Gone | None:
    """Why a connection's task ended; None when the client left by itself."""
    error = task.exception()
    if isinstance(error, Gone):
        return error
    if error:
        log.warning("socket_failed", error=repr(error))
        return Gone(1011, "error")
    return None
