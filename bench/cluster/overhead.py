"""What a cluster costs: processor time of the same games in one process and on workers, in one run.

`python -m bench.cluster.overhead --games 4000 --per-task 1000`

Counted is processor time, of this process (client and scheduler) and of all workers, so that a busy machine
changes little. Workers play some games first: compiled code is loaded once, not for every task.
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


def played(setup: Setup, games: int, executor: Executor) -> list[tuple[int, ...]]:
    return [one.totals for one in play_all(setup, each_alone(1, games), executor, with_events=False)]


def workers_seconds(cluster: Cluster) -> float:
    processes = map(psutil.Process, cluster.client.run(os.getpid).values())
    return sum(sum(process.cpu_times()[:2]) for process in processes)


def rows(setup: Setup, games: int, per_task: int, counts: list[int]) -> Iterator[tuple[object, ...]]:
    warm = 20 * max(counts)
    played(setup, 20, Serial())
    began = time.process_time()
    alone = played(setup, games, Serial())
    serial = time.process_time() - began
    yield "one process", f"{1000 * serial / games:.2f}", "", "", "1.00"
    for count in counts:
        with opened_cluster(f"local:{count}") as cluster:
            cluster.per_task = 20
            played(setup, warm, cluster)
            cluster.per_task = per_task
            before, began = workers_seconds(cluster), time.process_time()
            assert played(setup, games, cluster) == alone
            here, there = time.process_time() - began, workers_seconds(cluster) - before
        tasks = -(-games // per_task)
        yield (
            f"{count} workers",
            f"{1000 * (here + there) / games:.2f}",
            f"{1000 * there / games:.2f}",
            f"{1000 * here / tasks:.0f}",
            f"{(here + there) / serial:.2f}",
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="good")
    parser.add_argument("--games", type=int, default=4_000)
    parser.add_argument("--per-task", type=int, default=1_000)
    parser.add_argument("--workers", default="1,2")
    given = parser.parse_args()
    setup = Setup(builtin_edition("france"), (given.bot,), seed=1)
    print("| | CPU ms a game | of these in workers | client and scheduler, CPU ms a task | × one process |")
    print("|---|---|---|---|---|")
    for row in rows(setup, given.games, given.per_task, [int(count) for count in given.workers.split(",")]):
        print(f"| {' | '.join(map(str, row))} |", flush=True)


if __name__ == "__main__":
    main()
