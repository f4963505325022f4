"""Kill the real server at random moments of games; count what was lost, doubled or drawn again.

python -m bench.faults.kill_harness --dicetrip 60 --tumblin 40 [--postgres | --workers 2]
"""

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

import psutil

from bench.faults.kill_judging import Figures, judge
from tests.kit.server.clients import Person
from tests.kit.server.servers import Server
from tests.kit.storage.postgres import postgres_server
from tumbletrip.storage.opening import open_store

OPTIONS = ("--thinkers", "1", "--bot-delay", "0", "--limit", "requests_burst=5000")
TABLE_OPTIONS: Mapping[str, Any] = {"dicetrip": {}, "tumblin": {"house": ["rounds=2"]}}
RETRY_SECONDS = 0.1
POLL_SECONDS = 0.01
ONE_WORKER = 0.75  # of the kills hit one worker, the others the whole server
WAITING_AFTER = 10  # moves; no game of ours is over by then
JITTER_SECONDS = 0.3  # kills must not keep step with answers


@dataclass(frozen=True)
class RunSettings:
    """How a run goes: tables at a time, how long people think, answers between kills, and its seed."""

    at_once: int = 24
    pause: float = 0.3
    moves: tuple[int, int] = (1, 12)
    seed: int = 1
    workers: int = 1  # processes of each server
    # Kills before any game may end, of which each game has met one: on a machine where servers start slowly,
    # people would else play on at the others until no game is left. 0: games end when they end.
    least_kills: int = 0


@dataclass
class Game:
    """A table and the two who play there."""

    table: str
    people: list[Person]
    opened_after: int = 0  # kills

    @property
    def answers(self) -> int:
        """How many moves of theirs were acknowledged."""
        return sum(len(person.told) for person in self.people)


class Run:
    """Games under fire: some tables at a time, a new one for each that ends, servers killed in between."""

    def __init__(self, servers: list[Server], fire: RunSettings) -> None:
        self._servers = servers
        self._fire = fire
        self._rng = Random(fire.seed)
        self._playing: list[Game] = []
        self._over = False
        self.figures = Figures()

    async def play(self, counts: Mapping[str, int]) -> list[Game]:
        """Play all games to their ends."""
        started = time.monotonic()
        kinds = [kind for kind, count in counts.items() for _ in range(count)]
        self._rng.shuffle(kinds)
        try:
            for server in self._servers:
                await asyncio.to_thread(server.start)
            games = await self._play_under_fire(kinds)
        finally:
            for server in self._servers:
                server.kill()
        self.figures.games.update(kinds)
        self.figures.seconds = round(time.monotonic() - started, 1)
        return games

    async def _play_under_fire(self, kinds: list[str]) -> list[Game]:
        places = asyncio.Semaphore(self._fire.at_once)
        killer = asyncio.create_task(self._kill_at_random())
        try:
            return await asyncio.gather(*(self._play_one(kind, places) for kind in kinds))
        finally:
            self._over = True
            await killer

    async def _play_one(self, kind: str, places: asyncio.Semaphore) -> Game:
        async with places:
            kills = self.figures.kills
            game = await self._open(kind)
            self._playing.append(game)
            await asyncio.gather(*(person.play() for person in game.people))
            self._playing.remove(game)
            self.figures.games_hit += self.figures.kills > kills
            return game

    async def _open(self, kind: str) -> Game:
        """Two people at a new table, each at a server of their own if there are two."""
        seats = [{"occupant": "person", "name": name} for name in ("Ada", "Ben")]
        setup = {"game": kind, "seats": seats, "options": TABLE_OPTIONS[kind]}
        while True:
            try:
                opened = await asyncio.to_thread(self._any_server().ask, "POST", "/api/tables", setup)
            except (OSError, HTTPException):
                await asyncio.sleep(RETRY_SECONDS)  # nobody was told of a table, so nobody misses it
            else:
                game = Game(opened["table"], [], self.figures.kills)
                for own in opened["seats"]:
                    game.people.append(self._person(game, own["seat"], own["secret"]))
                return game

    def _any_server(self) -> Server:
        return self._rng.choice(self._servers)

    def _waits_for_a_kill(self, game: Game) -> bool:
        """Whether a game must not go on before a server was killed once more."""
        hits = self.figures.kills - game.opened_after
        is_enough = self.figures.kills >= self._fire.least_kills and (hits > 0 or not self._fire.least_kills)
        return not is_enough and game.answers >= WAITING_AFTER

    def _person(self, game: Game, seat: int, secret: str) -> Person:
        turns = [self._servers[seat % len(self._servers)]] * 3 + self._servers  # now and then at another one
        rng = Random(self._rng.random())
        return Person(
            lambda: rng.choice(turns).socket_url(game.table),
            seat,
            secret,
            rng,
            self._fire.pause,
            lambda: self._waits_for_a_kill(game),
        )

    async def _kill_at_random(self) -> None:
        """Kill a server and start it again, as long as games are played."""
        while True:
            await self._until_some_moves()
            await asyncio.sleep(self._rng.uniform(0, JITTER_SECONDS))
            if self._over:
                return
            await asyncio.to_thread(self._hit, self._any_server())
            self.figures.kills += 1

    def _hit(self, victim: Server) -> None:
        """Kill a server and start it again; mostly only one of its workers, which the parent replaces."""
        workers = sorted(victim.workers()) if self._fire.workers > 1 else []
        if workers and self._rng.random() < ONE_WORKER:
            psutil.Process(self._rng.choice(workers)).kill()
        else:
            victim.kill()
            victim.start()

    async def _until_some_moves(self) -> None:
        """Wait until some moves were acknowledged at one of the tables, so that each of them gets on.

        Seconds would not do: a machine may be so slow that the physics is never ready before the next kill.
        """
        while not self._playing:
            if self._over:
                return
            await asyncio.sleep(POLL_SECONDS)
        game = self._rng.choice(self._playing)
        enough = game.answers + self._rng.randint(*self._fire.moves)
        while game in self._playing and game.answers < enough and not self._waits_for_a_kill(game):
            await asyncio.sleep(POLL_SECONDS)


