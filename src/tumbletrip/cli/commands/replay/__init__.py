"""`tumbletrip replay`: a recorded game as text, round by round."""

from typing import Annotated

import typer

from tumbletrip.cli.terminal.console import read_text
from tumbletrip.cli.terminal.record_games import part_for_record


def command(
    file: Annotated[str, typer.Argument(help="help.record")],
    sheets: Annotated[bool, typer.Option("--sheets", help="help.replay.sheets")] = False,
) -> None:
    """Show a recorded game round by round, its sheets drawn, and the count at the end."""
    text = read_text(file)
    part_for_record(__name__, text, file).show(text, sheets=sheets)
