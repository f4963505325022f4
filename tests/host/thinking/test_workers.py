"""F17: workers that hang, die or swell take nobody with them, and no flood of jobs fills the queue."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.kit.server.hosts import until
from tests.kit.server.odd_jobs import (
    append,
    die,
    double,
    fail,
    mark_and_hang,
    process_id,
    sleep,
    swell,
    wait_for,
)
from tumbletrip.host.ports import JobFailed, Ticket, Urgency
from tumbletrip.host.thinking.workers import WorkerPool

pytestmark = pytest.mark.anyio
PATIENCE = 120.0


@pytest.fixture
async def pool() -> AsyncIterator[WorkerPool]:
    found = WorkerPool(1, queue_size=8)
    yield found
    found.close()


async def run(pool: WorkerPool, job: Callable[..., Any], *values: Any) -> Any:
    return await pool.run(job, *values, seconds=PATIENCE)


@pytest.mark.parametrize(
    ("job", "values", "why"),
    [
        (die, (), "the process died"),
        (swell, (), "MemoryError"),
        (fail, ("on purpose",), "ValueError: on purpose"),
        (double, (lambda: 1,), "pickle"),  # a value that cannot travel
    ],
)
async def test_F17_a_job_that_fails_is_named_and_the_next_one_is_answered(
    pool: WorkerPool, job: Callable[..., Any], values: tuple[Any, ...], why: str
) -> None:
    with pytest.raises(JobFailed, match=why):
        await run(pool, job, *values)
    assert await run(pool, double, 4) == 8


async def test_F17_a_job_that_hangs_is_ended_with_its_process(pool: WorkerPool) -> None:
    hung = await run(pool, process_id)
    with pytest.raises(JobFailed, match="no answer within"):
        await pool.run(sleep, 3600.0, seconds=0.2)
    assert await run(pool, process_id) != hung
    with pytest.raises(ProcessLookupError):
        os.kill(hung, 0)


async def test_F17_a_worker_killed_in_the_middle_of_a_job_is_replaced(
    pool: WorkerPool, tmp_path: Path
) -> None:
    victim = await run(pool, process_id)
    working = asyncio.create_task(run(pool, mark_and_hang, tmp_path / "begun"))
    await until((tmp_path / "begun").exists)
    os.kill(victim, signal.SIGKILL)
    with pytest.raises(JobFailed):
        await working
    assert await run(pool, double, 21) == 42


async def test_F17_of_a_thousand_jobs_at_once_a_few_wait_and_the_others_are_refused_at_once(
    pool: WorkerPool,
) -> None:
    await run(pool, double, 1)
    answers = await asyncio.gather(
        *(run(pool, double, number) for number in range(1000)), return_exceptions=True
    )
    assert [answer for answer in answers if isinstance(answer, int)] == [2 * number for number in range(8)]
    refused = [answer for answer in answers if isinstance(answer, JobFailed)]
    assert len(refused) == 992
    assert {str(answer) for answer in refused} == {"too many jobs are waiting"}
    assert await run(pool, double, 3) == 6


async def test_F17_a_closed_pool_refuses_and_leaves_no_process(pool: WorkerPool) -> None:
    worker = await run(pool, process_id)
    pool.close()
    with pytest.raises(JobFailed):
        await run(pool, double, 1)
    psutil.Process(worker).wait(PATIENCE)


async def test_F37_a_flick_runs_before_the_bots_of_an_address_that_filled_its_share(tmp_path: Path) -> None:
    pool = WorkerPool(1, queue_size_each=20)
    gate, order = tmp_path / "gate", tmp_path / "order"

    async def append_later(word: str, ticket: Ticket) -> None:
        await pool.run(append, order, word, seconds=PATIENCE, ticket=ticket)

    greedy = Ticket(Urgency.BOT, "192.0.2.66")
    try:
        running = asyncio.create_task(pool.run(wait_for, gate, seconds=PATIENCE, ticket=greedy))
        bots = [asyncio.create_task(append_later("bot", greedy)) for _ in range(25)]
        flick = asyncio.create_task(append_later("flick", Ticket(Urgency.FLICK, "192.0.2.7")))
        while not bots[-1].done():  # refused: that address has its share of the queue
            await asyncio.sleep(0)
        gate.touch()
        await asyncio.gather(running, flick)
        ended = await asyncio.gather(*bots, return_exceptions=True)
    finally:
        pool.close()
    assert order.read_text().split()[0] == "flick"
    assert [isinstance(end, JobFailed) for end in ended] == [False] * 20 + [True] * 5


async def test_F37_while_people_flick_one_process_is_kept_for_them(tmp_path: Path) -> None:
    pool = WorkerPool(2)
    gate = tmp_path / "gate"
    address = "192.0.2.7"
    try:
        await pool.run(double, 1, seconds=PATIENCE, ticket=Ticket(Urgency.FLICK, address))
        bots = [
            asyncio.create_task(
                pool.run(wait_for, gate, seconds=PATIENCE, ticket=Ticket(Urgency.BOT, address))
            )
            for _ in range(2)
        ]
        # Answered although two bots think for ever, as far as it can know.
        assert await pool.run(double, 2, seconds=PATIENCE, ticket=Ticket(Urgency.FLICK, address)) == 4
        assert not any(bot.done() for bot in bots)
        gate.touch()
        await asyncio.gather(*bots)
    finally:
        pool.close()


async def test_F37_a_job_whose_caller_left_does_not_run_and_frees_its_place(tmp_path: Path) -> None:
    pool = WorkerPool(1)
    gate, order = tmp_path / "gate", tmp_path / "order"
    try:
        running = asyncio.create_task(run(pool, wait_for, gate))
        left = asyncio.create_task(run(pool, append, order, "left"))
        stays = asyncio.create_task(run(pool, append, order, "stays"))
        await asyncio.sleep(0)
        left.cancel()
        gate.touch()
        await asyncio.gather(running, stays)
        assert left.cancelled()
        assert order.read_text().split() == ["stays"]
    finally:
        pool.close()


async def test_F72_processes_can_give_way_to_the_one_that_answers_everybody() -> None:
    pool = WorkerPool(1, niceness=5)
    try:
        assert await pool.run(os.nice, 0, seconds=PATIENCE) > os.nice(0)
    finally:
        pool.close()
