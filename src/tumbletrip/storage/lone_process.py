"""A store that one process has to itself: nobody else changes anything, or listens."""

import asyncio
from collections.abc import AsyncIterator, Sequence


class LoneProcess:
    """The part of a store that is about other processes, where there are none."""

    async def changes(self) -> AsyncIterator[Sequence[tuple[str, int]]]:
        """Waits for ever: no other process can append."""
        await asyncio.Event().wait()
        yield ()

    async def tell(self, words: Sequence[str]) -> None:
        """Does nothing: there is no other process."""

    async def hear(self) -> AsyncIterator[tuple[str, str]]:
        """Waits for ever: there is no other process."""
        await asyncio.Event().wait()
        yield "", ""
