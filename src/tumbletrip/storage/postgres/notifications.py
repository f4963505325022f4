"""Messages between server processes on one PostgreSQL database: LISTEN and NOTIFY.

A notification is a hint and may be lost with a connection (F23): whoever needs certainty asks the store for
the heads of its tables.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing

from tumbletrip.storage.peers.peer_messages import Heads, HeadsInbox, Inbox, Received, WordsInbox
from tumbletrip.storage.postgres.connecting import LOST, Connection, connect

HEADS, WORDS = "tumbletrip", "tumbletrip_words"
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 3.0
_PULSE_SECONDS = 2.0  # a connection that is silently dead is noticed after two of these
_SETTINGS = {"application_name": "tumbletrip-listener"}


def listen_for_heads(url: str, own: str) -> AsyncIterator[Heads]:
    """New heads of tables from other processes, for ever."""
    return _listen(url, HEADS, lambda: HeadsInbox(own))


async def listen_for_words(url: str, own: str) -> AsyncIterator[tuple[str, str]]:
    """Words of other processes with their senders, for ever."""
    async with aclosing(_listen(url, WORDS, lambda: WordsInbox(own))) as received:
        async for words in received:
            for word in words:
                yield word


async def _listen(
    url: str, channel: str, make_inbox: Callable[[], Inbox[Received]]
) -> AsyncGenerator[Received, None]:
    """What arrives on a channel; reconnects by itself, at once and then with growing pauses."""
    pause = _FIRST_PAUSE
    while True:
        try:
            connection = await connect(url, timeout=_PULSE_SECONDS, server_settings=_SETTINGS)
        except LOST:
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
            continue
        pause = _FIRST_PAUSE
        async with aclosing(_receive(connection, channel, make_inbox())) as received:
            async for content in received:
                yield content


async def _receive(
    connection: Connection, channel: str, inbox: Inbox[Received]
) -> AsyncGenerator[Received, None]:
    """What arrives on one connection, until it is lost."""
    connection.add_termination_listener(inbox.wake)
    try:
        await connection.add_listener(
            channel, lambda _connection, _pid, _channel, payload: inbox.receive(str(payload))
        )
        while True:
            if await inbox.wait(_PULSE_SECONDS):
                yield inbox.take()
            else:
                await connection.execute("SELECT 1", timeout=_PULSE_SECONDS)
    except LOST:
        return
    finally:
        connection.terminate()
