import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.tumblin.flicks import crowded_board, die, possible_launches, random_launch
from tumbletrip.core.errors import InputError
from tumbletrip.tumblin.board import builtin_board
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.physics.trajectory import (
    Film,
    Track,
    decode,
    encode,
    pack_quaternion,
    unpack_quaternion,
)
from tumbletrip.tumblin.ports import Launch, Pose

BOARD = builtin_board("classic")
PHYSICS = MujocoPhysics(BOARD)

components = st.floats(-1, 1)
quaternions = (
    st.tuples(components, components, components, components)
    .filter(lambda q: math.hypot(*q) > 0.1)
    .map(lambda q: tuple(value / math.hypot(*q) for value in q))
)


def angle_between(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """The angle of the turn from one orientation to the other, in degrees."""
    cosine = min(1.0, abs(sum(a * b for a, b in zip(one, other, strict=True))))
    return math.degrees(2 * math.acos(cosine))


@given(quaternions)
def test_an_orientation_in_32_bits_is_off_by_little_more_than_a_quarter_of_a_degree(
    quaternion: tuple[float, ...],
) -> None:
    """Three parts are off by half a step, e = √2 / 1022 / 2; if all are equal the fourth is off by 3 e.

    The turn between the two is then 2 √12 e: 0.275 degrees.
    """
    packed = pack_quaternion(quaternion)
    assert 0 <= packed < 2**32
    assert angle_between(quaternion, unpack_quaternion(packed)) < 0.275


def test_a_film_of_two_dice_comes_back_within_a_tenth_of_a_millimetre() -> None:
    first = ((0.1, -0.05, 0.0281), (1.0, 0.0, 0.0, 0.0))
    second = ((-0.3333, 0.25, 0.1), (0.0, 0.0, 1.0, 0.0))
    film = Film(9, (Track(0, 2, (first,)), Track(17, 5, (second, first))))
    data = encode(film)
    assert len(data) == 5 + 2 * 5 + 3 * 10
    again = decode(data)
    assert again.length == 9
    assert [(track.die, track.first, len(track.frames)) for track in again.tracks] == [(0, 2, 1), (17, 5, 2)]
    assert again.tracks[1].frames[0][0] == pytest.approx(second[0], abs=5e-5)
    assert encode(again) == data


def test_a_die_is_nowhere_before_its_track_and_stays_at_its_end() -> None:
    here, there = ((0.0, 0.0, 0.1), (1.0, 0.0, 0.0, 0.0)), ((0.2, 0.0, 0.1), (1.0, 0.0, 0.0, 0.0))
    film = Film(8, (Track(3, 4, (here, there)),))
    assert film.pose(3, 3) is None
    assert film.pose(3, 4) == here
    assert film.pose(3, 7) == there
    assert film.pose(2, 5) is None


@pytest.mark.parametrize("data", [b"", b"\x01\x3c\x01\x00\x01", b"\x01\x3c\x00\x00\x00more"])
def test_bytes_that_are_no_film_are_refused(data: bytes) -> None:
    with pytest.raises(InputError):
        decode(data)


def test_a_film_of_another_format_is_refused() -> None:
    with pytest.raises(InputError, match="9"):
        decode(b"\x09\x3c\x00\x00\x00")


def same_pose(frame: tuple[tuple[float, ...], tuple[float, ...]], pose: Pose, within: float = 1e-4) -> bool:
    near = max(abs(a - b) for a, b in zip(frame[0], (pose.x, pose.y, pose.z), strict=True)) < within
    return near and angle_between(frame[1], pose.orientation) < 0.25


def test_films_end_with_the_dice_at_rest_and_leave_out_those_that_did_not_move() -> None:
    rng = Random(5)
    crowd = crowded_board(rng, PHYSICS, 8)
    launches = possible_launches(rng, BOARD, crowd, die(8))
    for launch in (next(launches) for _ in range(20)):
        settled = PHYSICS.settle(crowd, launch)
        film = decode(settled.trajectory)
        tracks = {track.die: track for track in film.tracks}
        for number, rest in enumerate(settled.rests):
            if number in tracks:
                assert same_pose(tracks[number].frames[-1], rest.pose), (launch, number)
            else:
                assert number < 8
                before = crowd[number].pose
                stirred = (before.x, before.y, before.z), before.orientation
                assert same_pose(stirred, rest.pose, within=2.1e-4)  # nearer is not worth filming


def test_films_number_dice_by_their_place_also_when_some_were_off_before() -> None:
    gone = PHYSICS.settle((), Launch(die(0), -0.02, 0.0, 1, speed_mps=2.5)).rests
    assert not gone[0].on_board
    settled = PHYSICS.settle(gone, Launch(die(1), -0.02, 0.0, 1, speed_mps=0.8))
    assert [track.die for track in decode(settled.trajectory).tracks] == [1]
    assert settled.rests[0] == gone[0]


def test_films_are_about_half_a_kilobyte_and_never_above_two() -> None:
    rng = Random(11)
    crowd = crowded_board(rng, PHYSICS, 12)
    sizes = [len(PHYSICS.settle((), random_launch(rng, die(), 0.5, 1.8, 0.3)).trajectory) for _ in range(30)]
    launches = possible_launches(rng, BOARD, crowd, die(12))
    crowded = [len(PHYSICS.settle(crowd, next(launches)).trajectory) for _ in range(30)]
    assert sum(sizes) / len(sizes) < 600
    assert sorted(sizes + crowded)[54] < 1024  # nine of ten
    assert max(crowded) < 2048
