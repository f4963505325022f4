"""What a cluster costs: the same games in one process and on workers, turn by turn, in one run.

`python -m bench.cluster.overhead --games 1000 --turns 9`

A turn plays the same games here and then on the workers, as tasks of `--per-task` games; told are medians
over turns, and of the ratios within a turn, since a machine that others use as well is not as fast now as a
minute ago. Counted is processor time of this process (client, scheduler and nannies) and of all workers, and
the clock. Both sides play some games first: compiled code is loaded once, not for every task.
"""

import argparse
import os
import time
from collections.abc import Iterator
from statistics import median
from typing import NamedTuple

import psutil

from tumbletrip.analysis.cluster import Cluster, opened_cluster
from tumbletrip.analysis.dicetrip.simulation import Pairing, Setup, play_all
from tumbletrip.analysis.executor import Executor, Serial
from tumbletrip.dicetrip.editions import builtin_edition

IDLE_SECONDS = 10.0


class Spent(NamedTuple):
    """Seconds of processors and of the clock."""

    cpu: float
    clock: float

    def over(self, other: "Spent") -> "Spent":
        return Spent(self.cpu / other.cpu, self.clock / other.clock)


def played(setup: Setup, first: int, games: int, executor: Executor) -> list[tuple[int, ...]]:
    pairings = (Pairing(number, (0,)) for number in range(first, first + games))
    return [one.totals for one in play_all(setup, pairings, executor, with_events=False)]


class Watch:
    """Time from its beginning on, that of workers included."""

    def __init__(self, cluster: Cluster | None = None) -> None:
        found = cluster.client.run(os.getpid).values() if cluster else ()
        self._workers = [psutil.Process(number) for number in found]
        self._began = self._now()

    def _now(self) -> Spent:
        workers = sum(sum(process.cpu_times()[:2]) for process in self._workers)
        return Spent(time.process_time() + workers, time.perf_counter())

    def spent(self) -> Spent:
        return Spent(*(now - then for now, then in zip(self._now(), self._began, strict=True)))


def turn(setup: Setup, first: int, games: int, cluster: Cluster) -> tuple[Spent, Spent]:
    """The same games here and there."""
    here = Watch()
    alone = played(setup, first, games, Serial())
    serial = here.spent()
    there = Watch(cluster)
    assert played(setup, first, games, cluster) == alone
    return serial, there.spent()


def row(setup: Setup, given: argparse.Namespace, count: int) -> Iterator[object]:
    """What a number of workers cost."""
    with opened_cluster(f"local:{count}") as cluster:
        cluster.per_task = 20
        played(setup, 0, 20 * count, cluster)
        played(setup, 0, 20, Serial())
        idle = Watch(cluster)
        time.sleep(IDLE_SECONDS)
        idling = idle.spent()
        cluster.per_task = given.per_task
        turns = [turn(setup, given.games * at, given.games, cluster) for at in range(given.turns)]
    ratios = [there.over(serial) for serial, there in turns]
    yield count
    yield f"{1000 * median(serial.cpu for serial, _ in turns) / given.games:.2f}"
    yield f"{1000 * median(there.cpu for _, there in turns) / given.games:.2f}"
    yield f"{median(one.cpu for one in ratios):.3f}"
    yield f"{min(one.cpu for one in ratios):.2f} – {max(one.cpu for one in ratios):.2f}"
    yield f"{median(one.clock for one in ratios):.2f}"
    yield f"{1000 * idling.cpu / idling.clock:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="good")
    parser.add_argument("--games", type=int, default=1_000, help="of each turn")
    parser.add_argument("--per-task", type=int, default=1_000)
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--turns", type=int, default=9)
    given = parser.parse_args()
    setup = Setup(builtin_edition("france"), (given.bot,), seed=1)
    print("| workers | here, CPU ms a game | there | × | from – to | × by the clock | idle, ms a second |")
    print("|---|---|---|---|---|---|---|")
    for count in map(int, given.workers.split(",")):
        print(f"| {' | '.join(map(str, row(setup, given, count)))} |", flush=True)


if __name__ == "__main__":
    main()
