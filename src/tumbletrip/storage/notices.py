"""How server processes on PostgreSQL wake each other and talk: LISTEN and NOTIFY.

A notice is a hint. It may be lost with a connection (F23); who needs certainty asks for the heads.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing

from tumbletrip.storage.connecting import LOST, Connection, connect
from tumbletrip.storage.hearing import Heads, HeadsInbox, Inbox, News, WordsInbox

CHANNEL, WORDS = "tumbletrip", "tumbletrip_words"
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 3.0
_PULSE_SECONDS = 2.0  # a line that went dead without a word is noticed after two of these
_SETTINGS = {"application_name": "tumbletrip-listener"}


def listen_for_heads(url: str, own: str) -> AsyncIterator[Heads]:
    """New heads from other processes, for ever."""
    return _listen(url, CHANNEL, lambda: HeadsInbox(own))


async def listen_for_words(url: str, own: str) -> AsyncIterator[tuple[str, str]]:
    """What other processes say, for ever."""
    async with aclosing(_listen(url, WORDS, lambda: WordsInbox(own))) as heard:
        async for words in heard:
            for word in words:
                yield word


async def _listen(
    url: str, channel: str, make_inbox: Callable[[], Inbox[News]]
) -> AsyncGenerator[News, None]:
    """What is heard on a channel; connects again by itself, soon and then more patiently."""
    pause = _FIRST_PAUSE
    while True:
        try:
            connection = await connect(url, timeout=_PULSE_SECONDS, server_settings=_SETTINGS)
        except LOST:
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
            continue
        pause = _FIRST_PAUSE
        async with aclosing(_attend(connection, channel, make_inbox())) as news:
            async for heard in news:
                yield heard


async def _attend(connection: Connection, channel: str, inbox: Inbox[News]) -> AsyncGenerator[News, None]:
    """What one connection hears, until it is lost."""
    connection.add_termination_listener(inbox.wake)
    try:
        await connection.add_listener(channel, lambda _line, _pid, _channel, piece: inbox.receive(str(piece)))
        while True:
            if await inbox.wait(_PULSE_SECONDS):
                yield inbox.take()
            else:
                await connection.execute("SELECT 1", timeout=_PULSE_SECONDS)
    except LOST:
        return
    finally:
        connection.terminate()
