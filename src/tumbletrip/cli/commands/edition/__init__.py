"""`tumbletrip edition`: make a board of a country, a region or a list of places, and rate boards."""

import typer

from tumbletrip.cli.commands.edition import make, rate
from tumbletrip.cli.terminal.translated_help import TranslatedCommand, TranslatedGroup

app = typer.Typer(cls=TranslatedGroup, no_args_is_help=True, add_completion=False, rich_markup_mode=None)
app.command("make", cls=TranslatedCommand)(make.command)
app.command("rate", cls=TranslatedCommand)(rate.command)


@app.callback()
def _edition() -> None:
    """Make boards of Dice Trip, and see how fair they are."""
