"""F54: a clock that jumped closes nothing and tells nothing until the new time has held for a while."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from tests.kit.server.hosts import daily_on, host_on
from tests.kit.server.tables import person, setup
from tumbletrip.host.daily.challenges import today
from tumbletrip.host.upkeep.clock import STEADY_SECONDS, SteadyClock
from tumbletrip.tables.ports import Status

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
MONTH = timedelta(days=31)
pytestmark = pytest.mark.anyio


class Times:
    """A calendar and a monotonic clock that a test moves."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self.now = NOON

    def monotonic(self) -> float:
        return self.seconds

    def now_ms(self) -> int:
        return int(self.now.timestamp() * 1000)

    def pass_by(self, seconds: float) -> None:
        """Time goes by as it does, for both."""
        self.seconds += seconds
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> Times:
    moved = Times()
    monkeypatch.setattr("tumbletrip.host.upkeep.clock.time.monotonic", moved.monotonic)
    monkeypatch.setattr("tumbletrip.host.upkeep.clock.now_ms", moved.now_ms)
    return moved


def test_F54_a_clock_that_runs_steadily_is_believed(times: Times) -> None:
    clock = SteadyClock()
    clock.start(None)
    for _ in range(3):
        assert clock.sure_ms() == times.now_ms()
        times.pass_by(12_345.0)


@pytest.mark.parametrize("jump", [MONTH, -MONTH])
def test_F54_after_a_jump_the_old_time_goes_on_until_the_new_one_has_held(
    times: Times, jump: timedelta
) -> None:
    clock = SteadyClock()
    clock.start(None)
    times.pass_by(600.0)
    times.now += jump
    for _ in range(3):
        assert clock.sure_ms() == int((times.now - jump).timestamp() * 1000)
        times.pass_by(STEADY_SECONDS / 4)
    times.pass_by(STEADY_SECONDS / 4)
    assert clock.sure_ms() == times.now_ms()


def test_F54_a_jump_that_is_taken_back_never_happened(times: Times) -> None:
    clock = SteadyClock()
    clock.start(None)
    times.now += MONTH
    clock.sure_ms()
    times.pass_by(STEADY_SECONDS - 1)
    times.now -= MONTH
    times.pass_by(2)
    assert clock.sure_ms() == times.now_ms()


def test_F54_a_clock_may_be_put_right_by_a_minute(times: Times) -> None:
    clock = SteadyClock(0.0)
    clock.start(None)
    times.now += timedelta(minutes=1)
    assert clock.sure_ms() == times.now_ms()


@pytest.mark.parametrize(("since_newest", "is_sure"), [(timedelta(hours=23), True), (MONTH, False)])
def test_F54_a_server_that_starts_long_after_the_last_event_waits_first(
    times: Times, since_newest: timedelta, is_sure: bool
) -> None:
    clock = SteadyClock()
    clock.start(int((times.now - since_newest).timestamp() * 1000))
    assert (clock.sure_ms() is not None) is is_sure
    times.pass_by(STEADY_SECONDS)
    assert clock.sure_ms() == times.now_ms()


async def test_F54_a_jump_of_a_month_closes_no_table(store_url: str) -> None:
    async with host_on(store_url, steady_seconds=STEADY_SECONDS) as host:
        live = await host.open(setup(person("Ada"), person("Ben")), {})
        with time_machine.travel(MONTH, tick=True):
            await host.caretaker.close_abandoned()
            assert live.durable.table.status is Status.PLAYING


async def test_F54_a_server_that_starts_with_a_wrong_clock_closes_no_table(store_url: str) -> None:
    async with host_on(store_url) as host:
        table = (await host.open(setup(person("Ada"), person("Ben")), {})).id
    with time_machine.travel(MONTH, tick=True):
        async with host_on(store_url, steady_seconds=STEADY_SECONDS) as host:
            await host.caretaker.close_abandoned()
            assert (await host.live(table)).durable.table.status is Status.PLAYING


async def test_F54_a_jump_of_a_month_tells_no_seed(store_url: str) -> None:
    async with daily_on(store_url, steady_seconds=STEADY_SECONDS) as daily:
        day = today()
        with time_machine.travel(MONTH, tick=True):
            assert await daily.challenges.revealed(day) is None
            assert daily.host.clock.sure_ms() is not None  # it is not silent, it believes the old time
