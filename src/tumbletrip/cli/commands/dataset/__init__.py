"""`tumbletrip dataset`: games of bots as tables for supervised work."""

import typer

from tumbletrip.cli.commands.dataset import dicetrip
from tumbletrip.cli.terminal.translated_help import TranslatedCommand, TranslatedGroup

app = typer.Typer(cls=TranslatedGroup, no_args_is_help=True, add_completion=False, rich_markup_mode=None)
app.command("dicetrip", cls=TranslatedCommand)(dicetrip.command)


@app.callback()
def _dataset() -> None:
    """Write games of bots as tables: positions, choices and values."""
