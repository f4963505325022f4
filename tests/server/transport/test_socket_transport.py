"""Messages to one socket that belong together leave together, and nothing is left behind."""

import asyncio
import gc
import socket
import weakref
from typing import Any, cast

import uvicorn
import uvloop
from websockets.asyncio.client import connect

from tests.kit.server.hosts import until
from tumbletrip.server.transport.socket_port import EXTENSION
from tumbletrip.server.transport.socket_transport import (
    CoalescingTransport,
    DirectSocketProtocol,
)


class NotedTransport:
    """A transport that only remembers what happened to it."""

    def __init__(self) -> None:
        self.noted: list[bytes | str] = []

    def write(self, data: bytes) -> None:
        self.noted.append(data)

    def close(self) -> None:
        self.noted.append("closed")

    def is_closing(self) -> bool:
        return "closed" in self.noted


def gathering() -> tuple[CoalescingTransport, NotedTransport]:
    below = NotedTransport()
    return CoalescingTransport(cast(asyncio.Transport, below)), below


async def turns_of_the_loop() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


def test_what_is_written_in_one_turn_leaves_in_one_write() -> None:
    async def scene() -> None:
        above, below = gathering()
        above.write(b"update ")
        above.write(b"answer ")
        assert below.noted == []
        await turns_of_the_loop()
        above.write(b"next")
        await turns_of_the_loop()
        assert below.noted == [b"update answer ", b"next"]

    asyncio.run(scene())


def test_F32_nothing_is_written_to_a_line_that_the_client_has_broken() -> None:
    async def scene() -> None:
        above, below = gathering()
        above.write(b"welcome")
        below.close()  # the client reset the connection
        await turns_of_the_loop()
        above.write(b"update")
        above.close()
        await turns_of_the_loop()
        assert [noted for noted in below.noted if noted != "closed"] == []

    asyncio.run(scene())


def test_last_words_leave_before_the_socket_closes() -> None:
    async def scene() -> None:
        above, below = gathering()
        above.write(b"goodbye")
        above.close()
        await turns_of_the_loop()
        assert below.noted == [b"goodbye", "closed"]
        assert above.is_closing()

    asyncio.run(scene())


class Listener:
    """Whom texts go to, and with it a table."""

    def hear(self, text: bytes) -> None:
        """Texts do not matter here."""


def test_F73_a_connection_that_has_ended_keeps_no_table_in_memory() -> None:
    listeners: list[weakref.ref[Listener]] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        listener = Listener()
        listeners.append(weakref.ref(listener))
        scope["extensions"][EXTENSION]["transport"].listen(listener.hear, lambda: None)
        await send({"type": "websocket.send", "text": "listening"})
        await receive()  # until the client leaves

    async def scene() -> None:
        config = uvicorn.Config(application, ws=DirectSocketProtocol, lifespan="off", log_config=None)
        server, listening = uvicorn.Server(config), socket.create_server(("127.0.0.1", 0))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            async with connect(f"ws://127.0.0.1:{listening.getsockname()[1]}/") as line:
                assert await line.recv() == "listening"
                assert listeners[0]() is not None
            await until(lambda: listeners[0]() is None)
        finally:
            server.should_exit = True
            await serving

    gc.disable()  # a server collects garbage once in five minutes: what it need not collect is gone at once
    try:
        uvloop.run(scene())
    finally:
        gc.enable()
