"""F2, F3: clients whose messages are lost, doubled, late and out of order, against the pure rules.

The model is the fold of the log by `decide` and `evolve` alone. After every step each stored command must be
what the rules make of it at that place of the log, and every client must see the projection of the log.
"""

import asyncio
import itertools
import json
import tempfile
from random import Random
from typing import Any, ClassVar

import pytest
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

from tests.kit.hosts import ScriptedPlayers, Seen, action_for
from tests.kit.postgres import PostgresServer
from tests.kit.tables import person, setup
from tumbletrip.dicetrip.dice import COLOURS
from tumbletrip.host.host import Host, Pace
from tumbletrip.host.live import Accepted, LiveTable, Refused
from tumbletrip.storage.opening import open_store
from tumbletrip.tables.deciding import Command, Facts, decide
from tumbletrip.tables.games import Library
from tumbletrip.tables.play import DiceAnswer
from tumbletrip.tables.ports import EventStore
from tumbletrip.tables.table import Table, evolve, fold
from tumbletrip.tables.views import shown_event, view

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


class Tables(RuleBasedStateMachine):
    """One table, several clients, one or two hosts on one database."""

    runner: ClassVar[asyncio.Runner]
    stores: ClassVar[list[EventStore]]

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
        self.hosts = [Host(store, ScriptedPlayers(), pace=STILL) for store in self.stores]
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
            (shown.seq, shown_event(table, shown.body, client.seats)) for shown in live.since(last)
        ]
        client.watcher = Seen(*client.seats)
        client.watcher.view = view(table, client.seats)
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
        number = table.round + (rng.choice([-1, 1]) if wrong == "round" else 0)
        command = Command(f"{seat}:{next(self.ids)}", seat, number, action)
        self.sent[command.id] = command
        self.under_way.append(command)

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
        answers = await asyncio.gather(
            *(
                self.hosts[line].command(self.table_id, command)
                for command, line in zip(commands, lines, strict=True)
            )
        )
        for command, answer in zip(commands, answers, strict=True):
            known = self.answered.setdefault(command.id, answer)
            if isinstance(known, Accepted) or len(self.hosts) == 1:
                assert answer == known, "one command, two answers"
        if (
            len(commands) == 1
            and isinstance(answers[0], Refused)
            and self.answered[commands[0].id] is answers[0]
        ):
            assert decide(before, commands[0], FACTS) is answers[0].reason
        await self._catch_up()

    async def _catch_up(self) -> None:
        """Let every host hear of the others' events, as notices and polls do."""
        for host in self.hosts:
            live = await host.live(self.table_id)
            await host.neighbours.refresh(await host.store.heads([live.id]))

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
        table = fold(bodies[:2], Library())
        commands = [event.command for event in stored.events]
        assert all(commands[2:]), "an event without a command"
        assert len({*commands[2:]}) == len(commands) - 2, "a command twice"
        for event, body in zip(stored.events[2:], bodies[2:], strict=True):
            command = self.sent[event.command]
            assert self.answered.get(event.command, Accepted(event.seq)) == Accepted(event.seq)
            assert decide(table, command, FACTS, dice_of(body, command)) == (body,)
            table = evolve(table, body)
        for name, answer in self.answered.items():
            assert (name in commands) == isinstance(answer, Accepted), name
        for client in self.clients:
            if client.watcher:
                client.take_over()
                assert [seq for seq, _ in client.seen] == list(range(1, len(bodies) + 1))
                assert client.watcher.view == view(table, client.seats)
                for (_, seen), body in zip(client.seen, bodies, strict=True):
                    assert seen in (body, shown_event(table, body, ()), hidden(body))

    def teardown(self) -> None:
        if self.hosts:
            self.run(self._stop())


def dice_of(body: Any, command: Command) -> DiceAnswer | None:
    """The dice that chance showed, read from the event, in the order in which they were asked for."""
    play = body.get("play", {})
    if play.get("kind") == "rolled":
        return DiceAnswer(tuple(play["roll"]))
    if play.get("kind") == "rerolled":
        return DiceAnswer(tuple(play["roll"][COLOURS.index(die)] for die in command.action["dice"]))
    return None


def hidden(body: Any) -> Any:
    """What others see of a move in an open round."""
    play = body.get("play", {})
    return {"kind": "played", "play": {"kind": play.get("kind"), "seat": play.get("seat")}}


def fold_log(stored: Any) -> Table:
    return fold((json.loads(event.body) for event in stored.events), Library())


def explore(urls: list[str], examples: int, steps: int) -> None:
    with asyncio.Runner() as runner:
        stores = [runner.run(open_store(url)) for url in urls]
        try:
            machine = type("Machine", (Tables,), {"runner": runner, "stores": stores})
            run_state_machine_as_test(
                machine, settings=settings(max_examples=examples, stateful_step_count=steps, deadline=None)
            )
        finally:
            for store in stores:
                runner.run(store.close())


@pytest.mark.slow
def test_F2_any_traffic_at_one_host_ends_as_the_rules_say() -> None:
    with tempfile.TemporaryDirectory() as folder:
        explore([f"{folder}/t.db"], examples=40, steps=40)


@pytest.mark.slow
def test_F3_any_traffic_at_two_hosts_ends_as_the_rules_say(postgres: PostgresServer) -> None:
    url = postgres.empty_database()
    explore([url, url], examples=15, steps=30)
