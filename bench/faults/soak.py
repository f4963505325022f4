"""Hours of paced games, orderly stops and kills: do memory and descriptors of the server stay where they are?

python -m bench.faults.soak --hours 2 --samples out/soak.jsonl

Half of the time belongs to one long life of the server, the rest to short lives that end, in turn, in an
orderly stop and in a kill. Samples are written as JSON lines, the verdict is the last of them.
"""

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from http.client import HTTPException
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TextIO

import psutil

from bench.faults.kill_judging import Figures, judge
from bench.faults.soak_judging import Sample, Verdict, samples_in, verdict
from tests.kit.server.clients import Person
from tests.kit.server.servers import Server
from tumbletrip.storage.opening import open_store

SHORT_LIVES = 6
RETRY_SECONDS = 1.0
NAMES = ("Ada", "Ben", "Cleo")
PERSON: Mapping[str, str] = {"occupant": "person"}


@dataclass(frozen=True)
class Pace:
    """How long a soak goes on, and how busy people are."""

    seconds: float
    tables: int = 4  # at a time
    think_seconds: float = 8.0  # that people think at most
    sample_seconds: float = 15.0
    seed: int = 1


def _bot(level: str) -> dict[str, str]:
    return {"occupant": "bot", "level": level}


# Tables as they follow each other: both games, two people, people and bots, all levels but the dearest.
WISHES: tuple[Mapping[str, Any], ...] = (
    {"game": "dicetrip", "seats": [PERSON, PERSON]},
    {"game": "tumblin", "seats": [PERSON, PERSON], "options": {"house": ["rounds=2"]}},
    {"game": "dicetrip", "seats": [PERSON, _bot("good"), _bot("casual")]},
    {"game": "tumblin", "seats": [PERSON, _bot("casual")], "options": {"house": ["rounds=1"]}},
    {"game": "dicetrip", "seats": [PERSON, PERSON, _bot("expert")]},
    {"game": "tumblin", "seats": [PERSON, _bot("expert")], "options": {"house": ["rounds=1"]}},
)


@dataclass
class Game:
    """A table and its people, whose memories are the evidence."""

    table: str
    people: list[Person]


class Soak:
    """Tables that end and are followed by new ones, at a server with several lives."""

    def __init__(self, server: Server, pace: Pace, out: TextIO) -> None:
        self._server, self._pace, self._out = server, pace, out
        self._rng = Random(pace.seed)
        self._began = time.monotonic()
        self._playing: list[Game] = []
        self._life = 0
        self.ended: list[Game] = []
        self.samples: list[Sample] = []
        self.orphans = 0  # processes that outlived their server

    async def run(self) -> None:
        """Play until the time is over, then let open games end."""
        await asyncio.to_thread(self._server.start)
        wishes = cycle(WISHES)
        players = [asyncio.create_task(self._play_on(wishes)) for _ in range(self._pace.tables)]
        try:
            await self._live_and_die()
            await asyncio.gather(*players)
        finally:
            for task in players:
                task.cancel()
            await asyncio.to_thread(self._server.stop)

    @property
    def _seconds(self) -> float:
        return time.monotonic() - self._began

    async def _live_and_die(self) -> None:
        """One long life and some short ones; samples are taken all the while."""
        long = self._pace.seconds / 2
        ends = [long + long * number / SHORT_LIVES for number in range(SHORT_LIVES + 1)]
        deaths: Iterator[Callable[[], None]] = cycle((self._server.stop, self._server.kill))
        for end, die in zip(ends, deaths, strict=False):
            while self._seconds < end:
                await asyncio.sleep(min(self._pace.sample_seconds, max(0.0, end - self._seconds)))
                self._sample()
            if end < ends[-1]:
                await asyncio.to_thread(self._reborn, die)

    def _reborn(self, die: Callable[[], None]) -> None:
        """End the server in one of the two ways, and start it again."""
        family = psutil.Process(self._server.pid).children(recursive=True)
        die()
        _, alive = psutil.wait_procs(family, timeout=60)
        self.orphans += len(alive)
        self._write({"at": round(self._seconds, 1), "life": self._life, "ended_by": die.__name__})
        self._life += 1
        self._server.start()

    def _sample(self) -> None:
        own = _looked_at(self._server.pid)
        workers = [_looked_at(pid) for pid in self._server.workers()]
        sample = Sample(
            at=round(self._seconds, 1),
            life=self._life,
            server_mb=own.mb,
            workers_mb=sum(worker.mb for worker in workers),
            descriptors=own.descriptors,
            workers_descriptors=sum(worker.descriptors for worker in workers),
            cpu_seconds=sum(process.cpu_seconds for process in (own, *workers)),
        )
        self.samples.append(sample)
        moves = sum(len(person.told) for game in (*self.ended, *self._playing) for person in game.people)
        self._write({**asdict(sample), "games_ended": len(self.ended), "moves": moves})

    def _write(self, line: Mapping[str, Any]) -> None:
        text = json.dumps(line)
        print(text, flush=True)
        print(text, file=self._out, flush=True)

    async def _play_on(self, wishes: Iterator[Mapping[str, Any]]) -> None:
        """Play one game after the other; somebody reads each of them afterwards."""
        while self._seconds < self._pace.seconds:
            game = await self._opened(next(wishes))
            self._playing.append(game)
            await asyncio.gather(*(person.play() for person in game.people))
            self._playing.remove(game)
            self.ended.append(game)
            await self._reread(game)

    async def _reread(self, game: Game) -> None:
        await _insisting(lambda: self._server.text(f"/api/tables/{game.table}/replay"))

    async def _opened(self, wish: Mapping[str, Any]) -> Game:
        names = iter(("Ada", "Ben"))
        seats = [
            seat if seat["occupant"] == "bot" else {**seat, "name": next(names)} for seat in wish["seats"]
        ]
        opened = await _insisting(lambda: self._server.ask("POST", "/api/tables", {**wish, "seats": seats}))
        url = self._server.socket_url(opened["table"])
        pause = self._pace.think_seconds
        people = [
            Person(lambda: url, own["seat"], own["secret"], Random(self._rng.random()), pause)
            for own in opened["seats"]
        ]
        return Game(opened["table"], people)


