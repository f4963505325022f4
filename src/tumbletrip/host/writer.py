"""One writer for all tables: while a batch is being stored, the next one fills (group commit)."""

import asyncio
from collections.abc import Callable
from typing import TypeAlias

import structlog

from tumbletrip.tables.ports import Append, Appended, EventStore, StoreDown

log = structlog.get_logger(__name__)

MAX_BATCH = 512
MAX_WAITING = 20_000  # appends; beyond that the store is too slow and commands are refused

Told: TypeAlias = Callable[[Appended | StoreDown], None]
_Waiting: TypeAlias = tuple[Append, Told]


class Writer:
    """Collects appends and hands them to the store in batches, in the order they came."""

    def __init__(self, store: EventStore) -> None:
        """A writer for one store; `run` does the work."""
        self._store = store
        self._waiting: list[_Waiting] = []
        self._something = asyncio.Event()
        self._stopped = False

    def append(self, append: Append, told: Told) -> None:
        """Store events; `told` hears once when they are durable or conflict, StoreDown if they are neither.

        A call instead of something to wait for: a thousand tables need no task for each of their moves.
        """
        if self._stopped:
            told(StoreDown("the writer stopped"))
        elif len(self._waiting) >= MAX_WAITING:
            told(StoreDown("too many appends are waiting"))
        else:
            self._waiting.append((append, told))
            self._something.set()

    async def run(self) -> None:
        """Write batches until cancelled; those who still wait then are told."""
        try:
            while True:
                await self._something.wait()
                while self._waiting:
                    batch, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
                    await self._store_batch(batch)
                self._something.clear()
        finally:
            self._stopped = True
            _tell_all(self._waiting, StoreDown("the writer stopped"))

    async def _store_batch(self, batch: list[_Waiting]) -> None:
        try:
            results = await self._store.append([append for append, _ in batch])
        except StoreDown as error:
            _tell_all(batch, error)
        except Exception as error:
            # One append that no store can keep must not take the others, or the writer, with it (F21).
            log.error("batch_failed", appends=len(batch), error=repr(error))
            if len(batch) == 1:
                _tell_all(batch, StoreDown(repr(error)))
            for alone in batch if len(batch) > 1 else ():
                await self._store_batch([alone])
        except BaseException:
            _tell_all(batch, StoreDown("the writer stopped"))
            raise
        else:
            for (_, told), result in zip(batch, results, strict=True):
                told(result)


def _tell_all(batch: list[_Waiting], error: StoreDown) -> None:
    for _, told in batch:
        told(error)
