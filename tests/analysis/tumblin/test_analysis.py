"""Flicks flown again: what they were worth for the hand that made them, and what was luck."""

from dataclasses import replace
from functools import cache, partial
from math import hypot
from random import Random

import pytest

from tests.kit.command_line import ROOT
from tests.kit.tumblin.table import a_launch, at_rest, begun
from tests.kit.tumblin.table import duel as duel_table
from tumbletrip.analysis.executor import Processes, Serial
from tumbletrip.analysis.tumblin.analysis import (
    FlickPlan,
    MatchAnalysis,
    flick_tasks,
    flick_worths,
    flicks_in,
    judge_flick,
    match_judged,
    worth_of,
)
from tumbletrip.analysis.tumblin.flicks import (
    FEWEST_FLICKS,
    SHAKIEST,
    STEADIEST,
    FlickSeen,
    KnownBy,
    estimated_spread,
    spread_of,
)
from tumbletrip.tumblin.board import builtin_board
from tumbletrip.tumblin.dice import D6, Colour
from tumbletrip.tumblin.hands import PRACTISED, Aim, HandSize, MadeBy, hand_of
from tumbletrip.tumblin.notation.record_reader import parse_record
from tumbletrip.tumblin.notation.records import Record, RecordedEvent
from tumbletrip.tumblin.physics.engines.native import NativeEngine
from tumbletrip.tumblin.physics.stepping import using
from tumbletrip.tumblin.ports import Die, Launch
from tumbletrip.tumblin.rules import Flicked

AIM = Launch(Die("a1", 0, Colour.RED, D6), x=-0.05, y=0.0, face_up=6, speed_mps=1.3)
BOARD = builtin_board("classic")
FEW, MANY = 6, 48


@cache
def duel() -> Record:
    """A match that physics played, where a die off the board costs its face."""
    return parse_record((ROOT / "tests/golden/duel_mujoco.tumble").read_text("utf-8"))


@cache
def analysed() -> MatchAnalysis:
    plan = FlickPlan(duel(), FEW)
    return match_judged(plan, list(flick_worths(plan, Serial())))


def until(flicks: int) -> Record:
    """The duel as far as a few flicks."""
    at = [
        place
        for place, item in enumerate(duel().items)
        if isinstance(item, RecordedEvent) and isinstance(item.event, Flicked)
    ]
    return replace(duel(), items=duel().items[: at[flicks - 1] + 1])


@pytest.mark.parametrize("times", [0.5, 1.0, 2.0])
def test_a_hand_s_spread_is_found_again(times: float) -> None:
    hand, draw = PRACTISED.times(times), partial(Random(1).gauss, 0.0, 1.0)
    found = estimated_spread([hand.flick(BOARD, (), AIM, draw) for _ in range(400)])
    assert found.known_by is KnownBy.FLICKS
    assert found.hand.speed == pytest.approx(hand.speed, rel=0.2)
    assert found.hand.azimuth == pytest.approx(hand.azimuth, rel=0.2)
    assert found.hand.hit_height == pytest.approx(hand.hit_height, rel=0.2)
    assert found.hand.hit_side == pytest.approx(hand.hit_side, rel=0.2)


def test_a_few_flicks_aimed_elsewhere_on_purpose_hardly_count_as_shaking() -> None:
    draw = partial(Random(2).gauss, 0.0, 1.0)
    elsewhere = replace(AIM, azimuth=0.4)
    aims = [elsewhere if number % 10 == 0 else AIM for number in range(200)]
    found = estimated_spread([PRACTISED.flick(BOARD, (), aim, draw) for aim in aims])
    assert found.hand.azimuth == pytest.approx(PRACTISED.azimuth, rel=0.5)


def test_too_few_flicks_tell_nothing_about_a_hand() -> None:
    found = estimated_spread([AIM] * (FEWEST_FLICKS - 1))
    assert found.known_by is KnownBy.NOTHING
    assert found.hand == PRACTISED


def test_a_spread_stays_within_what_a_hand_can_be() -> None:
    assert estimated_spread([AIM] * 20).hand == STEADIEST
    wild = [replace(AIM, azimuth=(-1) ** number * 0.9) for number in range(20)]
    assert estimated_spread(wild).hand.azimuth == SHAKIEST.azimuth


def meant_by(made_by: MadeBy, size: HandSize) -> FlickSeen:
    """A flick meant for nothing at all, that the hand made a wild one."""
    setup = replace(duel_table(), hand=size)
    meant = replace(a_launch(setup.dice["a1"], speed_mps=0.1), y=0.0)
    match = begun(setup, order=(0, 1))
    wild = replace(meant, speed_mps=2.5)
    return FlickSeen(0, 1, 0, match, wild, (at_rest("a1", "off", 1),), Aim(meant, made_by))


@pytest.mark.parametrize("size", [HandSize.STEADY, HandSize.WILD])
@pytest.mark.parametrize("made_by", MadeBy)
def test_the_hand_that_the_table_used_is_read_from_the_record(made_by: MadeBy, size: HandSize) -> None:
    seen = meant_by(made_by, size)
    found = spread_of([seen])
    assert found.known_by is KnownBy.TABLE
    assert found.hand == seen.hand == hand_of(size, made_by)


