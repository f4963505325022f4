"""How dice at rest are read, with poses built by hand."""

import math

import pytest

from tests.kit.tumblin.table import CLASSIC_BOARD, PLACES, at_rest, die, flat
from tumbletrip.tumblin.dice import D6, KINDS, DieKind, face_up
from tumbletrip.tumblin.ports import LEVEL, OFF, Pose
from tumbletrip.tumblin.reading import is_past_line, read

ZONES = {"track": 0, LEVEL: 0, "1x": 1, "2x": 2, "3x": 3, "4x": 4, OFF: 0}
FLAT_1 = face_up(D6, 1)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_TD08_a_flat_die_has_the_zone_of_its_tier_and_the_face_on_top(place: str, kind: DieKind) -> None:
    for face in kind.faces:
        rest = at_rest("a1", place, face, kind)
        assert (rest.tier, rest.zone, rest.face) == (place, ZONES[place], face)
        assert rest.on_board == (place != OFF)


def test_TD07_a_die_counts_only_when_every_corner_is_past_the_line() -> None:
    line = CLASSIC_BOARD.line
    just_past = Pose(line + 0.008001, 0.1, 0.088, *FLAT_1)
    touching = Pose(line + 0.008, 0.1, 0.088, *FLAT_1)
    assert (read(CLASSIC_BOARD, die(), just_past).tier, read(CLASSIC_BOARD, die(), just_past).zone) == (
        "1x",
        1,
    )
    assert (read(CLASSIC_BOARD, die(), touching).tier, read(CLASSIC_BOARD, die(), touching).zone) == (
        LEVEL,
        0,
    )


def test_TD07_a_turned_die_needs_more_room_than_a_straight_one() -> None:
    x = CLASSIC_BOARD.line + 0.010  # 8 mm are enough when straight, 11.3 when turned by 45 degrees
    straight = Pose(x, 0, 0.088, *face_up(D6, 3))
    turned = Pose(x, 0, 0.088, *face_up(D6, 3, math.pi / 4))
    assert is_past_line(CLASSIC_BOARD, die(), straight)
    assert not is_past_line(CLASSIC_BOARD, die(), turned)


def test_TD08_a_die_over_an_edge_is_on_the_tier_under_its_centre() -> None:
    edge = 0.180  # between 1x (top 0.080) and 2x
    assert read(CLASSIC_BOARD, die(), Pose(edge - 0.001, 0, 0.088, *FLAT_1)).zone == 1
    assert read(CLASSIC_BOARD, die(), Pose(edge, 0, 0.088, *FLAT_1)).zone == 1  # on the edge: still up there
    assert read(CLASSIC_BOARD, die(), Pose(edge + 0.001, 0, 0.068, *FLAT_1)).zone == 2


def test_TD08_a_die_tilted_against_a_step_is_on_the_lower_tier() -> None:
    tilt = math.radians(30)
    leaning = Pose(0.190, 0, 0.071, math.cos(tilt / 2), 0, math.sin(tilt / 2), 0)
    rest = read(CLASSIC_BOARD, die(), leaning)
    assert (rest.zone, rest.face) == (2, 1)


def test_TD08_a_die_on_a_die_has_the_zone_of_the_tier_below_both() -> None:
    on_top = flat("3x", 5)
    rest = read(CLASSIC_BOARD, die(), Pose(on_top.x, on_top.y, on_top.z + 0.016, *on_top.orientation))
    assert (rest.zone, rest.face) == (3, 5)


def test_TD08_a_die_on_a_peg_has_the_zone_of_the_tier_the_peg_stands_on() -> None:
    x, y = CLASSIC_BOARD.pegs.at[0]
    rest = read(CLASSIC_BOARD, die(), Pose(x, y, 0.040 + 0.025 + 0.008, *FLAT_1))
    assert rest.zone == 3


def test_TD08_a_die_hanging_beside_a_platform_belongs_to_the_nearest_tier_below_its_centre() -> None:
    # In the gap between two 4x platforms, held by a peg: 3x is nearer, but its top is above the die.
    hanging = Pose(0.430, 0.050, 0.030, *FLAT_1)
    assert read(CLASSIC_BOARD, die(), hanging).tier == "4x"
    # Over the side edge of 2x, weighed down by another die.
    assert read(CLASSIC_BOARD, die(), Pose(0.240, 0.203, 0.067, *FLAT_1)).tier == "2x"


def test_TD06_a_die_whose_centre_sinks_below_the_floor_of_4x_has_left() -> None:
    below = CLASSIC_BOARD.off_below
    assert read(CLASSIC_BOARD, die(), Pose(0.46, 0, below - 0.000001, *FLAT_1)).tier == OFF
    assert read(CLASSIC_BOARD, die(), Pose(0.46, 0, below, *FLAT_1)).tier == "4x"


def test_TD13_a_die_off_the_board_still_shows_a_face() -> None:
    assert [at_rest("a1", OFF, face).face for face in D6.faces] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_TD08_poses_are_read_alike_to_the_left_and_right(face: int) -> None:
    for place in PLACES:
        left, right = at_rest("a1", place, face, dy=-0.004), at_rest("a1", place, face, dy=0.004)
        assert (left.tier, left.zone, left.face) == (right.tier, right.zone, right.face)


def test_a_pose_keeps_six_decimals_and_no_minus_zero() -> None:
    pose = Pose(0.12345678, -0.00000001, 0.1)
    assert (pose.x, math.copysign(1, pose.y)) == (0.123457, 1.0)
