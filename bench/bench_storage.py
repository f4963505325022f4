"""How many events per second become durable, one commit each and in groups, in both stores.

The batch sizes take turns within a round, so that a busy machine slows them all; read the ratios.
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.kit.storage.postgres import postgres_server
from tests.kit.storage.shared import Shared, workers_on
from tumbletrip.tables.chain import START, chain
from tumbletrip.tables.ports import Append, Appended, EventStore, NewTable

BATCHES = (1, 10, 100, 1_000)
BODY = json.dumps(
    {"kind": "wrote", "seat": 1, "round": 7, "city": "lyon", "dice": ["r4", "b2"], "x": "." * 60}
)


@dataclass(frozen=True)
class Figures:
    """What came out for one batch size."""

    events_per_second: float
    commit_ms: float  # the median
    cpu_us_per_event: float  # in our process, both threads

    @classmethod
    def of(cls, size: int, times: list[tuple[float, float]]) -> "Figures":
        walls, works = zip(*times, strict=True)
        events = size * len(times)
        return cls(events / sum(walls), 1e3 * statistics.median(walls), 1e6 * sum(works) / events)


class Logs:
    """Tables that grow by one event at a time, in turn."""

    def __init__(self, store: EventStore, count: int) -> None:
        self._store = store
        self._heads = {f"table-{number:018}": (1, START) for number in range(count)}
        self._turn = 0

    async def create(self) -> None:
        for name in self._heads:
            events = chain(START, 1, 0, [BODY], None)
            await self._store.create(NewTable(name, name, events))
            self._heads[name] = (1, events[0].hash)

    async def append(self, size: int) -> tuple[float, float]:
        """Append to the next tables in one batch; the seconds until they are durable, and of our CPU."""
        names = list(self._heads)
        chosen = [names[(self._turn + offset) % len(names)] for offset in range(size)]
        self._turn += size
        batch = [self._next(name) for name in chosen]
        began, worked = time.perf_counter(), time.process_time()
        answers = await self._store.append(batch)
        took = time.perf_counter() - began, time.process_time() - worked
        assert answers == [Appended.STORED] * size
        for added in batch:
            self._heads[added.table] = (added.events[-1].seq, added.events[-1].hash)
        return took

    def _next(self, name: str) -> Append:
        head, previous = self._heads[name]
        return Append(name, previous, chain(previous, head + 1, 1, [BODY], f"command-{head + 1:018}"))


async def measure(database: Shared, rounds: int, seconds: float) -> dict[int, Figures]:
    """What each batch size achieves."""
    store = await database.open()
    logs = Logs(store, max(BATCHES))
    await logs.create()
    times: dict[int, list[tuple[float, float]]] = {size: [] for size in BATCHES}
    for _ in range(rounds):
        for size in BATCHES:
            until = time.perf_counter() + seconds
            while time.perf_counter() < until:
                times[size].append(await logs.append(size))
    await store.close()
    return {size: Figures.of(size, some) for size, some in times.items()}


def report(name: str, figures: dict[int, Figures]) -> None:
    alone = figures[1].events_per_second
    print(f"{name}: batch, events/s, against one commit per event, median ms per commit, CPU us per event")
    for size, figure in figures.items():
        rate = figure.events_per_second
        costs = f"{figure.commit_ms:>7.2f}  {figure.cpu_us_per_event:>6.1f}"
        print(f"  {size:>5}  {rate:>9,.0f}  {rate / alone:>6.1f} x  {costs}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="per batch size and round")
    options = parser.parse_args()
    for name, place in (
        ("SQLite, synchronous=FULL", alone_on_sqlite()),
        ("SQLite with workers, while no other one writes", with_workers()),
        ("PostgreSQL, fsync on", on_postgres()),
    ):
        with place as database:
            report(name, asyncio.run(measure(database, options.rounds, options.seconds)))


@contextmanager
def alone_on_sqlite() -> Iterator[Shared]:
    with tempfile.TemporaryDirectory() as folder:
        yield Shared(f"{folder}/bench.db")


@contextmanager
def with_workers() -> Iterator[Shared]:
    with tempfile.TemporaryDirectory() as folder, workers_on(Path(folder) / "bench.db") as database:
        yield database


@contextmanager
def on_postgres() -> Iterator[Shared]:
    with postgres_server() as server:
        yield Shared(server.url())


if __name__ == "__main__":
    main()
