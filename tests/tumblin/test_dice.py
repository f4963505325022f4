"""The five kinds of dice: shapes, numbers, and the face that is up."""

import math
from itertools import product

import pytest

from tumbletrip.tumblin.dice import D6, D8, D10, D12, D20, KINDS, DieKind, face_up, rotated, top_face

ALL = tuple(KINDS.values())
SHAPES = {
    "d6": (8, 4),
    "d8": (6, 3),
    "d10": (12, 4),
    "d12": (20, 5),
    "d20": (12, 3),
}  # corners, corners of a face


def test_TD02_a_d6_has_the_pips_where_they_belong() -> None:
    assert D6.normals == {
        1: (0, 0, 1),
        2: (0, -1, 0),
        3: (1, 0, 0),
        4: (-1, 0, 0),
        5: (0, 1, 0),
        6: (0, 0, -1),
    }
    assert D6.inradius == 0.008
    assert D6.mass_kg == pytest.approx(0.00483)


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.name)
def test_TD17_opposite_faces_sum_to_one_more_than_the_number_of_faces(kind: DieKind) -> None:
    for number, (x, y, z) in kind.normals.items():
        opposite = kind.normals[len(kind.normals) + 1 - number]
        assert opposite == pytest.approx((-x, -y, -z))


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.name)
def test_TD17_dice_have_the_corners_of_their_solids(kind: DieKind) -> None:
    corners, rim = SHAPES[kind.name]
    assert len(kind.vertices) == corners
    assert {len(kind.outline(number)) for number in kind.faces} == {rim}
    assert len(kind.normals) == int(kind.name[1:])
    assert all(math.hypot(*normal) == pytest.approx(1) for normal in kind.normals.values())


@pytest.mark.parametrize("kind", [D6, D8, D12, D20], ids=lambda kind: kind.name)
def test_TD17_volumes_are_those_of_the_platonic_solids(kind: DieKind) -> None:
    # Volume of a Platonic solid with inradius 1, from its edge a: cube a=2, octahedron a=√6,
    # dodecahedron a=20/√(250+110√5), icosahedron a=12/(√3(3+√5)).
    root5 = math.sqrt(5)
    edge = {"d6": 2, "d8": math.sqrt(6), "d12": 20 / math.sqrt(250 + 110 * root5)}
    edge["d20"] = 12 / (math.sqrt(3) * (3 + root5))
    volume = {
        "d6": edge["d6"] ** 3,
        "d8": math.sqrt(2) / 3 * edge["d8"] ** 3,
        "d12": (15 + 7 * root5) / 4 * edge["d12"] ** 3,
        "d20": 5 * (3 + root5) / 12 * edge["d20"] ** 3,
    }[kind.name]
    assert kind.mass_kg == pytest.approx(0.00483 / 0.016**3 * volume * kind.inradius**3)


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.name)
def test_TD08_every_face_is_read_when_it_is_up_whatever_the_yaw(kind: DieKind) -> None:
    for number, quarter in product(kind.faces, range(-4, 5)):
        orientation = face_up(kind, number, quarter * math.pi / 4)
        assert rotated(orientation, kind.normals[number]) == pytest.approx((0, 0, 1))
        assert top_face(kind, orientation) == number


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.name)
def test_TD08_a_die_lying_on_a_face_shows_its_opposite(kind: DieKind) -> None:
    for number in kind.faces:
        orientation = face_up(kind, number)
        lowest = min(rotated(orientation, corner)[2] for corner in kind.vertices)
        assert lowest == pytest.approx(-kind.inradius)


def test_TD08_all_24_poses_of_a_d6_read_right() -> None:
    half = math.sqrt(0.5)
    quarter_turns = [
        (half, half, 0, 0),
        (half, 0, half, 0),
        (half, 0, 0, half),
    ]
    poses = {(1.0, 0.0, 0.0, 0.0)}
    for _ in range(6):
        poses |= {_normal(_times(turn, pose)) for turn in quarter_turns for pose in poses}
    assert len(poses) == 24
    for pose in poses:
        up = max(D6.normals, key=lambda number: rotated(pose, D6.normals[number])[2])
        assert top_face(D6, pose) == up
        assert rotated(pose, D6.normals[up])[2] == pytest.approx(1, abs=1e-5)


def test_TD08_a_cocked_die_shows_the_face_that_is_most_upright() -> None:
    tilt = math.radians(40)  # from 1 (+z) over towards 5 (+y): 40 degrees are not enough, 50 are
    assert top_face(D6, (math.cos(tilt / 2), math.sin(tilt / 2), 0, 0)) == 1
    tilt = math.radians(50)
    assert top_face(D6, (math.cos(tilt / 2), math.sin(tilt / 2), 0, 0)) == 5


def test_TD08_a_die_exactly_on_its_edge_shows_the_lower_of_the_two() -> None:
    assert top_face(D6, (1, 0, 0, 0)) == 1
    assert top_face(D8, face_up(D8, 7)) == 7
    kind = DieKind("slab", {1: (0.6, 0, 0.8), 2: (-0.6, 0, 0.8), 3: (0, 0, -1)}, 0.01)
    assert top_face(kind, (1, 0, 0, 0)) == 1


def test_TD17_numbers_are_spread_over_the_odd_dice() -> None:
    # What the comments in dice.py say: the sums of the faces around each corner.
    assert _corner_sums(D8) == (14, 22)
    assert _corner_sums(D12) == (16, 23)
    assert _corner_sums(D20) == (51, 54)
    assert all((D10.normals[number][2] > 0) == (number % 2 == 1) for number in D10.faces)


def _corner_sums(kind: DieKind) -> tuple[int, int]:
    sums = [
        sum(number for number in kind.faces if corner in kind.outline(number)) for corner in kind.vertices
    ]
    return min(sums), max(sums)


Quaternion = tuple[float, float, float, float]


def _times(a: Quaternion, b: Quaternion) -> Quaternion:
    w, x, y, z = a
    return (
        w * b[0] - x * b[1] - y * b[2] - z * b[3],
        w * b[1] + x * b[0] + y * b[3] - z * b[2],
        w * b[2] - x * b[3] + y * b[0] + z * b[1],
        w * b[3] + x * b[2] - y * b[1] + z * b[0],
    )


def _normal(q: Quaternion) -> Quaternion:
    """One of the two names of a rotation: the one whose first part that is not zero is positive."""
    rounded = tuple(round(part, 6) + 0.0 for part in q)
    sign = next(1 if part > 0 else -1 for part in rounded if part)
    w, x, y, z = (sign * part + 0.0 for part in rounded)
    return w, x, y, z
