"""Hosts for tests: on a real store, with scripted bots and physics, and watchers that keep what they see."""

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from itertools import repeat
from random import Random
from typing import Any

from tests.kit.shared import Shared
from tests.kit.tables import any_action
from tests.kit.tumblin_table import CLASSIC_BOARD, PLACES, a_launch, flat
from tumbletrip.host.chance import Chance
from tumbletrip.host.host import Host, Pace
from tumbletrip.host.live import Accepted, LiveTable, Refused, Update
from tumbletrip.host.workers import JobFailed
from tumbletrip.tables.deciding import Command
from tumbletrip.tables.dicetrip_play import DiceTripPlay
from tumbletrip.tables.play import Action, Body, FlickAnswer, NeedFlick
from tumbletrip.tables.ports import Append, Appended, EventStore, StoreDown
from tumbletrip.tables.table import Table
from tumbletrip.tables.tumblin_play import TumblinPlay, launch_json
from tumbletrip.tables.views import shown_event, view
from tumbletrip.tumblin.ports import Launch, Settled
from tumbletrip.tumblin.reading import read
from tumbletrip.tumblin.rules import Match, Phase

QUICK = Pace(bot_delay=0.0, poll=0.05)
PATIENCE = 60.0  # seconds until a test gives up; machines may be busy


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


class ScriptedPlayers:
    """Bots that do anything legal, and physics that drops the die somewhere; both may be made to fail."""

    def __init__(self) -> None:
        self.settled = 0
        self.chosen: list[tuple[int, str]] = []
        self.fails: Callable[[str], bool] = lambda _level: False
        self.gate = asyncio.Event()  # physics waits here
        self.gate.set()

    def levels(self, game: str) -> Collection[str]:  # noqa: ARG002  # the protocol names it
        return ("casual", "champion")

    def stand_in(self, game: str) -> str:  # noqa: ARG002  # the protocol names it
        return "casual"

    async def choose(self, table: Table, seat: int, level: str, seed: str) -> Action:
        await asyncio.sleep(0)
        if self.fails(level):
            raise JobFailed("scripted")
        self.chosen.append((seat, level))
        action = action_for(table, seat, Random(seed))
        return {**action, "do": "write"} if action["do"] == "draft" else action

    async def settle(self, need: NeedFlick) -> FlickAnswer:
        self.settled += 1
        await self.gate.wait()
        rng = Random(repr((need.launch, self.settled)))
        pose = flat(rng.choice(PLACES), rng.randint(1, 6))
        thrown = read(CLASSIC_BOARD, need.launch.die, pose)
        return FlickAnswer(Settled((*need.resting, thrown)), "scripted/1")

    async def usual_flick(self, match: Match, level: str, seed: str) -> tuple[Launch, FlickAnswer]:
        if self.fails(level):
            raise JobFailed("scripted")
        assert match.turn is not None
        launch = a_launch(match.dice_in_hand(match.turn)[0], match.rests)
        settled = Settled((*match.rests, read(CLASSIC_BOARD, launch.die, flat("3x", 2, yaw=len(seed)))))
        return launch, FlickAnswer(settled, "scripted/1")


class CountedChance:
    """Dice from a seed; every draw is kept."""

    def __init__(self, seed: int = 1) -> None:
        self._rng = Random(seed)
        self.rolls: list[tuple[int, ...]] = []

    def roll(self, count: int) -> tuple[int, ...]:
        self.rolls.append(tuple(self._rng.randint(1, 6) for _ in range(count)))
        return self.rolls[-1]


class Seen:
    """A watcher that keeps everything it is shown, as those on its seats may see it."""

    def __init__(self, *seats: int) -> None:
        self.seats: tuple[int, ...] = seats
        self.events: list[tuple[int, Body]] = []
        self.view: Body = {}
        self.presence: Sequence[bool] = ()
        self.goodbyes: list[str] = []

    def show(self, update: Update) -> None:
        for shown in update.events:
            self.events.append((shown.seq, shown_event(update.table, shown.body, self.seats)))
        self.view = view(update.table, self.seats)

    def presence_changed(self, seats: Sequence[bool]) -> None:
        self.presence = seats

    def go_away(self, reason: str) -> None:
        self.goodbyes.append(reason)


@contextlib.asynccontextmanager
async def host_on(
    database: str | Shared,
    players: ScriptedPlayers | None = None,
    chance: Chance | None = None,
    pace: Pace = QUICK,
    store: EventStore | None = None,
) -> AsyncIterator[Host]:
    """A running host on a database, or on a store that is open already."""
    opening = database if isinstance(database, Shared) else Shared(database)
    opened = store or await opening.open()
    try:
        async with Host(opened, players or ScriptedPlayers(), chance=chance, pace=pace) as host:
            yield host
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


async def until(condition: Callable[[], object]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(PATIENCE):
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
