"""F6: whatever JSON comes as an action, a table answers with events, a question or a named refusal."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.server.hosts import action_for
from tests.kit.server.tables import OPEN, done, person, setup, table_of
from tumbletrip.core.refusals import Refusal
from tumbletrip.tables.deciding import Command, Facts, decide
from tumbletrip.tables.play import Asked, Thought
from tumbletrip.tables.table import Table, evolve

FACTS = Facts(levels=("casual",), stand_in="casual", away=(1,))
DOINGS = (
    "roll", "reroll", "keep", "write", "draft", "order", "flick", "sit", "rename", "leave", "return",
    "stand_in", "start", "seat_bot", "close_seat", "remove",
)  # fmt: skip
FIELDS = ("seat", "name", "level", "dice", "faces", "entries", "die", "face_up", "x", "speed_mps", "city")
SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from(["red", "blue", "lyon", "a1", "casual", 0, 1, 6])
)  # fmt: skip
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=3),
    max_leaves=8,
)
ACTIONS = st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=5).flatmap(
    lambda fields: (st.sampled_from(DOINGS) | JSON).map(lambda do: {**fields, "do": do})
)


def moments() -> dict[str, Table]:
    """Tables before the start and in every phase of both games."""
    trip = table_of(setup(person("Ada"), person("Ben")))
    rolled = done(trip, 0, (4, 2, 6, 1), do="roll")
    match = table_of(setup(person("Ada"), person("Ben"), game="tumblin"))
    flicking = done(done(match, 0, (6,), do="order"), 1, (1,), do="order")
    return {
        "waiting for people": table_of(setup(person("Ada"), OPEN)),
        "to roll": trip,
        "to keep": rolled,
        "to write": done(rolled, 0, do="keep"),
        "to order": match,
        "to flick": flicking,
        "with an own die": table_of(setup(person("Ada"), own_dice=True)),
    }


MOMENTS = moments()


@pytest.mark.parametrize("moment", MOMENTS)
@given(action=ACTIONS, seat=st.integers(-2, 3) | st.none(), number=st.integers(0, 2))
@settings(max_examples=100)
def test_F6_any_action_gets_an_answer(moment: str, action: Any, seat: int | None, number: int) -> None:
    table = MOMENTS[moment]
    decided = decide(table, Command("id", seat, number, action), FACTS)
    assert isinstance(decided, tuple | Asked | Thought | Refusal)
    for body in decided if isinstance(decided, tuple) else ():
        table = evolve(table, body)


def test_F6_honest_actions_are_taken_at_the_same_moments() -> None:
    """Else the test above would prove nothing but that everything is refused."""
    taken = 0
    for table in MOMENTS.values():
        for seat in table.waiting_for:
            action = action_for(table, seat, Random(1))
            decided = decide(table, Command("id", seat, table.round, action), FACTS)
            taken += isinstance(decided, tuple | Asked | Thought)
    assert taken >= len(MOMENTS) - 2
