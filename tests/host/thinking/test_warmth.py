"""Bots get ready level by level while people already play: seats wait for theirs, and everybody sees why."""

import asyncio
from pathlib import Path

import pytest

from tests.kit.server.hosts import ScriptedJobs, Seen, host_on, send, until
from tests.kit.server.tables import person, setup
from tumbletrip.games.registry import house_games
from tumbletrip.host.thinking import warmth as warming
from tumbletrip.host.thinking.warmth import Warmth, levels_to_warm
from tumbletrip.tables.seats import Occupant, Seat

pytestmark = pytest.mark.anyio

LEVELS = levels_to_warm(house_games())
WITH_GOOD = setup(person("Ada"), Seat(Occupant.BOT, "Good", level="good"))


@pytest.fixture
def warmth() -> Warmth:
    return Warmth(house_games())


def test_levels_get_ready_from_the_weakest_to_the_strongest(warmth: Warmth) -> None:
    assert LEVELS[0] == ("dicetrip", "beginner")
    warmth.reached(0, 30)
    assert {warmth.percent(*level) for level in LEVELS} == {30}
    warmth.reached(1, 0)
    assert [warmth.percent(*level) for level in LEVELS[:3]] == [100, 30, 30]
    warmth.reached(1, 100)  # all code is there, but the level has not thought yet
    assert warmth.percent(*LEVELS[1]) == 99
    warmth.reached(len(LEVELS), 0)
    assert {warmth.percent(*level) for level in LEVELS} == {100}


def test_what_needs_no_warming_up_is_always_ready(warmth: Warmth) -> None:
    assert warmth.percent("tumblin", "casual") == 100
    assert warmth.percent("dicetrip", "bots.py:Mine") == 100


async def test_a_process_that_comes_later_takes_nothing_back(warmth: Warmth) -> None:
    warmth.reached(3, 60)
    warmth.reached(0, 10)
    assert [warmth.percent(*level) for level in LEVELS[:4]] == [100, 100, 100, 60]


async def test_a_bot_decides_when_its_level_is_ready_and_watchers_are_told_until_then(
    tmp_path: Path, warmth: Warmth
) -> None:
    jobs = ScriptedJobs()
    async with host_on(str(tmp_path / "tables.sqlite"), jobs, warmth=warmth) as host:
        live = await host.open(WITH_GOOD, {})
        ada = Seen(0)
        host.watch(live, ada)
        await send(host, live, "0:roll", 0, do="roll")
        await send(host, live, "0:keep", 0, do="keep")
        warmth.reached(2, 40)
        assert ada.bots_ready == [[100, 0], [100, 40]]
        assert jobs.chosen == []
        warmth.reached(3, 40)
        await until(lambda: jobs.chosen == [(1, "good")])
        warmth.reached(4, 90)
        late = Seen()
        host.watch(live, late)
        assert ada.bots_ready[2:] == [[100, 100]], "told once that it is ready, and no more"
        assert late.bots_ready == []


async def test_a_seat_never_waits_for_ever(
    tmp_path: Path, warmth: Warmth, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that is not ready after a long time is asked all the same, as if it were."""
    monkeypatch.setattr(warming, "LONGEST_WAIT_SECONDS", 0.01)
    jobs = ScriptedJobs()
    async with host_on(str(tmp_path / "tables.sqlite"), jobs, warmth=warmth) as host:
        live = await host.open(WITH_GOOD, {})
        await send(host, live, "0:roll", 0, do="roll")
        await send(host, live, "0:keep", 0, do="keep")
        await until(lambda: jobs.chosen == [(1, "good")])


async def test_several_seats_wait_for_the_same_level(warmth: Warmth) -> None:
    waiting = [asyncio.create_task(warmth.until_ready(*LEVELS[0])) for _ in range(3)]
    await asyncio.sleep(0)
    warmth.reached(0, 50)
    await asyncio.sleep(0)
    assert not any(task.done() for task in waiting)
    warmth.reached(1, 0)
    await asyncio.gather(*waiting)
