"""`tumbletrip tournament`: bots against each other, one sub-command per game."""

import typer

from tumbletrip.cli import tournament_dicetrip
from tumbletrip.cli.helping import SpokenCommand, SpokenGroup

app = typer.Typer(cls=SpokenGroup, no_args_is_help=True, add_completion=False, rich_markup_mode=None)
app.command("dicetrip", cls=SpokenCommand)(tournament_dicetrip.command)


@app.callback()
def _tournament() -> None:
    """Let bots play against each other on the same dice, and rate them."""
