"""Honest games on one server, alone and then among hostile guests: what do these cost the others?

python -m bench.faults.hostile_guests --games 8 --guests 36

Everything happens on loopback, against a server that this program starts itself; the guests are seeded,
bounded in number, and leave when the honest games are over.
"""

import argparse
import asyncio
import json
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import httpx
import psutil
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.faults.kill_judging import Figures, judge
from tests.kit.server.clients import Person
from tests.kit.server.servers import Server
from tumbletrip.storage.opening import open_store

TABLE_OPTIONS: Mapping[str, Any] = {"dicetrip": {}, "tumblin": {"house": ["rounds=1"]}}
HONEST = "127.0.0.1"
GOLDEN = Path(__file__).parents[2] / "tests" / "golden"
GONE = (OSError, httpx.HTTPError, WebSocketException, TimeoutError)


@dataclass
class TimedPerson(Person):
    """A player who notes how long answers take."""

    waits: list[float] = field(default_factory=list)
    _asked_at: float = 0.0

    async def _talk(self, line: Any) -> None:
        await super()._talk(_TimedLine(line, self))

    def sent(self) -> None:
        """A message left."""
        self._asked_at = time.monotonic()

    def _hear_answer(self, message: dict[str, Any]) -> None:
        self.waits.append(time.monotonic() - self._asked_at)
        super()._hear_answer(message)


class _TimedLine:
    def __init__(self, line: Any, person: TimedPerson) -> None:
        self._line, self._person = line, person

    async def send(self, text: str) -> None:
        self._person.sent()
        await self._line.send(text)

    async def recv(self) -> Any:
        return await self._line.recv()


@dataclass
class Guest:
    """One hostile guest, with an address of its own on loopback."""

    server: Server
    address: str
    rng: Random
    done: Counter[str]

    @property
    def url(self) -> str:
        """The server's address."""
        return f"http://127.0.0.1:{self.server.port}"

    def client(self) -> httpx.AsyncClient:
        """HTTP from the guest's own address."""
        transport = httpx.AsyncHTTPTransport(local_address=self.address)
        return httpx.AsyncClient(base_url=self.url, transport=transport, timeout=30)


Deed: TypeAlias = Callable[[Guest], Awaitable[str]]


async def opens_tables_of_champions(guest: Guest) -> str:
    """Greedy: three champions think at every new table."""
    bots = [{"occupant": "bot", "level": "champion"}] * 3
    seats = [{"occupant": "person", "name": "Mal"}, *bots]
    async with guest.client() as client:
        answer = await client.post("/api/tables", json={"game": "dicetrip", "seats": seats})
        if answer.status_code != 201:
            return str(answer.status_code)
        opened = answer.json()
        secret = opened["seats"][0]["secret"]
        body = {"id": "r", "seat": 0, "round": 1, "action": {"do": "roll"}}
        headers = {"Authorization": f"Seat {secret}"}
        rolled = await client.post(f"/api/tables/{opened['table']}/commands", json=body, headers=headers)
        return str(rolled.status_code)


async def prints(guest: Guest) -> str:
    """Greedy: another pad every time."""
    async with guest.client() as client:
        answer = await client.get(f"/api/sheets/dicetrip?copies={guest.rng.randint(20, 200)}")
        return str(answer.status_code)


async def reads_replays(guest: Guest) -> str:
    """Greedy: brings a match in and reads it over and over."""
    text = (GOLDEN / "duel_mujoco.tumble").read_bytes()
    async with guest.client() as client:
        answer = await client.post("/api/records", content=text)
        if answer.status_code != 201:
            return str(answer.status_code)
        path = f"/api/tables/{answer.json()['table']}/replay"
        return str([(await client.get(path)).status_code for _ in range(5)][-1])


async def sends_half(guest: Guest) -> str:
    """Slow: the beginning of a request, and then nothing."""
    reader, writer = await asyncio.open_connection(HONEST, guest.server.port, local_addr=(guest.address, 0))
    try:
        writer.write(
            guest.rng.choice([b"GET / HT", b"POST /api/tables HTTP/1.1\r\nContent-Length: 99\r\n\r\n{"])
        )
        await writer.drain()
        await reader.read()  # until the server has had enough
    finally:
        writer.close()
    return "closed"


async def never_reads(guest: Guest) -> str:
    """Slow: asks for much, and takes nothing."""
    reader, writer = await asyncio.open_connection(
        HONEST, guest.server.port, local_addr=(guest.address, 0), limit=1024
    )
    try:
        writer.write(b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 30)
        await writer.drain()
        while not reader.at_eof() and not writer.transport.is_closing():
            await asyncio.sleep(0.2)
    finally:
        writer.transport.abort()
    return "closed"


async def floods_a_socket(guest: Guest) -> str:
    """Broken: frames that are no messages, and pings without end."""
    async with guest.client() as client:
        seats = [{"occupant": "person", "name": "Mal"}]
        answer = await client.post("/api/tables", json={"game": "dicetrip", "seats": seats})
        if answer.status_code != 201:
            return str(answer.status_code)
    url = guest.server.socket_url(answer.json()["table"])
    async with connect(url, local_addr=(guest.address, 0), ping_interval=None) as line:
        if guest.rng.random() < 0.5:
            await line.send("x" * guest.rng.randint(1, 20_000))
        await line.send(json.dumps({"type": "hello"}))
        for _ in range(500):
            await line.ping()
        await line.wait_closed()
        return f"socket {line.close_code}"


