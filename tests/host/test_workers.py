"""F17: workers that hang, die or swell take nobody with them, and no flood of jobs fills the queue."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from typing import Any

import psutil
import pytest

from tests.kit.odd_jobs import die, double, fail, process_id, sleep, swell
from tumbletrip.host.workers import JobFailed, WorkerPool

pytestmark = pytest.mark.anyio
PATIENCE = 60.0


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


async def test_F17_a_worker_killed_in_the_middle_of_a_job_is_replaced(pool: WorkerPool) -> None:
    victim = await run(pool, process_id)
    working = asyncio.create_task(run(pool, sleep, 3600.0))
    await asyncio.sleep(0.2)
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
