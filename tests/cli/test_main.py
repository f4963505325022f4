"""The front door: version, help, languages, and options that do not exist."""

import pytest

from tests.kit.command_line import ESCAPE, tumbletrip_says
from tumbletrip import __version__
from tumbletrip.core.texts import LANGUAGES


def test_the_version() -> None:
    assert tumbletrip_says("--version").out == f"tumbletrip {__version__}\n"


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_lists_the_commands(option: str) -> None:
    answer = tumbletrip_says(option)
    assert answer.code == 0
    for command in ("editions", "score", "replay", "dicetrip", "perft"):
        assert command in answer.out
    assert ESCAPE not in answer.out


@pytest.mark.parametrize("command", ["editions", "score", "replay", "dicetrip", "perft"])
def test_every_command_has_help(command: str) -> None:
    answer = tumbletrip_says(command, "--help")
    assert answer.code == 0
    assert "Usage" in answer.out


@pytest.mark.parametrize(
    "arguments", [["score", "--nonsense"], ["nonsense"], ["score"], ["dicetrip", "--seed", "x"]]
)
def test_options_that_do_not_exist_end_with_code_2(arguments: list[str]) -> None:
    answer = tumbletrip_says(*arguments)
    assert answer.code == 2
    assert "Traceback" not in answer.err


def test_a_language_we_do_not_speak_is_refused() -> None:
    tumbletrip_says("--lang", "tlh", "editions").assert_refused("tlh", ", ".join(LANGUAGES))


@pytest.mark.parametrize(
    ("environment", "word"),
    [
        ({"LANG": "de_DE.UTF-8"}, "Städte"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "nl_NL.UTF-8"}, "steden"),
        ({"LC_MESSAGES": "fr_FR.UTF-8"}, "villes"),
        ({"LANG": "de_DE.UTF-8", "TUMBLETRIP_LANG": "en"}, "cities"),
        ({"LANG": "C"}, "cities"),
    ],
)
def test_the_language_follows_the_environment(environment: dict[str, str], word: str) -> None:
    assert word in tumbletrip_says("editions", environment=environment).out
