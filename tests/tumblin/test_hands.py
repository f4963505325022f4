"""Everybody has a hand: people's flicks are shaken by the table's dice."""

from dataclasses import astuple, replace
from itertools import product
from math import sqrt
from random import Random
from statistics import fmean, pstdev

import pytest

from tests.kit.tumblin.table import CLASSIC_BOARD, at_rest, die
from tumbletrip.tumblin.hands import DICE_TO_SHAKE, PRACTISED, HandSize, MadeBy, draw_from, hand_of
from tumbletrip.tumblin.launches import refuse_launch
from tumbletrip.tumblin.ports import Launch

AIM = Launch(die(), x=-0.03, y=0.0, face_up=6, speed_mps=1.2)
SQUARE = ("x", "y", "yaw", "azimuth", "speed_mps", "hit_side", "hit_height")


def rolled(rng: Random) -> tuple[int, ...]:
    return tuple(rng.randint(1, 6) for _ in range(DICE_TO_SHAKE))


def shaken(size: HandSize, made_by: MadeBy, flicks: int = 400) -> list[Launch]:
    hand, rng = hand_of(size, made_by), Random(1)
    assert hand is not None
    return [hand.flick(CLASSIC_BOARD, (), AIM, draw_from(rolled(rng))) for _ in range(flicks)]


def test_dice_make_normal_numbers() -> None:
    rng = Random(3)
    numbers = [draw_from(rolled(rng))() for _ in range(4000)]
    assert fmean(numbers) == pytest.approx(0, abs=4 / sqrt(4000))
    assert pstdev(numbers) == pytest.approx(1, abs=0.05)
    lowest, highest = draw_from((1,) * DICE_TO_SHAKE), draw_from((6,) * DICE_TO_SHAKE)
    assert lowest() == pytest.approx(-highest())
    assert lowest() < -4


def test_the_same_dice_shake_a_flick_alike_and_others_do_not() -> None:
    faces = [rolled(Random(seed)) for seed in (1, 1, 2)]
    one, again, other = (PRACTISED.flick(CLASSIC_BOARD, (), AIM, draw_from(own)) for own in faces)
    assert one == again != other


def test_no_launch_is_exactly_square_and_the_rules_allow_every_one() -> None:
    for launch in shaken(HandSize.STEADY, MadeBy.GESTURE):
        as_meant = [name for name in SQUARE if getattr(launch, name) == getattr(AIM, name)]
        assert len(as_meant) <= 1, as_meant  # by chance one may be, to the micrometre
        assert refuse_launch(CLASSIC_BOARD, launch) is None


def test_hands_grow_from_steady_to_wild_and_a_gesture_is_shaken_less_than_the_meter() -> None:
    spread = {
        (size, made_by): pstdev(launch.speed_mps for launch in shaken(size, made_by))
        for size, made_by in product((HandSize.STEADY, HandSize.HUMAN, HandSize.WILD), MadeBy)
    }
    for made_by in MadeBy:
        sizes = [spread[size, made_by] for size in (HandSize.STEADY, HandSize.HUMAN, HandSize.WILD)]
        assert sizes == sorted(sizes)
    for size in (HandSize.STEADY, HandSize.HUMAN, HandSize.WILD):
        assert spread[size, MadeBy.GESTURE] < 0.8 * spread[size, MadeBy.METER]


def test_beside_the_middle_of_a_die_a_finger_is_less_sure_of_speed_and_direction() -> None:
    for name in ("speed_mps", "azimuth"):
        middle, edge = (
            pstdev(
                getattr(PRACTISED.flick(CLASSIC_BOARD, (), aim, draw_from(rolled(Random(seed)))), name)
                for seed in range(300)
            )
            for aim in (AIM, replace(AIM, hit_side=-1.0))
        )
        assert edge == pytest.approx(2 * middle, rel=1e-3)


def test_a_human_hand_at_the_meter_is_a_practised_bots_and_exact_is_none() -> None:
    human = hand_of(HandSize.HUMAN, MadeBy.METER)
    assert human is not None
    assert astuple(human) == pytest.approx(astuple(PRACTISED))
    assert [hand_of(HandSize.EXACT, made_by) for made_by in MadeBy] == [None, None]


def test_where_there_is_no_room_to_put_a_die_askew_it_stays_as_it_was_put() -> None:
    """Dice lie close on both sides: any turn would put a corner into one of them."""
    aim = replace(AIM, x=-0.06)
    walls = [at_rest(f"b{n}", "track", 1, dy=side * 0.016) for n, side in ((1, -1), (2, 1))]
    rng = Random(5)
    flicks = [PRACTISED.flick(CLASSIC_BOARD, walls, aim, draw_from(rolled(rng))) for _ in range(100)]
    assert all(refuse_launch(CLASSIC_BOARD, flick, walls) is None for flick in flicks)
    assert all(flick.speed_mps != aim.speed_mps for flick in flicks)
    assert any((flick.y, flick.yaw) == (aim.y, aim.yaw) for flick in flicks)
