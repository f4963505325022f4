"""Whether the store answers, without a durable write for everybody who asks (F45)."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

KEPT_SECONDS: Final = 2.0


class Readiness:
    """Asks the store at most every two seconds while it is well; a fault is asked about again each time."""

    def __init__(
        self, ping: Callable[[], Awaitable[None]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`ping` raises StoreDown if the store does not answer."""
        self._ping = ping
        self._clock = clock
        self._well_until = float("-inf")
        self._asking = asyncio.Lock()

    async def check(self) -> None:
        """Return if the store answered a moment ago or does now; raises StoreDown."""
        async with self._asking:
            if self._clock() >= self._well_until:
                await self._ping()
                self._well_until = self._clock() + KEPT_SECONDS
