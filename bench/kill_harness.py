"""Kill the real server at random moments while games are played, and count what was lost, doubled or redrawn.

python bench/kill_harness.py --dicetrip 80 --tumblin 20 --kills 60 [--postgres]
"""

import argparse
import asyncio
import json
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.kit.clients import Person, matches
from tests.kit.postgres import postgres_server
from tests.kit.servers import Server
from tumbletrip.storage.opening import open_store
from tumbletrip.tables.chain import broken_at

OPTIONS = ("--thinkers", "1", "--bot-delay", "0", "--limit", "requests_burst=5000")


@dataclass
class Figures:
    """What a run has shown; the last five must be 0."""

    games: int = 0
    kills: int = 0
    seconds: float = 0.0
    acknowledged: int = 0
    resent: int = 0
    events: int = 0
    rolls: int = 0
    lost: int = 0  # acknowledged, and not in the log where it was said to be
    doubled: int = 0  # commands that are in the log twice
    changed: int = 0  # events that somebody saw otherwise than they are stored: a roll drawn again
    broken: int = 0  # tables whose chain of hashes does not hold
    contradictions: int = 0  # one client told two things

    @property
    def faults(self) -> int:
        """How much went wrong."""
        return self.lost + self.doubled + self.changed + self.broken + self.contradictions


@dataclass
class Game:
    """A table and the two who play there."""

    table: str
    people: list[Person]


def open_game(servers: list[Server], kind: str, rng: Random, pause: float) -> Game:
    """Two people at a new table, each at a server of their own if there are two."""
    seats = [{"occupant": "person", "name": name} for name in ("Ada", "Ben")]
    opened = servers[0].ask("POST", "/api/tables", {"game": kind, "seats": seats})
    table = opened["table"]

    def person(number: int, secret: str) -> Person:
        turns = [servers[number % len(servers)]] * 3 + servers  # now and then at another server
        return Person(
            lambda: rng.choice(turns).socket_url(table), number, secret, Random(rng.random()), pause
        )

    return Game(table, [person(own["seat"], own["secret"]) for own in opened["seats"]])


async def kill_at_random(
    servers: list[Server], kills: int, rng: Random, gap: tuple[float, float], done: asyncio.Event
) -> int:
    """Kill one server after another and start it again; stops early when all games are over."""
    for count in range(kills):
        try:
            await asyncio.wait_for(done.wait(), rng.uniform(*gap))
        except TimeoutError:
            victim = rng.choice(servers)
            await asyncio.to_thread(victim.kill)
            await asyncio.to_thread(victim.start)
        else:
            return count
    return kills


async def run(
    servers: list[Server],
    database: str,
    counts: dict[str, int],
    kills: int,
    *,
    seed: int = 1,
    pause: float = 0.6,
    gap: tuple[float, float] = (0.3, 5.0),
) -> Figures:
    """Play games under fire, then compare what people were told with what is stored."""
    rng, started, done = Random(seed), time.monotonic(), asyncio.Event()
    for server in servers:
        server.start()
    games = [open_game(servers, kind, rng, pause) for kind, count in counts.items() for _ in range(count)]
    killer = asyncio.create_task(kill_at_random(servers, kills, rng, gap, done))
    await asyncio.gather(*(person.play() for game in games for person in game.people))
    done.set()
    figures = Figures(games=len(games), kills=await killer, seconds=round(time.monotonic() - started, 1))
    for server in servers:
        server.kill()
    store = await open_store(database)
    for game in games:
        judge(game, await store.load(game.table), figures)
    await store.close()
    return figures


def judge(game: Game, stored: Any, figures: Figures) -> None:
    """Add what one table shows to the figures."""
    events = {event.seq: event for event in stored.events}
    bodies = {seq: json.loads(event.body) for seq, event in events.items()}
    commands = [event.command for event in stored.events if event.command]
    figures.events += len(events)
    figures.rolls += sum("roll" in body.get("play", {}) for body in bodies.values())
    figures.doubled += len(commands) - len({*commands})
    figures.broken += broken_at(stored) is not None
    for person in game.people:
        figures.acknowledged += len(person.told)
        figures.resent += person.resent
        figures.contradictions += len(person.contradictions)
        for name, seq in person.told.items():
            figures.lost += seq not in events or events[seq].command != f"{person.seat}:{name}"
        for seq, seen in person.seen.items():
            figures.changed += seq not in bodies or not matches(seen, bodies[seq])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dicetrip", type=int, default=80)
    parser.add_argument("--tumblin", type=int, default=20)
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause", type=float, default=0.6, help="seconds that people think at most")
    parser.add_argument("--gap", type=float, nargs=2, default=(0.3, 5.0), help="seconds between kills")
    parser.add_argument("--postgres", action="store_true", help="two servers on a private PostgreSQL")
    chosen = parser.parse_args()
    counts = {"dicetrip": chosen.dicetrip, "tumblin": chosen.tumblin}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def fire(servers: list[Server], database: str) -> Figures:
            work = run(
                servers, database, counts, chosen.kills, seed=chosen.seed, pause=chosen.pause, gap=chosen.gap
            )
            return asyncio.run(work)

        if chosen.postgres:
            with postgres_server() as postgres:
                url = postgres.url()
                figures = fire([Server(url, folder / f"log{n}", *OPTIONS) for n in range(2)], url)
        else:
            database = str(folder / "tables.db")
            figures = fire([Server(database, folder / "log", *OPTIONS)], database)
    print(json.dumps(vars(figures), indent=1))
    raise SystemExit(1 if figures.faults else 0)


if __name__ == "__main__":
    main()
