"""F64: a uvicorn that is not as we know it inside is found out before anybody connects.

`test_socket` and `test_frames` ask the same of both ways in.
"""

import asyncio
from typing import Any

import pytest

from tumbletrip.server.transport import ways_in
from tumbletrip.server.transport.socket_port import MOST_WAITING, AsgiTransport


def test_F64_this_uvicorn_is_as_we_know_it() -> None:
    assert ways_in.missing_inside() is None


@pytest.mark.parametrize(
    ("place", "names", "missing"),
    [
        ("uvicorn.server:Server", "startup gone", "uvicorn.server:Server.gone"),
        ("uvicorn.server:Gone", "startup", "uvicorn.server:Gone"),
        ("uvicorn.gone:Server", "startup", "uvicorn.gone:Server"),
    ],
)
def test_F64_what_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, place: str, names: str, missing: str
) -> None:
    monkeypatch.setattr(ways_in, "EXPECTED", {place: names})
    assert ways_in.missing_inside() == missing


class SlowLine:
    """ASGI's send of a client that reads one message at a time, when it is told to."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.reads = asyncio.Semaphore(0)

    async def send(self, message: Any) -> None:
        await self.reads.acquire()
        self.sent.append(dict(message))


async def nothing_more() -> Any:
    return {"type": "websocket.disconnect"}


async def turns_of_the_loop() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_F64_a_slow_client_is_full_and_drains_in_order_before_the_close() -> None:
    async def scene() -> None:
        line = SlowLine()
        transport, drained = AsgiTransport(nothing_more, line.send), []
        transport.listen(lambda _: None, lambda: drained.append(True))
        for number in range(MOST_WAITING + 1):  # one of them is on its way
            await turns_of_the_loop()
            assert not transport.is_full
            transport.send_text(str(number).encode())
        assert transport.is_full
        assert not drained
        closing = asyncio.create_task(transport.send({"type": "websocket.close"}))
        for _ in range(MOST_WAITING + 2):
            line.reads.release()
        await closing
        assert drained == [True]
        texts = [message.get("text") for message in line.sent]
        assert texts == [*map(str, range(MOST_WAITING + 1)), None]
        await transport.close()

    asyncio.run(scene())


def test_F64_a_client_that_left_ends_the_writing_and_nothing_waits_for_it() -> None:
    async def gone(_: Any) -> None:
        raise BrokenPipeError

    async def scene() -> None:
        transport = AsgiTransport(nothing_more, gone)
        transport.send_text(b"lost")
        await turns_of_the_loop()
        transport.send_text(b"lost, too")
        with pytest.raises(BrokenPipeError):  # at once, not after a wait
            await transport.send({"type": "websocket.close"})
        await transport.close()

    asyncio.run(scene())
