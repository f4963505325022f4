"""One suite for every game of the house, and for a third one that the house has never heard of."""

import json
import pickle
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from tests.contracts.toy_game import KIT as TWENTY
from tests.kit.server.hosts import ScriptedJobs, Seen, action_for, host_on, record_text, until
from tests.kit.server.tables import person
from tumbletrip.core.errors import InputError
from tumbletrip.core.refusals import Refusal
from tumbletrip.games.kit import GameKit
from tumbletrip.games.registry import house_games, kit_named
from tumbletrip.host.records import import_record
from tumbletrip.host.thinking.thinkers import start_thinkers
from tumbletrip.tables.deciding import Command, Facts, decide, resume
from tumbletrip.tables.moments import moments
from tumbletrip.tables.play import Action, Asked, Body, NeedDice, NeedWork, Play
from tumbletrip.tables.ports import Status
from tumbletrip.tables.seats import Occupant, Seat
from tumbletrip.tables.table import Table, TableSetup, evolve, fold
from tumbletrip.tables.views import private_changes, public_changes, shown_event, view

GAMES = house_games(more=(TWENTY,))
KITS = pytest.mark.parametrize("kit", tuple(GAMES), ids=lambda kit: kit.key)
NAMES = tuple(f"P{number}" for number in range(16))


def play_of(table: Table) -> Play:
    """The game at a table that has begun."""
    assert table.play is not None
    return table.play


def opened(kit: GameKit, seats: int) -> tuple[Table, list[Body]]:
    setup = TableSetup(kit.key, {}, tuple(person(name) for name in NAMES[:seats]))
    log: list[Body] = [{"kind": "opened", "setup": setup.as_json()}, {"kind": "started"}]
    return fold(log, GAMES), log


def any_move(table: Table, seat: int, rng: Random) -> Action:
    """Something a waiting seat may do: what its own view offers, or what the tests know of a game."""
    offered = view(table, (seat,))["you"][str(seat)].get("actions")
    return rng.choice(offered) if offered else action_for(table, seat, rng)


@dataclass
class Answers:
    """Chance and physics for tests, from a seed."""

    rng: Random
    jobs: ScriptedJobs

    async def to(self, need: NeedDice | NeedWork) -> Any:
        if isinstance(need, NeedDice):
            return tuple(self.rng.randint(1, 6) for _ in range(need.count))
        assert pickle.loads(pickle.dumps(need)) == need, "a question must travel"
        return await self.jobs(need.job, need.question, seconds=need.seconds)


async def step(table: Table, rng: Random) -> tuple[Table, Body]:
    """One move by chance, decided once; whatever it asks is answered once."""
    seat = rng.choice(table.waiting_for)
    command = Command("id", seat, table.round, any_move(table, seat, rng))
    decided = decide(table, command, Facts())
    while isinstance(decided, Asked):
        decided = resume(decided, await Answers(rng, ScriptedJobs()).to(decided.need))
    assert isinstance(decided, tuple), decided
    (body,) = decided
    return evolve(table, body), body


@KITS
def test_a_game_says_how_many_play_it_and_refuses_all_others(kit: GameKit) -> None:
    fewest, most = kit.players
    for count in (fewest, most):
        play = kit.begin({}, NAMES[:count])
        assert not play.is_over
        assert play.outcome is None
        assert set(play.waiting_for) <= set(range(count))
        assert play.waiting_for
    for count in (fewest - 1, most + 1):
        with pytest.raises(InputError):
            kit.begin({}, [f"P{number}" for number in range(count)])
    with pytest.raises(InputError):
        kit.begin({"nonsense": 1}, NAMES[:fewest])
    json.dumps(kit.choices())


@KITS
@pytest.mark.anyio
async def test_a_whole_game_keeps_the_contract_at_every_move(kit: GameKit) -> None:
    rng = Random(kit.key)
    table, log = opened(kit, max(2, kit.players[0]))
    seats = tuple(range(len(table.seats)))
    while table.waiting_for:
        before, (table, body) = table, await step(table, rng)
        log.append(body)
        assert json.loads(json.dumps(body)) == body, "an event is JSON"
        assert body["play"]["seat"] in range(len(seats)), "an event names its seat"
        assert shown_event(table, body, seats) == body, "one's own doings are never hidden"
        assert json.loads(json.dumps(view(table, seats)))["play"]["game"] == kit.key
        known = {**play_of(before).public_view(), **public_changes(before, table)["play"]}
        assert known == play_of(table).public_view()
        for seat in seats:
            own = {**view(before, (seat,))["you"][str(seat)], **private_changes(before, table, seat)}
            assert own == view(table, (seat,))["you"][str(seat)]
        assert evolve(before, json.loads(json.dumps(body))) == table, "an event read again is the same event"
    assert table.play is not None
    assert table.status is Status.OVER
    assert table.play.outcome is not None
    assert sorted(side for place in table.play.outcome.ranking for side in place) == list(
        range(len(table.play.totals))
    )
    assert fold(log, GAMES) == table
    assert len(list(moments(log, table))) == len(log) - 1


