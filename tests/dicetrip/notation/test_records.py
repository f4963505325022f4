"""Records of whole games: text to game to text is the identity, and slips are named with their place."""

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.kit.dicetrip.generators import records
from tests.kit.mangling import mangled
from tests.kit.spoken import assert_spoken
from tumbletrip.core.errors import InputError, Unreadable
from tumbletrip.dicetrip.dice import Colour, Roll
from tumbletrip.dicetrip.editions import find_edition
from tumbletrip.dicetrip.notation.records import Record, format_record, parse_record, record_of
from tumbletrip.dicetrip.notation.replays import replay
from tumbletrip.dicetrip.rules import Corrected, Event, Kept, Rerolled, Rolled, Wrote, evolve

HEAD = '[Game "dicetrip"]\n[Rules "1"]\n[Edition "france"]\n[A "Ada"]\n[B "Ben"]\n'
BODY = """
1. r4 b2 g6 y1 keep
   A: lyon=r4b2 nice=y1g6
   B: paris=b2r4 x=brest
2. r3 b3 g5 y2 reroll g1 y6
   A: lille=r3b3 nancy=b3y6 double b
   B: x=caen reims=g1y6
"""
TEXT = HEAD + BODY


def test_a_record_tells_who_rolled_and_wrote_what() -> None:
    record = parse_record(TEXT)
    events = [recorded.event for recorded in record.events]
    assert record.names == ("Ada", "Ben")
    assert [event.seat for event in events if isinstance(event, Rolled)] == [0, 1]
    rerolled = next(event for event in events if isinstance(event, Rerolled))
    assert (rerolled.seat, rerolled.dice) == (1, (Colour.GREEN, Colour.YELLOW))
    doubled = [event.doubled for event in events if isinstance(event, Wrote)]
    assert doubled == [None, None, Colour.BLUE, None]
    assert [recorded.line for recorded in record.events] == [7, 7, 8, 9, 10, 10, 11, 12]
    assert replay(record).error is None


def test_canonical_text_comes_out_the_same() -> None:
    assert format_record(parse_record(TEXT)) == TEXT


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ([Rolled(0, Roll(4, 2, 6, 1)), Corrected(0, Roll(4, 2, 5, 1)), Kept(0)], "r4 b2 g5 y1 keep"),
        ([Rolled(0, Roll(4, 2, 6, 1)), Kept(0), Corrected(0, Roll(4, 2, 5, 1)), Kept(0)], "r4 b2 g5 y1 keep"),
        (
            [
                Rolled(0, Roll(4, 2, 6, 1)),
                Rerolled(0, (Colour.GREEN,), Roll(4, 2, 3, 1)),
                Corrected(0, Roll(5, 2, 2, 1)),
                Corrected(0, Roll(5, 2, 1, 1)),
            ],
            "r5 b2 g6 y1 reroll g1",
        ),
    ],
    ids=["before keeping", "after keeping", "after a re-roll, twice"],
)
def test_a_record_tells_dice_that_were_corrected_as_they_lay(events: list[Event], told: str) -> None:
    game = start = parse_record(HEAD).new_game()
    for event in events:
        game = evolve(game, event)
    record = record_of(start, ("Ada", "Ben"), events)
    assert format_record(record).splitlines()[-1] == f"1. {told}"
    again = replay(parse_record(format_record(record)))
    assert again.error is None
    assert again.final == game


def test_spaces_blank_lines_and_windows_line_ends_are_forgiven() -> None:
    loose = "\ufeff" + TEXT.replace("\n", " \r\n\r\n").replace(" keep", "   keep")
    assert parse_record(loose) == parse_record(TEXT)


@settings(max_examples=150)
@given(records())
def test_a_record_written_and_read_is_the_same_record(record: Record) -> None:
    text = format_record(record)
    again = parse_record(text)
    assert again == record
    assert format_record(again) == text


@settings(max_examples=60)
@given(records(finished=True))
def test_the_record_of_a_whole_game_replays_to_its_result(record: Record) -> None:
    played = replay(parse_record(format_record(record)))
    assert played.error is None
    assert record.result is not None


def test_tags_of_ones_own_are_kept_in_their_order() -> None:
    text = HEAD + '[Zebra "z"]\n[Date "2026-11-15"]\n[Note "line\\nend \\"quoted\\" \\\\ ü"]\n' + BODY
    record = parse_record(text)
    assert [name for name, _ in record.tags] == ["Zebra", "Date", "Note"]
    assert record.tags[2][1] == 'line\nend "quoted" \\ ü'
    assert format_record(record) == text


