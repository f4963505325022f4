"""Hosts for tests: on a real store, with scripted bots and physics, and watchers that keep what they see."""

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from random import Random
from typing import Any

from tests.kit.dicetrip.play import random_entries
from tests.kit.server.tables import any_action
from tests.kit.storage.shared import Shared
from tests.kit.tumblin.table import CLASSIC_BOARD, PLACES, a_launch, flat
from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.editions import named_edition
from tumbletrip.dicetrip.notation.sheet_line import parse_sheet
from tumbletrip.games.dicetrip import bots as dicetrip_bots
from tumbletrip.games.dicetrip.play import DiceTripPlay, entries_json
from tumbletrip.games.registry import GameRegistry, house_games
from tumbletrip.games.tumblin import bots as tumblin_bots
from tumbletrip.games.tumblin.play import TumblinPlay, launch_json
from tumbletrip.games.tumblin.puzzle import usual_flick
from tumbletrip.games.tumblin.settling import FlickAnswer, FlickQuestion, settle
from tumbletrip.host.core.effects import Accepted, Refused
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.core.log import Update
from tumbletrip.host.daily.challenges import Challenges
from tumbletrip.host.daily.guest import DailyGuest
from tumbletrip.host.host import Host, Pace
from tumbletrip.host.ports import HOUSE, Chance, JobFailed, RunJob, Ticket
from tumbletrip.host.records import record_of
from tumbletrip.host.thinking.warmth import Warmth
from tumbletrip.host.upkeep.caretaker import Retention
from tumbletrip.host.upkeep.clock import SteadyClock
from tumbletrip.tables.deciding import Command
from tumbletrip.tables.play import Action, Body, NeedDice
from tumbletrip.tables.ports import Append, Appended, EventStore, StoreDown, StoredTable
from tumbletrip.tables.table import Table
from tumbletrip.tables.views import shown_event, view
from tumbletrip.tumblin.ports import Settled
from tumbletrip.tumblin.reading import read
from tumbletrip.tumblin.rules import Match, Phase

QUICK = Pace(bot_delay=0.0, poll=0.05)
PATIENCE = 120.0  # seconds until a test gives up; machines may be busy


def action_for(table: Table, seat: int, rng: Random) -> Action:
    """Something a waiting seat may do now, in either game."""
    play = table.play
    if isinstance(play, DiceTripPlay):
        return any_action(table, seat, rng)
    assert isinstance(play, TumblinPlay)
    if play.match.phase is Phase.ORDER:
        return {"do": "order"}
    player = table.player_at(seat)
    assert player is not None
    die = rng.choice(play.match.dice_in_hand(player))
    return {"do": "flick", **launch_json(a_launch(die, play.match.rests))}


