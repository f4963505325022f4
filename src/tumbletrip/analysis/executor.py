"""Where bulk work runs: here, in several processes, or on the machines of a cluster."""

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Protocol, TypeVar

from tumbletrip.analysis.cluster import opened_cluster
from tumbletrip.analysis.extras import MissingExtra
from tumbletrip.core.errors import InputError, problem

Item = TypeVar("Item")
Result = TypeVar("Result")


class Executor(Protocol):
    """Anything that applies a task to many items; tasks and items must survive pickling."""

    def map(self, task: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """The results in the order of the items, each as soon as it and those before it are ready."""


class Serial:
    """One after the other, in this process."""

    def map(self, task: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Each result when it is asked for."""
        return map(task, items)


class Processes:
    """Side by side in several processes, with joblib."""

    def __init__(self, jobs: int) -> None:
        """Use that many processes."""
        if find_spec("joblib") is None:
            raise MissingExtra("joblib", "fast")
        self.jobs = jobs

    def map(self, task: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """The results in order; an interrupt here stops the processes too."""
        from joblib import Parallel, delayed

        run = Parallel(
            n_jobs=self.jobs,
            backend="loky",
            return_as="generator",
            initializer=_ignore_interrupts,
        )
        yield from run(delayed(task)(item) for item in items)


def executor_for(jobs: int) -> Executor:
    """The executor for a number of processes."""
    return Serial() if jobs == 1 else Processes(jobs)


@contextmanager
def opened_executor(jobs: int, cluster: str | None = None) -> Iterator[Executor]:
    """The executor for a number of processes or, if one is named, on a cluster."""
    if cluster is None:
        yield executor_for(jobs)
    elif jobs != 1:
        raise InputError(problem("cluster.and_jobs"))
    else:
        with opened_cluster(cluster) as executor:
            yield executor


def _ignore_interrupts() -> None:
    """Ctrl-C reaches the whole process group; only the parent knows what to print then."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
