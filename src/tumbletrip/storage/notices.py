"""How server processes wake each other and talk: LISTEN and NOTIFY; of events, ids and heads only.

A notice is a hint. It may be lost with a connection (F23); who needs certainty asks for the heads.
"""

import asyncio
import json
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing
from typing import Any, Generic, TypeAlias, TypeVar

from tumbletrip.storage.connecting import LOST, Connection, connect

CHANNEL, WORDS = "tumbletrip", "tumbletrip_words"
_HEADS_PER_NOTICE = 100  # PostgreSQL takes 8,000 bytes; an id of up to 60 letters and its head fit in 80
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 3.0
_PULSE_SECONDS = 2.0  # a line that went dead without a word is noticed after two of these
_SETTINGS = {"application_name": "tumbletrip-listener"}
_MAX_UNHEARD = 10_000  # words that wait for a slow reader; older ones are dropped

Heads: TypeAlias = Sequence[tuple[str, int]]
News = TypeVar("News")


def notices(sender: str, heads: Mapping[str, int]) -> list[str]:
    """What to tell the other processes, in pieces that fit."""
    pairs = list(heads.items())
    starts = range(0, len(pairs), _HEADS_PER_NOTICE)
    return [json.dumps([sender, pairs[start : start + _HEADS_PER_NOTICE]]) for start in starts]


def listen_for_heads(url: str, own: str) -> AsyncIterator[Heads]:
    """New heads from other processes, for ever."""
    return _listen(url, CHANNEL, lambda: _Heads(own))


async def listen_for_words(url: str, own: str) -> AsyncIterator[tuple[str, str]]:
    """What other processes say, for ever."""
    async with aclosing(_listen(url, WORDS, lambda: _Words(own))) as heard:
        async for words in heard:
            for word in words:
                yield word


async def _listen(
    url: str, channel: str, make_inbox: "Callable[[], _Inbox[News]]"
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


async def _attend(connection: Connection, channel: str, inbox: "_Inbox[News]") -> AsyncGenerator[News, None]:
    """What one connection hears, until it is lost."""
    connection.add_termination_listener(inbox.wake)
    try:
        await connection.add_listener(channel, inbox.receive)
        while True:
            if await inbox.wait(_PULSE_SECONDS):
                yield inbox.take()
            else:
                await connection.execute("SELECT 1", timeout=_PULSE_SECONDS)
    except LOST:
        return
    finally:
        connection.terminate()


class _Inbox(ABC, Generic[News]):
    """What was heard and not yet taken; never more than fits, so a slow reader costs no memory."""

    def __init__(self, own: str) -> None:
        self._own = own
        self._something = asyncio.Event()

    def receive(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        """Keep what somebody said, unless it was ourselves."""
        sender, said = json.loads(str(payload))
        if sender != self._own:
            self.keep(sender, said)
            self._something.set()

    def wake(self, *_: Any) -> None:
        """Let the reader look at its connection now."""
        self._something.set()

    async def wait(self, seconds: float) -> bool:
        """Whether something was heard: as soon as it is, or no after a while without."""
        try:
            # Not `wait_for`: in Python 3.11 it forgets to be cancelled when news come at the same moment.
            async with asyncio.timeout(seconds):
                await self._something.wait()
        except TimeoutError:
            return False
        self._something.clear()
        return self.has_news()

    @abstractmethod
    def keep(self, sender: str, said: Any) -> None:
        """Keep what was heard."""

    @abstractmethod
    def has_news(self) -> bool:
        """Whether there is something to take."""

    @abstractmethod
    def take(self) -> News:
        """What was heard since the last time."""


class _Heads(_Inbox[Heads]):
    """The newest head per table."""

    def __init__(self, own: str) -> None:
        super().__init__(own)
        self._heads: dict[str, int] = {}

    def keep(self, sender: str, said: Any) -> None:  # noqa: ARG002  # the base names it
        self._heads.update((table, max(head, self._heads.get(table, 0))) for table, head in said)

    def has_news(self) -> bool:
        return bool(self._heads)

    def take(self) -> Heads:
        heads, self._heads = self._heads, {}
        return list(heads.items())


class _Words(_Inbox[Sequence[tuple[str, str]]]):
    """The last words, in order."""

    def __init__(self, own: str) -> None:
        super().__init__(own)
        self._words: deque[tuple[str, str]] = deque(maxlen=_MAX_UNHEARD)

    def keep(self, sender: str, said: Any) -> None:
        self._words.append((sender, str(said)))

    def has_news(self) -> bool:
        return bool(self._words)

    def take(self) -> Sequence[tuple[str, str]]:
        words = tuple(self._words)
        self._words.clear()
        return words
