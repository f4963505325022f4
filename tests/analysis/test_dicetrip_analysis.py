"""Luck and skill apart: the sums must be right, and good play must look better than bad."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from tests.kit.dicetrip_bots import Scribbler, word
from tests.kit.studies import LITTLE, analysed, analysed_record, record_by, record_with
from tumbletrip.analysis.dicetrip_analysis import Analysis, Mark, analysis_parts, mark_of
from tumbletrip.analysis.dicetrip_outlook import Oracle, throws_for
from tumbletrip.analysis.dicetrip_study import Looks, Plan, study_turn, turns_in
from tumbletrip.analysis.dicetrip_turns import rolls_in
from tumbletrip.analysis.executor import Processes, Serial
from tumbletrip.dicetrip.dice import COLOURS, PAIRS, Colour, Pair, Roll
from tumbletrip.dicetrip.numbers import DIGITS
from tumbletrip.dicetrip.records import Record
from tumbletrip.dicetrip.replays import replay
from tumbletrip.dicetrip.rules import Entry, Event, Kept, Rerolled, Rolled, Wrote, fill, refuse_entries
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet

NONE = 1e-9
CROSSES = (Entry("paris"), Entry("lyon"))


def a_champions_game() -> Analysis:
    return analysed("champion", seed=1)


GAMES: dict[str, Callable[[], Analysis]] = {
    "a champion alone": a_champions_game,
    "a beginner alone": lambda: analysed("beginner", seed=1),
    "somebody who re-rolls at once": lambda: analysed(word(Scribbler), seed=2, edition="germany"),
    "two at a table with tens": lambda: analysed("expert", "casual", seed=3, tens=True),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_luck_and_choices_are_the_way_from_the_start_to_the_final_score(game: str) -> None:
    analysis = GAMES[game]()
    final = replay(analysis.plan.record).final
    for player, sheet in zip(analysis.players, final.sheets, strict=True):
        assert player.end == (score(sheet).total, 0.0)
        assert player.end.mean - player.start.mean == pytest.approx(player.luck + player.choices, abs=NONE)
        before = player.start
        for turn in player.turns:
            assert turn.worth.mean - before.mean == pytest.approx(turn.luck.mean + turn.choices, abs=NONE)
            assert turn.lost >= 0
            before = turn.worth


@pytest.mark.slow
def test_a_champion_loses_little_and_a_beginner_much() -> None:
    champion, beginner = a_champions_game().players[0], analysed("beginner", seed=1).players[0]
    assert champion.lost < 4
    assert beginner.lost > 8
    assert champion.choices > -2
    assert beginner.choices < -6
    assert Mark.BLUNDER not in [mark_of(one.lost.mean) for _, one in champion.dearest]
    assert Mark.BLUNDER in [mark_of(one.lost.mean) for _, one in beginner.dearest]


@pytest.mark.slow
def test_whether_to_throw_again_is_asked_of_the_roller_who_may() -> None:
    analysis = analysed("expert", "casual", seed=3, tens=True)
    for seat, player in enumerate(analysis.players):
        for turn in player.turns:
            asked = turns_in(analysis.plan.record)[seat, turn.round].may_reroll
            assert len(turn.decisions) == (2 if asked else 1)
            if asked:
                assert (turn.round - 1) % 2 == seat


def test_crossing_out_two_cities_at_once_is_a_blunder() -> None:
    roll = Roll(1, 6, 2, 5)
    record = record_with(["Ada"], [Rolled(0, roll), Kept(0), Wrote(0, CROSSES)])
    keeping, writing = study_turn(Plan(record, LITTLE), 0, 1).decisions
    assert keeping.lost.mean == 0
    assert mark_of(writing.lost.mean) is Mark.BLUNDER
    assert writing.played.choice == CROSSES
    best = writing.best.choice
    assert isinstance(best, tuple)
    assert refuse_entries(record.new_game().sheets[0], roll, best) is None


def test_what_the_champion_would_do_as_well_costs_nothing() -> None:
    record = a_game_until(round_number=2)
    turn = turns_in(record)[0, 1]
    best = Looks(Plan(record, LITTLE), 0).proposals(turn.before, turn.roll)[0]
    assert isinstance(best.choice, tuple)
    again = record_with(["Ada"], [Rolled(0, turn.roll), Kept(0), Wrote(0, best.choice)])
    assert study_turn(Plan(again, LITTLE), 0, 1).decisions[1].lost.mean == 0


def a_game_until(round_number: int) -> Record:
    record = record_by(["casual"], seed=4)
    ends = [at for at, recorded in enumerate(record.events) if isinstance(recorded.event, Wrote)]
    return replace(record, events=record.events[: ends[round_number - 1] + 1])


def test_a_record_that_stops_is_judged_as_far_as_it_goes() -> None:
    analysis = analysed_record(a_game_until(round_number=1))
    (player,) = analysis.players
    assert not analysis.is_over
    assert analysis.error is None
    assert len(player.turns) == 1
    assert player.end.se > 0
    assert player.end.mean - player.start.mean == pytest.approx(player.luck + player.choices, abs=NONE)


def test_a_broken_record_is_judged_up_to_the_mistake() -> None:
    good = a_game_until(round_number=1)
    analysis = analysed_record(replace(good, events=(*good.events, good.events[-1])))
    assert analysis.error is not None
    assert len(analysis.players[0].turns) == 1


def test_a_record_without_a_turn_has_only_its_start() -> None:
    analysis = analysed_record(record_with(["Ada", "Ben"], []))
    for player in analysis.players:
        assert player.end == player.start
        assert 30 < player.start.mean < 50


def test_the_same_seed_gives_the_same_figures_and_another_seed_others() -> None:
    record = a_game_until(round_number=1)
    one, again, other = (analysed_record(record, seed) for seed in (1, 1, 2))
    assert one == again
    assert one.players != other.players


@pytest.mark.slow
def test_the_number_of_processes_changes_nothing() -> None:
    plan = Plan(a_game_until(round_number=3), LITTLE)
    assert list(analysis_parts(plan, Serial())) == list(analysis_parts(plan, Processes(2)))


def test_before_the_last_round_the_value_is_the_mean_over_all_rolls() -> None:
    """The slow truth: every roll, every number it can make, counted by the readable rules."""
    sheet = a_sheet_after(12)
    totals = [best_end(sheet, Roll(*faces)) for faces in product(DIGITS, repeat=4)]
    value = oracle().after(replace(sheet, may_reroll=False)).estimate
    assert value.se == 0
    assert value.mean == pytest.approx(sum(totals) / len(totals), abs=NONE)


@pytest.mark.parametrize("may_reroll", [False, True])
@pytest.mark.parametrize("rounds", [11, 12])
def test_luck_is_exactly_even_over_all_rolls(rounds: int, may_reroll: bool) -> None:
    """Each roll falls once in round 12; what the guide then makes of them all is what it hoped for before.

    Dice thrown again show the same in every game, so that nothing is left to chance.
    """
    rolls = list(product(range(6), repeat=4))
    throws = np.zeros((len(rolls), LAST_ROUND, 2, 4), np.int64)
    throws[:, 11, 0] = rolls
    all_rolls, one_game = Oracle(rolls_in(0, 1), throws), Oracle(rolls_in(0, 1), throws[:1])
    sheet = replace(a_sheet_after(rounds), may_reroll=may_reroll)
    brought = [one_game.after_roll(sheet, Roll(*(1 + face for face in roll))) for roll in rolls]
    mean = sum(outlook.estimate.mean for outlook in brought) / len(brought)
    assert mean == pytest.approx(all_rolls.after(sheet).estimate.mean, abs=NONE)


def test_luck_does_not_depend_on_what_is_written() -> None:
    """The same dice are as lucky for a beginner as for whoever finds the best answer."""
    roll = Roll(3, 3, 4, 5)
    good = (Entry("paris", Pair(Colour.RED, Colour.BLUE)), Entry("lyon", Pair(Colour.GREEN, Colour.YELLOW)))
    records = [record_with(["Ada"], [Rolled(0, roll), Kept(0), Wrote(0, play)]) for play in (good, CROSSES)]
    one, other = (study_turn(Plan(record, LITTLE), 0, 1) for record in records)
    assert one.luck == other.luck
    assert one.worth.mean > other.worth.mean


def test_dice_that_another_player_threw_again_are_chance() -> None:
    first, then = Roll(1, 1, 2, 2), Roll(6, 6, 6, 6)
    events: list[Event] = [Rolled(0, first), Rerolled(0, COLOURS, then), Wrote(0, CROSSES), Wrote(1, CROSSES)]
    plan = Plan(record_with(["Ada", "Ben"], events), LITTLE)
    (ben,) = (turn for (seat, _), turn in turns_in(plan.record).items() if seat == 1)
    assert ben.roll == then
    oracle = Oracle(rolls_in(1, 2), throws_for("1/second", LITTLE.second_look))
    expected = oracle.after_roll(ben.before, then).ahead_of(oracle.after(ben.before))
    assert Looks(plan, 1).luck(ben) == expected


def a_sheet_after(rounds: int) -> Sheet:
    return turns_in(a_game_until(rounds))[0, rounds].after


def oracle() -> Oracle:
    return Oracle(rolls_in(0, 1), throws_for("test", 12))


def best_end(sheet: Sheet, roll: Roll) -> int:
    (city,) = sheet.open_cities
    entries = [(Entry(city, pair),) for pair in PAIRS] + [(Entry(city),)]
    allowed = [entry for entry in entries if refuse_entries(sheet, roll, entry) is None]
    return max(score(fill(sheet, roll, entry)).total for entry in allowed)


def test_every_die_shows_every_face_equally_often() -> None:
    throws = throws_for("even", 60)
    assert throws.shape == (60, LAST_ROUND, 2, 4)
    times = {(throws[..., die] == face).sum() for die in range(4) for face in range(6)}
    assert times == {10 * LAST_ROUND * 2}


def test_each_seat_rolls_in_turn() -> None:
    assert [sum(rolls_in(seat, 4)) for seat in range(4)] == [4, 3, 3, 3]
    assert rolls_in(0, 1) == (True,) * LAST_ROUND


@pytest.mark.parametrize(
    ("lost", "mark"),
    [(0.0, Mark.NONE), (0.49, Mark.NONE), (0.5, Mark.SLIP), (1.5, Mark.MISTAKE), (3.0, Mark.BLUNDER)],
)
def test_marks_have_their_thresholds(lost: float, mark: Mark) -> None:
    assert mark_of(lost) is mark
