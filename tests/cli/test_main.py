"""The front door: version, help, languages, and options that do not exist."""

import pytest

from tests.kit.command_line import ESCAPE, tumbletrip_says
from tumbletrip import __version__
from tumbletrip.cli.main import COMMANDS
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


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_of_the_same_form(command: str) -> None:
    answer = tumbletrip_says(command, "--help")
    assert answer.code == 0
    assert answer.out.startswith("Usage: ")
    assert "-h, --help" in answer.out


@pytest.mark.parametrize(
    ("arguments", "english", "german"),
    [
        (["score", "--jsom"], "did you mean --json?", "ist --json gemeint?"),
        (
            ["score", "--nonsense"],
            "There is no option “--nonsense”",
            "Option „--nonsense“ gibt es nicht",
        ),
        (["nonsense"], "There is no command “nonsense”", "Einen Befehl „nonsense“ gibt es nicht"),
        (["score"], "FILE is missing", "FILE fehlt"),
        (["daily", "--verify", "2026-11-16"], "--seed is missing", "--seed fehlt"),
        (["dicetrip", "--seed", "x"], "--seed must be a whole number.", "--seed muss eine ganze Zahl sein."),
        (["flick", "--speed", "x"], "--speed must be a number.", "--speed muss eine Zahl sein."),
        (["serve", "--port", "0"], "a number from 1 to 65535", "eine Zahl von 1 bis 65535"),
        (["serve", "--bot-delay=-1"], "a number, 0 or more", "eine Zahl ab 0"),
        (["score", "one", "two"], "That cannot be understood", "Das ist nicht zu verstehen"),
        (["score", "no-such-file"], "(it does not exist)", "(gibt es nicht)"),
    ],
)
def test_what_cannot_be_understood_is_one_sentence_in_the_person_s_language(
    arguments: list[str], english: str, german: str
) -> None:
    tumbletrip_says(*arguments).assert_refused(english)
    tumbletrip_says("--lang", "de", *arguments).assert_refused(german)


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
