"""Replaying a Tumblin-Dice record: every flick and sheet in words; nothing is simulated again."""

import typer

from tumbletrip.cli.terminal import BAD_INPUT, complain, console, language
from tumbletrip.core.errors import InputError
from tumbletrip.tumblin.board import find_board
from tumbletrip.tumblin.record_reader import parse_record
from tumbletrip.tumblin.replays import replay
from tumbletrip.tumblin.transcript import transcript


def is_tumble(file: str, text: str) -> bool:
    """Whether a text is a Tumblin-Dice record, by its name or by its first tag."""
    return file.lower().endswith(".tumble") or text.lstrip().startswith('[Game "tumblin"]')


def print_match(text: str) -> None:
    """Tell a match as far as the record is good, then the first error, if there is one."""
    played = replay(parse_record(text, find_board))
    for line in transcript(played, language()):
        console().print(line, markup=False)
    if played.error:
        complain(InputError(played.error.as_problem()))
        raise typer.Exit(BAD_INPUT)
