"""Luck and skill apart: the sums must be right, and good play must look better than bad."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from tests.kit.dicetrip.bots import Scribbler, word
from tests.kit.dicetrip.studies import LITTLE, analysed, analysed_record, record_by, record_with
from tumbletrip.analysis.dicetrip.analysis import Analysis, Mark, analysis_parts, mark_of
from tumbletrip.analysis.dicetrip.outlook import Oracle, Outlook, throws_for
from tumbletrip.analysis.dicetrip.study import (
    Looks,
    Plan,
    looks_of,
    reroll_proposals,
    start_of,
    study_turn,
    turns_in,
)
from tumbletrip.analysis.dicetrip.turns import rolls_in
from tumbletrip.analysis.executor import Processes, Serial
from tumbletrip.bots.dicetrip.protocol import RerollDice
from tumbletrip.dicetrip.dice import COLOURS, PAIRS, Colour, Pair, Roll
from tumbletrip.dicetrip.notation.records import Record
from tumbletrip.dicetrip.notation.replays import replay
from tumbletrip.dicetrip.numbers import DIGITS
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
def test_luck_less_losses_is_the_way_from_the_start_to_the_final_score(game: str) -> None:
    analysis = GAMES[game]()
    final = replay(analysis.plan.record).final
    for player, sheet in zip(analysis.players, final.sheets, strict=True):
        assert player.end == (score(sheet).total, 0.0)
        assert player.end.mean - player.start.mean == pytest.approx(player.luck - player.lost, abs=NONE)
        before = player.start
        for turn in player.turns:
            change = turn.worth.mean - before.mean
            assert change == pytest.approx(turn.luck.mean - turn.lost.mean, abs=NONE)
            assert turn.lost.mean >= 0
            assert all(one.lost.mean >= 0 for one in turn.decisions)
            before = turn.worth


@pytest.mark.slow
def test_a_champion_loses_little_and_a_beginner_much() -> None:
    champion, beginner = a_champions_game().players[0], analysed("beginner", seed=1).players[0]
    assert champion.lost < 4
    assert beginner.lost > 8
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
    best = looks_of(Plan(record, LITTLE), 0).proposals(turn.before, turn.roll)[0]
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
    assert player.end.mean - player.start.mean == pytest.approx(player.luck - player.lost, abs=NONE)


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
def test_luck_of_the_last_round_is_exactly_even_over_all_rolls(may_reroll: bool) -> None:
    """Whatever was found best for each of the 1,296 rolls is worth, in the mean, what was promised before."""
    sheet = replace(a_sheet_after(12), may_reroll=may_reroll)
    looks = looks_of(Plan(record_with(["Ada"], []), LITTLE), 0)
    lucks = [
        best_answer(looks, sheet, Roll(*faces)).ahead_of(looks.second_look_at(sheet)).mean
        for faces in product(DIGITS, repeat=4)
    ]
    assert max(lucks) > 0.5
    assert sum(lucks) / len(lucks) == pytest.approx(0, abs=NONE)


@pytest.mark.parametrize(
    ("rounds", "may_reroll", "names"),
    [(4, False, ["Ada"]), (4, True, ["Ada"]), (5, True, ["Ada", "Ben"]), (11, False, ["Ada"])],
    ids=["no power", "may throw again", "another rolls", "the last round but one"],
)
def test_even_luck_is_nought_over_the_rolls_that_the_sheet_was_valued_by(
    rounds: int, may_reroll: bool, names: list[str]
) -> None:
    """Each game that values the sheet begins with a roll: the guide's answer to it ends as that game did."""
    sheet = replace(a_sheet_after(rounds), may_reroll=may_reroll)
    looks = looks_of(Plan(record_with(names, []), LITTLE), 0)
    before = looks.guides_games(sheet).ends
    answered = [
        in_game(looks.guides_answer(sheet, roll), game)
        for game, roll in enumerate(looks.second.throws.rolls_of(sheet.round))
    ]
    assert answered == pytest.approx(before, abs=NONE)


def in_game(outlook: Outlook, game: int) -> float:
    """How one of the games ends; where nothing was drawn, all end alike."""
    return outlook.ends[game] if len(outlook.ends) > 1 else outlook.ends[0]


