"""`tumbletrip simulate`: bots play many games, one sub-command per game."""

import typer

from tumbletrip.cli import simulate_dicetrip, simulate_tumblin
from tumbletrip.cli.helping import SpokenCommand, SpokenGroup

app = typer.Typer(cls=SpokenGroup, no_args_is_help=True, add_completion=False, rich_markup_mode=None)
app.command("dicetrip", cls=SpokenCommand)(simulate_dicetrip.command)
app.command("tumblin", cls=SpokenCommand)(simulate_tumblin.command)


@app.callback()
def _simulate() -> None:
    """Let bots play many games and see how well they do."""
