"""A machine that plays trouble at a table: messages lost, doubled, late and out of order, against the rules.

The model is the fold of the log by `decide` and `evolve` alone. After every step each stored command must be
what the rules make of it at that place of the log, and every client must see the projection of the log with
nothing in it that others still hide.
"""

import asyncio
import itertools
import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.kit.server.hosts import CountedChance, ScriptedJobs, Seen, action_for
from tests.kit.server.tables import person, setup
from tests.kit.storage.shared import Shared
from tumbletrip.dicetrip.dice import COLOURS
from tumbletrip.games.dicetrip.play import DiceTripPlay
from tumbletrip.games.registry import house_games
from tumbletrip.host.core.effects import Accepted, Refused
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.host import Host, Pace
from tumbletrip.tables.deciding import Command, Facts, decide, resume
from tumbletrip.tables.play import Asked
from tumbletrip.tables.ports import EventStore
from tumbletrip.tables.table import Table, evolve, fold
from tumbletrip.tables.views import Drafts, shown_event, view

NAMES = ("Ada", "Ben", "Cleo")
CLIENTS: tuple[tuple[int, ...], ...] = ((0,), (1,), (2,), (1, 2), ())
STILL = Pace(bot_delay=3600.0, poll=3600.0, away_after=3600.0)  # nothing happens by itself
FACTS = Facts(levels=("casual", "champion"), stand_in="casual")
picks = st.integers(min_value=0, max_value=10_000)


class Client:
    """Someone with a window open: what they have seen, and whether the line stands."""

    def __init__(self, seats: tuple[int, ...], line: int) -> None:
        self.seats = seats
        self.line = line  # the host they talk to
        self.seen: list[tuple[int, Any]] = []
        self.watcher: Seen | None = None

    def take_over(self) -> None:
        """Keep what the watcher was shown."""
        if self.watcher:
            self.seen += self.watcher.events
            self.watcher.events.clear()


class Story:
    """A log as the rules tell it, and what of it is nobody else's business yet."""

    def __init__(self, opening: list[Any]) -> None:
        self.table = fold(opening, house_games())
        self.bodies = list(opening)
        self._open_round = len(opening)  # how much of the log was there when the round began
        self._known_cities = self._cities()

    def tell(self, body: Any) -> None:
        """Go on by an event."""
        before = self.table
        self.table = evolve(before, body)
        self.bodies.append(body)
        if (before.round, before.status) != (self.table.round, self.table.status):
            self._open_round = len(self.bodies)
            self._known_cities = self._cities()

    def _cities(self) -> list[set[str]]:
        """The cities that stand on each sheet."""
        assert isinstance(self.table.play, DiceTripPlay)
        return [{*sheet.marks} for sheet in self.table.play.game.sheets]

    def check(self, client: "Client", shown: Any, drafts: Drafts) -> None:
        """A client has seen every event once, as it may see it, and the table as it is."""
        assert [seq for seq, _ in client.seen] == list(range(1, len(self.bodies) + 1))
        for place, ((_, seen), body) in enumerate(zip(client.seen, self.bodies, strict=True)):
            play = body.get("play", {})
            is_foreign = play.get("kind") == "wrote" and play["seat"] not in client.seats
            if not is_foreign:
                assert seen == body
            elif place >= self._open_round:
                assert seen == hidden(body), "a secret got out"
            else:
                assert seen in (body, hidden(body))
        assert shown == view(self.table, client.seats, drafts)
        assert {*shown["you"]} == {str(seat) for seat in client.seats}
        assert [{*sheet["marks"]} for sheet in shown["play"]["sheets"]] == self._known_cities