def test_whoever_answers_the_dice_the_same_dice_are_as_lucky() -> None:
    roll = Roll(1, 6, 2, 5)
    numbers = Entry("lille", Pair(Colour.RED, Colour.BLUE)), Entry("nice", Pair(Colour.GREEN, Colour.YELLOW))
    wrote = [CROSSES, numbers]
    records = (record_with(["Ada"], [Rolled(0, roll), Kept(0), Wrote(0, entries)]) for entries in wrote)
    clumsy, other = (analysed_record(record).players[0] for record in records)
    assert clumsy.luck == other.luck != 0
    assert clumsy.lost - other.lost == pytest.approx(other.end.mean - clumsy.end.mean, abs=NONE)


def best_answer(looks: Looks, sheet: Sheet, roll: Roll) -> Outlook:
    """The best way to write, or to throw again while that is allowed."""
    ways = (
        [looks.thrown_again(sheet, roll, way) for way in reroll_proposals(sheet, roll)]
        if sheet.may_reroll
        else []
    )
    return max((looks.best(sheet, roll), *ways), key=lambda one: one.outlook.estimate.mean).outlook


def test_dice_thrown_again_are_judged_as_two_rolls_and_two_decisions() -> None:
    first, then = Roll(1, 1, 2, 2), Roll(6, 1, 2, 2)
    events: list[Event] = [Rolled(0, first), Rerolled(0, (Colour.RED,), then), Wrote(0, CROSSES)]
    plan = Plan(record_with(["Ada"], events), LITTLE)
    looks, turn, studied = looks_of(plan, 0), turns_in(plan.record)[0, 1], study_turn(plan, 0, 1)
    throwing, writing = studied.decisions
    before, hoped = looks.second_look_at(turn.before).estimate, throwing.played.worth
    assert hoped == looks.thrown_again(turn.before, first, RerollDice(frozenset((Colour.RED,)))).option.worth
    fell = throwing.best.worth.mean - before.mean
    fell_again = writing.best.worth.mean - hoped.mean
    assert studied.luck.mean == pytest.approx(fell + fell_again, abs=NONE)
    assert throwing.lost.mean == pytest.approx(throwing.best.worth.mean - hoped.mean, abs=NONE)
    assert mark_of(writing.lost.mean) is Mark.BLUNDER


def test_dice_that_another_player_threw_again_are_chance() -> None:
    first, then = Roll(1, 1, 2, 2), Roll(6, 6, 6, 6)
    events: list[Event] = [Rolled(0, first), Rerolled(0, COLOURS, then), Wrote(0, CROSSES), Wrote(1, CROSSES)]
    plan = Plan(record_with(["Ada", "Ben"], events), LITTLE)
    ben = study_turn(plan, 1, 1)
    (writing,) = ben.decisions
    start = start_of(plan, 1)
    assert turns_in(plan.record)[1, 1].roll == then
    assert ben.luck.mean == pytest.approx(writing.best.worth.mean - start.mean, abs=NONE)
    at_once: list[Event] = [Rolled(0, then), Kept(0), Wrote(0, CROSSES), Wrote(1, CROSSES)]
    assert ben.even_luck == study_turn(Plan(record_with(["Ada", "Ben"], at_once), LITTLE), 1, 1).even_luck


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
    assert throws.games == 60
    assert len(throws.faces) == 60 * LAST_ROUND * 2 * 4
    for die in range(4):
        assert set(Counter(throws.faces[die::4]).items()) == {
            (face, 10 * LAST_ROUND * 2) for face in range(6)
        }


def test_dice_that_are_kept_show_the_same_in_all_games_and_the_others_fall_as_before() -> None:
    throws = throws_for("even", 60)
    kept = throws.with_roll(5, {1: 6, 3: 2})
    pairs = list(zip(throws.rolls_of(5), kept.rolls_of(5), strict=True))
    assert [(roll[0], 6, roll[2], 2) for roll, _ in pairs] == [tuple(roll) for _, roll in pairs]
    assert list(kept.rolls_of(4)) == list(throws.rolls_of(4))
    assert list(throws.of_games([7, 8]).rolls_of(5)) == [roll for roll, _ in pairs[7:9]]


def test_each_seat_rolls_in_turn() -> None:
    assert [sum(rolls_in(seat, 4)) for seat in range(4)] == [4, 3, 3, 3]
    assert rolls_in(0, 1) == (True,) * LAST_ROUND


@pytest.mark.parametrize(
    ("lost", "mark"),
    [(0.0, Mark.NONE), (0.49, Mark.NONE), (0.5, Mark.SLIP), (1.5, Mark.MISTAKE), (3.0, Mark.BLUNDER)],
)
def test_marks_have_their_thresholds(lost: float, mark: Mark) -> None:
    assert mark_of(lost) is mark
