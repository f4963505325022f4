"""Records of matches as text: round trips, and where a text stops making sense."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.tumblin.houses import setups
from tests.kit.tumblin.table import after, begun, duel, flat, flick, random_events
from tumbletrip.core.errors import InputError, Unreadable
from tumbletrip.core.texts import LANGUAGES
from tumbletrip.tumblin.board import find_board
from tumbletrip.tumblin.hands import HandSize, MadeBy
from tumbletrip.tumblin.house_rules import HouseRules
from tumbletrip.tumblin.notation.record_reader import parse_record
from tumbletrip.tumblin.notation.records import Record, RecordedEvent, decimal, format_record, record_of
from tumbletrip.tumblin.notation.replays import replay
from tumbletrip.tumblin.rules import Event, Flicked, RolledForOrder, evolve, new_match
from tumbletrip.tumblin.setup import Setup

GOLDEN = Path(__file__).parents[2] / "golden"


def short_match() -> tuple[Setup, list[Event]]:
    """A duel to 20 with one die each, decided in its first round."""
    setup = duel(HouseRules(target=20, falling_costs=True))
    events: list[Event] = [RolledForOrder(0, 3), RolledForOrder(1, 6)]
    match = new_match(setup)
    for event in events:
        match = evolve(match, event)
    for key, moved in (("b1", {"b1": flat("1x", 2)}), ("a1", {"b1": flat("off", 5), "a1": flat("4x", 5)})):
        command = flick(match, key, moved)
        events.append(Flicked(command.seat, command.launch, command.rests, command.fingerprint))
        match = evolve(match, events[-1])
    return setup, events


SHORT = format_record(record_of(*short_match(), tags=(("Date", "2026-11-15"),)))


def test_a_short_match_reads_like_this() -> None:
    assert SHORT == (
        """\
[Game "tumblin"]
[Rules "1"]
[Board "classic"]
[BoardHash "a86f8e33"]
[House "target=20 falling"]
[Date "2026-11-15"]

seat a side 1 "Ada" red:d6
seat b side 2 "Ben" blue:d6
order a3 b6

round 1
engine e1 scripted/1
flick b1 x -0.015 y 0 face 1 yaw 0 azimuth 0 speed 1.2 side 0 height 0 by e1
  rest b1 1x 2 0.12 0 0.088 0.707107 -0.707107 0 0
flick a1 x -0.015 y 0 face 1 yaw 0 azimuth 0 speed 1.2 side 0 height 0 by e1
  rest b1 off 5 0.8 0 0.008 0.707107 0.707107 0 0
  rest a1 4x 5 0.46 0 0.028 0.707107 0.707107 0 0
score 1 20 2 -5