class ScriptedJobs:
    """Bots that do anything legal, and physics that drops the die somewhere; both may be made to fail."""

    def __init__(self) -> None:
        self.settled = 0
        self.tickets: list[Ticket] = []
        self.chosen: list[tuple[int, str]] = []
        self.fails: Callable[[str], bool] = lambda _level: False
        self.flicks_fail = False
        self.gate = asyncio.Event()  # physics waits here
        self.gate.set()

    async def __call__(
        self, job: Callable[..., Any], /, *values: Any, seconds: float, ticket: Ticket = HOUSE
    ) -> Any:
        """Do a job of either game in our own way, and any other as it is."""
        assert seconds > 0
        self.tickets.append(ticket)
        await asyncio.sleep(0)
        scripted: dict[Any, Callable[..., Awaitable[Any]]] = {
            settle: self._settle,
            dicetrip_bots.choose: self._write,
            tumblin_bots.choose: self._flick,
            usual_flick: self._usual_flick,
        }
        return await scripted[job](*values) if job in scripted else job(*values)

    def _chooses(self, seat: int, level: str) -> None:
        if self.fails(level):
            raise JobFailed("scripted")
        self.chosen.append((seat, level))

    async def _write(self, question: dicetrip_bots.BotQuestion, level: str, seed: str) -> Action:
        self._chooses(question.seat, level)
        if question.may_reroll_now:
            return {"do": "keep"}
        sheet = parse_sheet(question.sheets[question.seat], named_edition)
        entries = random_entries(sheet, Roll(*question.roll), Random(seed))
        return {"do": "write", "entries": entries_json(entries)}

    async def _flick(self, match: Match, level: str, seed: str) -> Action:
        assert match.turn is not None
        self._chooses(match.turn, level)
        die = Random(seed).choice(match.dice_in_hand(match.turn))
        return {"do": "flick", **launch_json(a_launch(die, match.rests))}

    async def _settle(self, question: FlickQuestion) -> FlickAnswer:
        self.settled += 1
        await self.gate.wait()
        if self.flicks_fail:
            raise JobFailed("scripted")
        rng = Random(repr((question.launch, self.settled)))
        pose = flat(rng.choice(PLACES), rng.randint(1, 6))
        thrown = read(CLASSIC_BOARD, question.launch.die, pose)
        return FlickAnswer(Settled((*question.resting, thrown)), "scripted/1")

    async def _usual_flick(self, laid: TumblinPlay, seed: str) -> tuple[Action, FlickAnswer]:
        if self.fails("champion"):
            raise JobFailed("scripted")
        match = laid.match
        assert match.turn is not None
        launch = a_launch(match.dice_in_hand(match.turn)[0], match.rests)
        settled = Settled((*match.rests, read(CLASSIC_BOARD, launch.die, flat("3x", 2, yaw=len(seed)))))
        return {"do": "flick", **launch_json(launch)}, FlickAnswer(settled, "scripted/1")


class CountedChance:
    """Dice from a seed; every draw is kept."""

    def __init__(self, seed: int = 1) -> None:
        self._rng = Random(seed)
        self.rolls: list[tuple[int, ...]] = []

    def roll(self, table_id: str, table: Table, need: NeedDice) -> tuple[int, ...]:
        del table_id, table
        self.rolls.append(tuple(self._rng.randint(1, 6) for _ in range(need.count)))
        return self.rolls[-1]


class Seen:
    """A watcher that keeps everything it is shown, as those on its seats may see it."""

    brings_chains = False

    def __init__(self, *seats: int) -> None:
        self.seats: tuple[int, ...] = seats
        self.events: list[tuple[int, Body]] = []
        self.view: Body = {}
        self.presence: Sequence[bool] = ()
        self.until_stand_in_ms: Sequence[int] = ()
        self.bots_ready: list[Sequence[int]] = []
        self.goodbyes: list[str] = []

    def show(self, update: Update) -> None:
        for shown in update.events:
            self.events.append((shown.seq, shown_event(update.table, shown.body, self.seats)))
        self.view = view(update.table, self.seats, update.drafts[1])

    def presence_changed(self, seats: Sequence[bool], until_stand_in_ms: Sequence[int]) -> None:
        self.presence, self.until_stand_in_ms = seats, until_stand_in_ms

    def bots_warmed(self, percents: Sequence[int]) -> None:
        self.bots_ready.append(percents)

    def go_away(self, reason: str) -> None:
        self.goodbyes.append(reason)


@contextlib.asynccontextmanager
async def host_on(
    database: str | Shared,
    jobs: RunJob | None = None,
    chance: Chance | None = None,
    pace: Pace = QUICK,
    store: EventStore | None = None,
    games: GameRegistry | None = None,
    retention: Retention | None = None,
    steady_seconds: float = 0.0,
    warmth: Warmth | None = None,
    draws_fairly: bool = False,
) -> AsyncIterator[Host]:
    """A running host on a database, or on a store that is open already; its clock may jump unless said so."""
    async with (
        _open(database, store) as opened,
        Host(
            opened,
            jobs or ScriptedJobs(),
            games=games,
            chance=chance,
            pace=pace,
            retention=retention,
            clock=SteadyClock(steady_seconds),
            warmth=warmth,
            draws_fairly=draws_fairly,
        ) as host,
    ):
        yield host


