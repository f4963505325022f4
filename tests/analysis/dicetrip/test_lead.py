"""The lead of the best choices over the guide: stored lines are whole, and they make luck even."""

import json
from dataclasses import replace
from statistics import fmean

import pytest

from tests.kit.dicetrip.boards import document
from tests.kit.dicetrip.bot_games import play_game
from tests.kit.dicetrip.sheets import BOARDS
from tests.kit.dicetrip.studies import LITTLE, analysed_record, record_by
from tumbletrip.analysis.dicetrip.lead import NO_LEAD, Lead, lead_on, learnt_boards, load, read
from tumbletrip.analysis.dicetrip.outlook import throws_for
from tumbletrip.analysis.dicetrip.study import Looks, Plan, turns_in
from tumbletrip.bots.dicetrip.levels import LEVELS, bot_by_name
from tumbletrip.dicetrip.editions import builtin_edition, edition_from_text
from tumbletrip.dicetrip.notation.records import record_of
from tumbletrip.dicetrip.rules import new_game
from tumbletrip.dicetrip.sheet import LAST_ROUND

LINES = [
    {"round": at, "centre": 40.0, "lead": 1.0, "slope": -0.1, "power": at / 4} for at in range(1, LAST_ROUND)
]

EVEN = 0.15  # points a roll; without the lead it is 0.2


@pytest.mark.parametrize("board", learnt_boards())
def test_every_trained_board_has_a_line_for_each_round_that_is_played_on(board: str) -> None:
    lead = lead_on(builtin_edition(board))
    assert lead == load(board)
    assert sorted(lead.lines) == list(range(1, LAST_ROUND))
    first, middle, last = (lead.lines[at].lead + lead.lines[at].power for at in (1, 7, 12))
    assert first > middle > last > 0, "what can still be gained grows less"


def test_a_board_of_ones_own_borrows_the_mean_of_the_lines_that_were_learnt() -> None:
    borrowed = lead_on(BOARDS["elsewhere"]())
    for at, line in borrowed.lines.items():
        known = [load(board).lines[at] for board in learnt_boards()]
        assert line.lead == pytest.approx(fmean(one.lead for one in known))
        assert line.slope == pytest.approx(fmean(one.slope for one in known))


def test_a_built_in_board_without_a_lead_borrows_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tumbletrip.analysis.dicetrip.lead.learnt_boards", lambda: ("germany",))
    assert lead_on.__wrapped__(builtin_edition("france")) == load("germany")


def test_a_third_built_in_board_without_weights_and_lead_is_played_and_analysed() -> None:
    third = edition_from_text(json.dumps({**document("germany"), "id": "third"}), source="third")
    events = play_game(third, [bot_by_name("casual")], seed=3)[1]
    analysis = analysed_record(record_of(new_game(third), ["Ada"], events))
    assert lead_on(third).lines.keys() == load("germany").lines.keys()
    assert len(analysis.players[0].turns) == LAST_ROUND


def test_weak_sheets_have_the_larger_lead_and_the_last_round_none() -> None:
    lead = read(json.dumps({"lines": LINES}))
    ends = [30.0, 40.0, 50.0]
    assert lead.added(5, 0, ends) == [32.0, 41.0, 50.0]
    assert lead.added(LAST_ROUND, 1, ends) == ends
    assert NO_LEAD.added(5, 0, ends) == ends


def test_the_power_to_throw_again_leads_by_the_rolls_that_are_left() -> None:
    lead, ends = read(json.dumps({"lines": LINES})), [40.0]
    alone, in_turn, once_more = (lead.added(5, rolls, ends) for rolls in (9, 3, 1))
    assert alone == [41.0 + 5 / 4]
    assert in_turn == [41.0 + 11 / 4]
    assert once_more == [41.0], "in the last round it is counted"


@pytest.mark.parametrize(
    ("lines", "words"),
    [(LINES[:-1], "one line for each round"), ([*LINES[:-1], {**LINES[-1], "slope": -1.0}], "better sheet")],
    ids=["a round is missing", "a better sheet would be worth no more"],
)
def test_lines_that_make_no_sense_are_refused(lines: list[dict[str, float]], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read(json.dumps({"lines": lines}))


@pytest.mark.slow
@pytest.mark.parametrize("board", learnt_boards())
def test_luck_of_the_round_before_the_last_is_even_over_many_rolls_and_sheets(board: str) -> None:
    """Round 12 of every level, some rolls each, the best answers found; without the lead it is not even."""
    lead = lead_on(builtin_edition(board))
    games = [(level, seed) for level in LEVELS for seed in (70, 71, 72)]
    with_lead, without = ([luck_of_round_12(board, *game, one) for game in games] for one in (lead, NO_LEAD))
    assert abs(fmean(with_lead)) < EVEN < fmean(without)


def luck_of_round_12(board: str, level: str, seed: int, lead: Lead) -> float:
    """The mean luck of one sheet; no power is left, so there is only to write."""
    record = record_by([level], seed, edition=board)
    sheet = replace(turns_in(record)[0, 12].before, may_reroll=False)
    looks = Looks(Plan(record, replace(LITTLE, second_look=216)), 0, lead)
    before = looks.second_look_at(sheet).estimate.mean
    rolls = list(throws_for("1/second", 216).rolls_of(12))
    return fmean(looks.best(sheet, roll).outlook.estimate.mean for roll in rolls) - before
