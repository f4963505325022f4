"""Matches told in words."""

from pathlib import Path

import pytest

from tests.kit.tumblin.table import begun, duel, flat, flick
from tumbletrip.core.texts import LANGUAGES
from tumbletrip.tumblin.house_rules import HouseRules
from tumbletrip.tumblin.notation.record_reader import parse_record
from tumbletrip.tumblin.notation.records import record_of
from tumbletrip.tumblin.notation.replays import replay
from tumbletrip.tumblin.notation.transcript import transcript
from tumbletrip.tumblin.rules import Event, RolledForOrder, decide, evolve, new_match

GOLDEN = Path(__file__).parents[2] / "golden"


def told(house: HouseRules, language: str = "en") -> list[str]:
    """A duel with two dice each: b1 is knocked off, the rest count."""
    setup = duel(house, dice=1, has_bonus=True)
    match = new_match(setup)
    events: list[Event] = [RolledForOrder(0, 6), RolledForOrder(1, 2)]
    for event in events:
        match = evolve(match, event)
    for key, moved in (
        ("a1", {"a1": flat("level", 2)}),
        ("b1", {"b1": flat("1x", 3)}),
        ("a*", {"b1": flat("off", 4), "a*": flat("3x", 5)}),
        ("b*", {"b*": flat("4x", 6)}),
    ):
        answer = decide(match, flick(match, key, moved))
        assert isinstance(answer, Event)
        events.append(answer)
        match = evolve(match, answer)
    return list(transcript(replay(record_of(setup, events)), language))


def test_a_round_is_told_flick_by_flick_with_its_sheet() -> None:
    assert told(HouseRules(target=40, falling_costs=True)) == [
        "Tumblin-Dice · Classic stepped board · Another target: 40, Falling costs",
        "Ada – Ben",
        "Ada rolls 6 for the order.",
        "Ben rolls 2 for the order.",
        "Order of play: Ada, Ben",
        "",
        "Round 1",
        "  Ada flicks a1 at 1.20 m/s: before the line, shows 2",
        "  Ben flicks b1 at 1.20 m/s: 1x, shows 3",
        "  Ada flicks a* at 1.20 m/s: 3x, shows 5; b1 1x → off the board, shows 4",
        "  Ben flicks b* at 1.20 m/s: 4x, shows 6",
        "  before the line a1:2 | 3x a*:5 | 4x b*:6 | off the board b1:4",
        "  Ada: a1 before the line +0, a* 5·3x (doubled) +30 = 30",
        "  Ben: b1 off the board, costs -4, b* 6·4x (doubled) +48 = 44",
        "Totals: Ada 30 · Ben 44",
        "",
        "Ben wins: the target is reached.",
    ]


def test_TD15_TD16_rounds_won_and_bonuses_are_told() -> None:
    lines = told(HouseRules(rounds_to_win=2, all_aboard=10))
    assert "  Ada: a1 before the line +0, a* 5·3x (doubled) +30, all aboard +10 = 40" in lines
    assert "Totals: Ada 40 (0) · Ben 48 (1)" in lines
    assert lines[-1] == "Not over yet: 1 round played."


def test_TD12_young_players_see_a_sum() -> None:
    lines = told(HouseRules(count=HouseRules().count.PLUS))
    assert "  Ben: b1 off the board +0, b* 6+4x (doubled) +20 = 20" in lines


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.tumble")), ids=lambda path: path.stem)
def test_golden_matches_are_told_in_every_language(path: Path) -> None:
    played = replay(parse_record(path.read_text("utf-8")))
    texts = {"\n".join(transcript(played, language)) for language in LANGUAGES}
    assert len(texts) == 4


def test_an_untouched_table_is_not_over() -> None:
    setup = begun(duel()).setup
    assert list(transcript(replay(record_of(setup, []))))[-1] == "Not over yet: 0 rounds played."
