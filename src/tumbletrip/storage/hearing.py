"""What server processes say to each other: how it is written, and where it waits until somebody takes it.

The same for PostgreSQL's notices and for the letters of a family on one file. Of events, ids and heads only.
"""

import asyncio
import json
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

_HEADS_PER_NOTICE = 100  # PostgreSQL takes 8,000 bytes; an id of up to 60 letters and its head fit in 80
_MAX_UNHEARD = 10_000  # words that wait for a slow reader; older ones are dropped

Heads: TypeAlias = Sequence[tuple[str, int]]
Words: TypeAlias = Sequence[tuple[str, str]]
News = TypeVar("News")


def notices(sender: str, heads: Mapping[str, int]) -> list[str]:
    """New heads for the other processes, in pieces that fit."""
    pairs = list(heads.items())
    starts = range(0, len(pairs), _HEADS_PER_NOTICE)
    return [json.dumps([sender, pairs[start : start + _HEADS_PER_NOTICE]]) for start in starts]


def spoken(sender: str, words: Sequence[str]) -> list[str]:
    """Words for the other processes, a piece for each."""
    return [json.dumps([sender, word]) for word in words]


class Inbox(ABC, Generic[News]):
    """What was heard and not yet taken; never more than fits, so a slow reader costs no memory."""

    def __init__(self, own: str) -> None:
        """Nothing heard yet; what is said under one's own name is left out."""
        self._own = own
        self._something = asyncio.Event()

    def receive(self, piece: str | bytes) -> None:
        """Keep what somebody said, unless it was ourselves."""
        sender, said = json.loads(piece)
        if sender != self._own:
            self.keep(sender, said)
            self._something.set()

    def wake(self, *_: Any) -> None:
        """Let the reader look at its line now."""
        self._something.set()

    async def wait(self, seconds: float | None = None) -> bool:
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


class HeadsInbox(Inbox[Heads]):
    """The newest head per table."""

    def __init__(self, own: str) -> None:
        """Nothing heard yet."""
        super().__init__(own)
        self._heads: dict[str, int] = {}

    def keep(self, sender: str, said: Any) -> None:  # noqa: ARG002  # the base names it
        """Keep the newer of two heads: pieces may overtake each other."""
        self._heads.update((table, max(head, self._heads.get(table, 0))) for table, head in said)

    def has_news(self) -> bool:
        """Whether some table moved."""
        return bool(self._heads)

    def take(self) -> Heads:
        """The tables that moved since the last time."""
        heads, self._heads = self._heads, {}
        return list(heads.items())


class WordsInbox(Inbox[Words]):
    """The last words, in order."""

    def __init__(self, own: str) -> None:
        """Nothing heard yet."""
        super().__init__(own)
        self._words: deque[tuple[str, str]] = deque(maxlen=_MAX_UNHEARD)

    def keep(self, sender: str, said: Any) -> None:
        """Keep a word with whose it is."""
        self._words.append((sender, str(said)))

    def has_news(self) -> bool:
        """Whether somebody spoke."""
        return bool(self._words)

    def take(self) -> Words:
        """What was said since the last time."""
        words = tuple(self._words)
        self._words.clear()
        return words
