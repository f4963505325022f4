"""What a socket is sent in one turn of the event loop leaves in one write.

A move's own player gets the update and the answer together; two system calls for them would cost more than
the rules of the move.
"""

import asyncio
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class GatheringTransport:
    """A transport that keeps what is written until the turn is over; in all else the one it wraps."""

    def __init__(self, transport: asyncio.Transport) -> None:
        """Nothing waits yet."""
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._waiting: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Let bytes leave with all others of this turn."""
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(data)

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


class GatheringProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's sockets on such a transport."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to serve a connection."""
        gathering = GatheringTransport(cast(asyncio.Transport, transport))  # uvloop's has another base
        super().connection_made(cast(asyncio.Transport, gathering))
