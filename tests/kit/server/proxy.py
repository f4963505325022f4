"""A line to a server that can be cut or go silent, as networks do."""

import asyncio
import contextlib
from collections.abc import AsyncIterator


class Proxy:
    """Passes bytes on to a port of this machine, as long as it is told to."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._gates = [_open_gate()]  # closed: bytes go in and do not come out
        self._refusing = False
        self._writers: set[asyncio.StreamWriter] = set()
        self.port = 0

    def silence(self) -> None:
        """Swallow what is said from now on, without a word."""
        self._gates[-1].clear()

    def forget(self) -> None:
        """Swallow what is said on the lines that are open now; new ones work."""
        self.silence()
        self._gates.append(_open_gate())

    def cut(self) -> None:
        """Reset all connections and refuse new ones."""
        self._refusing = True
        for writer in self._writers:
            writer.transport.abort()

    def heal(self) -> None:
        """Pass everything on again; what was swallowed comes late."""
        self._refusing = False
        for gate in self._gates:
            gate.set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Join one client to the server."""
        if self._refusing:
            writer.transport.abort()
            return
        there, back = await asyncio.open_connection("127.0.0.1", self._target)
        ends, gate = {writer, back}, self._gates[-1]
        self._writers |= ends
        try:
            await asyncio.gather(self._pass_on(reader, back, gate), self._pass_on(there, writer, gate))
        finally:
            self._writers -= ends
            for end in ends:
                end.transport.abort()

    @staticmethod
    async def _pass_on(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter, gate: asyncio.Event
    ) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65_536):
                await gate.wait()
                writer.write(data)
                await writer.drain()
        writer.transport.abort()


def _open_gate() -> asyncio.Event:
    gate = asyncio.Event()
    gate.set()
    return gate


@contextlib.asynccontextmanager
async def proxy(target: int) -> AsyncIterator[Proxy]:
    """A proxy before a port of this machine."""
    line = Proxy(target)
    server = await asyncio.start_server(line.serve, "127.0.0.1", 0)
    line.port = server.sockets[0].getsockname()[1]
    try:
        yield line
    finally:
        line.cut()
        line.heal()
        server.close()
        await server.wait_closed()
