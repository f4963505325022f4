"""Tables for tests: opened with people, bots and open seats, and played on by chance."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.kit.dicetrip.play import random_entries, random_roll
from tumbletrip.core.refusals import Refusal
from tumbletrip.games.dicetrip.play import DiceTripPlay, entries_json
from tumbletrip.games.registry import house_games
from tumbletrip.tables.deciding import Bodies, Command, Facts, decide, resume
from tumbletrip.tables.play import Asked, Need, NeedDice, Thought
from tumbletrip.tables.seats import Occupant, Seat
from tumbletrip.tables.table import Table, TableSetup, evolve, fold

FACTS = Facts(levels=("casual", "good"), stand_in="casual")


def person(name: str) -> Seat:
    """A seat somebody sits on."""
    return Seat(Occupant.PERSON, name)


OPEN = Seat(Occupant.OPEN)


def setup(*seats: Seat, game: str = "dicetrip", **options: Any) -> TableSetup:
    """A table's setup; Dice Trip on the France board unless said otherwise."""
    return TableSetup(game, options, seats or (person("Ada"), person("Ben")))


def opening(agreed: TableSetup) -> list[dict[str, Any]]:
    """The first events of a table."""
    start = [] if any(seat.occupant is Occupant.OPEN for seat in agreed.seats) else [{"kind": "started"}]
    return [{"kind": "opened", "setup": agreed.as_json()}, *start]


def table_of(agreed: TableSetup) -> Table:
    """The table right after it was opened."""
    return fold(opening(agreed), house_games())


def do(table: Table, seat: int | None, /, *answers: Any, **action: Any) -> Bodies | Need | Thought | Refusal:
    """Decide an action for this round, with the answers from outside as far as they go."""
    decided = decide(table, Command("id", seat, table.round, action), FACTS)
    for answer in answers:
        if isinstance(decided, Asked):
            decided = resume(decided, answer)
    return decided.need if isinstance(decided, Asked) else decided


def done(table: Table, seat: int | None, /, *answers: Any, **action: Any) -> Table:
    """The table after an action that must be taken."""
    bodies = do(table, seat, *answers, **action)
    assert isinstance(bodies, tuple), bodies
    for body in bodies:
        table = evolve(table, body)
    return table


def rolled(table: Table, *faces: int) -> Table:
    """The table after the roller rolled these dice, if they were not rolled yet, and kept them."""
    seat = table.waiting_for[0]
    if phase_of(table) == "roll":
        table = done(table, seat, faces, do="roll")
    return done(table, seat, do="keep") if phase_of(table) == "reroll" else table


def phase_of(table: Table) -> str:
    """What a game of Dice Trip waits for."""
    assert isinstance(table.play, DiceTripPlay)
    return table.play.game.phase


def any_action(table: Table, seat: int, rng: Random) -> dict[str, Any]:
    """A move that a waiting seat of Dice Trip may make now."""
    play = table.play
    player = table.player_at(seat)
    assert isinstance(play, DiceTripPlay)
    assert player is not None
    game = play.game
    if game.phase == "roll":
        return {"do": "roll"}
    if game.phase == "reroll":
        dice = rng.sample(["red", "blue", "green", "yellow"], rng.randint(1, 4))
        return {"do": "keep"} if rng.random() < 0.7 else {"do": "reroll", "dice": dice}
    assert game.roll is not None
    entries = random_entries(game.sheets[player], game.roll, rng)
    return {"do": "write", "entries": entries_json(entries)}


def played(table: Table, seed: int, steps: int = 10_000) -> Iterator[tuple[Table, Bodies]]:
    """A game of Dice Trip played on by chance: each step's table and events."""
    rng = Random(seed)
    for _ in range(steps):
        if not table.waiting_for:
            return
        seat = rng.choice(table.waiting_for)
        action = any_action(table, seat, rng)
        bodies = do(table, seat, **action)
        if isinstance(bodies, NeedDice):
            bodies = do(table, seat, tuple(random_roll(rng))[: bodies.count], **action)
        assert isinstance(bodies, tuple), bodies
        for body in bodies:
            table = evolve(table, body)
        yield table, bodies
