"""Dice Trip at a table: chance is asked only when the rules allow, and nobody sees too much too soon."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.server.tables import (
    FACTS,
    do,
    done,
    opening,
    person,
    phase_of,
    played,
    rolled,
    setup,
    table_of,
)
from tumbletrip.dicetrip.dice import Colour, Pair, Roll
from tumbletrip.dicetrip.rules import Corrected, Entry, Event, Kept, Rerolled, Rolled, Wrote
from tumbletrip.dicetrip.rules import No as RuleNo
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import Written
from tumbletrip.games.dicetrip.play import DiceTripPlay, event_from_json, event_json
from tumbletrip.games.registry import house_games
from tumbletrip.tables.deciding import Command, decide, resume
from tumbletrip.tables.play import Asked, Body, NeedDice, Thought
from tumbletrip.tables.refusals import No
from tumbletrip.tables.table import Table, evolve, fold
from tumbletrip.tables.views import (
    NO_DRAFTS,
    Drafts,
    private_changes,
    private_view,
    public_view,
    shown_event,
    view,
)

TWO = setup(person("Ada"), person("Ben"))
WRITE = {
    "do": "write",
    "entries": [{"city": "lyon", "dice": ["red", "blue"]}, {"city": "brest", "dice": None}],
}


def own_view(table: Table, seat: int, drafts: Drafts = NO_DRAFTS) -> Body:
    """What a seat alone sees of a game that goes on."""
    own = private_view(table, seat, drafts)
    assert own is not None
    return own


def test_chance_is_asked_only_if_the_roll_would_be_allowed() -> None:
    table = table_of(TWO)
    assert do(table, 0, do="roll") == NeedDice(4)
    assert do(table, 1, do="roll") is RuleNo.NOT_YOUR_ROLL
    assert do(table, 0, do="reroll", dice=["red"]) is RuleNo.ROLL_FIRST


def test_chance_hears_which_dice_are_thrown_and_whether_again() -> None:
    table = table_of(TWO)
    first = do(table, 0, do="roll")
    again = do(done(table, 0, (4, 2, 6, 1), do="roll"), 0, do="reroll", dice=["green", "red"])
    assert isinstance(first, NeedDice)
    assert isinstance(again, NeedDice)
    assert (first.dice, first.throw) == (("red", "blue", "green", "yellow"), 0)
    assert (again.dice, again.throw) == (("red", "green"), 1)  # in the order of colours
    assert (first.kind, again.kind) == ("roll", "reroll:R,G")


def test_a_bot_plays_with_the_app_s_dice_whatever_the_table_has() -> None:
    own, ours = table_of(setup(person("Ada"), own_dice=True)).play, table_of(TWO).play
    assert isinstance(own, DiceTripPlay)
    assert isinstance(ours, DiceTripPlay)
    assert own.own_dice
    assert own.without_hands().own_dice is False
    assert ours.without_hands() is ours


def test_own_dice_are_typed_and_the_app_s_are_not() -> None:
    own = table_of(setup(person("Ada"), own_dice=True))
    assert do(own, 0, do="roll") is No.DICE_FROM_TABLE
    assert do(own, 0, do="roll", faces=[1, 2, 3]) is No.MALFORMED
    assert do(own, 0, do="roll", faces=[1, 2, 3, 7]) is RuleNo.IMPOSSIBLE_FACE
    assert do(own, 0, do="roll", faces=[1, 2, 3, True]) is RuleNo.IMPOSSIBLE_FACE
    after = done(own, 0, do="roll", faces=[1, 2, 3, 4])
    assert public_view(after)["play"]["roll"] == [1, 2, 3, 4]
    assert do(table_of(TWO), 0, do="roll", faces=[1, 2, 3, 4]) is No.DICE_FROM_APP


def test_dice_typed_wrongly_are_typed_again_until_somebody_has_written() -> None:
    own = table_of(setup(person("Ada"), person("Ben"), own_dice=True))
    right = {"do": "correct", "faces": [1, 2, 3, 5]}
    assert do(own, 0, **right) is RuleNo.ROLL_FIRST
    kept = done(done(own, 0, do="roll", faces=[1, 2, 3, 4]), 0, do="keep")
    assert do(kept, 1, **right) is RuleNo.NOT_YOUR_ROLL
    assert do(kept, 0, do="correct", faces=[1, 2, 3, 7]) is RuleNo.IMPOSSIBLE_FACE
    assert do(kept, 0, do="correct", faces=[1, 2, 3]) is No.MALFORMED
    play = public_view(done(kept, 0, **right))["play"]
    assert (play["roll"], play["phase"]) == ([1, 2, 3, 5], "reroll")  # keeping is decided on the true dice
    assert do(done(kept, 1, **WRITE), 0, **right) is RuleNo.CORRECT_TOO_LATE
    ours = done(done(table_of(TWO), 0, (1, 2, 3, 4), do="roll"), 0, do="keep")
    assert do(ours, 0, **right) is No.DICE_FROM_APP  # chance does not mistype


def test_a_draft_that_corrected_dice_make_impossible_is_forgotten() -> None:
    table = table_of(setup(person("Ada"), own_dice=True))
    table = done(done(table, 0, do="roll", faces=[1, 2, 3, 4]), 0, do="keep")
    draft = [{"city": "lyon", "dice": ["red", "blue"]}, {"city": "nice", "dice": ["green", "yellow"]}]
    for faces, is_kept in (([5, 2, 3, 4], True), ([1, 2, 1, 2], False)):  # DT04: twice 12
        again = done(done(table, 0, do="correct", faces=faces), 0, do="keep")
        assert bool(own_view(again, 0, {0: draft})["draft"]) == is_kept


def test_what_fits_into_a_city_counts_the_draft_and_ends_with_the_city() -> None:
    play = rolled(table_of(TWO), 4, 2, 6, 1).play
    assert play is not None
    nothing: Body = {"fits": []}
    assert play.hint(0, None, "dijon") == nothing
    draft = [{"city": "lyon", "dice": ["red", "blue"]}]
    beside_lyon = {"fits": [{"lowest": 11, "highest": 66, "road": 2}]}  # beside 42, whatever it is
    assert play.hint(0, draft, "dijon") == beside_lyon
    assert play.hint(0, draft, "lyon") == play.hint(0, draft, "nowhere") == nothing


def test_what_a_number_would_bring_is_told_for_every_empty_city_beside_the_draft() -> None:
    play = rolled(table_of(TWO), 4, 2, 6, 1).play
    assert play is not None
    draft = [{"city": "lyon", "dice": ["red", "blue"]}]
    told = {placing["city"]: placing for placing in play.hint(0, draft, "green+yellow")["placings"]}
    assert len(told) == 24
    assert (told["dijon"]["road"], told["brest"]["road"]) == (2, 0)  # 61 beside 42 in Lyon
    assert all(
        placing["total"] == sum(value for key, value in placing.items() if key not in ("city", "total"))
        for placing in told.values()
    )
    assert play.hint(0, draft, "blue+red") == {"placings": []}  # DT08: one die may be used twice, not two


def test_nothing_is_told_of_numbers_before_the_roll_or_after_one_has_written() -> None:
    before = table_of(TWO)
    assert before.play is not None
    assert before.play.hint(0, None, "red+blue") == {"placings": []}
    assert before.play.hint(0, [{"city": "lyon", "dice": ["red", "blue"]}], "dijon") == {"fits": []}
    entries = [{"city": "lyon"}, {"city": "brest"}]
    table = done(rolled(before, 4, 2, 6, 1), 0, do="write", entries=entries)
    assert table.play is not None
    assert table.waiting_for == table.play.waiting_for == (1,)
    assert table.play.hint(0, None, "red+blue") == {"placings": []}
    assert table.play.hint(1, None, "red+blue")["placings"]


def test_in_the_daily_challenge_nobody_is_told_what_a_number_would_bring_or_which_fit() -> None:
    play = rolled(table_of(setup(person("Ada"), daily="2026-07-01")), 4, 2, 6, 1).play
    assert play is not None
    assert play.hint(0, None, "red+blue") == {"placings": []}
    assert play.hint(0, [{"city": "lyon", "dice": ["red", "blue"]}], "dijon") == {"fits": []}


def test_bots_have_no_hands_so_the_app_rolls_for_them_at_a_table_with_its_own_dice() -> None:
    own = table_of(setup(person("Ada"), own_dice=True))
    asked = decide(own, Command("bot:0:2", 0, 1, {"do": "roll"}, by_bot=True), FACTS)
    assert isinstance(asked, Asked)
    assert asked.need == NeedDice(4)
    bodies = resume(asked, (1, 2, 3, 4))
    assert isinstance(bodies, tuple)
    after = evolve(own, bodies[0])
    assert public_view(after)["play"]["roll"] == [1, 2, 3, 4]
    assert public_view(after)["play"]["own_dice"]
    assert do(own, 0, do="roll") is No.DICE_FROM_TABLE  # a person still types


def test_what_others_write_stays_hidden_until_all_are_done() -> None:
    table = rolled(table_of(TWO), 4, 2, 6, 1)
    bodies = do(table, 0, **WRITE)
    assert isinstance(bodies, tuple)
    table = done(table, 0, **WRITE)
    assert public_view(table)["play"]["sheets"][0]["marks"] == {}
    assert public_view(table)["play"]["done"] == [True, False]
    assert own_view(table, 0)["sheet"]["marks"] == {"lyon": 42, "brest": "x"}
    assert shown_event(table, bodies[0], ()) == {"kind": "played", "play": {"kind": "wrote", "seat": 0}}
    assert shown_event(table, bodies[0], (1,)) == {"kind": "played", "play": {"kind": "wrote", "seat": 0}}
    assert shown_event(table, bodies[0], (0,)) == bodies[0]
    table = done(table, 1, **WRITE)
    assert public_view(table)["play"]["sheets"][0]["marks"] == {"lyon": 42, "brest": "x"}
    assert [body["seat"] for body in public_view(table)["play"]["last_round"]] == [0, 1]
    assert shown_event(table, bodies[0], ()) == bodies[0]


def test_a_draft_counts_as_it_would_and_nothing_stays_of_it() -> None:
    table = rolled(table_of(TWO), 4, 2, 6, 1)
    wanted = [{"city": "paris", "dice": ["red", "blue"]}]
    assert do(table, 1, do="draft", entries=wanted) == Thought(wanted)
    own = own_view(table, 1, {1: wanted})
    assert (own["sheet"]["marks"], own["draft"]) == ({"paris": 42}, wanted)
    assert own_view(table, 0, {1: wanted})["draft"] == []
    assert own_view(table, 1, {1: []})["sheet"]["marks"] == {}
    changes = private_changes(table, table, 1, ({}, {1: wanted}))
    assert set(changes) == {"sheet", "draft"}
    assert private_changes(table, table, 1, ({1: wanted}, {1: wanted})) == {}
    assert view(table, (1,), {1: wanted})["you"]["1"]["draft"] == wanted


def test_DT14_an_order_of_the_draft_is_told_by_the_city_that_completes_the_tens() -> None:
    table = rolled(table_of(setup(person("Ada"), tens=True)), 6, 1, 6, 2)
    assert isinstance(table.play, DiceTripPlay)
    sheet, tens = table.play.game.sheets[0], (11, 21, 31, 41, 51)
    for city, number in zip(("lille", "amiens", "paris", "reims", "dijon"), tens, strict=True):
        sheet = sheet.with_mark(city, Written(number))
    play = replace(table.play, game=replace(table.play.game, sheets=(sheet,)))
    caen, nantes = {"city": "caen", "dice": ["red", "blue"]}, {"city": "nantes", "dice": ["green", "yellow"]}
    for draft, completing in ([caen, nantes], "caen"), ([nantes, caen], "nantes"):
        told = play.private_changes(play, 0, (draft[::-1], draft))
        assert told["sheet"]["score"]["tens_city"] == completing


@pytest.mark.parametrize(
    ("entries", "refusal"),
    [
        ([{"city": "atlantis"}], RuleNo.UNKNOWN_CITY),
        ([{"city": "lyon"}, {"city": "lyon"}], RuleNo.CITY_TAKEN),
        ([{"city": "lyon", "dice": ["red", "red"]}], RuleNo.DIE_WITH_ITSELF),
    ],
)
def test_a_draft_must_be_possible(entries: list[Any], refusal: RuleNo) -> None:
    assert do(rolled(table_of(TWO), 4, 2, 6, 1), 0, do="draft", entries=entries) is refusal


def test_a_draft_has_its_time() -> None:
    draft: dict[str, Any] = {"do": "draft", "entries": [{"city": "paris"}]}
    table = table_of(TWO)
    assert do(table, 1, **draft) is RuleNo.ROLL_FIRST
    table = done(table, 0, (4, 2, 6, 1), do="roll")
    assert do(table, 1, **draft) is RuleNo.ROLLER_DECIDES_FIRST
    table = done(table, 0, do="keep")
    assert isinstance(do(table, 1, **draft), Thought)
    assert do(done(table, 1, **WRITE), 1, **draft) is RuleNo.ALREADY_WROTE


def test_F16_drafts_in_logs_of_version_0_1_stay_their_seat_s_own() -> None:
    table = rolled(table_of(TWO), 4, 2, 6, 1)
    entries = [{"city": "paris", "dice": ["red", "blue"]}]
    drafted = {"kind": "played", "play": {"kind": "drafted", "seat": 0, "entries": entries}}
    hidden = {"kind": "played", "play": {"kind": "drafted", "seat": 0}}
    assert shown_event(table, drafted, (0,)) == drafted
    assert shown_event(table, drafted, (1,)) == shown_event(table, drafted, ()) == hidden
    assert evolve(table, drafted) is table


def test_DT07_only_the_roller_is_offered_the_re_roll_and_only_before_the_dice_are_kept() -> None:
    table = done(table_of(TWO), 0, (4, 2, 6, 1), do="roll")

    def offered(table: Table) -> list[object]:
        return [view(table, (0, 1))["you"][seat]["options"]["may_reroll"] for seat in ("0", "1")]

    assert offered(table) == [True, False]
    assert offered(done(table, 0, do="keep")) == [False, False]


def test_everybody_sees_which_game_it_is_and_on_which_board() -> None:
    for tens, own_dice in ((True, False), (False, True)):
        table = table_of(setup(person("Ada"), edition="germany", tens=tens, own_dice=own_dice))
        play = public_view(table)["play"]
        assert (play["game"], play["edition"]) == ("dicetrip", "germany")
        assert (play["tens"], play["own_dice"]) == (tens, own_dice)


def test_a_seat_sees_its_place_its_sheet_its_draft_and_its_options() -> None:
    own = own_view(table_of(TWO), 1)
    assert (own["seat"], own["draft"], own["options"]) == (1, [], None)
    assert set(own) == {"seat", "sheet", "draft", "options"}


def test_a_sheet_is_told_with_its_powers_and_the_evidence_of_its_score() -> None:
    """Twelve rounds by chance, and every entry is what the rules count."""
    table = table_of(setup(person("Ada"), tens=True))
    for after, _ in played(table, seed=4):
        table = after
    assert isinstance(table.play, DiceTripPlay)
    sheet = table.play.game.sheets[0]
    counted = score(sheet)
    assert public_view(table)["play"]["sheets"] == [
        {
            "marks": {
                city: "x" if isinstance(mark, str) else mark.number for city, mark in sheet.marks.items()
            },
            "may_reroll": sheet.may_reroll,
            "may_double": sheet.may_double,
            "score": {
                "bonus": counted.bonus,
                "crossed": counted.crossed,
                "road": counted.road_points,
                "series": counted.series_points,
                "zones": counted.zones,
                "tens": counted.tens_bonus,
                "tens_city": counted.tens_city,
                "tens_cities": counted.tens_cities,
                "total": counted.total,
                "bonus_cities": {bonus.city: bonus.reason.value for bonus in counted.bonus_cities},
                "road_path": counted.road,
                "series_path": counted.series,
                "clean_zones": counted.clean_zones,
            },
        }
    ]


@pytest.mark.parametrize("dice", [None, "red", {}, [["red"]], [1], ["pink"], ["red"] * 5])
def test_F6_dice_that_are_no_dice_are_malformed(dice: object) -> None:
    table = done(table_of(TWO), 0, (4, 2, 6, 1), do="roll")
    assert do(table, 0, do="reroll", dice=dice) is No.MALFORMED
    if dice is not None:  # without dice a city is crossed out
        kept = done(table, 0, do="keep")
        assert do(kept, 0, do="draft", entries=[{"city": "lyon", "dice": dice}]) is No.MALFORMED


@pytest.mark.parametrize(
    "entries",
    [
        None,
        "lyon",
        [1],
        [{}],
        [{"city": 5}],
        [{"city": "lyon", "dice": "red"}],
        [{"city": "lyon", "dice": ["red"]}],
        [{"city": "lyon"}, {"city": "nice"}, {"city": "brest"}],
    ],
)
def test_entries_that_are_no_entries_are_malformed(entries: object) -> None:
    table = rolled(table_of(TWO), 4, 2, 6, 1)
    assert do(table, 0, do="write", entries=entries) is No.MALFORMED
    assert do(table, 0, do="draft", entries=entries) is No.MALFORMED


def test_players_act_at_the_same_time_and_in_any_order() -> None:
    table = rolled(table_of(TWO), 4, 2, 6, 1)
    one = done(done(table, 0, **WRITE), 1, **WRITE)
    other = done(done(table, 1, **WRITE), 0, **WRITE)
    assert public_view(one) == public_view(other)


@given(st.integers(0, 2**32), st.integers(1, 4), st.booleans(), st.integers(0, 60))
@settings(max_examples=40)
def test_folding_the_log_gives_the_live_table(seed: int, players: int, tens: bool, steps: int) -> None:
    agreed = setup(*(person(f"P{number}") for number in range(players)), tens=tens)
    log: list[Any] = opening(agreed)
    table = table_of(agreed)
    for after, bodies in played(table, seed, steps):
        table = after
        log += json.loads(json.dumps(bodies))
    again = fold(log, house_games())
    seats = range(players)
    assert view(again, seats) == view(table, seats)


@given(st.integers(0, 2**32), st.integers(2, 4))
@settings(max_examples=25)
def test_F16_nobody_sees_what_others_wrote_or_think_before_the_round_closes(seed: int, players: int) -> None:
    """Two games that differ only in what one seat writes this round look the same to all others."""
    agreed = setup(*(person(f"P{number}") for number in range(players)))
    rng = Random(seed)
    table = table_of(agreed)
    for after, _ in played(table, seed, rng.randint(0, 80)):
        table = after
    while table.waiting_for and phase_of(table) != "write":
        table = rolled(table, *(rng.randint(1, 6) for _ in range(4)))
    if len(table.waiting_for) < 2:
        return
    secretive, *others = table.waiting_for
    cities = own_view(table, secretive)["options"]["open_cities"]
    entries = [{"city": city, "dice": None} for city in cities]
    first = done(table, secretive, do="write", entries=entries[:2])
    second = done(table, secretive, do="write", entries=entries[-2:])
    for seats in ((), tuple(others)):
        assert view(first, seats) == view(second, seats)
    drafts = {secretive: entries[:1]}
    assert view(table, tuple(others), drafts) == view(table, tuple(others))


def test_a_reroll_asks_for_as_many_dice_as_are_named() -> None:
    table = done(table_of(TWO), 0, (4, 2, 6, 1), do="roll")
    need = do(table, 0, do="reroll", dice=["red", "green"])
    assert need == NeedDice(2)
    assert isinstance(need, NeedDice)
    assert need.dice == ("red", "green")  # the dice of a day belong to their colours
    assert do(table, 0, do="reroll", dice=["red", "red"]) is No.MALFORMED
    assert do(table, 0, do="reroll", dice=[]) is RuleNo.NO_DICE_CHOSEN
    after = done(table, 0, (5, 3), do="reroll", dice=["red", "green"])
    assert public_view(after)["play"]["roll"] == [5, 2, 3, 1]


@pytest.mark.parametrize(
    "event",
    [
        Rolled(0, Roll(4, 2, 6, 1)),
        Rerolled(1, (Colour.RED, Colour.GREEN), Roll(5, 2, 3, 1)),
        Kept(1),
        Corrected(1, Roll(1, 2, 3, 4)),
        Wrote(2, (Entry("lyon", Pair(Colour.RED, Colour.BLUE)), Entry("brest")), None, None),
        Wrote(3, (Entry("brest"),), Colour.GREEN, 4),
    ],
    ids=lambda event: type(event).__name__,
)
def test_F1_an_event_of_the_rules_is_read_from_the_log_as_it_was_stored(event: Event) -> None:
    assert event_from_json(msgspec.json.decode(msgspec.json.encode(event_json(event)))) == event


def test_F21_what_is_no_event_of_dice_trip_is_named() -> None:
    with pytest.raises(ValueError, match="no event of Dice Trip: 'danced'"):
        event_from_json({"kind": "danced"})


def test_whoever_has_written_thinks_of_nothing_and_the_round_before_stays_in_sight() -> None:
    def written(table: Table, *seats: int) -> Table:
        for seat in seats:
            entries = [
                {"city": city}
                for city in view(table, (seat,))["you"][str(seat)]["options"]["open_cities"][:2]
            ]
            table = done(table, seat, do="write", entries=entries)
        return table

    table = written(rolled(table_of(TWO), 4, 2, 6, 1), 0, 1)
    closed = public_view(table)["play"]["last_round"]
    assert [wrote["seat"] for wrote in closed] == [0, 1]
    table = done(table, 1, (1, 2, 3, 4), do="roll")
    table = written(done(table, 1, do="keep"), 0)
    assert public_view(table)["play"]["last_round"] == closed
    late = {0: [{"city": "paris", "dice": ["red", "blue"]}]}
    assert view(table, (0,), late)["you"]["0"]["draft"] == []
