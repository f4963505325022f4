"""The dice of a day: fixed by its seed, fair, and telling nothing about each other."""

from collections import Counter

import pytest

from tumbletrip.dicetrip.dice import COLOURS
from tumbletrip.fairness.days import (
    commitment,
    day_after,
    day_at,
    end_of,
    face,
    is_day,
    name_from,
    seed_of,
    share,
)

SECRET = bytes(range(32))


def test_a_known_secret_gives_known_dice() -> None:
    """Anybody can write this again in another language; docs/daily-challenge.md has the same numbers."""
    seed = seed_of(SECRET, "2026-11-16")
    assert seed.hex() == "049735aa89a69f84f2fd2d3f7da072bcf7f814322b2ed73a6e593a8530596b5a"
    assert commitment(seed) == "b9eb16cc5a905cbfb1b03f91905133dc9474d8329eb1eb2c67dd856a5d894ef0"
    assert [face(seed, 1, die) for die in COLOURS] == [3, 1, 5, 4]


def test_another_day_round_die_or_throw_gives_other_dice() -> None:
    seed = seed_of(SECRET, "2026-11-16")
    rolls = {
        tuple(face(seed_of(SECRET, day), number, die, throw) for die in COLOURS for number in range(1, 14))
        for day in ("2026-11-16", "2026-11-17")
        for throw in (0, 1)
    }
    assert len(rolls) == 4
    assert name_from(seed, "champion") != name_from(seed, "other")


def test_every_face_is_as_likely_as_the_others() -> None:
    """6,000 dice of fixed days: five standard deviations of a fair die are 144, and these stay within."""
    seeds = [seed_of(SECRET, str(day)) for day in range(120)]
    counts = Counter(face(seed, number, die) for seed in seeds for number in range(1, 13) for die in COLOURS)
    counts += Counter(face(seed, 13, die) for seed in seeds[:60] for die in COLOURS)
    assert sum(counts.values()) == 6000
    assert all(abs(count - 1000) < 144 for count in counts.values())


@pytest.mark.parametrize(
    ("at_ms", "day"),
    [
        (0, "1970-01-01"),
        (86_399_999, "1970-01-01"),
        (86_400_000, "1970-01-02"),
        (1_794_787_200_000, "2026-11-16"),
    ],
)
def test_a_day_begins_at_midnight_in_greenwich(at_ms: int, day: str) -> None:
    assert day_at(at_ms) == day
    assert day_at(end_of(day) - 1) == day
    assert day_at(end_of(day)) == day_after(day)


@pytest.mark.parametrize("text", ["", "today", "2026-02-30", "20261116", "2026-W47-1", "2026-11-16T00:00"])
def test_other_texts_are_no_days(text: str) -> None:
    assert not is_day(text)
    assert is_day("2026-11-16")


def test_the_puzzle_has_numbers_of_its_own() -> None:
    """Not one of the dice tells anything about the puzzle; a share is 48 bits of a hash, never 1."""
    seed = seed_of(SECRET, "2026-11-16")
    assert share(seed, "dice") == 0x949E56B31F1F / 2**48
    shares = [share(seed_of(SECRET, str(day)), "b1/0/x") for day in range(400)]
    assert 0 <= min(shares) < 0.02
    assert 0.98 < max(shares) < 1
    assert len(set(shares)) == 400


def test_F31_the_last_day_of_the_calendar_is_no_day_of_ours() -> None:
    assert not is_day("9999-12-31")
    assert is_day("9999-12-30")
    assert end_of("9999-12-30") > end_of("2026-11-16")
