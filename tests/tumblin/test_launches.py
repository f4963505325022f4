"""Which flicks are possible."""

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.tumblin.table import CLASSIC_BOARD, at_rest, die
from tumbletrip.tumblin.dice import D20, KINDS, DieKind
from tumbletrip.tumblin.launches import (
    MAX_AZIMUTH,
    MAX_SPEED_MPS,
    MIN_SPEED_MPS,
    on_the_track,
    refuse_launch,
    start_pose,
)
from tumbletrip.tumblin.ports import Launch, Pose, Rest
from tumbletrip.tumblin.reading import corners, read
from tumbletrip.tumblin.refusals import No


def launch(**changes: float) -> Launch:
    values: dict[str, float] = {"x": -0.05, "y": 0.0, "face_up": 1, **changes}
    return Launch(die(), **values)  # type: ignore[arg-type]  # a face is a whole number in all tests here


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({}, None),
        ({"x": -0.112, "y": -0.042}, None),
        ({"x": -0.008, "y": 0.042}, None),
        ({"x": -0.007}, No.OFF_THE_TRACK),
        ({"x": -0.113}, No.OFF_THE_TRACK),
        ({"y": 0.043}, No.OFF_THE_TRACK),
        ({"x": 0.2}, No.OFF_THE_TRACK),
        ({"x": math.nan}, No.NOT_A_NUMBER),
        ({"y": math.inf}, No.NOT_A_NUMBER),
        ({"speed_mps": math.nan}, No.NOT_A_NUMBER),
        ({"yaw": -math.inf}, No.NOT_A_NUMBER),
        ({"azimuth": math.nan}, No.NOT_A_NUMBER),
        ({"hit_side": math.nan}, No.NOT_A_NUMBER),
        ({"hit_height": math.inf}, No.NOT_A_NUMBER),
        ({"face_up": 0}, No.UNKNOWN_FACE),
        ({"face_up": 7}, No.UNKNOWN_FACE),
        ({"speed_mps": 0}, No.TOO_SLOW),
        ({"speed_mps": -1}, No.TOO_SLOW),
        ({"speed_mps": MIN_SPEED_MPS}, None),
        ({"speed_mps": MAX_SPEED_MPS}, None),
        ({"speed_mps": 3.000001}, No.TOO_FAST),
        ({"azimuth": 1.0}, None),
        ({"azimuth": MAX_AZIMUTH + 0.00001}, No.NOT_FORWARD),
        ({"azimuth": -3.0}, No.NOT_FORWARD),
        ({"yaw": math.pi}, None),
        ({"yaw": -math.pi}, None),
        ({"yaw": 3.2}, No.YAW_OUT_OF_BOUNDS),
        ({"hit_side": 1, "hit_height": -1}, None),
        ({"hit_side": 1.01}, No.HIT_BESIDE_THE_DIE),
        ({"hit_height": -1.01}, No.HIT_BESIDE_THE_DIE),
    ],
)
def test_TD04_a_launch_is_on_the_track_forward_and_within_bounds(
    changes: dict[str, float], refusal: No | None
) -> None:
    assert refuse_launch(CLASSIC_BOARD, launch(**changes)) is refusal


@pytest.mark.parametrize("yaw", [0.3, math.pi / 4, -2.0])
def test_TD04_a_turned_die_does_not_overhang_the_track_and_is_pushed_onto_it(yaw: float) -> None:
    over = launch(x=-0.008, y=0.042, yaw=yaw)
    assert refuse_launch(CLASSIC_BOARD, over) is No.OFF_THE_TRACK
    assert refuse_launch(CLASSIC_BOARD, over, may_overhang=True) is None  # as old records have it
    pushed = on_the_track(CLASSIC_BOARD, over)
    assert refuse_launch(CLASSIC_BOARD, pushed) is None
    feet = corners(pushed.die, start_pose(CLASSIC_BOARD, pushed))
    assert max(x for x, _, _ in feet) == pytest.approx(0.0, abs=2e-6)
    assert max(y for _, y, _ in feet) == pytest.approx(0.05, abs=2e-6)


def test_TD04_a_die_put_beside_the_track_is_not_pushed_onto_it() -> None:
    beside = launch(y=0.06)
    assert on_the_track(CLASSIC_BOARD, beside) == beside
    assert on_the_track(CLASSIC_BOARD, launch()) == launch()


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_TD04_a_die_lies_on_the_track_with_the_chosen_face_up(kind: DieKind) -> None:
    for face in kind.faces:
        pose = start_pose(CLASSIC_BOARD, Launch(die(kind=kind), -0.05, 0.01, face, yaw=0.7))
        rest = read(CLASSIC_BOARD, die(kind=kind), pose)
        assert (rest.tier, rest.face) == ("track", face)
        assert refuse_launch(CLASSIC_BOARD, Launch(die(kind=kind), -0.05, 0.01, face)) is None