async def lies(guest: Guest) -> str:
    """Lying: codes that are guessed, secrets that are made up, records that are none."""
    async with guest.client() as client:
        code = "".join(guest.rng.choices("ABCDEFGHJKLMNPQRSTUVWXYZ", k=5))
        made_up = {"Authorization": f"Seat {guest.rng.getrandbits(128):032x}"}
        answers = [
            await client.get(f"/api/codes/{code}"),
            await client.get(f"/api/tables/{guest.rng.getrandbits(96):024x}", headers=made_up),
            await client.post("/api/records", content=guest.rng.randbytes(guest.rng.randint(0, 300_000))),
        ]
        return " ".join(str(answer.status_code) for answer in answers)


DEEDS: tuple[Deed, ...] = (
    opens_tables_of_champions,
    prints,
    reads_replays,
    sends_half,
    never_reads,
    floods_a_socket,
    lies,
)


@dataclass
class Shown:
    """What a stretch of play has shown; times in seconds, memory in MB of the server's own process."""

    moves: int = 0
    p50: float = 0.0
    p99: float = 0.0
    seconds: float = 0.0
    memory_mb: float = 0.0  # right after it
    deeds: Counter[str] = field(default_factory=Counter)  # what hostile guests did, with how it ended


@dataclass
class Report:
    """Honest games alone, then among hostile guests; `judged` holds what was lost, doubled or changed."""

    alone: Shown
    among: Shown
    judged: Figures
    errors: list[str]  # in the server's log before it was stopped


Table: TypeAlias = tuple[str, list[TimedPerson]]


async def run(server: Server, database: str, games: int, guests: int, seed: int, least_deeds: int) -> Report:
    """Play honest games alone, and as many among guests; then hold what people were told against the log."""
    await asyncio.to_thread(server.start)
    try:
        await _play(server, ["tumblin", "dicetrip"], Random(seed), Counter(), 0)  # until all is warm
        alone, first = await _play(server, _kinds(games), Random(seed), Counter(), 0)
        deeds: Counter[str] = Counter()
        hostile = [
            asyncio.create_task(
                _misbehave(Guest(server, f"127.0.1.{1 + number}", Random(seed + number), deeds), deed)
            )
            for number, deed in zip(range(guests), cycle(DEEDS), strict=False)
        ]
        among, second = await _play(server, _kinds(games), Random(seed + 1), deeds, least_deeds)
        for task in hostile:
            task.cancel()
        await asyncio.gather(*hostile, return_exceptions=True)
        errors = [line for line in server.log.read_text("utf-8").splitlines() if _is_error(line)]
    finally:
        await asyncio.to_thread(server.stop)
    return Report(alone, among, await _judged(database, [*first, *second]), errors)


def _is_error(line: str) -> bool:
    return line.startswith("{") and json.loads(line).get("level") == "error"


def _kinds(games: int) -> list[str]:
    return [kind for kind, _ in zip(cycle(TABLE_OPTIONS), range(games), strict=False)]


async def _play(
    server: Server, kinds: list[str], rng: Random, deeds: Counter[str], least_deeds: int
) -> tuple[Shown, list[Table]]:
    """Play games to their ends, which wait until hostile guests have done so many deeds."""
    began = time.monotonic()
    tables = [await _open(server, kind, rng, lambda: deeds.total() < least_deeds) for kind in kinds]
    await asyncio.gather(*(person.play() for _, people in tables for person in people))
    seconds = time.monotonic() - began
    waits = sorted(wait for _, people in tables for person in people for wait in person.waits)
    p50, p99 = waits[len(waits) // 2], waits[int(len(waits) * 0.99)]
    return Shown(len(waits), p50, p99, seconds, memory_of(server), deeds), tables


async def _open(server: Server, kind: str, rng: Random, must_wait: Callable[[], bool]) -> Table:
    seats = [{"occupant": "person", "name": name} for name in ("Ada", "Ben")]
    wish = {"game": kind, "seats": seats, "options": TABLE_OPTIONS[kind]}
    opened = await asyncio.to_thread(server.ask, "POST", "/api/tables", wish)
    url = server.socket_url(opened["table"])
    people = [
        TimedPerson(lambda: url, own["seat"], own["secret"], Random(rng.random()), 0.05, must_wait)
        for own in opened["seats"]
    ]
    return opened["table"], people


async def _misbehave(guest: Guest, deed: Deed) -> None:
    """Do the same deed over and over, whatever comes of it."""
    while True:
        try:
            async with asyncio.timeout(60):
                ended = await deed(guest)
        except GONE as error:
            ended = type(error).__name__
        guest.done[f"{deed.__name__}: {ended}"] += 1
        await asyncio.sleep(guest.rng.uniform(0, 0.05))


async def _judged(database: str, tables: list[Table]) -> Figures:
    figures = Figures()
    store = await open_store(database)
    for table, people in tables:
        stored = await store.load(table)
        assert stored is not None, f"table {table} is gone"
        judge(people, stored, figures)
    await store.close()
    return figures


def memory_of(server: Server) -> float:
    """The memory of the server's process, without its workers."""
    return psutil.Process(server.pid).memory_info().rss / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.faults.hostile_guests", description=__doc__)
    parser.add_argument("--games", type=int, default=8, help="honest games, half of each kind")
    parser.add_argument("--guests", type=int, default=36, help="hostile guests, at most 200")
    parser.add_argument("--deeds", type=int, default=200, help="that guests do before honest games may end")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        database = str(Path(name) / "tables.db")
        server = Server(database, Path(name) / "log", "--thinkers", "2")
        guests = min(chosen.guests, 200)
        report = asyncio.run(run(server, database, chosen.games, guests, chosen.seed, chosen.deeds))
    print(json.dumps(vars(report), default=vars, indent=1))
    raise SystemExit(1 if report.judged.faults else 0)


if __name__ == "__main__":
    main()
