"""The match: turns, rounds, refusals (TD04 to TD06, TD09, TD11, TD15), and what always holds."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.tumblin.houses import setups
from tests.kit.tumblin.table import (
    CLASSIC_BOARD,
    ScriptedPhysics,
    a_launch,
    after,
    begun,
    duel,
    flat,
    flick,
    play_round,
    random_command,
    random_events,
)
from tumbletrip.core.outcomes import Reason
from tumbletrip.tumblin.hands import Aim, MadeBy
from tumbletrip.tumblin.house_rules import CLASSIC, ROUNDS_WON, HouseRules
from tumbletrip.tumblin.order import may_roll
from tumbletrip.tumblin.ports import Physics, Pose, Rest
from tumbletrip.tumblin.reading import read
from tumbletrip.tumblin.refusals import No
from tumbletrip.tumblin.rules import (
    Command,
    Event,
    Flick,
    Flicked,
    Match,
    Phase,
    RollForOrder,
    decide,
    evolve,
    new_match,
    outcome,
    refuse_flick,
)
from tumbletrip.tumblin.scoring import Why
from tumbletrip.tumblin.setup import PRESETS, Setup, from_preset, table


def test_TD04_players_flick_one_die_each_in_turn_until_all_are_flicked() -> None:
    match = begun(table(["A", "B", "C"], 2))
    turns = []
    for number in (1, 2):
        for letter in "abc":
            turns.append(match.turn)
            key = f"{letter}{number}"
            match = after(match, flick(match, key, {key: flat("1x", 1)}))
    assert turns == [0, 1, 2, 0, 1, 2]
    assert (match.round, len(match.sheets)) == (2, 1)


def test_TD04_any_of_ones_own_dice_may_be_chosen_and_none_of_the_others() -> None:
    match = begun(duel(dice=3))
    assert [die.key for die in match.dice_in_hand(0)] == ["a1", "a2", "a3"]
    assert isinstance(decide(match, flick(match, "a3", {"a3": flat("1x", 1)})), Event)
    stolen = replace(flick(match, "b1", {"b1": flat("1x", 1)}), seat=0)
    assert decide(match, stolen) is No.NOT_YOUR_DIE


def test_TD04_the_event_tells_all_there_is_to_know_of_a_flick() -> None:
    match = begun(duel())
    command = replace(flick(match, "a1", {"a1": flat("1x", 1)}), trajectory=b"film")
    assert decide(match, command) == Flicked(0, command.launch, command.rests, "scripted/1", b"film")
    aimed = replace(command, aim=Aim(command.launch, MadeBy.GESTURE))
    told = decide(match, aimed)
    assert isinstance(told, Flicked)
    assert told.aim == aimed.aim


def test_TD04_a_new_flick_keeps_the_die_on_the_track_and_an_old_record_s_may_overhang() -> None:
    match = begun(duel())
    command = flick(match, "a1", {"a1": flat("1x", 1)})
    over = replace(command.launch, x=-0.008, y=0.042, yaw=0.3)
    assert refuse_flick(match, 0, over) is No.OFF_THE_TRACK
    assert isinstance(decide(match, replace(command, launch=over)), Flicked)


def test_TD04_nobody_flicks_out_of_turn() -> None:
    match = begun(duel(dice=2))
    assert decide(match, flick(match, "b1", {"b1": flat("1x", 1)})) is No.NOT_YOUR_TURN


def test_TD04_nobody_flicks_before_the_order_is_rolled() -> None:
    match = new_match(duel())
    assert decide(match, flick(match, "a1", {"a1": flat("1x", 1)})) is No.ROLL_FIRST
    assert match.turn is None


def test_TD04_a_launch_is_refused_before_physics_is_asked() -> None:
    match = begun(duel())
    launch = replace(a_launch(match.setup.dice["a1"]), speed_mps=9.0)
    assert refuse_flick(match, 0, launch) is No.TOO_FAST
    assert refuse_flick(match, 1, launch) is No.NOT_YOUR_TURN


def test_TD05_nobody_launches_from_where_a_die_lies() -> None:
    match = begun(duel(dice=2))
    match = after(match, flick(match, "a1", {"a1": flat("track", 1)}))
    place = match.rests[0].pose
    launch = replace(a_launch(match.setup.dice["b1"]), x=place.x, y=place.y)
    assert refuse_flick(match, 1, launch) is No.PLACE_TAKEN


def test_TD05_a_flicked_die_is_never_flicked_again_in_the_round() -> None:
    match = begun(duel(dice=2))
    match = after(match, flick(match, "a1", {"a1": flat("track", 1)}))
    match = after(match, flick(match, "b1", {"b1": flat("2x", 2)}))
    again = Flick(0, a_launch(match.setup.dice["a1"], match.rests), match.rests, "scripted/1")
    assert decide(match, again) is No.ALREADY_FLICKED
    assert [die.key for die in match.dice_in_hand(0)] == ["a2"]


def test_TD05_dice_may_be_knocked_on_off_and_up_in_value() -> None:
    match = begun(duel(dice=2))
    match = after(match, flick(match, "a1", {"a1": flat("1x", 2)}))
    match = after(match, flick(match, "b1", {"a1": flat("3x", 5), "b1": flat("1x", 3)}))  # knocked on
    match = after(match, flick(match, "a2", {"b1": flat("off", 3), "a2": flat("2x", 6)}))  # knocked off
    match = after(match, flick(match, "b2", {"b2": flat("4x", 6)}))
    assert [(score.die.key, score.points, score.why) for score in match.sheets[0].dice] == [
        ("a1", 15, Why.COUNTS),
        ("a2", 12, Why.COUNTS),
        ("b1", 0, Why.OFF),
        ("b2", 24, Why.COUNTS),
    ]


def test_TD06_a_die_off_the_board_stays_off() -> None:
    match = begun(duel(dice=2))
    match = after(match, flick(match, "a1", {"a1": flat("off", 2)}))
    assert decide(match, flick(match, "b1", {"a1": flat("4x", 2), "b1": flat("1x", 1)})) is No.OFF_STAYS_OFF
    assert decide(match, flick(match, "b1", {"a1": flat("off", 5), "b1": flat("1x", 1)})) is No.OFF_STAYS_OFF


def test_TD09_the_bonus_die_is_flicked_when_its_owner_likes() -> None:
    for key in ("a1", "a2", "a*"):
        match = begun(duel(dice=2, has_bonus=True))
        assert isinstance(decide(match, flick(match, key, {key: flat("1x", 1)})), Event)


def test_TD04_dice_go_back_to_their_owners_for_the_next_round() -> None:
    match = play_round(begun(duel(dice=2)), dict.fromkeys(("a1", "a2", "b1", "b2"), ("1x", 3)))
    assert (match.rests, match.round) == ((), 2)
    assert len(match.dice_in_hand(0)) == len(match.dice_in_hand(1)) == 2


def test_TD11_a_match_is_played_until_somebody_has_reached_the_target() -> None:
    match = begun(duel(HouseRules(target=40)))
    match = play_round(match, {"a1": ("4x", 6), "b1": ("4x", 5)})
    assert (match.totals, outcome(match)) == ((24, 20), None)
    match = play_round(match, {"a1": ("4x", 4), "b1": ("4x", 6)})
    ended = outcome(match)
    assert ended is not None
    assert (match.phase, match.totals, match.round) == (Phase.OVER, (40, 44), 2)
    assert (ended.reason, ended.ranking) == (Reason.TARGET_REACHED, ((1,), (0,)))


def test_TD11_equal_highest_totals_share_the_win() -> None:
    match = play_round(begun(duel(HouseRules(target=20))), {"a1": ("4x", 6), "b1": ("4x", 6)})
    ended = outcome(match)
    assert ended is not None
    assert ended.winners == (0, 1)


def test_TD10_a_team_wins_together() -> None:
    match = begun(table(["A", "B", "C", "D"], 1, teams=2, house=HouseRules(target=30)))
    match = play_round(match, {"a1": ("4x", 4), "b1": ("4x", 6), "c1": ("4x", 4), "d1": ("off", 6)})
    ended = outcome(match)
    assert (match.totals, ended and ended.winners) == ((32, 24), (0,))


def test_TD15_a_match_may_be_played_for_rounds_won() -> None:
    match = begun(duel(replace(ROUNDS_WON, rounds_to_win=2)))
    match = play_round(match, {"a1": ("1x", 2), "b1": ("1x", 1)})
    match = play_round(match, {"a1": ("1x", 3), "b1": ("3x", 1)})  # tied: nobody's round
    match = play_round(match, {"a1": ("1x", 1), "b1": ("4x", 6)})
    assert (match.rounds_won, match.phase) == ((1, 1), Phase.FLICK)
    match = play_round(match, {"a1": ("1x", 2), "b1": ("1x", 1)})
    ended = outcome(match)
    assert (match.rounds_won, ended and (ended.reason, ended.winners)) == ((2, 1), (Reason.ROUNDS_WON, (0,)))


def test_TD18_sixteen_players_play_a_round() -> None:
    match = begun(from_preset(PRESETS["four-teams"], [f"P{n}" for n in range(16)]))
    match = play_round(match, dict.fromkeys(match.setup.dice, ("2x", 1)))
    assert match.totals == (8, 8, 8, 8)


def test_nothing_goes_on_after_the_end() -> None:
    match = play_round(begun(duel(HouseRules(target=1))), {"a1": ("4x", 6), "b1": ("off", 1)})
    thrown = match.setup.dice["a1"]
    command = Flick(0, a_launch(thrown), (read(CLASSIC_BOARD, thrown, flat("1x", 1)),), "scripted/1")
    assert decide(match, command) is No.MATCH_OVER
    assert decide(match, RollForOrder(0, 6)) is No.MATCH_OVER
    assert refuse_flick(match, 0, command.launch) is No.MATCH_OVER
    assert match.turn is None


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_there_is_no_other_seat(seat: int) -> None:
    match = begun(duel())
    assert decide(new_match(duel()), RollForOrder(seat, 6)) is No.NO_SUCH_SEAT
    assert decide(match, replace(flick(match, "a1", {"a1": flat("1x", 1)}), seat=seat)) is No.NO_SUCH_SEAT


def test_TD03_nobody_rolls_once_the_order_is_settled() -> None:
    assert decide(begun(duel()), RollForOrder(0, 6)) is No.ORDER_SETTLED


def wrong_answers(match: Match) -> list[tuple[Flick, No]]:
    """What an engine might get wrong about the flick of a2, with a1 and b1 on the table."""
    good = flick(match, "a2", {"a2": flat("3x", 4)})
    first, second, own = good.rests
    nowhere = replace(own, pose=Pose(float("nan"), 0, 0))
    far = replace(own, pose=Pose(101, 0, 0.008))
    squashed = replace(own, pose=Pose(own.pose.x, own.pose.y, own.pose.z, 0.5, 0, 0, 0))
    return [
        (replace(good, fingerprint=""), No.NO_FINGERPRINT),
        (replace(good, fingerprint="two words"), No.NO_FINGERPRINT),
        (replace(good, fingerprint="line\n"), No.NO_FINGERPRINT),
        (replace(good, rests=(first, own)), No.WRONG_DICE),
        (replace(good, rests=(first, second)), No.WRONG_DICE),
        (replace(good, rests=(second, first, own)), No.WRONG_DICE),
        (replace(good, rests=(first, second, own, own)), No.WRONG_DICE),
        (replace(good, rests=(first, second, nowhere)), No.IMPOSSIBLE_POSE),
        (replace(good, rests=(first, second, far)), No.IMPOSSIBLE_POSE),
        (replace(good, rests=(first, second, squashed)), No.IMPOSSIBLE_POSE),
        (replace(good, rests=(first, second, replace(own, face=6))), No.MISREAD_DIE),
        (replace(good, rests=(first, second, replace(own, zone=4))), No.MISREAD_DIE),
        (replace(good, rests=(first, second, replace(own, tier="4x", zone=4))), No.MISREAD_DIE),
    ]


def test_an_engine_that_answers_wrongly_is_refused() -> None:
    match = begun(duel(dice=2))
    match = after(match, flick(match, "a1", {"a1": flat("1x", 1)}))
    match = after(match, flick(match, "b1", {"b1": flat("2x", 2)}))
    for command, refusal in wrong_answers(match):
        assert decide(match, command) is refusal


def test_TD06_a_fallen_die_may_lie_far_away_and_a_turn_may_be_a_little_out_of_true() -> None:
    match = begun(duel())
    thrown = match.setup.dice["a1"]
    upright = flat("1x", 1)
    for pose in (
        Pose(100, -100, 0.008, *upright.orientation),  # as far as a die may lie
        Pose(upright.x, upright.y, upright.z, *(0.9995 * part for part in upright.orientation)),
    ):
        answer = Flick(0, a_launch(thrown), (read(CLASSIC_BOARD, thrown, pose),), "scripted/1")
        assert isinstance(decide(match, answer), Event)


def test_scripted_physics_is_physics() -> None:
    physics: Physics = ScriptedPhysics([{"a1": flat("2x", 5)}])
    settled = physics.settle((), a_launch(duel().dice["a1"]))
    assert [(rest.tier, rest.face) for rest in settled.rests] == [("2x", 5)]


# What always holds


def folded(setup: Setup, events: list[Event]) -> Match:
    match = new_match(setup)
    for event in events:
        match = evolve(match, event)
    return match


@settings(deadline=None, max_examples=60)
@given(setup=setups(), seed=st.integers(0, 2**32))
def test_folding_the_events_gives_the_live_state(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    live, events = new_match(setup), list[Event]()
    while live.phase is not Phase.OVER and len(events) < 40:
        event = decide(live, random_command(live, rng))
        assert isinstance(event, Event), event
        events.append(event)
        live = evolve(live, event)
    assert folded(setup, events) == live
    assert live.totals == tuple(
        sum(sheet.sides[side] for sheet in live.sheets) for side in range(len(setup.sides))
    )
    assert (outcome(live) is None) == (live.phase is not Phase.OVER)


@settings(deadline=None, max_examples=60)
@given(setup=setups(), seed=st.integers(0, 2**32), length=st.integers(0, 30))
def test_refusals_change_nothing_and_everyone_else_is_refused(setup: Setup, seed: int, length: int) -> None:
    rng = Random(seed)
    match = folded(setup, random_events(setup, rng, length))
    before = (match, hash(match.rests), match.totals)
    for seat in range(len(setup.seats)):
        for command in _attempts(match, seat, rng):
            answer = decide(match, command)
            rolling = may_roll(match.rolls) if match.rolling else ()
            allowed = rolling if isinstance(command, RollForOrder) else (match.turn,)
            assert isinstance(answer, Event) == (seat in allowed), (answer, command)
    assert (match, hash(match.rests), match.totals) == before


def _attempts(match: Match, seat: int, rng: Random) -> list[Command]:
    """A roll and a flick that would be fine if it were this seat's turn."""
    attempts: list[Command] = [RollForOrder(seat, rng.randint(1, 6))]
    hand = match.dice_in_hand(seat)
    if hand:
        attempts.append(flick(match, hand[0].key, {hand[0].key: flat("1x", 1, hand[0].kind)}))
    return attempts


@settings(deadline=None, max_examples=40)
@given(setup=setups(), seed=st.integers(0, 2**32))
def test_TD04_in_every_round_each_die_is_flicked_once(setup: Setup, seed: int) -> None:
    match, flicked = new_match(setup), list[str]()
    for event in random_events(setup, Random(seed), 50):
        if hasattr(event, "launch"):
            flicked.append(event.launch.die.key)
        match = evolve(match, event)
    per_round = setup.flicks_per_round
    for number in range(len(match.sheets)):
        assert sorted(flicked[number * per_round : (number + 1) * per_round]) == sorted(setup.dice)


def test_rests_of_the_classic_house_are_plain_values() -> None:
    rest: Rest = flick(begun(duel(CLASSIC)), "a1", {"a1": flat("1x", 1)}).rests[0]
    assert rest == replace(rest)
    assert hash(rest) == hash(replace(rest))
