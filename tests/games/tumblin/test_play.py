"""Tumblin-Dice at a table: physics is asked only when the rules allow, and everybody sees the same board."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.server.tables import FACTS, do, done, opening, person, setup, table_of
from tests.kit.tumblin.table import a_launch, at_rest, random_command
from tumbletrip.games.registry import house_games
from tumbletrip.games.tumblin.play import TumblinPlay, event_from_json, launch_json
from tumbletrip.games.tumblin.settling import FlickAnswer, FlickQuestion, to_be_settled
from tumbletrip.tables.deciding import Command, decide
from tumbletrip.tables.play import Asked, NeedDice, NeedWork
from tumbletrip.tables.refusals import No
from tumbletrip.tables.table import Table, evolve, fold
from tumbletrip.tables.views import private_view, public_changes, public_view, shown_event, view
from tumbletrip.tumblin.hands import DICE_TO_SHAKE, Aim, MadeBy
from tumbletrip.tumblin.ports import Contact, Launch, Rest, Settled
from tumbletrip.tumblin.refusals import No as RuleNo
from tumbletrip.tumblin.rules import Flick, Flicked, RollForOrder

DUEL = setup(person("Ada"), person("Ben"), game="tumblin", dice=1, house=["target=30"])


def play_of(table: Table) -> TumblinPlay:
    assert isinstance(table.play, TumblinPlay)
    return table.play


def ordered(*faces: int) -> Table:
    """A duel whose seats have rolled for the order."""
    table = table_of(DUEL)
    for seat, face in enumerate(faces):
        table = done(table, seat, (face,), do="order")
    return table


def launch_of(table: Table, key: str) -> Launch:
    match = play_of(table).match
    return a_launch(match.setup.dice[key], match.rests)


def flick(launch: Launch) -> dict[str, Any]:
    return {"do": "flick", **launch_json(launch)}


def answer(*rests: Rest) -> FlickAnswer:
    contacts = (Contact(0.123456, "a1", "peg", 0.00123456789),)
    return FlickAnswer(Settled(rests, b"film", contacts), "scripted/1")


def rest(table: Table, key: str, place: str, face: int) -> Rest:
    lying = at_rest(key, place, face)
    return Rest(play_of(table).match.setup.dice[key], lying.pose, lying.tier, lying.zone, lying.face)


def test_TD03_chance_is_asked_for_the_order_only_if_the_roll_would_be_allowed() -> None:
    table = table_of(DUEL)
    assert table.waiting_for == (0, 1)
    assert do(table, 0, do="order") == NeedDice(1)
    bodies = do(table, 0, (5,), do="order")
    assert bodies == ({"kind": "played", "play": {"kind": "rolled_for_order", "seat": 0, "face": 5}},)
    table = done(table, 0, (5,), do="order")
    assert table.waiting_for == (1,)
    assert do(table, 0, do="order") is RuleNo.ALREADY_ROLLED
    assert do(table, 0, (5,), do="order") is RuleNo.ALREADY_ROLLED
    table = done(table, 1, (6,), do="order")
    assert table.waiting_for == (1,)
    assert do(table, 0, do="dance") is No.UNKNOWN_ACTION


def test_TD04_physics_is_asked_only_if_the_flick_would_be_allowed() -> None:
    table = ordered(6, 5)
    launch = launch_of(table, "a1")
    assert do(table, 0, **flick(launch)) == to_be_settled(
        FlickQuestion(play_of(table).match.setup, (), launch)
    )
    assert do(table, 1, **flick(launch_of(table, "b1"))) is RuleNo.NOT_YOUR_TURN
    assert do(table, 0, **{**flick(launch), "die": "z9"}) is No.MALFORMED
    assert do(table_of(DUEL), 0, **flick(launch)) is RuleNo.ROLL_FIRST


def test_everybody_has_a_hand_the_tables_dice_shake_a_flick_before_physics_flies_it() -> None:
    table = table_of(setup(person("Ada"), person("Ben"), game="tumblin", dice=1, hand="human"))
    for seat, face in enumerate((6, 5)):
        table = done(table, seat, (face,), do="order")
    aim = launch_of(table, "a1")
    need = do(table, 0, **flick(aim))
    assert need == NeedDice(DICE_TO_SHAKE)
    faces = tuple(Random(1).randint(1, 6) for _ in range(DICE_TO_SHAKE))
    work = do(table, 0, faces, **flick(aim), by="gesture")
    assert isinstance(work, NeedWork)
    flown = work.question.launch
    assert flown != aim
    first = rest(table, "a1", "4x", 6)
    after = done(table, 0, faces, answer(first), **flick(aim), by="gesture")
    told = play_of(after).last_flick
    assert told is not None
    assert (told["launch"], told["asked"], told["by"]) == (launch_json(flown), launch_json(aim), "gesture")
    event = event_from_json(play_of(after).match.setup, told)
    assert isinstance(event, Flicked)
    assert event.aim == Aim(aim, MadeBy.GESTURE)


def test_a_bot_shakes_its_own_flick_and_no_person_can_say_that_they_are_one() -> None:
    table = table_of(setup(person("Ada"), person("Ben"), game="tumblin", dice=1, hand="human"))
    for seat, face in enumerate((6, 5)):
        table = done(table, seat, (face,), do="order")
    action = flick(launch_of(table, "a1"))
    asked = decide(table, Command("id", 0, table.round, action, by_bot=True), FACTS)
    assert isinstance(asked, Asked)
    assert isinstance(asked.need, NeedWork)
    assert do(table, 0, **action, by="bot") is No.MALFORMED
    assert do(table, 0, **action, by_bot=True) == NeedDice(DICE_TO_SHAKE)


def test_TD05_physics_hears_of_the_dice_that_lie_there() -> None:
    table = ordered(6, 5)
    first = rest(table, "a1", "4x", 6)
    table = done(table, 0, answer(first), **flick(launch_of(table, "a1")))
    launch = launch_of(table, "b1")
    assert do(table, 1, **flick(launch)) == to_be_settled(
        FlickQuestion(play_of(table).match.setup, (first,), launch)
    )


def test_what_physics_answers_is_told_and_kept() -> None:
    table = ordered(6, 5)
    launch, first = launch_of(table, "a1"), rest(table, "a1", "4x", 6)
    bodies = do(table, 0, answer(first), **flick(launch))
    assert isinstance(bodies, tuple)
    told = bodies[0]["play"]
    assert told == {
        "kind": "flicked",
        "seat": 0,
        "launch": launch_json(launch),
        "rests": [{"die": "a1", "pose": told["rests"][0]["pose"], "tier": "4x", "zone": 4, "face": 6}],
        "fingerprint": "scripted/1",
        "trajectory": "ZmlsbQ==",  # "film"
        "by": "meter",
        "asked": launch_json(launch),
        "contacts": [[0.1235, "a1", "peg", 0.001235]],
    }
    pose = first.pose
    assert told["rests"][0]["pose"] == [pose.x, pose.y, pose.z, pose.qw, pose.qx, pose.qy, pose.qz]
    after = evolve(table, bodies[0])
    assert play_of(after).match.rests == (first,)
    assert play_of(after).last_flick == told
    settled = answer(first).settled
    flicked = Flicked(0, launch, settled.rests, "scripted/1", b"film", Aim(launch, MadeBy.METER))
    assert event_from_json(play_of(table).match.setup, told) == flicked
    assert play_of(table).last_flick is None
    assert shown_event(after, bodies[0], ()) == bodies[0]


def test_an_answer_that_cannot_be_is_refused() -> None:
    table = ordered(6, 5)
    wrong = rest(table, "b1", "4x", 6)
    assert do(table, 0, answer(wrong), **flick(launch_of(table, "a1"))) is RuleNo.WRONG_DICE


def test_TD08_everybody_sees_the_board_the_sheets_and_the_totals() -> None:
    table = ordered(6, 5)
    before = public_view(table)["play"]
    assert before["dice"] == [
        {"key": "a1", "seat": 0, "colour": "red", "kind": "d6", "bonus": False},
        {"key": "b1", "seat": 1, "colour": before["dice"][1]["colour"], "kind": "d6", "bonus": False},
    ]
    fixed = ("game", "board", "house", "sides", "target", "rounds_to_win", "rolls", "order")
    assert [before[name] for name in fixed] == [
        "tumblin", "classic", ["target=30"], [[0], [1]], 30, None, [[6], [5]], [0, 1]
    ]  # fmt: skip
    first, second = rest(table, "a1", "4x", 6), rest(table, "b1", "off", 3)
    table = done(table, 0, answer(first), **flick(launch_of(table, "a1")))
    moving = ("round", "phase", "turn", "waiting_for", "in_hand", "sheets", "totals", "rounds_won", "ranking")
    half = public_view(table)["play"]
    assert [half[name] for name in moving] == [1, "flick", 1, [1], [[], ["b1"]], [], [0, 0], [0, 0], None]
    assert [(lying["die"], lying["points"]) for lying in half["rests"]] == [("a1", 24)]  # 4 × 6
    table = done(table, 1, answer(first, second), **flick(launch_of(table, "b1")))
    whole = public_view(table)["play"]
    sheet = {
        "dice": [["a1", 6, 4, "tumblin.why.counts", 24], ["b1", 3, 0, "tumblin.why.off", 0]],
        "aboard": (0, 0),
        "seats": (24, 0),
        "sides": (24, 0),
    }
    assert [whole[name] for name in moving] == [
        2, "flick", 0, [0], [["a1"], ["b1"]], [sheet], [24, 0], [1, 0], None
    ]  # fmt: skip
    assert whole["rests"] == []


def test_TD11_the_table_is_over_with_the_match() -> None:
    table = ordered(6, 5)
    for _ in range(2):
        first, second = rest(table, "a1", "4x", 6), rest(table, "b1", "1x", 3)
        table = done(table, 0, answer(first), **flick(launch_of(table, "a1")))
        table = done(table, 1, answer(first, second), **flick(launch_of(table, "b1")))
    over = public_view(table)
    assert (over["status"], over["waiting_for"], over["play"]["ranking"]) == ("over", (), [[0], [1]])
    assert over["play"]["totals"] == [48, 6]
    assert play_of(table).totals == (48, 6)
    assert do(table, 0, **flick(launch_of(table, "a1"))) is RuleNo.MATCH_OVER


def test_a_move_is_told_as_what_it_changed_and_a_seat_s_own_place_never_does() -> None:
    table = ordered(6)
    after = done(table, 1, (5,), do="order")
    changes = public_changes(table, after)
    assert set(changes["play"]) == {"rolls", "order", "phase", "turn", "waiting_for"}
    assert changes["table"] == {"waiting_for": (0,)}
    assert private_view(table, 1) == {"seat": 1}
    assert play_of(after).private_changes(play_of(table), 1, (None, None)) == {}


@pytest.mark.parametrize(
    "change",
    [
        {"die": None},
        {"die": 1},
        {"die": ["a1"]},
        {"die": "a2"},
        {"face_up": 1.0},
        {"face_up": True},
        {"face_up": None},
        {"x": "0"},
        {"x": None},
        {"speed_mps": True},
        {"yaw": 10**400},
    ],
)
def test_F6_a_flick_that_is_no_flick_is_malformed(change: dict[str, Any]) -> None:
    table = ordered(6, 5)
    assert do(table, 0, **(flick(launch_of(table, "a1")) | change)) is No.MALFORMED


def test_what_a_launch_does_not_say_is_nought() -> None:
    table = ordered(6, 5)
    needed = do(table, 0, do="flick", die="a1", face_up=2, x=-0.06, speed_mps=1)
    assert isinstance(needed, NeedWork)
    assert needed.question.launch == Launch(
        play_of(table).match.setup.dice["a1"], -0.06, 0.0, 2, speed_mps=1.0
    )


@given(st.integers(0, 2**32), st.integers(2, 4), st.integers(1, 40))
@settings(max_examples=20)
def test_folding_the_log_gives_the_live_table(seed: int, players: int, steps: int) -> None:
    agreed = setup(*(person(f"P{number}") for number in range(players)), game="tumblin", dice=2)
    table, log, rng = table_of(agreed), list[Any](opening(agreed)), Random(seed)
    for _ in range(steps):
        if not table.waiting_for:
            break
        command = random_command(play_of(table).match, rng)
        given = _answer(command)
        action = flick(command.launch) if isinstance(command, Flick) else {"do": "order"}
        bodies = do(table, command.seat, given, **action)
        assert isinstance(bodies, tuple), bodies
        table = evolve(table, bodies[0])
        log += json.loads(json.dumps(bodies))
    again = fold(log, house_games())
    assert view(again, range(players)) == view(table, range(players))


def _answer(command: RollForOrder | Flick) -> FlickAnswer | tuple[int]:
    if isinstance(command, RollForOrder):
        return (command.face,)
    return FlickAnswer(Settled(command.rests), command.fingerprint)


def test_TD03_a_tie_waits_until_everybody_has_rolled() -> None:
    table = table_of(setup(person("Ada"), person("Ben"), person("Cleo"), game="tumblin"))
    for seat in (0, 1):
        table = done(table, seat, (4,), do="order")
    assert do(table, 0, do="order") is RuleNo.ALREADY_ROLLED
    assert do(done(table, 2, (6,), do="order"), 0, do="order") == NeedDice(1)
