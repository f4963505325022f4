"""Replaying a Tumblin-Dice record: every flick and sheet in words; nothing is simulated again."""

import typer

from tumbletrip.cli.terminal.console import BAD_INPUT, console, language, print_error
from tumbletrip.core.errors import InputError, escaped
from tumbletrip.tumblin.board import find_board
from tumbletrip.tumblin.notation.record_reader import parse_record
from tumbletrip.tumblin.notation.replays import replay
from tumbletrip.tumblin.notation.transcript import transcript


def show(text: str, *, sheets: bool) -> None:
    """Tell a match as far as the record is good, then the first error; all dice are told in any case."""
    del sheets
    played = replay(parse_record(text, find_board))
    for line in transcript(played, language()):
        console().print(escaped(line), markup=False)
    if played.error:
        print_error(InputError(played.error.as_problem()))
        raise typer.Exit(BAD_INPUT)
