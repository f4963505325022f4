"""`tumbletrip score`: count sheets, from JSON, one-line notation or a record."""

from dataclasses import dataclass
from typing import Annotated

import typer

from tumbletrip.cli.terminal.console import console, print_json, read_text
from tumbletrip.cli.terminal.score_table import score_json, score_table
from tumbletrip.core.errors import InputError, printable, problem
from tumbletrip.dicetrip.editions import find_edition
from tumbletrip.dicetrip.notation.json_sheet import sheet_from_json
from tumbletrip.dicetrip.notation.records import parse_record
from tumbletrip.dicetrip.notation.replays import replay
from tumbletrip.dicetrip.notation.sheet_line import parse_sheet
from tumbletrip.dicetrip.sheet import Sheet


@dataclass(frozen=True, slots=True)
class NamedSheet:
    """A sheet and whose it is, if the file says so."""

    name: str | None
    sheet: Sheet


def command(
    file: Annotated[str, typer.Argument(help="help.score.file")],
    as_json: Annotated[bool, typer.Option("--json", help="help.json")] = False,
) -> None:
    """Count Dice Trip sheets: a JSON sheet, sheets in one line each, or a .trip record (all players)."""
    sheets = sheets_in(read_text(file), file)
    if as_json:
        print_json(_as_json(sheets))
        return
    for index, named in enumerate(sheets):
        if index:
            console().print()
        if named.name is not None:
            console().print(printable(named.name), style="bold", markup=False)
        console().print(score_table(named.sheet))


def sheets_in(text: str, source: str) -> list[NamedSheet]:
    """All sheets of a text, whose kind shows in its first character: { for JSON, [ for a record."""
    start = text.lstrip()[:1]
    if not start:
        raise InputError(problem("score.empty", source=source))
    if start == "[" and not text.lstrip().startswith("[{"):
        return _sheets_of_record(text)
    if start in "{[":
        return [NamedSheet(None, sheet_from_json(text, source, find_edition))]
    lines = enumerate(text.split("\n"), start=1)
    return [
        NamedSheet(None, parse_sheet(line, find_edition, number)) for number, line in lines if line.strip()
    ]


def _sheets_of_record(text: str) -> list[NamedSheet]:
    record = parse_record(text, find_edition)
    played = replay(record)
    if played.error:
        raise InputError(played.error.as_problem())
    return [NamedSheet(name, sheet) for name, sheet in zip(record.names, played.final.sheets, strict=True)]


def _as_json(sheets: list[NamedSheet]) -> dict[str, object]:
    """One sheet is the object itself; several stand in a list."""
    counted = [_with_name(named) for named in sheets]
    return counted[0] if len(counted) == 1 else {"sheets": counted}


def _with_name(named: NamedSheet) -> dict[str, object]:
    counted = score_json(named.sheet)
    return counted if named.name is None else {"name": named.name, **counted}
