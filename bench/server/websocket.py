"""A WebSocket client for measuring: as little work per message as possible, so that it is not the limit."""

import asyncio
import os
import struct
from base64 import b64encode
from collections.abc import Callable
from typing import cast

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
NO_MASK = b"\0\0\0\0"  # a mask is required; the zero mask changes nothing and costs nothing


class Socket(asyncio.Protocol):
    """One connection; `on_message` gets each whole message's payload."""

    def __init__(self, host: str, path: str, on_message: Callable[["Socket", bytes], None]) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.on_message = on_message
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        self._buffer = bytearray()
        self._is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's has another base
        self.transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._is_open and not self._finish_handshake():
            return
        while self._take_frame():
            pass

    def _finish_handshake(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        if b" 101 " not in self._buffer[:end]:
            self.opened.set_exception(ConnectionError(self._buffer[:end].decode(errors="replace")))
            return False
        del self._buffer[: end + 4]
        self._is_open = True
        if not self.opened.done():  # whoever waited may have left
            self.opened.set_result(None)
        return True

    def _take_frame(self) -> bool:
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        kind, length, start = buffer[0] & 15, buffer[1] & 127, 2
        if length == 126:
            if len(buffer) < 4:
                return False
            length, start = struct.unpack_from(">H", buffer, 2)[0], 4
        elif length == 127:
            if len(buffer) < 10:
                return False
            length, start = struct.unpack_from(">Q", buffer, 2)[0], 10
        if len(buffer) < start + length:
            return False
        payload = bytes(buffer[start : start + length])
        del buffer[: start + length]
        if kind in (TEXT, BINARY):
            self.on_message(self, payload)
        elif kind == PING:
            self._frame(PONG, payload)
        return True

    def send(self, payload: bytes, kind: int = TEXT) -> None:
        """Send one message."""
        self._frame(kind, payload)

    def _frame(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        if size < 126:
            head = bytes((0x80 | kind, 0x80 | size))
        else:
            head = bytes((0x80 | kind, 0x80 | 126)) + struct.pack(">H", size)
        self.transport.write(head + NO_MASK + payload)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("closed during the handshake"))


async def connect(host: str, port: int, path: str, on_message: Callable[[Socket, bytes], None]) -> Socket:
    """An open socket."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(f"{host}:{port}", path, on_message), host, port)
    await socket.opened
    return socket
