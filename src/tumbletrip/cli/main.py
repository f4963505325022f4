"""`tumbletrip`: the front door for the keyboard.

Modules of this room import the rules at the top, but numpy, numba, mujoco and matplotlib only inside
the functions that need them: `--help` and `score` must answer at once.
"""

import sys
from typing import Annotated

import typer

from tumbletrip import __version__
from tumbletrip.cli import (
    dicetrip,
    editions,
    flick,
    perft,
    replay,
    score,
    serve,
    simulate,
    tournament,
    tumblin_score,
    warm,
)
from tumbletrip.cli.terminal import BAD_INPUT, complain, forgive_encodings, speak
from tumbletrip.core.errors import InputError

app = typer.Typer(
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("editions")(editions.command)
app.command("score")(score.command)
app.command("replay")(replay.command)
app.command("dicetrip")(dicetrip.command)
app.command("perft")(perft.command)
app.command("flick")(flick.command)
app.command("tumblin-score")(tumblin_score.command)
app.add_typer(simulate.app, name="simulate")
app.add_typer(tournament.app, name="tournament")
app.command("serve")(serve.command)
app.command("warm")(warm.command)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tumbletrip {__version__}")
        raise typer.Exit


@app.callback()
def _front_door(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version.")
    ] = False,
    lang: Annotated[
        str | None, typer.Option(help="en, fr, de or nl; else TUMBLETRIP_LANG or the locale decides.")
    ] = None,
) -> None:
    """Dice Trip and Tumblin-Dice: play, count, replay and study two dice games.

    Without a command: serve on this machine and open the browser.
    """
    if lang is not None:
        speak(lang)
    if context.invoked_subcommand is None:
        serve.serve_here()


def run() -> None:
    """Run a command; bad input ends with one sentence on standard error and exit code 2."""
    forgive_encodings()
    try:
        app()
    except InputError as error:
        complain(error)
        sys.exit(BAD_INPUT)
