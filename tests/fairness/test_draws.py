"""Draws: the vectors of the protocol, and bytes that favour no face of any die."""

from collections import Counter
from itertools import islice, pairwise

import pytest

from tumbletrip.fairness.chains import Chain
from tumbletrip.fairness.draws import draw_faces, draw_message, face_of, setup_hash, stream

SERVER = Chain(bytes(range(32)), 4).link(1)
SEAT = Chain(b"\x01" * 32, 4).link(1).hex()
MESSAGE = draw_message("T1", setup_hash("{}"), 1, "roll", (SEAT, "-"))


def test_the_vectors_of_the_protocol() -> None:
    assert bytes(islice(stream(SERVER, MESSAGE), 4)).hex() == "771f6ac7"
    assert draw_faces(SERVER, MESSAGE, 4) == (6, 2, 5, 2)
    assert draw_faces(SERVER, MESSAGE, 4, sides=20) == (20, 12, 7, 20)


@pytest.mark.parametrize("sides", range(2, 257))
def test_no_face_of_any_die_is_favoured(sides: int) -> None:
    """All 256 bytes: each face has as many as every other, and less than one round of faces is skipped."""
    counts = Counter(face_of(byte, sides) for byte in range(256))
    skipped = counts.pop(None, 0)
    assert skipped == 256 % sides
    assert counts == dict.fromkeys(range(1, sides + 1), 256 // sides)


def test_a_long_draw_goes_on_in_the_next_block() -> None:
    told = draw_faces(SERVER, MESSAGE, 100)
    assert told[:4] == (6, 2, 5, 2)
    assert len(told) == 100
    assert set(told) == {1, 2, 3, 4, 5, 6}


def test_everything_in_the_message_matters() -> None:
    others = [
        draw_message("T2", setup_hash("{}"), 1, "roll", (SEAT, "-")),
        draw_message("T1", setup_hash("[]"), 1, "roll", (SEAT, "-")),
        draw_message("T1", setup_hash("{}"), 2, "roll", (SEAT, "-")),
        draw_message("T1", setup_hash("{}"), 1, "noise", (SEAT, "-")),
        draw_message("T1", setup_hash("{}"), 1, "roll", ("-", SEAT)),
        draw_message("T1", setup_hash("{}"), 1, "roll", ("-", "-")),
    ]
    assert len({draw_faces(SERVER, message, 20) for message in (MESSAGE, *others)}) == 7


def test_dice_of_fixed_seeds_look_like_dice() -> None:
    """Chi-square of faces, of pairs in a roll and of the same die in consecutive rolls; seeds are fixed."""
    chain = Chain(bytes(range(1, 33)), 2000)
    rolls = [
        draw_faces(chain.link(number), draw_message("T", setup_hash("{}"), number, "roll", ("-",)), 4)
        for number in range(1, 2001)
    ]
    faces = [face for roll in rolls for face in roll]
    assert _chi_square(Counter(faces), 6) < 20.5  # 5 degrees of freedom: one in a thousand
    pairs = [(one, other) for roll in rolls for one, other in pairwise(roll)]
    serial = [(before[0], after[0]) for before, after in pairwise(rolls)]
    assert _chi_square(Counter(pairs), 36) < 66.7  # 35 degrees
    assert _chi_square(Counter(serial), 36) < 66.7
    runs = 1 + sum(one != other for one, other in pairwise(faces))
    assert abs(runs - (1 + 7999 * 5 / 6)) < 3.3 * (7999 * 5 / 36) ** 0.5


def _chi_square(counts: Counter[int] | Counter[tuple[int, int]], cells: int) -> float:
    expected = counts.total() / cells
    told = sum((count - expected) ** 2 for count in counts.values()) / expected
    return told + (cells - len(counts)) * expected
