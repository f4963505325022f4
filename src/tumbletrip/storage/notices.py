"""How server processes wake each other: LISTEN and NOTIFY, with ids and heads only.

A notice is a hint. It may be lost with a connection (F23); who needs certainty asks for the heads.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from typing import Any

import asyncpg

CHANNEL = "tumbletrip"
_HEADS_PER_NOTICE = 100  # PostgreSQL takes 8,000 bytes; an id of up to 60 letters and its head fit in 80
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 3.0
_PULSE_SECONDS = 2.0  # a line that went dead without a word is noticed after two of these
_SETTINGS = {"application_name": "tumbletrip-listener"}
_LOST = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)

Heads = Sequence[tuple[str, int]]


def notices(sender: str, heads: Mapping[str, int]) -> list[str]:
    """What to tell the other processes, in pieces that fit."""
    pairs = list(heads.items())
    starts = range(0, len(pairs), _HEADS_PER_NOTICE)
    return [json.dumps([sender, pairs[start : start + _HEADS_PER_NOTICE]]) for start in starts]


async def listen(url: str, own: str) -> AsyncIterator[Heads]:
    """New heads from other processes, for ever; connects again by itself, soon and then more patiently."""
    pause = _FIRST_PAUSE
    while True:
        try:
            connection = await asyncpg.connect(url, timeout=_PULSE_SECONDS, server_settings=_SETTINGS)
        except _LOST:
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
            continue
        pause = _FIRST_PAUSE
        async with aclosing(_attend(connection, own)) as news:
            async for heads in news:
                yield heads


async def _attend(connection: "asyncpg.Connection[asyncpg.Record]", own: str) -> AsyncGenerator[Heads, None]:
    """What one connection hears, until it is lost."""
    inbox = _Inbox(own)
    connection.add_termination_listener(inbox.wake)
    try:
        await connection.add_listener(CHANNEL, inbox.receive)
        while True:
            heads = await inbox.wait(_PULSE_SECONDS)
            if heads:
                yield heads
            else:
                await connection.execute("SELECT 1", timeout=_PULSE_SECONDS)
    except _LOST:
        return
    finally:
        connection.terminate()


class _Inbox:
    """Heads that were heard and not yet taken: the newest per table, so a slow reader costs no memory."""

    def __init__(self, own: str) -> None:
        self._own = own
        self._heads: dict[str, int] = {}
        self._something = asyncio.Event()

    def receive(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        """Keep the heads of a notice, unless it is our own."""
        sender, heads = json.loads(str(payload))
        if sender != self._own:
            self._heads.update((table, max(head, self._heads.get(table, 0))) for table, head in heads)
            self._something.set()

    def wake(self, *_: Any) -> None:
        """Let the reader look at its connection now."""
        self._something.set()

    async def wait(self, seconds: float) -> Heads:
        """The heads heard since the last time, as soon as there are some; empty after a while without."""
        try:
            await asyncio.wait_for(self._something.wait(), seconds)
        except TimeoutError:
            return ()
        self._something.clear()
        heads, self._heads = self._heads, {}
        return list(heads.items())
