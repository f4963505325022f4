"""`tumbletrip`: the entry point of the command line.

A command's module is imported only when it is called: `--help` and `score` must answer at once.
"""

import sys
from importlib import import_module
from typing import Annotated, Any

import click
import typer

from tumbletrip import __version__
from tumbletrip.cli.terminal.console import BAD_INPUT, print_error, replace_unencodable, use_language
from tumbletrip.cli.terminal.translated_help import TranslatedCommand, TranslatedGroup
from tumbletrip.cli.terminal.usage_errors import usage_errors_as_sentences
from tumbletrip.core.errors import InputError, problem

# Each has a module of its name in this room: its function `command`, or its typer `app`.
COMMANDS = (
    "dicetrip",
    "serve",
    "site",
    "doctor",
    "forget",
    "score",
    "tumblin-score",
    "replay",
    "analyse",
    "verify",
    "editions",
    "edition",
    "boards",
    "sheets",
    "daily",
    "flick",
    "simulate",
    "tournament",
    "dataset",
    "perft",
    "warm",
)


class LazyGroup(TranslatedGroup):
    """Knows all commands by name, and imports the one that is asked for."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """All commands, those that people need most first."""
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command with its options."""
        return _load(cmd_name) if cmd_name in COMMANDS else None

    def make_context(self, *args: Any, **options: Any) -> click.Context:
        """Read the options before the command."""
        with usage_errors_as_sentences():
            return super().make_context(*args, **options)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is asked for."""
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            raise InputError(problem("command.unknown", word=args[0], known=", ".join(COMMANDS)))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Read the options of the command, and run it."""
        with usage_errors_as_sentences():
            return super().invoke(ctx)


def _load(name: str) -> click.Command:
    module = import_module(f"tumbletrip.cli.commands.{name.replace('-', '_')}")
    if hasattr(module, "app"):
        loaded = typer.main.get_command(module.app)
    else:
        single = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
        single.command(name, cls=TranslatedCommand)(module.command)
        loaded = typer.main.get_command(single)
    loaded.name = name
    return loaded


app = typer.Typer(
    cls=LazyGroup,
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tumbletrip {__version__}")
        raise typer.Exit


def _choose_language(wanted: str | None) -> None:
    if wanted is not None:
        use_language(wanted)


@app.callback()
def _root(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="help.version")
    ] = False,
    _lang: Annotated[
        str | None,
        typer.Option(
            "--lang",
            callback=_choose_language,
            is_eager=True,  # what is wrong with the rest is said in this language, too
            help="help.lang",
        ),
    ] = None,
) -> None:
    """Dice Trip and Tumblin-Dice: play, count, replay and study two dice games.

    Without a command: serve on this machine and open the browser.
    """
    if context.invoked_subcommand is None:
        from tumbletrip.cli.commands.serve import serve_here

        serve_here()


def run() -> None:
    """Run a command; bad input ends with one sentence on standard error and exit code 2."""
    replace_unencodable()
    try:
        app()
    except InputError as error:
        print_error(error)
        sys.exit(BAD_INPUT)
