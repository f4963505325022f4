"""`tumbletrip sheets`: empty sheets, score sheets or a finished game, as a PDF to print."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tumbletrip.cli.terminal.console import console, language, read_text, use_language
from tumbletrip.cli.terminal.progress import spinner
from tumbletrip.core.errors import InputError, problem, reason_of
from tumbletrip.core.texts import say
from tumbletrip.dicetrip.editions import find_edition

if TYPE_CHECKING:
    from tumbletrip.sheets.press import Job


def command(
    output: Annotated[Path, typer.Option("--output", "-o", help="help.sheets.output")],
    edition: Annotated[str, typer.Option("--edition", help="help.board_or_file")] = "france",
    paper: Annotated[str, typer.Option("--paper", help="help.sheets.paper")] = "a4",
    per_page: Annotated[int, typer.Option("--per-page", help="help.sheets.per_page")] = 1,
    copies: Annotated[int, typer.Option("--copies", help="help.sheets.copies")] = 1,
    game: Annotated[str | None, typer.Option("--game", help="help.sheets.game")] = None,
    tumblin: Annotated[bool, typer.Option("--tumblin", help="help.sheets.tumblin")] = False,
    players: Annotated[str, typer.Option("--players", help="help.sheets.players")] = "4",
    rounds: Annotated[int, typer.Option("--rounds", help="help.sheets.rounds")] = 12,
    measures: Annotated[Path | None, typer.Option("--measures", help="help.sheets.measures")] = None,
    lang: Annotated[str | None, typer.Option("--lang", help="help.sheets.lang")] = None,
) -> None:
    """Print empty sheets, score sheets, or a finished game to keep, as a PDF."""
    if lang is not None:
        use_language(lang)
    if game is not None and tumblin:
        raise InputError(problem("sheets.one_kind"))
    if measures is not None and (game is not None or tumblin):
        raise InputError(problem("sheets.measures_of_pads"))
    if game is not None:
        job = _keepsake(game, paper)
    elif tumblin:
        job = _score_sheets(_names(players), rounds, paper, per_page, copies)
    else:
        job = _pad(edition, paper, per_page, copies)
    _check_folder(output)
    if measures is not None:
        _write(measures, _measures(edition, paper, per_page))
    _print(job, output)
    console().print(say("sheets.written", language(), path=output, count=job.pages), markup=False)


def _pad(edition: str, paper: str, per_page: int, copies: int) -> "Job":
    from tumbletrip.sheets.pads import pad

    board = find_edition(edition)
    return pad(board, paper=paper, per_page=per_page, copies=copies, language=language())


def _measures(edition: str, paper: str, per_page: int) -> bytes:
    from tumbletrip.sheets.pads import pad_measures

    found = pad_measures(find_edition(edition), paper=paper, per_page=per_page)
    return (json.dumps(found, indent=1) + "\n").encode()


def _keepsake(file: str, paper: str) -> "Job":
    from tumbletrip.dicetrip.notation.records import parse_record
    from tumbletrip.sheets.keepsakes import keepsake

    return keepsake(parse_record(read_text(file), find_edition), paper=paper, language=language())


def _score_sheets(players: list[str], rounds: int, paper: str, per_page: int, copies: int) -> "Job":
    from tumbletrip.sheets.tumblin_pads import tumblin_pad

    return tumblin_pad(
        players, rounds=rounds, paper=paper, per_page=per_page, copies=copies, language=language()
    )


def _names(players: str) -> list[str]:
    """Names with commas between them, or as many empty columns as a number says."""
    if players.strip().isdecimal():
        return [""] * min(int(players), 1000)  # too many are refused later, not counted out here
    return [name.strip() for name in players.split(",")]


def _check_folder(output: Path) -> None:
    """Raise InputError if the folder does not exist, before the sheets are made."""
    if not output.parent.is_dir():
        raise InputError(problem("file.unwritable", path=output, reason=problem("file.missing")))


def _print(job: "Job", output: Path) -> None:
    from tumbletrip.sheets.press import print_pdf

    with spinner(say("sheets.printing", language())):
        made = print_pdf(job)
    _write(output, made)


def _write(output: Path, made: bytes) -> None:
    try:
        output.write_bytes(made)
    except OSError as error:
        raise InputError(problem("file.unwritable", path=output, reason=reason_of(error))) from error
