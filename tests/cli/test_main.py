"""The front door: version, help, languages, and options that do not exist."""

from collections.abc import Iterator

import click
import pytest
from click.shell_completion import ShellComplete
from typer.main import get_command

from tests.kit.command_line import ESCAPE, tumbletrip_says
from tumbletrip import __version__
from tumbletrip.cli.main import COMMANDS, app
from tumbletrip.cli.terminal.console import language
from tumbletrip.cli.terminal.translated_help import purpose_key, text_key
from tumbletrip.core.texts import LANGUAGES, catalogue, say


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_is_in_the_person_s_language(language: str) -> None:
    said = " ".join(tumbletrip_says("--lang", language, "serve", "--help").out.split())
    for key in ("help.serve", "help.serve.workers", "help.help"):
        assert say(key, language) in said
    assert said.startswith(say("help.usage", language))
    assert say("help.default", language, value="8765") in said
    seed = " ".join(tumbletrip_says("--lang", language, "daily", "--help").out.split())
    assert f"{say('help.daily.seed', language)} [{say('help.required', language)}]" in seed


@pytest.mark.parametrize(
    ("typed", "begun", "offered", "key"),
    [
        ((), "ser", "serve", "help.serve"),
        (("serve",), "--po", "--port", "help.serve.port"),
        (("serve",), "--he", "--help", "help.help"),
        (("simulate",), "tum", "tumblin", "help.simulate.tumblin"),
    ],
)
def test_the_shell_completes_with_the_same_words(
    typed: tuple[str, ...], begun: str, offered: str, key: str
) -> None:
    shell = ShellComplete(get_command(app), {}, "tumbletrip", "_TUMBLETRIP_COMPLETE")
    (item,) = shell.get_completions(list(typed), begun)
    assert (item.value, item.help) == (offered, catalogue(language())[key].split("\n\n")[0])


def explained(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[str]:
    """The keys of all texts that explain a command, its options, and the commands below it."""
    context = click.Context(command, info_name=path[-1] if path else None)
    yield purpose_key(path)
    yield from (text_key(parameter) for parameter in command.get_params(context))
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below
            yield from explained(below, (*path, name))


def test_every_command_and_option_is_explained_and_nothing_else_is() -> None:
    frame = {f"help.{word}" for word in ("usage", "arguments", "options", "commands", "default", "required")}
    known = {key for key in catalogue("en") if key.startswith("help.")}
    assert set(explained(get_command(app))) == known - frame


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
