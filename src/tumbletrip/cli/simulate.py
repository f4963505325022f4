"""`tumbletrip simulate`: bots play many games, one sub-command per game."""

import typer

from tumbletrip.cli import simulate_dicetrip, simulate_tumblin

app = typer.Typer(no_args_is_help=True)
app.command("dicetrip")(simulate_dicetrip.command)
app.command("tumblin")(simulate_tumblin.command)


@app.callback()
def _simulate() -> None:
    """Let bots play many games and see how well they do."""