async def run(
    servers: list[Server], database: str, counts: Mapping[str, int], fire: RunSettings | None = None
) -> Figures:
    """Play games under fire, then compare what people were told with what is stored."""
    under_fire = Run(servers, fire or RunSettings())
    games = await under_fire.play(counts)
    store = await open_store(database)
    for game in games:
        stored = await store.load(game.table)
        assert stored is not None, f"table {game.table} is gone"
        judge(game.people, stored, under_fire.figures)
    await store.close()
    return under_fire.figures


def main() -> None:
    usual = RunSettings()
    parser = argparse.ArgumentParser(prog="python -m bench.faults.kill_harness", description=__doc__)
    parser.add_argument("--dicetrip", type=int, default=60, help="games of Dice Trip")
    parser.add_argument("--tumblin", type=int, default=40, help="matches of Tumblin-Dice")
    parser.add_argument("--at-once", type=int, default=usual.at_once, help="tables at a time")
    parser.add_argument("--pause", type=float, default=usual.pause, help="seconds that people think at most")
    parser.add_argument("--moves", type=int, nargs=2, default=usual.moves, help="at a table between kills")
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--postgres", action="store_true", help="two servers on a private PostgreSQL")
    parser.add_argument("--workers", type=int, default=1, help="worker processes on one SQLite file")
    chosen = parser.parse_args()
    counts = {"dicetrip": chosen.dicetrip, "tumblin": chosen.tumblin}
    fire = RunSettings(chosen.at_once, chosen.pause, tuple(chosen.moves), chosen.seed, chosen.workers)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if chosen.postgres:
            with postgres_server() as postgres:
                url = postgres.url()
                servers = [Server(url, folder / f"log{number}", *OPTIONS) for number in range(2)]
                figures = asyncio.run(run(servers, url, counts, fire))
        else:
            database = str(folder / "tables.db")
            server = Server(database, folder / "log", *OPTIONS, "--workers", str(chosen.workers))
            figures = asyncio.run(run([server], database, counts, fire))
    print(json.dumps(vars(figures), indent=1))
    raise SystemExit(1 if figures.faults else 0)


if __name__ == "__main__":
    main()
