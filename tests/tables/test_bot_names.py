"""The names of bots."""

import pytest

from tumbletrip.games.registry import house_games
from tumbletrip.tables.bot_names import bot_name

LEVELS = sorted({level for kit in house_games() for level in kit.bots.levels})
SHORT = 8  # letters that fit beside a map when four play on a phone


def names_of(level: str, count: int) -> list[str]:
    names: list[str] = []
    for _ in range(count):
        names.append(bot_name(level, {name.casefold() for name in names}))
    return names


def test_every_level_has_short_names_that_no_other_level_has() -> None:
    names = [name for level in LEVELS for name in names_of(level, 4)]
    assert len(set(names)) == len(names) == 4 * len(LEVELS)
    assert all(name.isalpha() and len(name) <= SHORT for name in names)


@pytest.mark.parametrize("level", [*LEVELS, "a level of another game"])
def test_a_whole_table_of_one_level_has_sixteen_names(level: str) -> None:
    assert len(set(names_of(level, 16))) == 16


def test_a_bot_does_not_take_the_name_of_a_person() -> None:
    first = bot_name("casual", ())
    assert bot_name("casual", {first.casefold()}) != first


def test_when_all_names_of_a_level_are_taken_they_are_numbered_from_two() -> None:
    names = names_of("casual", 9)
    assert names[4:8] == [f"{name} 2" for name in names[:4]]
    assert names[8] == f"{names[0]} 3"
