"""Text messages of a WebSocket by direct calls, on top of uvicorn's protocol.

ASGI passes every message through a queue to a task, which costs as much as the rules of a move. Here an
incoming text is a call, and all texts sent within one iteration of the event loop leave in one write: the
player of a move gets its update and its answer together.
"""

import asyncio
from collections.abc import Callable
from struct import pack
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from tumbletrip.server.guards.rates import Bucket
from tumbletrip.server.transport.socket_port import EXTENSION, OnText

TEXT_FRAME = 0x81  # RFC 6455: a text frame that is not fragmented
LENGTH_16, LENGTH_64 = 126, 127  # … and the markers of lengths in two and in eight bytes

CONTROL_RATE, CONTROL_BURST = 5.0, 30  # pings and pongs a second; browsers send none by themselves


class CoalescingTransport:
    """Collects writes until the event loop's current iteration ends; otherwise the transport it wraps."""

    def __init__(self, transport: asyncio.Transport) -> None:
        """Nothing is buffered yet."""
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._buffered: list[bytes] = []

    def write(self, *data: bytes) -> None:
        """Send bytes together with all others of this iteration."""
        if not self._buffered:
            self._loop.call_soon(self._flush)
        self._buffered += data

    def close(self) -> None:
        """Flush what was written, then close."""
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        """Write everything buffered; dropped if the connection is closing (F32)."""
        buffered, self._buffered = self._buffered, []
        if buffered and not self._transport.is_closing():
            self._transport.write(b"".join(buffered))

    def __getattr__(self, name: str) -> Any:
        """Everything else is the wrapped transport's."""
        return getattr(self._transport, name)


class DirectSocketProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket protocol as a SocketTransport; until `listen` is called it behaves as uvicorn's."""

    _on_text: OnText | None = None
    _on_drained: Callable[[], None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over a new connection."""
        self._coalescing = CoalescingTransport(
            cast(asyncio.Transport, transport)
        )  # uvloop's has no such base
        self._control_frames = Bucket(CONTROL_RATE, CONTROL_BURST)
        super().connection_made(cast(asyncio.Transport, self._coalescing))

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget whom texts went to: through them, an ended connection would keep its table (F73)."""
        super().connection_lost(exc)
        self._on_text = self._on_drained = None

    async def run_asgi(self) -> None:
        """Run the application, which finds this transport in its scope."""
        self.scope["extensions"][EXTENSION] = {"transport": self}
        await super().run_asgi()

    def listen(self, on_text: OnText, on_drained: Callable[[], None]) -> None:
        """Pass on texts from now on, beginning with those that are in uvicorn's queue already."""
        self._on_text, self._on_drained = on_text, on_drained
        queued = [self.queue.get_nowait() for _ in range(self.queue.qsize())]
        for message in queued:
            text = message.get("text")
            if text is None:
                self.queue.put_nowait(message)  # a disconnect, or no text: for the application's receive()
            else:
                on_text(cast(str, text).encode())
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def handle_ping(self) -> None:
        """Answer a ping; whoever sends a flood of them is cut off (F44)."""
        if self._control_frames.take():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_pong(self, event: Frame) -> None:
        """Take in a pong, which may be nobody's answer."""
        if self._control_frames.take():
            super().handle_pong(event)
        else:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Pass on a complete message."""
        if self._on_text is None or self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        text = b"".join(self.frames)
        if _is_utf8(text):
            self.frames = []
            self._on_text(text)
        else:
            super().send_receive_event_to_app()  # which closes the connection with 1007

    def send_text(self, text: bytes) -> None:
        """Send a text; does nothing on a closed connection."""
        if self.conn.state is State.OPEN and not self.close_sent:
            self._coalescing.write(_frame_header(len(text)), text)

    @property
    def is_full(self) -> bool:
        """True if the client reads more slowly than we write."""
        return not self.writable.is_set()

    def resume_writing(self) -> None:
        """The write buffer has emptied."""
        super().resume_writing()
        if self._on_drained:
            self._on_drained()


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def _frame_header(length: int) -> bytes:
    """The header of a text frame of this length; a server's frames are not masked."""
    if length < LENGTH_16:
        return pack("!BB", TEXT_FRAME, length)
    if length < 1 << 16:
        return pack("!BBH", TEXT_FRAME, LENGTH_16, length)
    return pack("!BBQ", TEXT_FRAME, LENGTH_64, length)