@dataclass(frozen=True)
class DailyHost:
    """A host with its daily guest."""

    host: Host
    guest: DailyGuest
    challenges: Challenges


@contextlib.asynccontextmanager
async def daily_on(
    database: str | Shared,
    jobs: RunJob | None = None,
    store: EventStore | None = None,
    steady_seconds: float = 0.0,
) -> AsyncIterator[DailyHost]:
    """A running host with the challenges of the day; its clock may jump unless said so."""
    async with _open(database, store) as opened:
        games, run_job = house_games(), jobs or ScriptedJobs()
        clock = SteadyClock(steady_seconds)
        guest = DailyGuest(opened, games, run_job, clock)
        host = Host(
            opened,
            run_job,
            games=games,
            chance=guest.chance,
            pace=QUICK,
            clock=clock,
            on_finished=guest.on_finished,
        )
        async with host:
            yield DailyHost(host, guest, guest.challenges(host))
            await guest.end()


@contextlib.asynccontextmanager
async def _open(database: str | Shared, store: EventStore | None) -> AsyncIterator[EventStore]:
    opening = database if isinstance(database, Shared) else Shared(database)
    opened = store or await opening.open()
    try:
        yield opened
    finally:
        await opened.close()


async def send(
    host: Host, live: LiveTable, name: str, seat: int | None, round_: int | None = None, /, **action: Any
) -> Accepted | Refused:
    """A command for the round being played."""
    number = live.durable.table.round if round_ is None else round_
    command = Command(name, seat, number, action)
    return await asyncio.wait_for(host.command(live.id, command), PATIENCE)


async def accepted(host: Host, live: LiveTable, name: str, seat: int | None, /, **action: Any) -> int:
    """The sequence number of a command that must be taken."""
    answer = await send(host, live, name, seat, **action)
    assert isinstance(answer, Accepted), answer
    return answer.seq


async def until(condition: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(patience):
        while not condition():
            await asyncio.sleep(0.005)


async def play_out(host: Host, live: LiveTable, rng: Random) -> None:
    """Play a table to its end, people acting in any order."""
    number = 0
    while live.durable.table.waiting_for:
        number += 1
        table = live.durable.table
        seat = rng.choice(table.waiting_for)
        await send(host, live, f"{seat}:play{number}", seat, **action_for(table, seat, rng))


def record_text(games: GameRegistry, live: LiveTable) -> tuple[str, str]:
    """A finished table's record as text, and its file extension; raises NotOver or Unrecordable."""
    kit, record = record_of(games, live)
    return kit.records.format(record), kit.records.extension


def secret_hash(word: str) -> str:
    """The hash of a secret, as a server would make it."""
    return hashlib.sha256(word.encode()).hexdigest()


class FlakyStore:
    """A store that fails on demand: before anything is stored, or after it was and nobody is told."""

    def __init__(self, inner: EventStore) -> None:
        self._inner = inner
        self.fails_before: Iterator[bool] = repeat(False)
        self.fails_after: Iterator[bool] = repeat(False)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    async def append(self, batch: Sequence[Append]) -> list[Appended]:
        if next(self.fails_before):
            raise StoreDown("scripted")
        results = await self._inner.append(batch)
        if next(self.fails_after):
            raise StoreDown("scripted, after the commit")
        return results


class SlowReads:
    """A store whose reads of tables may be held back once they have seen what is stored."""

    def __init__(self, inner: EventStore) -> None:
        self._inner = inner
        self._go = asyncio.Event()
        self._go.set()
        self.read = asyncio.Event()  # set once a table has been read while reads are held back

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def hold(self) -> None:
        self._go.clear()
        self.read.clear()

    def let_go(self) -> None:
        self._go.set()

    async def load(self, table: str, after: int = 0) -> StoredTable | None:
        found = await self._inner.load(table, after)
        self.read.set()
        await self._go.wait()
        return found
