"""The line to a client: uvicorn's socket, whose text messages come and go without queues and tasks.

ASGI hands every message to a task, which costs as much as the rules of a move. Here a message that came is
handed to whoever listens by a call, and all that is said to a client in one turn of the event loop leaves in
one write: a move's own player gets the update and the answer together.
"""

import asyncio
from collections.abc import Callable
from struct import pack
from typing import Any, Protocol, TypeAlias, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

EXTENSION = "tumbletrip.line"  # where the application finds the line in its scope
WHOLE_TEXT = 0x81  # RFC 6455: a text that is not in parts
SHORT, LONG = 126, 127  # … and the marks of lengths in two and in eight bytes

Heard: TypeAlias = Callable[[bytes], None]


class Line(Protocol):
    """What the application needs of a client's line after the handshake."""

    def listen(self, heard: Heard, drained: Callable[[], None]) -> None:
        """Hand over every text from now on, and tell when a full line can take more."""

    def say(self, text: bytes) -> None:
        """Send a text; nothing happens on a line that is closed."""

    @property
    def is_full(self) -> bool:
        """Whether the client reads more slowly than it is told."""


class GatheringTransport:
    """A transport that keeps what is written until the turn is over; in all else the one it wraps."""

    def __init__(self, transport: asyncio.Transport) -> None:
        """Nothing waits yet."""
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._waiting: list[bytes] = []

    def write(self, *data: bytes) -> None:
        """Let bytes leave with all others of this turn."""
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting += data

    def close(self) -> None:
        """Close once everything that was written has left."""
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        if self._waiting:
            self._transport.write(b"".join(self._waiting))
            self._waiting.clear()

    def __getattr__(self, name: str) -> Any:
        """Whatever else a transport can do."""
        return getattr(self._transport, name)


class LineProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's socket as a line; until somebody listens it is uvicorn's alone."""

    _heard: Heard | None = None
    _drained: Callable[[], None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to serve a connection."""
        self._gathering = GatheringTransport(cast(asyncio.Transport, transport))  # uvloop's has another base
        super().connection_made(cast(asyncio.Transport, self._gathering))

    async def run_asgi(self) -> None:
        """Serve, and let the application find this line."""
        self.scope["extensions"][EXTENSION] = {"line": self}
        await super().run_asgi()

    def listen(self, heard: Heard, drained: Callable[[], None]) -> None:
        """Hand over texts from now on, those first that came since the last one was asked for."""
        self._heard, self._drained = heard, drained
        came = [self.queue.get_nowait() for _ in range(self.queue.qsize())]
        for message in came:
            text = message.get("text")
            if text is None:
                self.queue.put_nowait(message)  # the end of the line, or no text: the application asks for it
            else:
                heard(cast(str, text).encode())
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def send_receive_event_to_app(self) -> None:
        """Take a message that has come whole."""
        if self._heard is None or self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        text = b"".join(self.frames)
        if _is_utf8(text):
            self.frames = []
            self._heard(text)
        else:
            super().send_receive_event_to_app()  # which closes the line for it

    def say(self, text: bytes) -> None:
        """Send a text; nothing happens on a line that is closed."""
        if self.conn.state is State.OPEN and not self.close_sent:
            self._gathering.write(_head(len(text)), text)

    @property
    def is_full(self) -> bool:
        """Whether the client reads more slowly than it is told."""
        return not self.writable.is_set()

    def resume_writing(self) -> None:
        """The client has caught up."""
        super().resume_writing()
        if self._drained:
            self._drained()


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def _head(length: int) -> bytes:
    """What stands before a text of this length: a server's frames are not masked."""
    if length < SHORT:
        return pack("!BB", WHOLE_TEXT, length)
    if length < 1 << 16:
        return pack("!BBH", WHOLE_TEXT, SHORT, length)
    return pack("!BBQ", WHOLE_TEXT, LONG, length)
