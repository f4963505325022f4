"""Bulk work on more than one machine, through Dask: workers may come, go and die, the results stay the same.

A task is some items at once, as many as take about two seconds: Dask needs a few milliseconds for each task.
Who works on what changes nothing, since every item depends on nothing but itself.
"""

import json
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

from tumbletrip.analysis.extras import needs_extra
from tumbletrip.analysis.software import Software, first_difference, software_here
from tumbletrip.core.errors import InputError, problem

if TYPE_CHECKING:
    from distributed import Client, Future

Item = TypeVar("Item")
Result = TypeVar("Result")

TASK_SECONDS = 2.0
MOST_PER_TASK = 1_000
GROWTH = 4  # times as many items as in the task before, at most
AHEAD = 2  # tasks for each worker that are handed out before their turn
SELDOM = {  # how often Dask looks after itself: as it comes, 18 ms of every second and worker
    "distributed.worker.profile.enabled": False,  # looks at the stack a hundred times a second
    "distributed.worker.memory.monitor-interval": "2s",  # of 100 ms
    "distributed.admin.tick.interval": "1s",  # of 20 ms
    "distributed.admin.tick.cycle": "5s",  # of 1 s
    "distributed.admin.system-monitor.interval": "5s",  # of 500 ms
}
PATIENCE_SECONDS = 30.0  # until a scheduler answers, and until it has a worker


class ClusterError(InputError):
    """A cluster that cannot do the work; the sentence says why."""


@dataclass(slots=True)
class Cluster:
    """The workers of a Dask scheduler as an executor."""

    client: "Client"
    per_task: int | None = None  # items of a task; None finds out

    def map(self, task: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """The results in order; tasks whose worker has died are done again by another."""
        left, size = iter(items), self.per_task or 1
        waiting: deque[Future] = deque()
        try:
            while True:
                while len(waiting) < AHEAD * max(1, len(self.client.nthreads())):
                    some = list(islice(left, size))
                    if not some:
                        break
                    waiting.append(
                        self.client.submit(done_by_a_worker, software_here(), task, some, pure=False)
                    )
                if not waiting:
                    return
                seconds, results = _result(waiting.popleft())
                if self.per_task is None:
                    size = next_size(size, seconds / len(results))
                yield from results
        finally:
            self.client.cancel(list(waiting))


def next_size(size: int, seconds_each: float) -> int:
    """How many items the next task should have."""
    wanted = int(TASK_SECONDS / max(seconds_each, 1e-9))
    return max(1, min(wanted, GROWTH * size, MOST_PER_TASK))


def done_by_a_worker(
    wanted: Software, task: Callable[[Item], Result], items: list[Item]
) -> tuple[float, list[Result]]:
    """The results of some items and how long they took; refused where other software would give others."""
    other = first_difference(wanted, software_here())
    if other:
        name, ours, theirs = other
        raise ClusterError(problem("cluster.software", name=name, ours=ours, theirs=theirs))
    began = perf_counter()
    results = [task(item) for item in items]
    return perf_counter() - began, results


def _result(future: "Future") -> Any:
    """What a task gave; faults of the cluster become sentences."""
    from distributed import KilledWorker
    from distributed.client import FuturesCancelledError

    try:
        return future.result()
    except KilledWorker as error:
        raise ClusterError(problem("cluster.killed")) from error
    except FuturesCancelledError as error:
        raise ClusterError(problem("cluster.lost")) from error
    except (ModuleNotFoundError, RuntimeError) as error:
        if "tumbletrip" in str(error) or "deserializ" in str(error):
            raise ClusterError(problem("cluster.no_tumbletrip")) from error
        raise


@contextmanager
def opened_cluster(word: str) -> Iterator[Cluster]:
    """The cluster that a word means: `local:4`, the address of a scheduler, or the path of its file."""
    with needs_extra("cluster"):
        import dask
        from distributed import Client, LocalCluster
    quiet = logging.CRITICAL
    kind, _, rest = word.partition(":")
    with ExitStack() as opened:
        if kind == "local" and rest.isdecimal() and int(rest) > 0:
            opened.enter_context(dask.config.set(SELDOM))
            local = LocalCluster(
                n_workers=int(rest), threads_per_worker=1, dashboard_address=None, silence_logs=quiet
            )
            scheduler = opened.enter_context(local).scheduler_address
        else:
            scheduler = word if "://" in word else _told_in_file(Path(word))
        logging.getLogger("distributed").setLevel(quiet)  # what matters is said in a sentence
        try:
            client = opened.enter_context(Client(scheduler, timeout=PATIENCE_SECONDS))
        except (OSError, ValueError) as error:
            raise ClusterError(problem("cluster.unreachable", word=word, reason=str(error))) from error
        try:
            client.wait_for_workers(1, timeout=PATIENCE_SECONDS)
        except TimeoutError as error:
            raise ClusterError(problem("cluster.no_workers", word=word)) from error
        yield Cluster(client)


def _told_in_file(file: Path) -> str:
    """The address that a scheduler wrote into its file."""
    try:
        return str(json.loads(file.read_text("utf-8"))["address"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ClusterError(problem("cluster.unknown", word=file)) from error
