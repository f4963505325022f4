"""What was measured of the laws is believed only while the same flicks end in the same way."""

import json
from pathlib import Path

import pytest

from tests.kit.tumblin.measuring import Law, Part, is_fresh, measured, write


def test_what_is_kept_of_the_laws_was_measured_with_these_physics() -> None:
    assert is_fresh(), "physics or board changed: python -m tools.laws measures the laws again"


class Flown:
    """Counts the parts that are flown; their poses are what the test says."""

    def __init__(self) -> None:
        self.parts: list[int] = []
        self.poses = "as ever"

    def __call__(self, part: int) -> Part:
        self.parts.append(part)
        return Part(f"{self.poses} {part}")


@pytest.fixture
def flown() -> Flown:
    return Flown()


@pytest.fixture
def law(flown: Flown) -> Law[Part]:
    return Law("a law", 5, flown, Part)


@pytest.fixture
def kept(law: Law[Part], flown: Flown, tmp_path: Path) -> Path:
    """A law that was measured, before anything changed."""
    write([law], tmp_path / "measured.json")
    flown.parts.clear()
    return tmp_path / "measured.json"


def test_one_part_is_flown_and_the_others_are_believed(law: Law[Part], flown: Flown, kept: Path) -> None:
    assert measured(law, kept) == [Part(f"as ever {part}") for part in range(5)]
    assert len(flown.parts) == 1


def test_all_parts_are_flown_when_one_ends_otherwise(law: Law[Part], flown: Flown, kept: Path) -> None:
    flown.poses = "otherwise"
    assert measured(law, kept) == [Part(f"otherwise {part}") for part in range(5)]
    assert flown.parts[1:] == [0, 1, 2, 3, 4]


def test_all_parts_are_flown_when_the_physics_are_others(law: Law[Part], flown: Flown, kept: Path) -> None:
    kept.write_text(json.dumps({**json.loads(kept.read_text()), "state": "of yesterday"}))
    assert not is_fresh(kept)
    assert measured(law, kept) == [Part(f"as ever {part}") for part in range(5)]
    assert flown.parts == [0, 1, 2, 3, 4]
