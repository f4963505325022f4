"""Processes that think and simulate: ready early, warmed up in turn, also if one is killed meanwhile."""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.kit.server.hosts import PATIENCE, until
from tests.kit.server.odd_jobs import double
from tumbletrip.host.ports import JobFailed
from tumbletrip.host.thinking import workers
from tumbletrip.host.thinking.workers import WorkerPool

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
LONG_PATIENCE = 5 * PATIENCE  # for processes that are given ever more time
FOLDER = "TUMBLETRIP_TEST_FOLDER"  # how the processes know where to leave their marks


def folder() -> Path:
    return Path(os.environ[FOLDER])


def warm_up_slowly(tell: Callable[[int], None]) -> None:
    """Leave a mark, tell how far it is, wait until the test allows to end, and leave another one."""
    (folder() / f"began-{os.getpid()}").touch()
    tell(50)
    while not (folder() / "go on").exists():
        time.sleep(0.01)
    (folder() / f"ended-{os.getpid()}").touch()


def fail_to_warm_up(tell: Callable[[int], None]) -> None:
    del tell
    raise ValueError("on purpose")


def hang_if_first(tell: Callable[[int], None]) -> None:
    """The first process never gets warm, the others do at once."""
    del tell
    prepare_unless_first()


def prepare_unless_first() -> None:
    """The first process never gets ready, the others do at once."""
    if marked("began"):
        return
    (folder() / f"began-{os.getpid()}").touch()
    time.sleep(3600)


def marked(kind: str) -> list[int]:
    """The processes that left a mark."""
    return [int(mark.name.removeprefix(f"{kind}-")) for mark in folder().glob(f"{kind}-*")]


def marks(kind: str) -> int:
    return len(marked(kind))


def has_died(process: psutil.Process) -> bool:
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


async def answer_at_last(pool: WorkerPool) -> int:
    """What a pool answers as soon as it has a process."""
    async with asyncio.timeout(LONG_PATIENCE):
        while True:
            try:
                answer: int = await pool.run(double, 21, seconds=PATIENCE)
                return answer
            except JobFailed:
                await asyncio.sleep(0.05)


@pytest.fixture(autouse=True)
def _shared_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))


async def test_jobs_are_done_while_processes_still_warm_up_and_they_warm_up_in_turn() -> None:
    pool = WorkerPool(2, warm_up=(warm_up_slowly,))
    try:
        await until(lambda: marks("began") == 1)
        assert [await pool.run(double, number, seconds=PATIENCE) for number in range(6)] == [
            0,
            2,
            4,
            6,
            8,
            10,
        ]
        assert marks("began") == 1  # the other waits for its turn
        (folder() / "go on").touch()
        await until(lambda: marks("ended") == 2)
    finally:
        pool.close()


def double_when_told(number: int) -> int:
    """Leave a mark and wait, as for code that is being compiled."""
    (folder() / f"asked-{os.getpid()}").touch()
    while not (folder() / "answer").exists():
        time.sleep(0.01)
    return double(number)


async def test_F71_a_job_is_not_ended_for_its_slowness_while_its_process_still_warms_up() -> None:
    pool = WorkerPool(1, warm_up=(warm_up_slowly,))
    try:
        await until(lambda: marks("began") == 1)
        job = asyncio.ensure_future(pool.run(double_when_told, 21, seconds=0.0))
        await until(lambda: marks("asked") == 1)
        (folder() / "answer").touch()
        assert await job == 42
    finally:
        pool.close()


async def test_F17_a_process_killed_before_it_was_ready_is_started_again() -> None:
    pool = WorkerPool(1, prepare=prepare_unless_first)
    try:
        await until(lambda: marks("began") == 1)
        os.kill(marked("began")[0], signal.SIGKILL)
        assert await answer_at_last(pool) == 42
    finally:
        pool.close()


async def test_F17_a_process_that_never_gets_ready_is_ended_and_started_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "START_SECONDS", 4.0)  # it grows if that is too short
    pool = WorkerPool(1, prepare=prepare_unless_first)
    try:
        assert await answer_at_last(pool) == 42
        with pytest.raises(ProcessLookupError):
            os.kill(marked("began")[0], 0)
    finally:
        pool.close()


async def test_F17_a_machine_that_had_no_process_to_give_is_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries = []

    def fail_once(process: Any) -> None:
        tries.append(process)
        if len(tries) == 1:
            raise BlockingIOError("Resource temporarily unavailable")
        start(process)

    start = SpawnProcess.start
    monkeypatch.setattr(SpawnProcess, "start", fail_once)
    pool = WorkerPool(1)
    try:
        assert await answer_at_last(pool) == 42
        assert len(tries) == 2
    finally:
        pool.close()


async def test_F17_a_process_killed_while_it_warms_up_gives_its_turn_back_and_fails_no_job() -> None:
    pool = WorkerPool(2, warm_up=(warm_up_slowly,))
    try:
        await until(lambda: marks("began") == 1)
        victim = psutil.Process(marked("began")[0])
        victim.kill()
        await until(lambda: has_died(victim))
        await until(lambda: marks("began") == 2)  # the other has its turn
        answers = [pool.run(double, number, seconds=PATIENCE) for number in range(6)]
        assert await asyncio.gather(*answers) == [0, 2, 4, 6, 8, 10]
        (folder() / "go on").touch()
        await until(lambda: marks("ended") == 2)  # and so has the one that took the place of the dead
    finally:
        pool.close()


async def test_a_pool_tells_how_far_its_processes_are_step_by_step() -> None:
    heard: list[tuple[int, int]] = []
    pool = WorkerPool(1, warm_up=(warm_up_slowly, warm_up_slowly), on_warmer=lambda *news: heard.append(news))
    try:
        await until(lambda: heard == [(0, 50)])
        (folder() / "go on").touch()
        await until(lambda: heard == [(0, 50), (1, 0), (1, 50), (2, 0)])
    finally:
        pool.close()


async def test_F17_a_step_that_fails_keeps_nobody_waiting_for_the_next_ones() -> None:
    heard: list[tuple[int, int]] = []
    (folder() / "go on").touch()
    pool = WorkerPool(
        1, warm_up=(fail_to_warm_up, warm_up_slowly), on_warmer=lambda *news: heard.append(news)
    )
    try:
        await until(lambda: heard == [(1, 0), (1, 50), (2, 0)])
        assert await pool.run(double, 21, seconds=PATIENCE) == 42
    finally:
        pool.close()


@pytest.mark.parametrize("is_killed", [True, False], ids=["dies", "hangs"])
async def test_F17_an_idle_process_that_cannot_warm_up_is_replaced_and_the_new_one_does(
    monkeypatch: pytest.MonkeyPatch, is_killed: bool
) -> None:
    """Without any job: bots that wait until their level is ready send none."""
    if not is_killed:
        monkeypatch.setattr(workers, "START_SECONDS", 4.0)  # it grows if that is too short
    done: list[int] = []
    pool = WorkerPool(1, warm_up=(hang_if_first,), on_warmer=lambda steps, _percent: done.append(steps))
    try:
        await until(lambda: marks("began") == 1, LONG_PATIENCE)
        first = marked("began")[0]
        if is_killed:
            os.kill(first, signal.SIGKILL)
        await until(lambda: done == [1], LONG_PATIENCE)
        with pytest.raises(ProcessLookupError):
            os.kill(first, 0)
    finally:
        pool.close()
