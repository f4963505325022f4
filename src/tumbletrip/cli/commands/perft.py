"""`tumbletrip perft`: count all moves from test positions and compare."""

from typing import Annotated

import typer

from tumbletrip.cli.terminal.console import FAILED, console, language, read_text
from tumbletrip.core.texts import say
from tumbletrip.dicetrip.editions import find_edition
from tumbletrip.dicetrip.notation.sheet_line import format_roll
from tumbletrip.dicetrip.perft import PerftCase, divide, parse_perft, perft


def command(files: Annotated[list[str], typer.Argument(help="help.perft.files")]) -> None:
    """Count the different sheets that a round can lead to, and compare with the numbers in the files."""
    cases = [case for file in files for case in parse_perft(read_text(file), find_edition)]
    verdicts = [_agrees(case) for case in cases]
    if not all(verdicts):
        raise typer.Exit(FAILED)


def _agrees(case: PerftCase) -> bool:
    counted = perft(case.sheet, case.rolls)
    agrees = counted == case.expected
    verdict = "ok" if agrees else say("perft.differs", language(), expected=case.expected)
    console().print(f"{case.id}  {len(case.rolls)}  {counted}  {verdict}", markup=False)
    if not agrees:
        for kind, count in divide(case.sheet, case.rolls[0]).items():
            console().print(f"    {format_roll(case.rolls[0])}  {kind}: {count}", markup=False)
    return agrees
