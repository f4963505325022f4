"""`tumbletrip`: the front door for the keyboard. A command's module is imported only when it is called."""

import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from tumbletrip import __version__
from tumbletrip.core.errors import InputError

BAD_INPUT = 2

# Command, module of this room (its function `command`), one line of help.
COMMANDS: dict[str, tuple[str, str]] = {
    "editions": ("editions", "List the boards of Dice Trip, or describe and check one."),
    "score": ("score", "Count Dice Trip sheets: a JSON sheet, one-line sheets or a .trip record."),
    "replay": ("replay", "Show a recorded game round by round."),
    "dicetrip": ("dicetrip", "Play Dice Trip in the terminal, several people on one keyboard."),
    "perft": ("perft", "Count all moves from test positions and compare with the file."),
}


class LazyGroup(TyperGroup):
    """Lists all commands from the table above and imports the one that is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        """All command names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command with its options; only its own module is imported."""
        if cmd_name not in COMMANDS:
            return None
        module, summary = COMMANDS[cmd_name]
        if ctx.resilient_parsing or _only_lists(ctx):
            return _listed(cmd_name, summary)
        return _loaded(cmd_name, module, summary)