class _Look(NamedTuple):
    mb: float = 0.0
    descriptors: int = 0
    cpu_seconds: float = 0.0


def _looked_at(pid: int) -> _Look:
    """A process; nothing of one that has just ended, as those that read a record do."""
    try:
        process = psutil.Process(pid)
        times = process.cpu_times()
        return _Look(process.memory_info().rss / 1e6, process.num_fds(), times.user + times.system)
    except psutil.NoSuchProcess:
        return _Look()


async def _insisting(ask: Callable[[], Any]) -> Any:
    """Ask until a server that is just starting again answers."""
    while True:
        try:
            return await asyncio.to_thread(ask)
        except (OSError, HTTPException):
            await asyncio.sleep(RETRY_SECONDS)


async def soak(server: Server, database: str, pace: Pace, out: TextIO) -> tuple[Verdict, Figures]:
    """Run a soak; what it says of memory and descriptors, and of what people were told."""
    soaking = Soak(server, pace, out)
    await soaking.run()
    figures = Figures(kills=SHORT_LIVES // 2, seconds=round(pace.seconds))
    store = await open_store(database)
    for game in soaking.ended:
        stored = await store.load(game.table)
        assert stored is not None, f"table {game.table} is gone"
        figures.games[game.people[0].view["play"]["game"]] += 1
        judge(game.people, stored, figures)
    await store.close()
    judged = verdict(soaking.samples, soaking.orphans)
    print(json.dumps({"verdict": asdict(judged), "told": vars(figures)}), file=out, flush=True)
    return judged, figures


def main() -> None:
    usual = Pace(0)
    parser = argparse.ArgumentParser(prog="python -m bench.faults.soak", description=__doc__)
    parser.add_argument("--hours", type=float, default=2.0)
    parser.add_argument("--tables", type=int, default=usual.tables, help="tables at a time")
    parser.add_argument("--think", type=float, default=usual.think_seconds, help="seconds at most")
    parser.add_argument("--every", type=float, default=usual.sample_seconds, help="seconds between samples")
    parser.add_argument("--samples", type=Path, default=Path("out/soak.jsonl"), help="file for JSON lines")
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--judge", type=Path, help="only judge the samples of this file, as far as they go")
    chosen = parser.parse_args()
    if chosen.judge:
        print(json.dumps(asdict(verdict(samples_in(chosen.judge.read_text("utf-8")))), indent=1))
        return
    pace = Pace(chosen.hours * 3600, chosen.tables, chosen.think, chosen.every, chosen.seed)
    chosen.samples.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, chosen.samples.open("w", encoding="utf-8") as out:
        database = str(Path(name) / "tables.db")
        server = Server(database, Path(name) / "log", "--thinkers", "2")
        judged, figures = asyncio.run(soak(server, database, pace, out))
    print(json.dumps({"verdict": asdict(judged), "told": vars(figures)}, indent=1))
    raise SystemExit(0 if judged.is_flat and not figures.faults else 1)


if __name__ == "__main__":
    main()