class Tables(RuleBasedStateMachine):
    """One table, several clients, one or two hosts on one database."""

    runner: ClassVar[asyncio.Runner]
    stores: ClassVar[list[EventStore]]
    host_type: ClassVar[type[Host]] = Host

    def __init__(self) -> None:
        super().__init__()
        self.hosts: list[Host] = []
        self.under_way: list[Command] = []
        self.answered: dict[str, Accepted | Refused] = {}
        self.sent: dict[str, Command] = {}
        self.ids = itertools.count()

    def run(self, work: Any) -> Any:
        return self.runner.run(work)

    @initialize()
    def open_table(self) -> None:
        self.run(self._start())
        live = self.run(self.hosts[0].open(setup(*map(person, NAMES)), {}))
        self.table_id: str = live.id
        self.clients = [Client(seats, number % len(self.hosts)) for number, seats in enumerate(CLIENTS)]
        for client in self.clients:
            self.run(self._connect(client))

    async def _start(self) -> None:
        self.hosts = [
            self.host_type(store, ScriptedJobs(), chance=CountedChance(), pace=STILL) for store in self.stores
        ]
        for host in self.hosts:
            await host.__aenter__()

    async def _live(self, line: int = 0) -> LiveTable:
        return await self.hosts[line].live(self.table_id)

    async def _connect(self, client: Client) -> None:
        """Say what one has and get what one missed, as a socket's hello does."""
        live = await self._live(client.line)
        client.take_over()
        last = client.seen[-1][0] if client.seen else 0
        table = live.durable.table
        client.seen += [
            (shown.seq, shown_event(table, shown.body, client.seats)) for shown in live.log.since(last)
        ]
        client.watcher = Seen(*client.seats)
        client.watcher.view = view(table, client.seats, live.thoughts())
        self.hosts[client.line].watch(live, client.watcher)

    @rule(pick=picks, seed=picks, wrong=st.sampled_from([None, None, None, "round", "junk", "name", "leave"]))
    def say(self, pick: int, seed: int, wrong: str | None) -> None:
        """A client sends something it believes possible, or not; it is under way."""
        client = [client for client in self.clients if client.seats][pick % 4]
        table = self.run(self._live(client.line)).durable.table
        rng = Random(seed)
        seat = rng.choice(client.seats)
        action: dict[str, Any] = {"do": rng.choice(["roll", "keep", "write", "order", "flick", "start"])}
        if wrong == "name":
            action = {"do": "rename", "name": rng.choice(["Ada", "Ben", "Zoë", "  ", 7])}
        elif wrong == "leave":
            action = {"do": rng.choice(["leave", "return"])}
        elif wrong != "junk" and seat in table.waiting_for:
            action = dict(action_for(table, seat, rng))
            if action["do"] == "write" and rng.random() < 0.3:
                action["do"] = "draft"
        number = table.round + (rng.choice([-1, 1]) if wrong == "round" else 0)
        self.under_way.append(self._command(seat, number, action))

    @rule(seed=picks, count=st.integers(1, 8))
    def play_on(self, seed: int, count: int) -> None:
        """A calm stretch: those whose turn it is act, one after the other, so that games get somewhere."""
        rng = Random(seed)
        for _ in range(count):
            line = rng.randrange(len(self.hosts))
            table = self.run(self._live(line)).durable.table
            if table.waiting_for:
                seat = rng.choice(table.waiting_for)
                action = dict(action_for(table, seat, rng))
                if rng.random() < 0.2:  # somebody believes that it is another round
                    stray = self._command(seat, table.round + rng.choice([-1, 1]), action)
                    self.run(self._deliver([stray], [line]))
                command = self._command(seat, table.round, action)
                self.run(self._deliver([command], [line]))
                copies = self._late_copies(rng)
                self.run(self._deliver(copies, [line] * len(copies)))

    def _late_copies(self, rng: Random) -> list[Command]:
        """Copies of a command that was taken at some time, and of the one that was refused last."""
        taken = [name for name, known in self.answered.items() if isinstance(known, Accepted)]
        refused = [name for name, known in self.answered.items() if isinstance(known, Refused)]
        names = [*rng.sample(taken, min(1, len(taken))), *refused[-1:]]
        return [self.sent[name] for name in names]

    def _command(self, seat: int, number: int, action: dict[str, Any]) -> Command:
        command = Command(f"{seat}:{next(self.ids)}", seat, number, action)
        self.sent[command.id] = command
        return command

    @rule(pick=picks)
    def act_too_early(self, pick: int) -> None:
        """Those whose turn it is send what they could do only after what they must do first."""
        line = pick % len(self.hosts)
        table = self.run(self._live(line)).durable.table
        for seat in table.waiting_for:
            keep = self._command(seat, table.round, {"do": "keep"})
            self.run(self._deliver([keep], [line]))

    @precondition(lambda self: self.under_way)
    @rule(pick=picks)
    def double(self, pick: int) -> None:
        self.under_way.append(self.under_way[pick % len(self.under_way)])

    @precondition(lambda self: self.under_way)
    @rule(pick=picks)
    def lose(self, pick: int) -> None:
        self.under_way.pop(pick % len(self.under_way))

    @precondition(lambda self: self.under_way)
    @rule(pick=picks, count=st.integers(1, 6), line=st.integers(0, 1))
    def arrive(self, pick: int, count: int, line: int) -> None:
        """Some messages arrive at once, in any order, at either host."""
        rng = Random(pick)
        chosen = rng.sample(range(len(self.under_way)), min(count, len(self.under_way)))
        commands = [self.under_way[index] for index in chosen]
        self.under_way = [command for index, command in enumerate(self.under_way) if index not in chosen]
        lines = [rng.randrange(len(self.hosts)) if line else 0 for _ in commands]
        self.run(self._deliver(commands, lines))

    async def _deliver(self, commands: list[Command], lines: list[int]) -> None:
        before = fold_log(await self.hosts[0].store.load(self.table_id))
        is_first = {*self.answered}.isdisjoint(command.id for command in commands)
        arriving = zip(commands, lines, strict=True)
        answers = await asyncio.gather(
            *(self.hosts[line].command(self.table_id, command) for command, line in arriving)
        )
        for command, answer in zip(commands, answers, strict=True):
            known = self.answered.get(command.id, answer)
            # A thought is no event: a copy of it is thought again, and answered with the head of then.
            if is_move(command) and (isinstance(known, Accepted) or len(self.hosts) == 1):
                assert answer == known, "one command, two answers"
            self.answered[command.id] = answer  # each host remembers only its own refusals
        if is_first and len(commands) == 1 and isinstance(answers[0], Refused):
            assert decide(before, commands[0], FACTS) is answers[0].reason
        await self._catch_up()

    async def _catch_up(self) -> None:
        """Let every host hear of the others' events, as notices and polls do."""
        for host in self.hosts:
            live = await host.live(self.table_id)
            await host.store_sync.refresh(await host.store.heads([live.id]))

    @rule(pick=picks)
    def hang_up(self, pick: int) -> None:
        client = self.clients[pick % len(self.clients)]
        if client.watcher:
            self.hosts[client.line].unwatch(self.run(self._live(client.line)), client.watcher)
            client.take_over()
            client.watcher = None

    @rule(pick=picks)
    def come_back(self, pick: int) -> None:
        client = self.clients[pick % len(self.clients)]
        if client.watcher is None:
            client.line = (client.line + 1) % len(self.hosts)
            self.run(self._connect(client))

    @rule()
    def restart(self) -> None:
        """All hosts end and start again; refusals are forgotten, moves are not."""
        for client in self.clients:
            client.take_over()
            client.watcher = None
        self.run(self._stop())
        self.run(self._start())
        self.answered = {name: known for name, known in self.answered.items() if isinstance(known, Accepted)}
        for client in self.clients:
            self.run(self._connect(client))

    async def _stop(self) -> None:
        for host in self.hosts:
            await host.__aexit__()

    @invariant()
    def every_move_is_what_the_rules_make_of_it(self) -> None:
        if not self.hosts:
            return
        stored = self.run(self.hosts[0].store.load(self.table_id))
        bodies = [json.loads(event.body) for event in stored.events]
        commands = [event.command for event in stored.events]
        assert all(commands[2:]), "an event without a command"
        assert len({*commands[2:]}) == len(commands) - 2, "a command twice"
        story = Story(bodies[:2])
        for event, body in zip(stored.events[2:], bodies[2:], strict=True):
            assert event.command in self.sent, "an event that nobody asked for"
            command = self.sent[event.command]
            assert self.answered.get(event.command, Accepted(event.seq)) == Accepted(event.seq)
            decided = decide(story.table, command, FACTS)
            if isinstance(decided, Asked):
                decided = resume(decided, dice_of(body, command))
            assert decided == (body,)
            story.tell(body)
        for name, answer in self.answered.items():
            is_stored = is_move(self.sent[name]) and isinstance(answer, Accepted)
            assert (name in commands) == is_stored, name
        for client in self.clients:
            if client.watcher:
                client.take_over()
                drafts = self.run(self._live(client.line)).thoughts()
                story.check(client, client.watcher.view, drafts)

    def teardown(self) -> None:
        if self.hosts:
            self.run(self._stop())


