"""`tumbletrip tumblin-score`: a score pad for a real board; no physics needed."""

from typing import Annotated

import typer

from tumbletrip.cli.terminal.console import console, language, print_json, read_text
from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.texts import say
from tumbletrip.tumblin.notation.transcript import end_line, sheet_lines, totals_line
from tumbletrip.tumblin.score_pad.json_form import pad_from_json
from tumbletrip.tumblin.score_pad.pad import Pad, PadDie
from tumbletrip.tumblin.score_pad.text_form import pad_from_text
from tumbletrip.tumblin.scoring import DieScore, RoundSheet


def command(
    file: Annotated[str, typer.Argument(help="help.tumblin_score.file")],
    as_json: Annotated[bool, typer.Option("--json", help="help.json")] = False,
) -> None:
    """Count rounds of Tumblin-Dice played on a real board: every die, every round, who has won."""
    pad = pad_in(read_text(file), file)
    if as_json:
        print_json(pad_as_json(pad))
    else:
        _print_pad(pad)


def pad_in(text: str, source: str) -> Pad:
    """The pad in a text, whose kind shows in its first character: { for JSON."""
    if not text.strip():
        raise InputError(problem("tumblin.pad.empty", source=source))
    return pad_from_json(text, source) if text.lstrip().startswith("{") else pad_from_text(text)


def _print_pad(pad: Pad) -> None:
    for number, sheet in enumerate(pad.sheets, start=1):
        console().print(say("tumblin.tell.round", language(), round=number), style="bold", markup=False)
        for line in sheet_lines(pad.setup, sheet, language()):
            console().print(line, markup=False)
        console().print(totals_line(pad.setup, pad.sheets[:number], language()), markup=False)
        console().print()
    end = end_line(pad.setup, pad.outcome, len(pad.rounds), language())
    console().print(end, style="bold", markup=False)


def pad_as_json(pad: Pad) -> dict[str, object]:
    """The pad counted, with the evidence of every die."""
    ended = pad.outcome
    return {
        "sides": [[pad.setup.seats[seat].name for seat in side] for side in pad.setup.sides],
        "house": list(pad.setup.house.words),
        "rounds": [
            _round_as_json(pad, sheet, dice) for sheet, dice in zip(pad.sheets, pad.rounds, strict=True)
        ],
        "totals": list(pad.totals),
        "rounds_won": list(pad.rounds_won),
        "outcome": ended and {"reason": ended.reason, "ranking": [list(place) for place in ended.ranking]},
    }


def _round_as_json(pad: Pad, sheet: RoundSheet, dice: tuple[PadDie, ...]) -> dict[str, object]:
    off = {one.die.key for one in dice if not one.on_board}
    return {
        "dice": [_die_as_json(pad, score, score.die.key in off) for score in sheet.dice],
        "all_aboard": list(sheet.aboard),
        "players": list(sheet.seats),
        "sides": list(sheet.sides),
        "winner": sheet.winner,
    }


def _die_as_json(pad: Pad, score: DieScore, is_off: bool) -> dict[str, object]:
    return {
        "player": pad.setup.seats[score.die.seat].name,
        "die": score.die.key,
        "kind": score.die.kind.name,
        "bonus": score.die.is_bonus,
        "face": score.face or None,
        "zone": "off" if is_off else score.zone,
        "points": score.points,
        "why": score.why.removeprefix("tumblin.why."),
    }
