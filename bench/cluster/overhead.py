"""What a cluster costs: processor time of the same games in one process and on workers, in one run.

`python -m bench.cluster.overhead --games 4000 --per-task 1000`

Counted is processor time, of this process (client and scheduler) and of all workers. Workers play some games
first: compiled code is loaded once, not for every task. Dask's loops cost something by the clock, with work
or without; on a machine that is shared with others the clock runs long, so the last column tells what it
would be if every worker had a core to itself.
"""

import argparse
import os
import time
from collections.abc import Iterator

import psutil

from tumbletrip.analysis.cluster import Cluster, opened_cluster
from tumbletrip.analysis.dicetrip.simulation import Setup, each_alone, play_all
from tumbletrip.analysis.executor import Executor, Serial
from tumbletrip.dicetrip.editions import builtin_edition

IDLE_SECONDS = 20.0


def played(setup: Setup, games: int, executor: Executor) -> list[tuple[int, ...]]:
    return [one.totals for one in play_all(setup, each_alone(1, games), executor, with_events=False)]


def workers_seconds(cluster: Cluster) -> float:
    processes = map(psutil.Process, cluster.client.run(os.getpid).values())
    return sum(sum(process.cpu_times()[:2]) for process in processes)


class Watch:
    """Processor time of this process and of the workers, and the clock."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._began = self._now()

    def _now(self) -> tuple[float, float, float]:
        return time.process_time(), workers_seconds(self._cluster), time.perf_counter()

    def seconds(self) -> tuple[float, float, float]:
        here, there, clock = (now - then for now, then in zip(self._now(), self._began, strict=True))
        return here, there, clock


def rows(setup: Setup, games: int, per_task: int, counts: list[int]) -> Iterator[tuple[object, ...]]:
    played(setup, 20, Serial())
    began = time.process_time()
    alone = played(setup, games, Serial())
    serial = time.process_time() - began
    yield "one process", f"{1000 * serial / games:.2f}", "1.00", "", ""
    for count in counts:
        with opened_cluster(f"local:{count}") as cluster:
            cluster.per_task = 20
            played(setup, 20 * count, cluster)
            idle = Watch(cluster)
            time.sleep(IDLE_SECONDS)
            here, there, clock = idle.seconds()
            idling = (here + there) / clock
            cluster.per_task = per_task
            busy = Watch(cluster)
            assert played(setup, games, cluster) == alone
            here, there, clock = busy.seconds()
        own = here + there - idling * clock
        yield (
            f"{count} workers",
            f"{1000 * (here + there) / games:.2f}",
            f"{(here + there) / serial:.2f}",
            f"{1000 * idling:.0f}",
            f"{own / serial + idling / count:.2f}",
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="good")
    parser.add_argument("--games", type=int, default=4_000)
    parser.add_argument("--per-task", type=int, default=1_000)
    parser.add_argument("--workers", default="1,2")
    given = parser.parse_args()
    setup = Setup(builtin_edition("france"), (given.bot,), seed=1)
    print("| | CPU ms a game | × one process | idle, CPU ms a second | × on a machine of its own |")
    print("|---|---|---|---|---|")
    for row in rows(setup, given.games, given.per_task, [int(count) for count in given.workers.split(",")]):
        print(f"| {' | '.join(map(str, row))} |", flush=True)


if __name__ == "__main__":
    main()
