"""Messages between server processes on one database: how they are encoded, and the inboxes they wait in.

The same for PostgreSQL's notifications and for datagrams between workers. A message never holds an event: it
holds the ids of tables with their new heads, or short words such as who is connected.
"""

import asyncio
import json
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

# PostgreSQL's payload has 8,000 bytes; an id of up to 60 characters and its head need 80.
_HEADS_PER_MESSAGE = 100
_MAX_WORDS = 10_000  # waiting for a slow reader; older ones are dropped

Heads: TypeAlias = Sequence[tuple[str, int]]
Words: TypeAlias = Sequence[tuple[str, str]]
Received = TypeVar("Received")


def head_messages(sender: str, heads: Mapping[str, int]) -> list[str]:
    """The new heads of some tables as messages, as many as their size needs."""
    pairs = list(heads.items())
    starts = range(0, len(pairs), _HEADS_PER_MESSAGE)
    return [json.dumps([sender, pairs[start : start + _HEADS_PER_MESSAGE]]) for start in starts]


def word_messages(sender: str, words: Sequence[str]) -> list[str]:
    """Words as messages, one each."""
    return [json.dumps([sender, word]) for word in words]


class Inbox(ABC, Generic[Received]):
    """Messages that have arrived and were not taken yet; bounded, so a slow reader costs no memory."""

    def __init__(self, own: str) -> None:
        """An empty inbox; messages whose sender is `own` are ignored."""
        self._own = own
        self._arrived = asyncio.Event()

    def receive(self, message: str | bytes) -> None:
        """Keep a message of another process."""
        sender, content = json.loads(message)
        if sender != self._own:
            self.keep(sender, content)
            self._arrived.set()

    def wake(self, *_: Any) -> None:
        """End the reader's wait now, as when its connection is lost."""
        self._arrived.set()

    async def wait(self, seconds: float | None = None) -> bool:
        """Wait for a message; False after so many seconds, or when woken without one."""
        try:
            # Not `wait_for`: in Python 3.11 it forgets a cancellation that comes together with a message.
            async with asyncio.timeout(seconds):
                await self._arrived.wait()
        except TimeoutError:
            return False
        self._arrived.clear()
        return not self.is_empty()

    @abstractmethod
    def keep(self, sender: str, content: Any) -> None:
        """Add the content of a message."""

    @abstractmethod
    def is_empty(self) -> bool:
        """Whether there is nothing to take."""

    @abstractmethod
    def take(self) -> Received:
        """All that arrived since the last time."""


class HeadsInbox(Inbox[Heads]):
    """The newest head per table."""

    def __init__(self, own: str) -> None:
        """An empty inbox."""
        super().__init__(own)
        self._heads: dict[str, int] = {}

    def keep(self, sender: str, content: Any) -> None:  # noqa: ARG002  # the base names it
        """Keep the newer of two heads: messages may overtake each other."""
        self._heads.update((table, max(head, self._heads.get(table, 0))) for table, head in content)

    def is_empty(self) -> bool:
        """Whether no table has a new head."""
        return not self._heads

    def take(self) -> Heads:
        """The tables with new heads since the last time."""
        heads, self._heads = self._heads, {}
        return list(heads.items())


class WordsInbox(Inbox[Words]):
    """The last words with their senders, in order."""

    def __init__(self, own: str) -> None:
        """An empty inbox."""
        super().__init__(own)
        self._words: deque[tuple[str, str]] = deque(maxlen=_MAX_WORDS)

    def keep(self, sender: str, content: Any) -> None:
        """Add a word and its sender."""
        self._words.append((sender, str(content)))

    def is_empty(self) -> bool:
        """Whether no word arrived."""
        return not self._words

    def take(self) -> Words:
        """The words since the last time."""
        words = tuple(self._words)
        self._words.clear()
        return words
