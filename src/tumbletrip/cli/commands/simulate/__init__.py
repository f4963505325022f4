"""`tumbletrip simulate`: bots play many games, one sub-command per game."""

import typer

from tumbletrip.cli.commands.simulate import dicetrip, tumblin
from tumbletrip.cli.terminal.translated_help import TranslatedCommand, TranslatedGroup

app = typer.Typer(cls=TranslatedGroup, no_args_is_help=True, add_completion=False, rich_markup_mode=None)
app.command("dicetrip", cls=TranslatedCommand)(dicetrip.command)
app.command("tumblin", cls=TranslatedCommand)(tumblin.command)


@app.callback()
def _simulate() -> None:
    """Let bots play many games and see how well they do."""
