"""How many events per second become durable, one commit each and in groups, in both stores.

The batch sizes take turns within a round, so that a busy machine slows them all; read the ratios.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from pathlib import Path

from tests.kit.postgres import postgres_server
from tumbletrip.storage.opening import open_store
from tumbletrip.tables.chain import START, chain
from tumbletrip.tables.ports import Append, Appended, EventStore, NewTable

BATCHES = (1, 10, 100, 1_000)
BODY = json.dumps(
    {"kind": "wrote", "seat": 1, "round": 7, "city": "lyon", "dice": ["r4", "b2"], "x": "." * 60}
)


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

    async def append(self, size: int) -> float:
        """Append to the next tables in one batch; the seconds until they are durable."""
        names = list(self._heads)
        chosen = [names[(self._turn + offset) % len(names)] for offset in range(size)]
        self._turn += size
        batch = [self._next(name) for name in chosen]
        began = time.perf_counter()
        answers = await self._store.append(batch)
        seconds = time.perf_counter() - began
        assert answers == [Appended.STORED] * size
        for added in batch:
            self._heads[added.table] = (added.events[-1].seq, added.events[-1].hash)
        return seconds

    def _next(self, name: str) -> Append:
        head, previous = self._heads[name]
        return Append(name, chain(previous, head + 1, 1, [BODY], f"command-{head + 1:018}"))


async def measure(url: str, rounds: int, seconds: float) -> dict[int, tuple[float, float]]:
    """Events per second and the median seconds of a commit, by batch size."""
    store = await open_store(url)
    logs = Logs(store, max(BATCHES))
    await logs.create()
    times: dict[int, list[float]] = {size: [] for size in BATCHES}
    for _ in range(rounds):
        for size in BATCHES:
            until = time.perf_counter() + seconds
            while time.perf_counter() < until:
                times[size].append(await logs.append(size))
    await store.close()
    return {size: (size * len(some) / sum(some), statistics.median(some)) for size, some in times.items()}


def report(name: str, figures: dict[int, tuple[float, float]]) -> None:
    alone = figures[1][0]
    print(f"{name}: batch, events/s, against one commit per event, median ms per commit")
    for size, (rate, median) in figures.items():
        print(f"  {size:>5}  {rate:>9,.0f}  {rate / alone:>6.1f} x  {1000 * median:>7.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="per batch size and round")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(measure(str(Path(folder) / "bench.db"), options.rounds, options.seconds))
    report("SQLite, synchronous=FULL", figures)
    with postgres_server() as server:
        report("PostgreSQL, fsync on", asyncio.run(measure(server.url(), options.rounds, options.seconds)))


if __name__ == "__main__":
    main()
