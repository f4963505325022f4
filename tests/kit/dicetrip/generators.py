"""Hypothesis strategies for Dice Trip: rolls, sheets, editions, games and records."""

from types import MappingProxyType

from hypothesis import strategies as st

from tests.kit.dicetrip.play import random_game
from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.editions import EDITION_NAMES, Edition, builtin_edition
from tumbletrip.dicetrip.notation.records import Record, record_of
from tumbletrip.dicetrip.notation.replays import with_result
from tumbletrip.dicetrip.numbers import DIGITS, NUMBERS
from tumbletrip.dicetrip.rules import Event, Game, evolve, new_game
from tumbletrip.dicetrip.sheet import CROSSED, Mark, Sheet, Written, possible_tens

MOST_CITIES = 25

faces = st.sampled_from(DIGITS)
rolls = st.builds(Roll, faces, faces, faces, faces)
editions = st.sampled_from([builtin_edition(name) for name in EDITION_NAMES])
seeds = st.integers(0, 2**32 - 1)
# All text that can be saved: half a surrogate pair cannot.
names = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@st.composite
def sheets(draw: st.DrawFn, *, least: int = 0, most: int = MOST_CITIES, on: Edition | None = None) -> Sheet:
    """A sheet with some cities filled: each crossed out, or with a number that stands only once."""
    edition = on or draw(editions)
    order = draw(st.permutations(edition.city_ids))
    numbers = draw(st.permutations(NUMBERS))
    kinds = draw(st.lists(st.sampled_from("wwwcx"), min_size=least, max_size=most))
    marks: dict[str, Mark] = {
        city: _mark(edition, city, number, kind)
        for city, number, kind in zip(order, numbers, kinds, strict=False)
    }
    tens_variant = draw(st.booleans())
    earned = possible_tens(edition, marks) if tens_variant else None
    return Sheet(
        edition,
        MappingProxyType(marks),
        may_reroll=draw(st.booleans()),
        may_double=draw(st.booleans()),
        tens_variant=tens_variant,
        tens_bonus=draw(st.none() | st.sampled_from(earned)) if earned else None,
    )


def _mark(edition: Edition, city: str, number: int, kind: str) -> Mark:
    if kind == "x":
        return CROSSED
    return Written(number, in_colour=kind == "c" and edition.by_id[city].colour is not None)


@st.composite
def games(draw: st.DrawFn, *, finished: bool = False) -> tuple[list[Event], Game]:
    """The events of a random game up to some moment, and the game at that moment."""
    edition, players, tens = draw(editions), draw(st.integers(1, 4)), draw(st.booleans())
    events, end = random_game(draw(seeds), edition, players, tens=tens)
    if finished:
        return events, end
    kept = events[: draw(st.integers(0, len(events)))]
    game = new_game(edition, players, tens_variant=tens)
    for event in kept:
        game = evolve(game, event)
    return kept, game


@st.composite
def records(draw: st.DrawFn, *, finished: bool = False) -> Record:
    """The record of a random game, with names and tags of all kinds."""
    events, game = draw(games(finished=finished))
    players = [draw(names) for _ in game.seats]
    tags = draw(
        st.dictionaries(st.from_regex(r"[A-Z][a-z]{2}[A-Za-z0-9]{2,5}", fullmatch=True), names, max_size=3)
    )
    own = {"Rules", "Edition", "Variant"}
    others = tuple((name, value) for name, value in tags.items() if name not in own)
    return with_result(record_of(game, players, in_seating_order(events), tags=others), game)


def in_seating_order(events: list[Event]) -> list[Event]:
    """The events as a record has them: within a round the seats write in order."""
    ordered: list[Event] = []
    turns: list[Event] = []
    for event in events:
        if type(event).__name__ == "Wrote":
            turns.append(event)
        else:
            ordered += [*sorted(turns, key=lambda turn: turn.seat), event]
            turns = []
    return ordered + sorted(turns, key=lambda turn: turn.seat)