def test_a_flick_is_worth_what_was_meant_not_what_the_hand_made_of_it() -> None:
    seen = meant_by(MadeBy.METER, HandSize.STEADY)
    assert seen.hand is not None
    assert worth_of(seen, seen.hand, FEW, Random(1)) == (0.0, 0.0)


def test_a_hand_that_nobody_wrote_down_is_estimated() -> None:
    seen = meant_by(MadeBy.METER, HandSize.EXACT)
    assert seen.hand is None
    assert spread_of([seen]).known_by is KnownBy.NOTHING
    assert spread_of([replace(seen, aim=None)] * 20).known_by is KnownBy.FLICKS


@pytest.mark.slow
def test_luck_is_what_came_beyond_the_worth() -> None:
    for hand in analysed().hands:
        assert hand.flicks
        assert hand.brought == pytest.approx(sum(flick.seen.swing.lead for flick in hand.flicks))
        assert hand.luck == pytest.approx(hand.brought - hand.expected.mean)
        assert hand.luck == pytest.approx(sum(flick.luck for flick in hand.flicks))
        assert hand.places.total() == len(hand.flicks)
        assert hand.expected.se > 0


@pytest.mark.slow
def test_the_best_zone_is_the_one_that_brought_most_points() -> None:
    for hand in analysed().hands:
        brought = {
            place: sum(flick.seen.points for flick in hand.flicks if flick.seen.rest.tier == place)
            for place in hand.places
        }
        assert hand.best_place is not None
        assert brought[hand.best_place] == max(brought.values())


def test_a_flick_that_hardly_moves_the_die_is_worth_nothing() -> None:
    record = until(1)
    (at,) = [place for place, item in enumerate(record.items) if isinstance(item, RecordedEvent)][-1:]
    told = record.items[at]
    assert isinstance(told, RecordedEvent)
    assert isinstance(told.event, Flicked)
    weak = replace(told.event, launch=replace(told.event.launch, speed_mps=0.1, azimuth=0.0))
    record = replace(record, items=(*record.items[:at], replace(told, event=weak)))
    assert judge_flick(FlickPlan(record, FEW), 0) == (0.0, 0.0)


def test_a_flick_at_a_rival_s_die_is_worth_what_it_takes_from_it() -> None:
    """A rival's six lies right ahead of a flick that is too hard for its own die to stay on the board."""
    setup, target = duel_table(), at_rest("b1", "1x", 6)
    launch = replace(a_launch(setup.dice["a1"], speed_mps=2.0), y=0.0)
    match = replace(begun(setup, order=(1, 0)), rests=(target,))
    seen = FlickSeen(0, 1, 0, match, launch, (at_rest("b1", "off", 6), at_rest("a1", "off", 1)))
    assert seen.swing.lead == 6
    alone = replace(seen, before=replace(match, rests=()))
    assert worth_of(alone, STEADIEST, MANY, Random(1)).mean < 1
    assert worth_of(seen, STEADIEST, MANY, Random(1)).mean > 3


def test_a_flick_is_worth_the_same_by_kernels_and_by_the_physics_of_play() -> None:
    for number in flick_tasks(FlickPlan(until(4))):
        own = judge_flick(FlickPlan(until(4), MANY), number)
        with using(NativeEngine()):  # an engine that kernels do not stand in for
            true = judge_flick(FlickPlan(until(4), MANY), number)
        assert own.mean != true.mean or own.se == true.se == 0.0
        assert abs(own.mean - true.mean) <= 3 * hypot(own.se, true.se)


def test_the_same_seed_gives_the_same_worth_and_another_seed_another() -> None:
    record = until(2)
    one, again, other = (judge_flick(FlickPlan(record, FEW, seed), 1) for seed in (1, 1, 2))
    assert one == again
    assert one != other


@pytest.mark.slow
def test_the_number_of_processes_changes_nothing_about_flicks() -> None:
    plan = FlickPlan(until(4), FEW)
    assert list(flick_worths(plan, Serial())) == list(flick_worths(plan, Processes(2)))


def test_a_match_that_stops_is_judged_as_far_as_it_goes() -> None:
    plan = FlickPlan(until(2), FEW)
    assert len(flick_tasks(plan)) == 2
    analysis = match_judged(plan, list(flick_worths(plan, Serial())))
    assert not analysis.is_over
    assert [len(hand.flicks) for hand in analysis.hands] == [1, 1]


def test_a_broken_record_of_a_match_is_judged_up_to_the_mistake() -> None:
    good = until(2)
    broken = replace(good, items=(*good.items, good.items[-1]))
    analysis = match_judged(FlickPlan(broken, FEW), [judge_flick(FlickPlan(broken, FEW), n) for n in (0, 1)])
    assert analysis.error is not None
    assert len(flicks_in(broken)) == 2
