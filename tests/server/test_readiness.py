"""F45: strangers who ask whether the server is ready cost it no durable write each."""

import asyncio

import pytest

from tumbletrip.server.readiness import KEPT_SECONDS, Readiness
from tumbletrip.tables.ports import StoreDown

pytestmark = pytest.mark.anyio


class Asked:
    """A store's ping that counts, and may fail."""

    def __init__(self) -> None:
        self.times = 0
        self.is_down = False

    async def ping(self) -> None:
        self.times += 1
        await asyncio.sleep(0)
        if self.is_down:
            raise StoreDown("on purpose")


async def test_F45_a_crowd_that_asks_at_once_costs_one_write() -> None:
    store, now = Asked(), 100.0
    readiness = Readiness(store.ping, lambda: now)
    await asyncio.gather(*(readiness.check() for _ in range(100)))
    assert store.times == 1
    now += KEPT_SECONDS
    await readiness.check()
    assert store.times == 2


async def test_F45_a_fault_is_told_and_asked_about_again_each_time() -> None:
    store, now = Asked(), 100.0
    readiness = Readiness(store.ping, lambda: now)
    store.is_down = True
    for _ in range(2):
        with pytest.raises(StoreDown):
            await readiness.check()
    store.is_down = False
    await readiness.check()
    assert store.times == 3