REPLACED = [
    ("[Game", "[Gamf", 1, 1, "Game"),
    ('"dicetrip"', '"chess"', 1, 7, "dicetrip"),
    ('[Rules "1"]', '[Rules "2"]', 2, 8, "Rules"),
    ('[Edition "france"]', '[Edition "atlantis"]', 3, 10, "atlantis"),
    ('[Edition "france"]', '[Edition "france]', 3, 1, "Edition"),
    ('[Edition "france"]', '[Edition "\\q"]', 3, 10, "\\q"),
    ('[A "Ada"]\n', "", 1, 1, "A"),
    ('[B "Ben"]', '[C "Ben"]', 5, 4, "C"),
    ('[B "Ben"]', '[A "Ben"]', 5, 1, "A"),
    ('[B "Ben"]', '[B "\\udc00"]', 5, 4, "udc00"),
    ('[B "Ben"]', '[B "Ben"]\n[Variant "sixes"]', 6, 10, "tens"),
    ("1. r4", "2. r4", 7, 1, "1."),
    ("1. r4", "one r4", 7, 1, "one"),
    ("r4 b2 g6 y1 keep", "r4 b2 g6", 7, 12, "r4"),
    ("r4 b2 g6 y1", "r4 b2 g6", 7, 13, "keep"),
    ("r4 b2 g6 y1", "b2 r4 g6 y1", 7, 4, "b2"),
    ("r4 b2 g6 y1", "r7 b2 g6 y1", 7, 4, "r7"),
    ("y1 keep", "y1 kept", 7, 16, "kept"),
    ("y1 keep", "y1 keep keep", 7, 21, "keep"),
    ("reroll g1 y6", "reroll", 10, 22, "r4"),
    ("reroll g1 y6", "reroll y6 g1", 10, 26, "g1"),
    ("reroll g1 y6", "reroll g1 g1", 10, 26, "g1"),
    ("   A: lyon", "   C: lyon", 8, 4, "C:"),
    ("   A: lyon", "   E: lyon", 8, 4, "E:"),
    ("   A: lyon", "   B: lyon", 9, 4, "B:"),
    ("lyon=r4b2", "lyon=r5b2", 8, 12, "r5"),
    ("lyon=r4b2", "lyon=r4b3", 8, 14, "b3"),
    ("lyon=r4b2", "lyon=r4", 8, 7, "lyon=r4"),
    ("lyon=r4b2", "lyon", 8, 7, "lyon"),
    ("lyon=r4b2", "=r4b2", 8, 7, "=r4b2"),
    ("x=brest", "x=", 9, 18, "x="),
    ("double b", "double", 11, 35, "r4"),
    ("double b", "double blue", 11, 36, "blue"),
    ("double b", "double b lyon=r3b3", 11, 38, "lyon=r3b3"),
    ("reims=g1y6\n", "reims=g1y6 tens many\n", 12, 30, "many"),
    ("reims=g1y6\n", "reims=g1y6\nresult A 1\n", 13, 11, "word"),
    ("reims=g1y6\n", "reims=g1y6\nresult A 1 C 2\n", 13, 12, "C"),
    ("reims=g1y6\n", "reims=g1y6\nresult A 1 B two\n", 13, 14, "two"),
    ("reims=g1y6\n", "reims=g1y6\nresult A 1 B 2\n3. r1 b1 g1 y1\n", 14, 1, "3."),
    ("\n1. r4", "\n   A: x=brest x=caen\n1. r4", 7, 4, "A:"),
]  # fmt: skip


@pytest.mark.parametrize(("good", "bad", "line", "column", "named"), REPLACED)
def test_a_slip_is_named_with_its_line_and_column(
    good: str, bad: str, line: int, column: int, named: str
) -> None:
    assert good in TEXT
    with pytest.raises(Unreadable) as caught:
        parse_record(TEXT.replace(good, bad, 1))
    assert (caught.value.line, caught.value.column) == (line, column), str(caught.value)
    assert named in str(caught.value)
    assert_spoken(caught.value)


@settings(max_examples=200)
@given(st.text())
@example("")
@example("\ufeff")
@example('[Game "dicetrip"]')
@example(HEAD.replace("france", "\\u0000.json"))
@example(HEAD.replace("france", "/.json"))
@example(HEAD + "1. r1 b1 g1 y1\nA: x=\x85 x=\u2028\n")
def test_arbitrary_text_is_a_record_or_unreadable(text: str) -> None:
    try:
        parse_record(text, find_edition)
    except Unreadable as error:
        assert_spoken(error)


@settings(max_examples=300)
@given(records(), st.randoms(use_true_random=False))
def test_a_record_with_slips_is_unreadable_or_replays_to_its_first_error(record: Record, rng: Random) -> None:
    try:
        read = parse_record(mangled(format_record(record), rng))
    except Unreadable as error:
        assert_spoken(error)
        return
    played = replay(read)
    if played.error:
        assert_spoken(InputError(played.error.as_problem()))
    assert parse_record(format_record(read)) == read
