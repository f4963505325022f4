"""Processes that think and simulate: ready early, warmed up one after the other."""

import os
import time
from pathlib import Path

import pytest

from tests.kit.hosts import PATIENCE, until
from tests.kit.odd_jobs import double
from tumbletrip.host.workers import WorkerPool

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
FOLDER = "TUMBLETRIP_TEST_FOLDER"  # how the processes know where to leave their marks


def folder() -> Path:
    return Path(os.environ[FOLDER])


def warm_up_slowly() -> None:
    """Leave a mark, wait until the test allows to end, and leave another one."""
    (folder() / f"began-{os.getpid()}").touch()
    while not (folder() / "go on").exists():
        time.sleep(0.01)
    (folder() / f"ended-{os.getpid()}").touch()


def marks(kind: str) -> int:
    return len(list(folder().glob(f"{kind}-*")))


@pytest.fixture(autouse=True)
def _shared_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))


async def test_jobs_are_done_while_processes_still_warm_up_and_they_warm_up_in_turn() -> None:
    pool = WorkerPool(2, warm_up=warm_up_slowly)
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
