"""One writer for all tables: while a batch is being stored, the next one fills (group commit)."""

import asyncio
from dataclasses import dataclass, field

import structlog

from tumbletrip.tables.ports import Append, Appended, EventStore, StoreDown

log = structlog.get_logger(__name__)

MAX_BATCH = 512
MAX_WAITING = 20_000  # appends; beyond that the store is too slow and commands are refused


@dataclass(slots=True)
class _Waiting:
    append: Append
    stored: asyncio.Future[Appended] = field(repr=False)


class Writer:
    """Collects appends and hands them to the store in batches, in the order they came."""

    def __init__(self, store: EventStore) -> None:
        """A writer for one store; `run` does the work."""
        self._store = store
        self._waiting: list[_Waiting] = []
        self._something = asyncio.Event()
        self._stopped = False

    def append(self, append: Append) -> "asyncio.Future[Appended]":
        """Store events: done when they are durable or conflict, StoreDown if they are neither."""
        stored: asyncio.Future[Appended] = asyncio.get_running_loop().create_future()
        if self._stopped:
            stored.set_exception(StoreDown("the writer stopped"))
        elif len(self._waiting) >= MAX_WAITING:
            stored.set_exception(StoreDown("too many appends are waiting"))
        else:
            self._waiting.append(_Waiting(append, stored))
            self._something.set()
        return stored

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
            for waiting in self._waiting:
                _settle(waiting.stored, StoreDown("the writer stopped"))

    async def _store_batch(self, batch: list[_Waiting]) -> None:
        try:
            results = await self._store.append([waiting.append for waiting in batch])
        except StoreDown as error:
            for waiting in batch:
                _settle(waiting.stored, error)
        except Exception as error:
            # One append that no store can keep must not take the others, or the writer, with it (F21).
            log.error("batch_failed", appends=len(batch), error=repr(error))
            if len(batch) == 1:
                _settle(batch[0].stored, StoreDown(repr(error)))
            for alone in batch if len(batch) > 1 else ():
                await self._store_batch([alone])
        except BaseException:
            for waiting in batch:
                _settle(waiting.stored, StoreDown("the writer stopped"))
            raise
        else:
            for waiting, result in zip(batch, results, strict=True):
                _settle(waiting.stored, result)


def _settle(future: asyncio.Future[Appended], result: Appended | StoreDown) -> None:
    """Answer a waiting append, unless whoever waited has gone."""
    if future.done():
        return
    if isinstance(result, StoreDown):
        future.set_exception(result)
    else:
        future.set_result(result)
