"""Hundreds of sockets that lose their server and come back at the same moment (F4).

python -m bench.faults.reconnect_storm --tables 10 --sockets 500
"""

import argparse
import asyncio
import json
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psutil
from websockets.asyncio.client import connect

from tests.kit.server.servers import Server

PATIENCE = 120.0
LIMITS = ("--limit", "sockets_per_address=100000", "--limit", "requests_burst=100000")


@dataclass(frozen=True)
class Storm:
    """How a storm went; times are from the moment when all set out."""

    sockets: int
    welcomed: int
    exact: int  # told exactly what they missed
    p50_seconds: float
    p99_seconds: float
    last_seconds: float
    server_cpu_seconds: float  # unlike the times, the same on a busy machine


async def storm(server: Server, tables: int, sockets: int) -> Storm:
    """Connect to a running server, kill it, start it, move once at each table, come back all at once."""
    opened = [_open_table(server) for _ in range(tables)]
    places = [opened[number % tables]["table"] for number in range(sockets)]
    async with AsyncExitStack() as stack:
        before = await asyncio.gather(*(_connected(stack, server, table, 0) for table in places))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        rolled = {own["table"]: _roll(server, own) for own in opened}
        heads = [max(seen) for seen, _ in before]
        start, cpu = time.perf_counter(), _cpu_seconds(server)
        back = await asyncio.gather(
            *(_connected(stack, server, table, head) for table, head in zip(places, heads, strict=True))
        )
        cpu = _cpu_seconds(server) - cpu
    waits = sorted(at - start for _, at in back)
    # A first roll is several events: chains are sealed, the draw is asked for and made.
    missed = [list(range(head + 1, rolled[table] + 1)) for table, head in zip(places, heads, strict=True)]
    exact = sum(seen == wanted for (seen, _), wanted in zip(back, missed, strict=True))
    places_of = {"p50_seconds": 0.5, "p99_seconds": 0.99, "last_seconds": 1.0}
    times = {name: round(waits[int((len(waits) - 1) * share)], 3) for name, share in places_of.items()}
    return Storm(sockets, len(back), exact, **times, server_cpu_seconds=round(cpu, 2))


def _cpu_seconds(server: Server) -> float:
    times = psutil.Process(server.pid).cpu_times()
    return times.user + times.system


def _open_table(server: Server) -> Any:
    seats = [{"occupant": "person", "name": name} for name in ("Ada", "Ben")]
    return server.ask("POST", "/api/tables", {"game": "dicetrip", "seats": seats})


def _roll(server: Server, own: Any) -> int:
    """Roll; the number of the event."""
    command = {"id": "roll", "seat": 0, "round": 1, "action": {"do": "roll"}}
    path = f"/api/tables/{own['table']}/commands"
    answer = server.ask("POST", path, command, own["seats"][0]["secret"])
    return int(answer["seq"])


async def _connected(
    stack: AsyncExitStack, server: Server, table: str, since: int
) -> tuple[list[int], float]:
    """Connect with the last event seen; the events that came and the seconds it took."""
    line = await stack.enter_async_context(connect(server.socket_url(table), open_timeout=PATIENCE))
    await line.send(json.dumps({"type": "hello", "secrets": [], "since": since}))
    message = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
    return [event["seq"] for event in message["events"]], time.perf_counter()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.faults.reconnect_storm", description=__doc__)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--sockets", type=int, default=500)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        server = Server(str(Path(name) / "tables.db"), Path(name) / "log", "--thinkers", "1", *LIMITS).start()
        try:
            figures = asyncio.run(storm(server, chosen.tables, chosen.sockets))
        finally:
            server.kill()
    print(json.dumps(asdict(figures), indent=1))


if __name__ == "__main__":
    main()
