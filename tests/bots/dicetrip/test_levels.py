"""Bots are found by a word, and a wrong word gets a clear answer."""

from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from tumbletrip.bots.dicetrip import levels
from tumbletrip.bots.dicetrip.levels import LEVELS, bot_by_name
from tumbletrip.core.errors import InputError
from tumbletrip.core.texts import LANGUAGES

KEEPER = """
class Keeper:
    def choose(self, position, budget, rng):
        return None

class Mute:
    pass

class Broken:
    def __init__(self):
        raise RuntimeError("no petrol")
"""


@pytest.fixture
def keeper_file(tmp_path: Path) -> Path:
    path = tmp_path / "keeper.py"
    path.write_text(KEEPER)
    return path


def test_the_levels_are_in_order_of_strength() -> None:
    assert list(LEVELS) == ["beginner", "casual", "good", "expert", "champion"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_has_a_title_and_a_sentence_in_every_language(language: str) -> None:
    titles = [level.title(language) for level in LEVELS.values()]
    assert len(set(titles)) == len(LEVELS)
    assert all(level.description(language).endswith(".") for level in LEVELS.values())


def test_a_bot_of_the_users_own_comes_from_a_file(keeper_file: Path) -> None:
    assert type(bot_by_name(f"{keeper_file}:Keeper")).__name__ == "Keeper"


def test_a_bot_of_an_installed_package_comes_by_its_name(
    keeper_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(keeper_file.parent)
    offer = EntryPoints([EntryPoint("keeper", "keeper:Keeper", levels.ENTRY_POINTS)])
    monkeypatch.setattr(levels, "entry_points", offer.select)
    assert type(bot_by_name("keeper")).__name__ == "Keeper"


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("grandmaster", "no bot called “grandmaster”"),
        ("{file}:Nobody", "no class called Nobody"),
        ("{file}:Mute", "no method choose"),
        ("{file}:Broken", "RuntimeError: no petrol"),
        ("nowhere.py:Keeper", "no file nowhere.py"),
    ],
)
def test_a_word_that_means_no_bot_gets_a_sentence(word: str, sentence: str, keeper_file: Path) -> None:
    with pytest.raises(InputError, match=sentence):
        bot_by_name(word.format(file=keeper_file))


def test_a_file_with_a_mistake_gets_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "wrong.py"
    path.write_text("class Keeper:\n  def choose(")
    with pytest.raises(InputError, match="SyntaxError"):
        bot_by_name(f"{path}:Keeper")