def is_move(command: Command) -> bool:
    return bool(command.action["do"] != "draft")


def dice_of(body: Any, command: Command) -> tuple[int, ...]:
    """The dice that chance showed, read from the event, in the order in which they were asked for."""
    play = body["play"]
    if play["kind"] == "rolled":
        return tuple(play["roll"])
    return tuple(
        play["roll"][COLOURS.index(die)] for die in sorted(command.action["dice"], key=COLOURS.index)
    )


def hidden(body: Any) -> Any:
    """What others see of a move in an open round."""
    play = body.get("play", {})
    return {"kind": "played", "play": {"kind": play.get("kind"), "seat": play.get("seat")}}


def fold_log(stored: Any) -> Table:
    return fold((json.loads(event.body) for event in stored.events), house_games())


def explore(
    databases: Sequence[Shared],
    chosen: settings,
    *,
    hosts_each: int = 1,
    host_type: type[Host] = Host,
    wrap: Callable[[EventStore], EventStore] = lambda store: store,
) -> None:
    """Let the machine run with hosts on some databases."""
    with asyncio.Runner() as runner:
        opened = [wrap(runner.run(database.open())) for database in databases]
        parts = {"runner": runner, "stores": opened * hosts_each, "host_type": host_type}
        try:
            run_state_machine_as_test(type("Machine", (Tables,), parts), settings=chosen)
        finally:
            for store in opened:
                runner.run(store.close())
