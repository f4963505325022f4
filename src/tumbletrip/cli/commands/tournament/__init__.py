"""`tumbletrip tournament`: bots against each other, one sub-command per game."""

import typer

from tumbletrip.cli.commands.tournament import dicetrip
from tumbletrip.cli.terminal.translated_help import TranslatedCommand, TranslatedGroup

app = typer.Typer(cls=TranslatedGroup, no_args_is_help=True, add_completion=False, rich_markup_mode=None)
app.command("dicetrip", cls=TranslatedCommand)(dicetrip.command)


@app.callback()
def _tournament() -> None:
    """Let bots play against each other on the same dice, and rate them."""
