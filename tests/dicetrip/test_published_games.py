"""The two example sheets of the printed rules, replayed from their rolls: France 39, Germany 27."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.kit.dicetrip.brute_force import score_lines
from tumbletrip.dicetrip.dice import COLOURS, Colour, Pair, Roll
from tumbletrip.dicetrip.notation.records import format_record, parse_record
from tumbletrip.dicetrip.notation.replays import Replay, replay
from tumbletrip.dicetrip.rules import Entries, Entry, Rolled, Wrote, outcome
from tumbletrip.dicetrip.scoring import BonusReason, score

GOLDEN = Path(__file__).parents[1] / "golden"
BOARDS = [("france", 39), ("germany", 27)]


def example(board: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((GOLDEN / f"example_{board}.json").read_text("utf-8"))
    return loaded


def text_of(board: str) -> str:
    return (GOLDEN / f"published_{board}.trip").read_text("utf-8")


def played(board: str) -> Replay:
    return replay(parse_record(text_of(board)))


@pytest.mark.parametrize(("board", "total"), BOARDS)
def test_the_published_game_is_legal_and_reaches_its_total(board: str, total: int) -> None:
    game = played(board)
    assert game.error is None
    assert outcome(game.final) is not None
    assert score(game.final.sheets[0]).total == total
    assert sum(score_lines(game.final.sheets[0]).values()) == total


@pytest.mark.parametrize(("board", "total"), BOARDS)
def test_the_published_score_column_and_its_evidence(board: str, total: int) -> None:
    published = example(board)
    counted = score(played(board).final.sheets[0])
    by_reason = {
        reason: {bonus.city for bonus in counted.bonus_cities if bonus.reason is reason}
        for reason in BonusReason
    }
    assert list(counted.road) == published["longestRoad"]["path"]
    assert list(counted.series) == published["series"]["path"]
    assert list(counted.clean_zones) == published["cleanZones"]
    assert set(counted.crossed_cities) == set(published["crossed"])
    assert by_reason[BonusReason.DOUBLE] == set(published["bonus"]["doubles"])
    assert by_reason[BonusReason.COLOUR] == set(published["bonus"]["coloured"])
    assert published["score"] == {
        "bonus": counted.bonus,
        "crossed": counted.crossed,
        "road": counted.road_points,
        "series": counted.series_points,
        "zones": counted.zones,
        "total": total,
    }


@pytest.mark.parametrize(("board", "total"), BOARDS)
def test_the_record_tells_the_rolls_and_entries_of_the_example(board: str, total: int) -> None:
    rounds = example(board)["rounds"]
    events = played(board).events
    rolls = [event.roll for event in events if isinstance(event, Rolled)]
    turns = [event.entries for event in events if isinstance(event, Wrote)]
    assert rolls == [Roll(*(part["dice"][colour] for colour in COLOURS)) for part in rounds]
    assert turns == [_entries(part) for part in rounds]
    assert parse_record(text_of(board)).result == (total,)


def _entries(part: dict[str, Any]) -> Entries:
    return tuple(
        Entry(entry["city"], None if entry.get("cross") else Pair(*map(Colour, entry["dice"])))
        for entry in part["entries"]
    )


@pytest.mark.parametrize(("board", "total"), BOARDS)
def test_the_final_sheet_is_the_one_in_the_picture(board: str, total: int) -> None:
    sheet = played(board).final.sheets[0]
    shown = {city: "X" if city in sheet.crossed else str(sheet.numbers[city]) for city in sheet.marks}
    assert shown == example(board)["assignment"]
    assert score(sheet).total == total


@pytest.mark.parametrize("board", ["france", "germany"])
def test_the_published_records_are_in_canonical_form(board: str) -> None:
    assert format_record(parse_record(text_of(board))) == text_of(board)
