"""Group commit: while one group of appends is being stored, the appends of all tables collect in the next.

The store's own writer deals with threads and connections; this one decides what is committed together.
"""

import asyncio
from collections.abc import Callable
from typing import TypeAlias

from tumbletrip.core.logs import get_logger
from tumbletrip.tables.ports import Append, Appended, EventStore, StoreDown

log = get_logger(__name__)

MAX_GROUP = 512
MAX_WAITING = 20_000  # appends; with more waiting, new ones are refused as StoreDown

OnStored: TypeAlias = Callable[[Appended | StoreDown], None]
_Waiting: TypeAlias = tuple[Append, OnStored]


class GroupCommit:
    """Collects appends and hands them to the store in groups, in the order they came."""

    def __init__(self, store: EventStore) -> None:
        """For one store; nothing is stored before `run`."""
        self._store = store
        self._waiting: list[_Waiting] = []
        self._has_work = asyncio.Event()
        self._stopped = False

    def append(self, append: Append, on_stored: OnStored) -> None:
        """Store events; `on_stored` is called once: they are durable, they conflict, or StoreDown.

        A callback instead of a coroutine: no move needs a task of its own.
        """
        if self._stopped:
            on_stored(StoreDown("the host stopped"))
        elif len(self._waiting) >= MAX_WAITING:
            on_stored(StoreDown("too many appends are waiting"))
        else:
            self._waiting.append((append, on_stored))
            self._has_work.set()

    async def run(self) -> None:
        """Commit groups until cancelled; appends that still wait then fail with StoreDown."""
        try:
            while True:
                await self._has_work.wait()
                while self._waiting:
                    group, self._waiting = self._waiting[:MAX_GROUP], self._waiting[MAX_GROUP:]
                    await self._commit(group)
                self._has_work.clear()
        finally:
            self._stopped = True
            _fail_all(self._waiting, StoreDown("the host stopped"))

    async def _commit(self, group: list[_Waiting]) -> None:
        try:
            results = await self._store.append([append for append, _ in group])
        except StoreDown as error:
            _fail_all(group, error)
        except Exception as error:
            # One append that the store cannot take must not fail the others: each is tried alone (F21).
            log.error("group_failed", appends=len(group), error=repr(error))
            if len(group) == 1:
                _fail_all(group, StoreDown(repr(error)))
            for alone in group if len(group) > 1 else ():
                await self._commit([alone])
        except BaseException:  # cancelled: nobody may wait for ever
            _fail_all(group, StoreDown("the host stopped"))
            raise
        else:
            for (_, on_stored), result in zip(group, results, strict=True):
                on_stored(result)


def _fail_all(group: list[_Waiting], error: StoreDown) -> None:
    for _, on_stored in group:
        on_stored(error)
