"""Every command that takes `--cluster`, on a scheduler and workers that people started before.

While each command runs, the worker that is busy is killed, and yet it says what it says in one process.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from distributed import Client

import tumbletrip as package
from tests.kit.command_line import ENVIRONMENT, ROOT, TIMEOUT_SECONDS, command

pytestmark = pytest.mark.slow

TIMES = re.compile(r"us_per_decision.*|seconds")  # what depends on the clock


@dataclass(frozen=True)
class Dask:
    """A scheduler: its address, the file it wrote, and somebody who watches it."""

    address: str
    file: Path
    watcher: Client

    def kill_who_is_busy(self, run: "Future[str]") -> int:
        """Kill the first worker that has something to do, and tell which process that was."""
        processes: dict[str, int] = self.watcher.run(os.getpid)
        while not run.done():
            for worker, tasks in self.watcher.processing().items():
                if tasks and worker in processes:
                    os.kill(processes[worker], signal.SIGKILL)
                    return processes[worker]
        raise AssertionError(f"nobody was ever busy: {run.result()}")


@contextmanager
def dask(folder: Path, code: Path | None = None) -> Iterator[Dask]:
    """A scheduler with two workers; these may have other code than is tested here."""
    file = folder / "scheduler.json"
    scheduler = ["scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file"]
    workers = ["worker", "--nthreads", "1", "--nworkers", "2", "--no-dashboard", "--scheduler-file"]
    theirs = ENVIRONMENT | ({"PYTHONPATH": str(code)} if code else {})
    started = [
        subprocess.Popen([sys.executable, "-m", "dask", *words, str(file)], env=environment, cwd=folder)
        for words, environment in ((scheduler, ENVIRONMENT), (workers, theirs))
    ]
    try:
        address = _address_in(file)
        with Client(address, timeout=TIMEOUT_SECONDS) as watcher:
            watcher.wait_for_workers(2, timeout=TIMEOUT_SECONDS)
            yield Dask(address, file, watcher)
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait()


def _address_in(file: Path) -> str:
    """What the scheduler writes into its file when it is there."""
    until = monotonic() + TIMEOUT_SECONDS
    while monotonic() < until:
        try:
            return str(json.loads(file.read_text("utf-8"))["address"])
        except (FileNotFoundError, ValueError):
            continue
    raise TimeoutError(file)


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    with dask(tmp_path_factory.mktemp("dask")) as opened:
        yield opened


def said(*words: object) -> str:
    """What a program prints, run to its end."""
    environment = ENVIRONMENT | {"PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [*map(str, words)], env=environment, cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT_SECONDS
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def figures(text: str) -> object:
    """A JSON object without what depends on the clock."""

    def timeless(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: timeless(one) for key, one in value.items() if not TIMES.fullmatch(key)}
        return [timeless(one) for one in value] if isinstance(value, list) else value

    return timeless(json.loads(text))


SERIES: dict[str, tuple[str, ...]] = {
    "simulate dicetrip": ("--bots", "good,casual", "--games", "120", "--json"),
    "simulate tumblin": ("--bots", "casual,beginner", "--rounds", "4", "--json"),
    "tournament dicetrip": ("--bots", "good,casual", "--games", "30", "--json"),
    "edition rate": ("france", "--games", "60", "--json"),
}


@pytest.mark.parametrize("series", SERIES)
def test_a_series_says_on_a_cluster_what_it_says_in_one_process(series: str, beside: Dask) -> None:
    words = command(*series.split(), *SERIES[series])
    with ThreadPoolExecutor(1) as beside_us:
        run = beside_us.submit(said, *words, "--cluster", beside.address)
        killed = beside.kill_who_is_busy(run)
        assert figures(run.result()) == figures(said(*words))
    beside.watcher.wait_for_workers(2, timeout=TIMEOUT_SECONDS)
    assert killed not in beside.watcher.run(os.getpid).values()


def a_dataset(file: Path) -> list[object]:
    return [
        *command("dataset", "dicetrip", "--bots", "good", "--games", "60"),
        "--parquet",
        file / "rows.parquet",
    ]


def a_training(folder: Path) -> list[object]:
    program = (sys.executable, "-m", "tumbletrip.analysis.training_runs")
    return [*program, "--editions", "france", "--seeds", "1,2", "--games", "200", "--out", folder]


@pytest.mark.parametrize("work", [a_dataset, a_training])
def test_files_are_the_same_to_the_byte(
    work: Callable[[Path], list[object]], beside: Dask, tmp_path: Path
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
    with ThreadPoolExecutor(1) as beside_us:
        run = beside_us.submit(said, *work(there), "--cluster", beside.file)
        beside.kill_who_is_busy(run)
        run.result()
    said(*work(here))
    made = sorted(file.name for file in here.iterdir())
    assert made == sorted(file.name for file in there.iterdir()) != []
    assert all((here / name).read_bytes() == (there / name).read_bytes() for name in made)
    beside.watcher.wait_for_workers(2, timeout=TIMEOUT_SECONDS)


def test_a_worker_with_other_code_is_named_in_a_sentence(tmp_path: Path) -> None:
    """The same version number, and a comment more in one file."""
    ours, theirs = Path(package.__file__).parent, tmp_path / "code" / "tumbletrip"
    shutil.copytree(ours, theirs, ignore=shutil.ignore_patterns("static", "pack", "__pycache__"))
    with (theirs / "dicetrip" / "dice.py").open("a", encoding="utf-8") as file:
        file.write("# something was mended\n")
    words = command("simulate", "dicetrip", "--bots", "casual", "--games", "2", "--json")
    with dask(tmp_path, theirs.parent) as other:
        run = subprocess.run(
            [*words, "--cluster", other.address], env=ENVIRONMENT, capture_output=True, text=True, check=False
        )
    assert run.returncode == 2, run
    assert run.stdout == ""
    assert f"tumbletrip {package.__version__} (" in run.stderr
    assert "Traceback" not in run.stderr
