"""`tumbletrip simulate`: bots play many games, one sub-command per game."""

import typer

from tumbletrip.cli import simulate_dicetrip, simulate_tumblin

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)
app.command("dicetrip", short_help="Let bots play Dice Trip many times.")(simulate_dicetrip.command)
app.command("tumblin", short_help="Let bots play Tumblin-Dice many times.")(simulate_tumblin.command)


@app.callback()
def _simulate() -> None:
    """Let bots play many games and see how well they do."""