@KITS
@pytest.mark.parametrize(
    "action", [{}, {"do": None}, {"do": "fly"}, {"do": ["throw"]}, {"do": "draft", "entries": 7}]
)
def test_what_no_game_understands_is_refused_by_name(kit: GameKit, action: Action) -> None:
    table, _ = opened(kit, max(2, kit.players[0]))
    seat = table.waiting_for[0]
    assert isinstance(decide(table, Command("id", seat, table.round, action), Facts()), Refusal)


@KITS
@pytest.mark.anyio
async def test_a_host_plays_it_with_bots_keeps_it_and_tells_it_again(kit: GameKit, store_url: str) -> None:
    people = [person(name) for name in NAMES[: max(1, kit.players[0] - 1)]]
    bot = Seat(Occupant.BOT, "robot", kit.bots.levels[0])
    async with host_on(store_url, games=GAMES) as host:
        live = await host.open(TableSetup(kit.key, {}, (*people, bot)), {})
        watcher = Seen(0)
        host.watch(live, watcher)
        rng = Random(1)
        while live.durable.table.status is not Status.OVER:
            await until(lambda: not live.turns.is_thinking)
            if any(seat < len(people) for seat in live.durable.table.waiting_for):
                await play_out_people(host, live, len(people), rng)
        text, extension = record_text(host.games, live)
        assert extension == kit.records.extension
        assert host.games.of_record(text) is kit
        assert kit.records.format(kit.records.parse(text)) == text
        imported = await host.live(await import_record(host, ScriptedJobs(), text))
        assert play_of(imported.durable.table).outcome == play_of(live.durable.table).outcome
        again = await host.rematch(live, 0)
        assert again is not None
        assert (await host.live(again)).durable.table.setup.game == kit.key
    async with host_on(store_url, games=GAMES) as other:  # F18: read again from the store
        assert (await other.live(live.id)).durable.table == live.durable.table
        assert [seq for seq, _ in watcher.events] == list(range(3, live.durable.seq + 1))


async def play_out_people(host: Any, live: Any, people: int, rng: Random) -> None:
    """Let the people act whose turn it is."""
    table = live.durable.table
    for seat in [seat for seat in table.waiting_for if seat < people]:
        action = any_move(table, seat, rng)
        await host.command(live.id, Command(f"{seat}:{live.durable.seq}", seat, table.round, action))


@KITS
@pytest.mark.parametrize("text", ["nonsense", "[Game", "\0", "[" * 2000])
def test_what_is_no_record_is_refused_in_a_sentence(kit: GameKit, text: str) -> None:
    for sent in (text, f'[Game "{kit.key}"]\n{text}'):
        with pytest.raises(InputError):
            GAMES.of_record(sent).records.parse(sent)


def test_a_record_is_of_the_game_that_its_tag_names_whoever_plays_it() -> None:
    """A player of Dice Trip may be called tumblin."""
    text = '[Game "dicetrip"]\n[Rules "1"]\n[Edition "france"]\n[A "tumblin"]\n'
    assert GAMES.of_record(text).key == "dicetrip"
    assert GAMES.of_record('[A "[Game \\"tumblin\\"]"]\n' + text).key == "dicetrip"
    assert GAMES.of_record("", "evening.tumble").key == "tumblin"
    assert GAMES.of_record("", "evening.TWENTY").key == "twenty"
    assert GAMES.of_record(text, "evening.tumble").key == "dicetrip"


def test_a_kit_is_found_by_its_module_and_name() -> None:
    assert kit_named("tests.contracts.toy_game:KIT") is TWENTY
    for wrong in ("tests.contracts.toy_game:NOTHING", "nowhere:KIT", "", "json:dumps", ":"):
        with pytest.raises(InputError):
            kit_named(wrong)


LEVELS = [(kit, level) for kit in GAMES for level in kit.bots.levels]


@pytest.mark.slow
@pytest.mark.parametrize(("kit", "level"), LEVELS, ids=[f"{kit.key}-{level}" for kit, level in LEVELS])
@pytest.mark.anyio
async def test_every_bot_answers_its_question_with_a_move_that_is_taken(kit: GameKit, level: str) -> None:
    table, _ = opened(kit, max(2, kit.players[0]))
    rng = Random(3)
    while (question := kit.bots.ask(play_of(table), table.waiting_for[0])) is None:
        table, _ = await step(table, rng)
    seat = table.waiting_for[0]
    arrived = pickle.loads(pickle.dumps(question))
    action = kit.bots.choose(arrived, level, "seed")
    assert kit.bots.choose(arrived, level, "seed") == action, "the same seed, the same move"
    decided = decide(table, Command("bot", seat, table.round, action, by_bot=True), Facts())
    assert isinstance(decided, tuple | Asked), decided


@pytest.mark.slow
@pytest.mark.anyio
async def test_worker_processes_get_ready_for_all_games() -> None:
    thinkers = start_thinkers(1, GAMES)
    try:
        for kit in GAMES:
            table, _ = opened(kit, max(2, kit.players[0]))
            question = kit.bots.ask(play_of(table), table.waiting_for[0])
            if question is not None:
                action = await thinkers.run(kit.bots.choose, question, kit.bots.levels[0], "s", seconds=60)
                assert "do" in action
    finally:
        thinkers.close()
