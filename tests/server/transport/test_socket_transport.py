"""Messages to one socket that belong together leave together, and nothing is left behind."""

import asyncio
from typing import cast

from tumbletrip.server.transport.socket_transport import CoalescingTransport


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
