"""One contestant under one load: open the tables, warm up, measure from outside, close them again."""

import asyncio
import gc
import os
import time
from dataclasses import dataclass

import psutil

from bench.server.contestants import Contestant
from bench.server.load import Load, Meter, Table, drive, open_all
from bench.server.results import Result, percentile
from bench.server.servers import RunningServer, Usage

OPENING_SECONDS = 120.0


async def measure(contestant: Contestant, load: Load) -> Result:
    """Start the server afresh, measure it, stop it."""
    with contestant.server() as server:
        await server.quiet()
        meter = Meter()
        tables = [
            contestant.table(server.site, meter, closed_loop=load.pace is None) for _ in range(load.tables)
        ]
        start = time.perf_counter()
        async with asyncio.timeout(OPENING_SECONDS):
            await open_all(tables)
        opening = time.perf_counter() - start
        driving = asyncio.create_task(drive(tables, load))
        try:
            await asyncio.sleep(load.warm_up)
            return await _measured(contestant, server, load, meter, tables, opening)
        finally:
            driving.cancel()
            await asyncio.gather(*(table.stop() for table in tables))
            gc.unfreeze()


@dataclass(frozen=True)
class _Reading:
    """What everybody has used up to a moment."""

    at: float
    server: Usage
    database: Usage | None
    load_cpu: float
    machine_cpu: float  # of all processes, whoever started them


async def _measured(
    contestant: Contestant,
    server: RunningServer,
    load: Load,
    meter: Meter,
    tables: list[Table],
    opening: float,
) -> Result:
    answers = [table.answers for table in tables]
    before = _read(server)
    meter.measuring = True
    await asyncio.sleep(load.seconds)
    meter.measuring = False
    after = _read(server)
    latencies = sorted(meter.latencies)
    seconds = after.at - before.at
    cpu = after.server.cpu_seconds - before.server.cpu_seconds
    load_cpu = after.load_cpu - before.load_cpu
    database_cpu = _database_cpu(before, after)
    machine_cpu = after.machine_cpu - before.machine_cpu
    return Result(
        contestant=contestant.title,
        tables=load.tables,
        pace=load.pace,
        moves_per_second=len(latencies) / seconds,
        p50_ms=1000 * percentile(latencies, 0.5),
        p99_ms=1000 * percentile(latencies, 0.99),
        memory_mb=after.server.memory_mb,
        moves_per_cpu_second=len(latencies) / cpu if cpu else 0.0,
        bytes_per_move=meter.received_bytes / len(latencies) if latencies else 0.0,
        server_cpu=cpu / seconds,
        load_cpu=load_cpu / seconds,
        others_cpu=max(0.0, machine_cpu - cpu - load_cpu - (database_cpu or 0.0)) / seconds,
        database_cpu=None if database_cpu is None else database_cpu / seconds,
        database_memory_mb=after.database.memory_mb if after.database else None,
        silent_tables=sum(table.answers == then for table, then in zip(tables, answers, strict=True)),
        opened_per_second=load.tables / opening,
    )


def _read(server: RunningServer) -> _Reading:
    own = psutil.Process(os.getpid()).cpu_times()
    machine = psutil.cpu_times()
    return _Reading(
        at=time.perf_counter(),
        server=server.usage(),
        database=server.database_usage(),
        load_cpu=own.user + own.system,
        machine_cpu=sum(machine) - machine.idle - getattr(machine, "iowait", 0.0),
    )


def _database_cpu(before: _Reading, after: _Reading) -> float | None:
    if before.database is None or after.database is None:
        return None
    return after.database.cpu_seconds - before.database.cpu_seconds