result target_reached 1 20 2 -5
"""
    )


@settings(deadline=None, max_examples=60)
@given(setup=setups(), seed=st.integers(0, 2**32), length=st.integers(0, 40))
def test_match_to_text_to_match_to_text_is_the_same(setup: Setup, seed: int, length: int) -> None:
    events = random_events(setup, Random(seed), length)
    record = record_of(setup, events, tags=(("Note", 'quotes " and\nlines'),))
    text = format_record(record)
    read = parse_record(text)
    assert read == record
    assert format_record(read) == text
    played = replay(read)
    assert played.error is None
    assert list(played.events) == events


def test_dice_that_lie_as_in_the_round_before_are_written_again() -> None:
    setup = duel(HouseRules(target=9))
    events: list[Event] = [RolledForOrder(0, 6), RolledForOrder(1, 5)]
    match = begun(setup)
    for key, face in (("a1", 1), ("b1", 2), ("a1", 1), ("b1", 2)):  # two rounds alike: 3 and 6 points each
        command = flick(match, key, {key: flat("3x", face)})
        events.append(Flicked(command.seat, command.launch, command.rests, command.fingerprint))
        match = evolve(match, events[-1])
    assert match.totals == (6, 12)
    text = format_record(record_of(setup, events))
    assert text.count("  rest a1 3x 1") == 2
    assert parse_record(text).events == tuple(events)


@given(st.binary(max_size=60))
def test_the_way_of_a_flick_is_kept(trajectory: bytes) -> None:
    setup, events = short_match()
    assert isinstance(events[2], Flicked)
    with_path = [*events[:2], replace(events[2], trajectory=trajectory)]
    text = format_record(record_of(setup, with_path))
    assert parse_record(text).events == tuple(with_path)
    assert ("  path " in text) == bool(trajectory)


@given(st.floats(-1000, 1000))
def test_numbers_have_one_text_of_six_decimals_at_most(value: float) -> None:
    kept = round(value, 6) + 0.0
    assert float(decimal(kept)) == kept
    assert decimal(float(decimal(kept))) == decimal(kept)


def test_spaces_blank_lines_and_windows_line_ends_are_forgiven() -> None:
    sloppy = "\ufeff" + SHORT.replace("\n", "\r\n\r\n").replace(" ", "  ").replace("[Game  ", "[Game ")
    for tag in ("Rules", "Board", "BoardHash", "House", "Date"):
        sloppy = sloppy.replace(f"[{tag}  ", f"[{tag} ")
    assert format_record(parse_record(sloppy)) == SHORT


def test_a_match_on_a_board_of_ones_own_names_its_file_and_shape(tmp_path: Path) -> None:
    path = tmp_path / "my board.json"
    document = find_board("classic")
    source = Path(__file__).parents[3] / "src/tumbletrip/tumblin/boards/classic.json"
    path.write_text(source.read_text("utf-8").replace('"line": 0.07,', '"line": 0.06,'), "utf-8")
    setup = replace(duel(), board=find_board(str(path)))
    text = format_record(record_of(setup, []))
    assert parse_record(text, find_board).setup.board.line == 0.06
    with pytest.raises(Unreadable):
        parse_record(text)  # strangers' records open no files
    path.write_text(source.read_text("utf-8"), "utf-8")
    with pytest.raises(Unreadable, match=document.hash):
        parse_record(text, find_board)  # the board has changed since


def lines_changed(number: int, old: str, new: str) -> str:
    """The short match with one thing changed in a line (from 1)."""
    lines = SHORT.split("\n")
    assert old in lines[number - 1], lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("number", "old", "new", "place"),
    [
        (1, "tumblin", "dicetrip", (1, 7)),
        (2, '"1"', '"2"', (2, 8)),
        (1, '"]', '"', (1, 1)),
        (3, "classic", "classics", (3, 8)),
        (4, "a86f8e33", "00000000", (4, 12)),
        (5, "falling", "flying", (5, 8)),
        (5, "target=20", "target=20 rounds=4", (8, 1)),
        (6, "Date", "Game", (6, 1)),
        (8, " a ", " b ", (8, 6)),
        (8, "side", "team", (8, 8)),
        (8, "side 1", "side one", (8, 13)),
        (8, "side 1", "side 3", (8, 1)),
        (9, "Ben", "Ada", (8, 1)),
        (9, "blue", "mauve", (9, 21)),
        (9, "d6", "d7", (9, 21)),
        (9, " blue:d6", "", (9, 20)),
        (10, "a3", "c3", (10, 7)),
        (10, "a3", "a", (10, 7)),
        (10, "order", "odd", (10, 1)),
        (12, "1", "one", (12, 7)),
        (13, " scripted/1", "", (13, 10)),
        (14, "b1", "c1", (14, 7)),
        (14, "x -0.015", "z -0.015", (14, 10)),
        (14, "-0.015", "1e3", (14, 12)),
        (14, "-0.015", "0.1234567", (14, 12)),
        (14, "-0.015", "nan", (14, 12)),
        (14, "e1", "e2", (14, 75)),
        (14, " by e1", "", (14, 71)),
        (15, "1x", "5x", (15, 11)),
        (15, "2 0.12", "two 0.12", (15, 14)),
        (15, " 0 0", " 0", (15, 49)),
        (15, " 0 0", " 0 0 0", (15, 52)),
        (15, "b1", "a1", (15, 8)),
        (15, "rest", "path", (15, 8)),
        (15, "  rest b1 1x 2 0.12 0 0.088 0.707107 -0.707107 0 0", "", (14, 1)),
        (19, "1 20", "2 20", (19, 7)),
        (19, "20", "1.5", (19, 9)),
        (21, "target_reached", "bored", (21, 8)),
    ],
)
def test_a_text_outside_the_grammar_is_unreadable_with_line_and_column(
    number: int, old: str, new: str, place: tuple[int, int]
) -> None:
    """What only shows in the end is reported where it began: the first seat, the flick without a rest."""
    with pytest.raises(Unreadable) as caught:
        parse_record(lines_changed(number, old, new))
    assert (caught.value.line, caught.value.column) == place
    assert len({caught.value.sentence(language) for language in LANGUAGES}) == 4


@pytest.mark.parametrize("text", ["", "\n\n", '[Game "tumblin"]', "hello", SHORT + "round 2\n", "rest a1"])
def test_other_texts_are_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        parse_record(text)


def test_lines_that_belong_under_a_flick_stand_nowhere_else() -> None:
    with pytest.raises(Unreadable, match="flick"):
        parse_record(SHORT.replace("round 1", "rest b1 1x 2 0 0 0 1 0 0 0"))


def test_a_die_not_yet_flicked_cannot_lie_anywhere() -> None:
    with pytest.raises(Unreadable, match="a1"):
        parse_record(SHORT.replace("  rest b1 1x", "  rest a1 1x", 1))


def test_an_engine_is_named_once() -> None:
    with pytest.raises(Unreadable, match="e1"):
        parse_record(SHORT.replace("engine e1 scripted/1", "engine e1 scripted/1\nengine e1 other"))


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_no_text_raises_anything_but_unreadable(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(SHORT)))
    end = data.draw(st.integers(start, min(len(SHORT), start + 20)))
    junk = data.draw(st.text(alphabet=st.sampled_from('ab19 -.:"*\\[]\n\tx\u2028e=²'), max_size=6))
    try:
        record = parse_record(SHORT[:start] + junk + SHORT[end:])
    except Unreadable:
        return
    replay(record)
    assert parse_record(format_record(record)) == record


# Replays


def test_a_replay_reads_and_reaches_the_same_end() -> None:
    _, events = short_match()
    played = replay(parse_record(SHORT))
    assert played.error is None
    assert played.final.totals == (20, -5)
    assert len(played.matches) == len(events) + 1


@pytest.mark.parametrize(
    ("number", "old", "new", "line", "good", "key"),
    [
        (10, "a3 b6", "a3 b9", 10, 1, "tumblin/impossible_face"),
        (10, "a3 b6", "a3 a4", 10, 1, "tumblin/already_rolled"),
        (10, "a3 b6", "a6 b3", 14, 2, "tumblin/not_your_turn"),
        (12, "1", "2", 12, 2, "tumblin.replay.round"),
        (14, "speed 1.2", "speed 5", 14, 2, "tumblin/too_fast"),
        (15, "1x 2", "1x 3", 14, 2, "tumblin/misread_die"),
        (15, "0.12", "0.24", 14, 2, "tumblin/misread_die"),
        (16, "x -0.015", "x 0.5", 16, 3, "tumblin/off_the_track"),
        (19, "-5", "5", 19, 4, "tumblin.replay.score"),
        (21, "1 20", "1 21", 21, 4, "tumblin.replay.result"),
        (21, "target_reached", "rounds_won", 21, 4, "tumblin.replay.result"),
    ],
)
def test_a_replay_keeps_the_good_prefix_and_names_the_first_error(
    number: int, old: str, new: str, line: int, good: int, key: str
) -> None:
    played = replay(parse_record(lines_changed(number, old, new)))
    assert played.error is not None
    assert (played.error.line, played.error.problem.key) == (line, key)
    assert len(played.events) == good
    for language in LANGUAGES:
        assert InputError(played.error.as_problem()).sentence(language)


@pytest.mark.parametrize(
    ("after_line", "added", "key"),
    [
        (10, "score 1 0 2 0", "tumblin.replay.score_too_early"),
        (15, "result target_reached 1 20 2 0", "tumblin.replay.result_too_early"),
        (15, "round 1", "tumblin.replay.round"),
    ],
)
def test_a_story_told_too_early_is_an_error(after_line: int, added: str, key: str) -> None:
    lines = SHORT.split("\n")
    played = replay(parse_record("\n".join([*lines[:after_line], added])))
    assert played.error is not None
    assert played.error.problem.key == key


def test_a_score_in_the_middle_of_a_later_round_is_too_early() -> None:
    lines = (GOLDEN / "duel_bonus_falling.tumble").read_text("utf-8").split("\n")
    second = lines.index("round 2")
    next_flick = next(n for n in range(second + 2, len(lines)) if lines[n].startswith("flick"))
    told = next(line for line in lines if line.startswith("score"))
    played = replay(parse_record("\n".join([*lines[:next_flick], told])))
    assert played.error is not None
    assert played.error.problem.key == "tumblin.replay.score_too_early"


def test_a_record_may_stop_after_any_line_but_a_flick_without_its_rest() -> None:
    lines = SHORT.rstrip("\n").split("\n")
    for count in range(9, len(lines)):
        text = "\n".join(lines[:count])
        if lines[count - 1].startswith("flick") or lines[count - 1].startswith("  rest b1 off"):
            with pytest.raises(Unreadable, match="came to rest"):
                parse_record(text)
        else:
            assert replay(parse_record(text)).error is None


def test_an_unfinished_record_has_no_result() -> None:
    match = begun(duel(dice=2))
    command = flick(match, "a1", {"a1": flat("2x", 3)})
    assert after(match, command).totals == (0, 0)
    events = [RolledForOrder(0, 6), RolledForOrder(1, 5)]
    record = record_of(match.setup, [*events, Flicked(0, command.launch, command.rests, command.fingerprint)])
    assert [type(item).__name__ for item in record.items] == ["RecordedEvent"] * 2 + [
        "ToldRound",
        "RecordedEvent",
    ]
    assert isinstance(record, Record)
    assert all(item.line == 0 for item in record.items if isinstance(item, RecordedEvent))


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.tumble")), ids=lambda path: path.stem)
def test_golden_matches_replay_without_a_simulation(path: Path) -> None:
    text = path.read_text("utf-8")
    record = parse_record(text)
    assert format_record(record) == text
    assert replay(record).error is None


def long_match(rounds: int, house: str = "target=1000000") -> str:
    """The record of a duel in which both flick their only die off the board, round after round."""
    head, told = SHORT.split("\nround 1\n")
    flicks = [
        f"flick {die} x -0.015 y 0 face 1 yaw 0 azimuth 0 speed 1.2 side 0 height 0 by e1\n"
        f"  rest {die} off 5 0.8 0 0.008 1 0 0 0\n"
        for die in ("b1", "a1")
    ]
    assert told.startswith("engine e1")
    body = "engine e1 scripted/1\n" + "".join(
        f"round {number}\n{''.join(flicks)}" for number in range(1, rounds + 1)
    )
    return head.replace("target=20 falling", house) + "\n" + body


@pytest.mark.parametrize(
    ("house", "most"),
    [
        ("target=1000000", 200),
        ("target=20", 40),
        ("target=301", 200),
        ("rounds=4", 20 + 2 * (2 * 3 + 1)),
        ("rounds=1000000", 200),
    ],
)
def test_F26_a_match_has_no_more_rounds_than_its_rules_can_need(house: str, most: int) -> None:
    assert len(parse_record(long_match(most, house)).items) > most
    with pytest.raises(Unreadable) as refused:
        parse_record(long_match(most + 1, house))
    assert refused.value.problem.key == "tumblin.record.too_many_rounds"
    assert f"{most} " in refused.value.sentence("en")


def test_F26_rounds_that_are_not_told_are_counted_by_their_flicks() -> None:
    untold = "\n".join(line for line in long_match(201).split("\n") if not line.startswith("round "))
    with pytest.raises(Unreadable) as refused:
        parse_record(untold)
    assert refused.value.problem.key == "tumblin.record.too_many_rounds"


def test_F26_nobody_rolls_for_the_order_for_ever() -> None:
    ties = "order " + "a3 b3 " * 20
    parse_record(SHORT.replace("order a3 b6", ties))
    with pytest.raises(Unreadable) as refused:
        parse_record(SHORT.replace("order a3 b6", ties + "a3"))
    assert refused.value.problem.key == "tumblin.record.too_many_rolls"


def test_a_record_carries_the_hand_and_what_was_meant() -> None:
    text = (
        '[Game "tumblin"]\n[Rules "1"]\n[Board "classic"]\n[BoardHash "a86f8e33"]\n[Hand "wild"]\n\n'
        'seat a side 1 "Ada" red:d6\nseat b side 2 "Ben" blue:d6\norder a6 b3\n\n'
        "round 1\nengine e1 scripted/1\n"
        "flick a1 x -0.015 y 0 face 1 yaw 0.01 azimuth 0.02 speed 1.25 side 0 height 0.1 by e1\n"
        "  meant gesture x -0.015 y 0 face 1 yaw 0 azimuth 0 speed 1.2 side 0 height 0\n"
        "  rest a1 4x 5 0.46 0 0.028 0.707107 0.707107 0 0\n"
    )
    record = parse_record(text)
    assert record.setup.hand is HandSize.WILD
    flicked = record.events[-1]
    assert isinstance(flicked, Flicked)
    assert flicked.aim is not None
    assert (flicked.aim.made_by, flicked.aim.launch.speed_mps) == (MadeBy.GESTURE, 1.2)
    assert format_record(record) == text
    assert replay(record).error is None
    for wrong in ("meant nose", "meant gesture y"):
        with pytest.raises(Unreadable):
            parse_record(text.replace("meant gesture", wrong))
    with pytest.raises(Unreadable, match="steady, human, wild"):
        parse_record(text.replace('"wild"', '"exact"'))
