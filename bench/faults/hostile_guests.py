"""Honest games on one server, by turns alone and among hostile guests: what do these cost the others?

python -m bench.faults.hostile_guests --games 8 --guests 36

Everything happens on loopback, against a server that this program starts itself. Stretches with and without
guests take turns, so that whatever else the machine does meets both alike.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import psutil

from bench.faults.guests import GOLDEN, RESTING
from bench.faults.kill_judging import Figures, judge
from tests.kit.server.clients import Person
from tests.kit.server.servers import Server
from tumbletrip.storage.opening import open_store

TABLE_OPTIONS: Mapping[str, Any] = {"dicetrip": {}, "tumblin": {"house": ["rounds=1"]}}
THINK_SECONDS = 0.5  # that people think at most: they are no load test
MEMORY_BACK = 1.2  # times what it was before the first guest
POLL_SECONDS = 5.0


@dataclass
class TimedPerson(Person):
    """A player who notes how long answers take, by what was done."""

    waits: list[tuple[str, float]] = field(default_factory=list)
    _asked: tuple[str, float] = ("", 0.0)

    async def _talk(self, line: Any) -> None:
        await super()._talk(_TimedLine(line, self))

    def sent(self, message: Mapping[str, Any]) -> None:
        """A message left."""
        if message["type"] == "command":
            self._asked = message["action"]["do"], time.monotonic()

    def _hear_answer(self, message: dict[str, Any]) -> None:
        done, at = self._asked
        self.waits.append((done, time.monotonic() - at))
        super()._hear_answer(message)


class _TimedLine:
    def __init__(self, line: Any, person: TimedPerson) -> None:
        self._line, self._person = line, person

    async def send(self, text: str) -> None:
        self._person.sent(json.loads(text))
        await self._line.send(text)

    async def recv(self) -> Any:
        return await self._line.recv()


class Guests:
    """The process of hostile guests, and what they have done so far."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._resting = asyncio.Event()
        self._listening = asyncio.create_task(self._listen())
        self.deeds: Counter[str] = Counter()

    @classmethod
    async def invited(cls, server: Server, guests: int, seed: int) -> "Guests":
        """Guests who rest until they are let go."""
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, "-m", "bench.faults.guests", str(server.port), str(guests), str(seed))
        return cls(await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe))

    async def _listen(self) -> None:
        assert self._process.stdout
        async for line in self._process.stdout:
            if (said := line.decode().strip()) == RESTING:
                self._resting.set()
            else:
                self.deeds[said] += 1

    def _say(self, word: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{word}\n".encode())

    def go(self) -> None:
        """Let them do what they came for."""
        self._say("go")

    async def rest(self) -> None:
        """Stop all of them; their tables and the work they asked for stay with the server."""
        self._resting.clear()
        self._say("rest")
        await self._resting.wait()

    def still_owe(self, more: int) -> Callable[[], bool]:
        """Whether they have not yet done so many more deeds, from now on."""
        enough = self.deeds.total() + more
        return lambda: self.deeds.total() < enough

    async def leave(self) -> None:
        """End their process."""
        assert self._process.stdin
        self._process.stdin.close()
        await self._process.wait()
        await self._listening


@dataclass
class Shown:
    """What stretches of one kind have shown, in seconds."""

    waits: list[tuple[str, float]] = field(default_factory=list)
    seconds: float = 0.0

    def percentile(self, share: float, done: str = "") -> float:
        """The wait that so many answers did not exceed, of all moves or of one kind."""
        waits = sorted(wait for name, wait in self.waits if done in ("", name))
        return round(waits[int((len(waits) - 1) * share)], 4)

    def summary(self) -> dict[str, Any]:
        """Counts and percentiles, together and by what was done."""
        kinds = ["", *sorted({done for done, _ in self.waits})]
        return {
            done or "all": {
                "moves": sum(done in ("", name) for name, _ in self.waits),
                **{f"p{share}": self.percentile(share / 100, done) for share in (50, 90, 99)},
            }
            for done in kinds
        }


@dataclass
class Report:
    """Honest games alone and among guests; memory in MB of the server's own process."""

    alone: Shown
    among: Shown
    deeds: Counter[str]
    memory_before_mb: float  # after the first stretch, which is alone
    memory_after_mb: float  # right after the last guest
    memory_settled_mb: float  # after the time that was given for it to come back
    settled_after_seconds: float
    judged: Figures  # what was lost, doubled or changed
    errors: list[str]  # in the server's log before it was stopped

    @property
    def times_p99(self) -> float:
        """How many times longer the slowest hundredth of honest moves waits among guests."""
        return round(self.among.percentile(0.99) / self.alone.percentile(0.99), 2)


Table: TypeAlias = tuple[str, list[TimedPerson]]


@dataclass(frozen=True)
class Plan:
    """How many play, how many disturb them, how often, and for how long memory may take to come back."""

    games: int
    guests: int
    seed: int = 1
    turns: int = 1  # stretches alone, and as many among guests
    least_deeds: int = 0  # in each stretch among guests, whose games do not end before
    settle_seconds: float = 0.0


async def run(server: Server, database: str, plan: Plan) -> Report:
    """Play honest games by turns alone and among guests; then hold what people were told against the log."""
    await asyncio.to_thread(server.start)
    guests = await Guests.invited(server, plan.guests, plan.seed)
    alone, among, rng = Shown(), Shown(), Random(plan.seed)
    tables: list[Table] = []
    try:
        await asyncio.to_thread(_visit, server)
        await _play(server, Shown(), 2, rng, lambda: False)  # until all is warm
        memory_before = 0.0
        for _ in range(plan.turns):
            tables += await _play(server, alone, plan.games, rng, lambda: False)
            memory_before = memory_before or memory_of(server)
            guests.go()
            tables += await _play(server, among, plan.games, rng, guests.still_owe(plan.least_deeds))
            await guests.rest()
        memory_after = memory_of(server)
        settled_after = await _settle(server, memory_before * MEMORY_BACK, plan.settle_seconds)
        memory_settled = memory_of(server)
        errors = [line for line in server.log.read_text("utf-8").splitlines() if _is_error(line)]
    finally:
        await guests.leave()
        await asyncio.to_thread(server.stop)
    judged = await _judged(database, tables)
    memory = memory_before, memory_after, memory_settled, settled_after
    return Report(alone, among, guests.deeds, *memory, judged, errors)


def _visit(server: Server) -> None:
    """Print, bring in and replay a match, read the API: what the first to do so loads is no guest's fault."""
    server.text("/api/sheets/dicetrip?form=svg")
    record = server.send_text("/api/records", (GOLDEN / "duel_mujoco.tumble").read_text("utf-8"))
    server.ask("GET", f"/api/tables/{record['table']}/replay")
    server.ask("GET", "/api/openapi.json")


def _is_error(line: str) -> bool:
    return line.startswith("{") and json.loads(line).get("level") == "error"


async def _settle(server: Server, most_mb: float, seconds: float) -> float:
    """Wait until memory is back, but not for longer than so many seconds; how long it took."""
    began = time.monotonic()
    while memory_of(server) > most_mb and time.monotonic() - began < seconds:
        await asyncio.sleep(POLL_SECONDS)
    return round(time.monotonic() - began, 1)


def _kinds(games: int) -> Iterator[str]:
    return islice(cycle(TABLE_OPTIONS), games)


async def _play(
    server: Server, shown: Shown, games: int, rng: Random, must_wait: Callable[[], bool]
) -> list[Table]:
    """Play games to their ends, and add what they show."""
    began = time.monotonic()
    tables = [await _open(server, kind, rng, must_wait) for kind in _kinds(games)]
    await asyncio.gather(*(person.play() for _, people in tables for person in people))
    shown.seconds += time.monotonic() - began
    shown.waits += [wait for _, people in tables for person in people for wait in person.waits]
    return tables


async def _open(server: Server, kind: str, rng: Random, must_wait: Callable[[], bool]) -> Table:
    seats = [{"occupant": "person", "name": name} for name in ("Ada", "Ben")]
    wish = {"game": kind, "seats": seats, "options": TABLE_OPTIONS[kind]}
    opened = await asyncio.to_thread(server.ask, "POST", "/api/tables", wish)
    url = server.socket_url(opened["table"])
    people = [
        TimedPerson(lambda: url, own["seat"], own["secret"], Random(rng.random()), THINK_SECONDS, must_wait)
        for own in opened["seats"]
    ]
    return opened["table"], people


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
    return round(psutil.Process(server.pid).memory_info().rss / 1e6, 1)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.faults.hostile_guests", description=__doc__)
    parser.add_argument("--games", type=int, default=8, help="honest games, half of each kind")
    parser.add_argument("--guests", type=int, default=36, help="hostile guests, at most 200")
    parser.add_argument("--turns", type=int, default=5, help="stretches alone, and among guests")
    parser.add_argument("--deeds", type=int, default=60, help="of guests before honest games may end")
    parser.add_argument("--settle", type=float, default=1200, help="seconds for memory to come back, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--thinkers", type=int, default=2, help="worker processes of the server")
    parser.add_argument("--program", default="tumbletrip", help="another module to start, as for profiling")
    chosen = parser.parse_args()
    plan = Plan(chosen.games, min(chosen.guests, 200), chosen.seed, chosen.turns, chosen.deeds, chosen.settle)
    with tempfile.TemporaryDirectory() as name:
        database = str(Path(name) / "tables.db")
        options = ("--thinkers", str(chosen.thinkers))
        server = Server(database, Path(name) / "log", *options, program=chosen.program)
        report = asyncio.run(run(server, database, plan))
    shown = {"alone": report.alone.summary(), "among": report.among.summary(), "times_p99": report.times_p99}
    print(json.dumps({**vars(report), **shown}, default=vars, indent=1))
    raise SystemExit(1 if report.judged.faults else 0)


if __name__ == "__main__":
    main()