def test_TD05_a_die_left_on_the_track_is_not_moved_aside() -> None:
    left = at_rest("b1", "track", 3)  # its centre is at x -0.06, y 0
    assert refuse_launch(CLASSIC_BOARD, launch(x=-0.05), [left]) is No.PLACE_TAKEN
    assert refuse_launch(CLASSIC_BOARD, launch(x=-0.0441), [left]) is No.PLACE_TAKEN
    assert refuse_launch(CLASSIC_BOARD, launch(x=-0.044), [left]) is None  # side by side


def test_TD05_turned_dice_touch_with_their_corners() -> None:
    left = at_rest("b1", "track", 3, yaw=math.pi / 4)
    assert refuse_launch(CLASSIC_BOARD, launch(x=-0.044), [left]) is No.PLACE_TAKEN
    assert refuse_launch(CLASSIC_BOARD, launch(x=-0.0406), [left]) is None  # 8 + 11.3 mm apart
    diagonal = launch(x=-0.0455, y=0.0145)  # boxes round them overlap, the dice do not
    assert refuse_launch(CLASSIC_BOARD, diagonal, [left]) is None


def test_TD05_dice_that_lie_lower_or_off_the_board_do_not_take_the_place() -> None:
    beside: Rest = read(CLASSIC_BOARD, die("b1"), Pose(-0.05, 0.059, 0.088))
    off = read(CLASSIC_BOARD, die("b2"), Pose(-0.05, 0.042, 0.008))  # under the track, as it were
    assert refuse_launch(CLASSIC_BOARD, launch(y=0.042), [beside, off]) is None


def test_TD05_a_die_is_not_put_under_another_one() -> None:
    above = read(CLASSIC_BOARD, die("b1"), Pose(-0.05, 0.0, 0.124))
    assert refuse_launch(CLASSIC_BOARD, launch(), [above]) is No.PLACE_TAKEN


def test_TD17_a_big_die_needs_a_little_more_of_the_track() -> None:
    at_the_rim = Launch(die(kind=D20), -0.009, 0.0, 20)
    assert refuse_launch(CLASSIC_BOARD, at_the_rim) is No.OFF_THE_TRACK
    assert refuse_launch(CLASSIC_BOARD, Launch(die(kind=D20), -0.010, 0.0, 20)) is None


@given(
    x=st.floats(-0.03, 0.03),
    y=st.floats(-0.03, 0.03),
    yaw=st.floats(-3.1, 3.1),
    other_yaw=st.floats(-3.1, 3.1),
)
def test_TD05_flat_dice_are_in_the_way_if_some_point_lies_under_both(
    x: float, y: float, yaw: float, other_yaw: float
) -> None:
    """Told by a slow count of points, a millimetre apart; contacts closer than that are left open."""
    left = at_rest("b1", "track", 3, dx=x, dy=y, yaw=other_yaw)
    placed = launch(x=-0.06, y=0.0, yaw=yaw)
    shared = sum(
        _is_under(0.008, -0.06, 0.0, yaw, px, py) and _is_under(0.008, -0.06 + x, y, other_yaw, px, py)
        for px, py in product((-0.06 + n / 1000 for n in range(-12, 13)), (n / 1000 for n in range(-12, 13)))
    )
    apart = not any(
        _is_under(0.0088, -0.06, 0.0, yaw, px, py) and _is_under(0.0088, -0.06 + x, y, other_yaw, px, py)
        for px, py in product((-0.06 + n / 1000 for n in range(-13, 14)), (n / 1000 for n in range(-13, 14)))
    )
    if shared:
        assert refuse_launch(CLASSIC_BOARD, placed, [left]) is No.PLACE_TAKEN
    elif apart:
        assert refuse_launch(CLASSIC_BOARD, placed, [left]) is None


def _is_under(half: float, x: float, y: float, yaw: float, px: float, py: float) -> bool:
    """Whether a point lies under a square of that half-width, turned by `yaw`."""
    along = (px - x) * math.cos(yaw) + (py - y) * math.sin(yaw)
    across = (py - y) * math.cos(yaw) - (px - x) * math.sin(yaw)
    return max(abs(along), abs(across)) < half


def test_a_launch_keeps_six_decimals() -> None:
    rounded = launch(speed_mps=1.23456789, yaw=-0.0000001)
    assert (rounded.speed_mps, math.copysign(1, rounded.yaw)) == (1.234568, 1.0)
