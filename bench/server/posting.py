"""One HTTP request, as opening a table needs it."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Site:
    """Where a contestant listens."""

    host: str
    port: int

    async def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Post JSON and read the JSON that comes back; anything but success is an error."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        data = json.dumps(body).encode()
        writer.write(
            f"POST {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\nConnection: close\r\n\r\n".encode()
            + data
        )
        answer = await reader.read()
        writer.close()
        head, _, payload = answer.partition(b"\r\n\r\n")
        status = head.split(b" ", 2)[1:2]
        if status not in ([b"200"], [b"201"]):
            raise ConnectionError(f"{path}: {answer[:300]!r}")
        if b"transfer-encoding: chunked" in head.lower():
            payload = _joined(payload)
        answered: dict[str, Any] = json.loads(payload)
        return answered


def _joined(chunks: bytes) -> bytes:
    """A chunked body as one."""
    parts = []
    while chunks:
        size, _, rest = chunks.partition(b"\r\n")
        length = int(size, 16)
        parts.append(rest[:length])
        chunks = rest[length + 2 :] if length else b""
    return b"".join(parts)
