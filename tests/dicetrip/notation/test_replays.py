"""Replaying records: the good prefix is kept, and the first error is named with its line."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.dicetrip.generators import games, in_seating_order, records
from tests.kit.dicetrip.table import snapshot
from tests.kit.spoken import assert_spoken
from tumbletrip.core.errors import InputError, Unreadable
from tumbletrip.dicetrip.notation.records import Record, format_record, parse_record, record_of
from tumbletrip.dicetrip.notation.replays import command_of, replay, with_result
from tumbletrip.dicetrip.rules import Event, Game, No, decide, evolve

GOLDEN = Path(__file__).parents[2] / "golden" / "published_france.trip"
TEXT = GOLDEN.read_text("utf-8")
TWO = """[Game "dicetrip"]
[Rules "1"]
[Edition "france"]
[Variant "tens"]
[A "Ada"]
[B "Ben"]

1. r4 b2 g6 y1 reroll r5
   A: lyon=r5b2 nice=y1g6
   B: paris=b2r5 lille=g6b2 double b
2. r3 b3 g5 y2 keep
   A: lille=r3b3 x=nancy
   B: x=caen x=reims
"""

# The good text, the bad one, the line of the error, the refusal (None: a wrong claim), good events before it.
FAULTS = [
    ("r6 b4 g6 y5 keep", "r6 b4 g6 y5", 8, No.ROLLER_DECIDES_FIRST, 1),
    ("x=poitiers", "x=grenoble", 8, No.CITY_TAKEN, 2),
    ("x=poitiers", "x=berlin", 8, No.UNKNOWN_CITY, 2),
    ("grenoble=r6g6 x=poitiers", "x=poitiers", 8, No.TWO_ENTRIES, 2),
    ("limoges=r6g4", "limoges=y4r6", 10, None, 5),
    ("limoges=r6g4", "grenoble=r6g4", 10, No.CITY_TAKEN, 5),
    ("caen=y1r1 lyon=g5b1", "caen=y1r1 lyon=b1r1", 16, No.NUMBER_REPEATED, 14),
    ("lyon=g5b1", "lyon=y1r1", 16, No.DICE_OVERUSED, 14),
    ("lyon=g5b1", "lyon=g5g5", 16, No.DIE_WITH_ITSELF, 14),
    ("reims=b1r4", "reims=b1r4 x=brest", 32, No.ONE_ENTRY, 38),
    ("result A 39\n", "14. r1 b1 g1 y1\nresult A 39\n", 33, No.GAME_OVER, 39),
    ("result A 39", "result A 40", 33, None, 39),
    ("   A: reims=b1r4\n", "", 32, None, 38),
]


@pytest.mark.parametrize(("good", "bad", "line", "refusal", "kept"), FAULTS)
def test_the_first_error_is_named_with_its_line_and_the_prefix_is_kept(
    good: str, bad: str, line: int, refusal: No | None, kept: int
) -> None:
    assert TEXT.count(good) == 1
    played = replay(parse_record(TEXT.replace(good, bad)))
    assert played.error is not None
    assert (played.error.line, played.error.refusal) == (line, refusal)
    whole = replay(parse_record(TEXT))
    assert played.games == whole.games[: kept + 1]
    assert played.events == whole.events[:kept]
    assert played.error.as_problem().sentence().startswith(f"Line {line}: ")
    assert_spoken(InputError(played.error.as_problem()))


def test_a_game_of_two_with_both_powers_is_good() -> None:
    played = replay(parse_record(TWO))
    assert played.error is None
    assert played.final.round == 3


@pytest.mark.parametrize(
    ("good", "bad", "line", "said"),
    [
        ("lille=g6b2 double b", "lille=g6b2", 10, "–; the entries say b"),
        ("double b", "double r", 10, "is r; the entries say b"),
        ("x=nancy", "x=nancy double r", 12, "is r; the entries say –"),
        ("x=nancy", "x=nancy tens 3", 12, "3 points for the tens; by the rules it is –"),
        ("x=reims\n", "x=reims\nresult A 1 B 2\n", 14, "round 3"),
    ],
)
def test_wrong_claims_are_named(good: str, bad: str, line: int, said: str) -> None:
    assert TWO.count(good) == 1
    error = replay(parse_record(TWO.replace(good, bad))).error
    assert error is not None
    assert error.line == line
    assert said in error.problem.sentence()


def test_a_die_that_shows_another_digit_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="that die shows 1") as caught:
        parse_record(TWO.replace("r3 b3 g5 y2 keep", "r3 b3 g5 y2 reroll r1"))
    assert caught.value.line == 12


def test_a_reroll_that_was_spent_is_refused() -> None:
    text = TWO.split("[B")[0] + "\n1. r4 b2 g6 y1 reroll r5\n   A: x=lyon x=nice\n2. r3 b3 g5 y2 reroll r1\n"
    error = replay(parse_record(text)).error
    assert error is not None
    assert error.refusal is No.REROLL_SPENT


@settings(max_examples=100)
@given(games())
def test_folding_the_events_gives_the_live_game(drawn: tuple[list[Event], Game]) -> None:
    events, live = drawn
    record = record_of(live, ["name"] * len(live.sheets), in_seating_order(events))
    played = replay(record)
    assert played.error is None
    assert snapshot(played.final) == snapshot(live)
    assert played.final == live


@settings(max_examples=100)
@given(games())
def test_every_event_answers_its_own_command(drawn: tuple[list[Event], Game]) -> None:
    events, live = drawn
    game = replay(record_of(live, ["name"] * len(live.sheets), [])).final
    for event in events:
        before = snapshot(game)
        assert decide(game, command_of(event)) == event
        assert snapshot(game) == before
        game = evolve(game, event)


@settings(max_examples=60)
@given(records(finished=True), st.data())
def test_a_record_cut_anywhere_is_still_good(record: Record, data: st.DataObject) -> None:
    lines = format_record(record).split("\n")
    first = lines.index("") + 1
    kept = data.draw(st.integers(first, len(lines)))
    assert replay(parse_record("\n".join(lines[:kept]))).error is None


@settings(max_examples=60)
@given(records(finished=True), st.integers(1, 40))
def test_a_wrong_result_is_found(record: Record, extra: int) -> None:
    assert record.result is not None
    wrong = f"result A {record.result[0] + extra}"
    text = format_record(record).replace(f"result A {record.result[0]}", wrong)
    error = replay(parse_record(text)).error
    assert error is not None
    assert error.line == len(text.split("\n")) - 1


def test_a_result_stands_only_under_a_game_that_is_over() -> None:
    record = parse_record(TWO)
    assert with_result(record, replay(record).final).result is None
    whole = parse_record(TEXT)
    assert with_result(whole, replay(whole).final).result == (39,)
