"""What a table's socket needs of a connection, and that with nothing but ASGI.

The other way is `socket_transport`, which is faster and knows uvicorn's insides.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final, Protocol, TypeAlias

EXTENSION: Final = "tumbletrip.socket"  # where the application finds a transport in its ASGI scope
MOST_WAITING: Final = 16  # texts that wait for a slow client before it counts as full

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
OnText: TypeAlias = Callable[[bytes], None]


class SocketTransport(Protocol):
    """What the application needs of a connection after the handshake."""

    def listen(self, on_text: OnText, on_drained: Callable[[], None]) -> None:
        """Call `on_text` for every text from now on, and `on_drained` when a full buffer has emptied."""

    def send_text(self, text: bytes) -> None:
        """Send a text; does nothing on a closed connection."""

    @property
    def is_full(self) -> bool:
        """True if the client reads more slowly than we write: the write buffer is above its limit."""


class AsgiTransport:
    """A SocketTransport over ASGI's receive and send: a task sends texts one after the other."""

    def __init__(self, receive: Receive, send: Send) -> None:
        """A connection that was accepted; `close` ends its task."""
        self._receive, self._send = receive, send
        self._on_text: OnText | None = None
        self._on_drained: Callable[[], None] | None = None
        self._waiting: deque[bytes] = deque()
        self._may_write = asyncio.Event()
        self._is_empty = asyncio.Event()
        self._is_empty.set()
        self._writer = asyncio.create_task(self._write())

    def listen(self, on_text: OnText, on_drained: Callable[[], None]) -> None:
        """Pass on texts that `receive` meets from now on."""
        self._on_text, self._on_drained = on_text, on_drained

    async def receive(self) -> Message:
        """The next message that is no text for the listener."""
        while True:
            message = await self._receive()
            text = message.get("text")
            if self._on_text is None or text is None:
                return message
            self._on_text(text.encode())

    def send_text(self, text: bytes) -> None:
        """Send a text; does nothing on a closed connection."""
        if not self._writer.done():
            self._waiting.append(text)
            self._is_empty.clear()
            self._may_write.set()

    @property
    def is_full(self) -> bool:
        """True if the client reads more slowly than we write."""
        return len(self._waiting) >= MOST_WAITING

    async def send(self, message: Message) -> None:
        """Send something else, after all texts."""
        await self._is_empty.wait()
        await self._send(message)

    async def close(self) -> None:
        """End the task that sends; what still waits is dropped. Raises what it failed with."""
        self._writer.cancel()
        await asyncio.wait([self._writer])
        if not self._writer.cancelled():
            self._writer.result()

    async def _write(self) -> None:
        try:
            while await self._may_write.wait():
                while self._waiting:
                    await self._send_next()
                self._may_write.clear()
                self._is_empty.set()
        except OSError:  # ASGI's word for a client that left
            self._is_empty.set()

    async def _send_next(self) -> None:
        text = self._waiting.popleft()
        await self._send({"type": "websocket.send", "text": text.decode()})
        if self._on_drained and len(self._waiting) == MOST_WAITING - 1:
            self._on_drained()
