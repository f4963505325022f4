"""One contestant under one load: open the tables, warm up, measure from outside, close them again."""

import asyncio
import gc
import os
import time

import psutil

from bench.server.contestants import Contestant
from bench.server.load import Load, Meter, Table, drive, open_all
from bench.server.results import Result, percentile
from bench.server.servers import RunningServer

OPENING_SECONDS = 120.0


async def measure(contestant: Contestant, load: Load) -> Result:
    """Start the server afresh, measure it, stop it."""
    with contestant.server() as server:
        await server.quiet()
        meter = Meter()
        tables = [
            contestant.table(server.site, meter, closed_loop=load.pace is None) for _ in range(load.tables)
        ]
        async with asyncio.timeout(OPENING_SECONDS):
            await open_all(tables)
        driving = asyncio.create_task(drive(tables, load))
        try:
            await asyncio.sleep(load.warm_up)
            return await _measured(contestant, server, load, meter, tables)
        finally:
            driving.cancel()
            await asyncio.gather(*(table.stop() for table in tables))
            gc.unfreeze()


async def _measured(
    contestant: Contestant, server: RunningServer, load: Load, meter: Meter, tables: list[Table]
) -> Result:
    answers = [table.answers for table in tables]
    before, database_before, load_before = server.usage(), server.database_usage(), _own_cpu()
    start = time.perf_counter()
    meter.measuring = True
    await asyncio.sleep(load.seconds)
    meter.measuring = False
    seconds = time.perf_counter() - start
    after, database_after, load_after = server.usage(), server.database_usage(), _own_cpu()
    latencies = sorted(meter.latencies)
    cpu = after.cpu_seconds - before.cpu_seconds
    return Result(
        contestant=contestant.title,
        tables=load.tables,
        pace=load.pace,
        moves_per_second=len(latencies) / seconds,
        p50_ms=1000 * percentile(latencies, 0.5),
        p99_ms=1000 * percentile(latencies, 0.99),
        memory_mb=after.memory_mb,
        moves_per_cpu_second=len(latencies) / cpu if cpu else 0.0,
        bytes_per_move=meter.received_bytes / len(latencies) if latencies else 0.0,
        server_cpu=cpu / seconds,
        load_cpu=(load_after - load_before) / seconds,
        database_cpu=(
            (database_after.cpu_seconds - database_before.cpu_seconds) / seconds
            if database_before and database_after
            else None
        ),
        database_memory_mb=database_after.memory_mb if database_after else None,
        silent_tables=sum(table.answers == then for table, then in zip(tables, answers, strict=True)),
    )


def _own_cpu() -> float:
    times = psutil.Process(os.getpid()).cpu_times()
    return times.user + times.system
