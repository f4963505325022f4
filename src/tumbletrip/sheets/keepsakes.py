"""A finished game of Dice Trip to keep: who won, every roll with what was made of it, and all sheets."""

from itertools import pairwise
from typing import Any, Final

from tumbletrip.core.errors import InputError, printable, problem
from tumbletrip.core.lines import IMPORTED
from tumbletrip.core.shortening import shortened
from tumbletrip.core.texts import say
from tumbletrip.dicetrip.dice import COLOURS, Roll
from tumbletrip.dicetrip.notation.records import Record
from tumbletrip.dicetrip.notation.replays import Replay, replay
from tumbletrip.dicetrip.rules import Entry, Game, Phase, Rerolled, Rolled, Wrote, outcome
from tumbletrip.dicetrip.scoring import LINES, score
from tumbletrip.sheets.drawing import drawing
from tumbletrip.sheets.papers import layout
from tumbletrip.sheets.press import Job
from tumbletrip.sheets.sheet_page import sheet_page, signed

LONGEST_NAME: Final = 40


def keepsake(record: Record, *, paper: str = "a4", language: str = "en") -> Job:
    """The keepsake of a record; refuses games that are not over, and records that break the rules."""
    played = replay(record)
    if played.error:
        raise InputError(played.error.as_problem())
    if played.final.phase is not Phase.OVER:
        raise InputError(problem("sheets.not_over", round=played.final.round))
    names = [shortened(printable(name), LONGEST_NAME) for name in record.names]
    cells, day = layout(paper), shortened(printable(dict(record.tags).get("Date", "")), LONGEST_NAME)
    pages = [
        sheet_page(record.edition, language, cells, sheet=sheet, player=name, day=day)
        for name, sheet in zip(names, played.final.sheets, strict=True)
    ]
    return Job(
        "keepsake",
        1 + len(pages),
        {
            "language": language,
            "title": f"Dice Trip · {record.edition.name(language)}",
            "day": " · ".join(filter(None, (day, _origin(record, language)))),
            "layout": cells.as_json(),
            "result": _result(played.final, names, language),
            "scores": _scores(played.final, names, language),
            "rounds": _rounds(played, names, language),
            "sheets": pages,
        },
    )


def _origin(record: Record, language: str) -> str:
    """A quiet word where the game was not played at the table that prints it."""
    return say("sheets.imported", language) if IMPORTED in record.tags else ""


def _result(game: Game, names: list[str], language: str) -> str:
    ended = outcome(game)
    if ended is None or len(names) == 1:
        return say("sheets.solo", language, name=names[0], count=score(game.sheets[0]).total)
    winners = ", ".join(names[seat] for seat in ended.winners)
    return say("play.winner" if len(ended.winners) == 1 else "play.shared_win", language, names=winners)


def _scores(game: Game, names: list[str], language: str) -> dict[str, Any]:
    """The score columns side by side."""
    counted = [score(sheet) for sheet in game.sheets]
    lines = LINES if game.sheets[0].tens_variant else LINES[:-1]
    return {
        "names": names,
        "lines": [
            {
                "label": say(f"score.{line}", language),
                "points": [signed(own.lines[line]) for own in counted],
            }
            for line in lines
        ],
        "label": say("score.total", language),
        "totals": [str(own.total) for own in counted],
    }


def _rounds(played: Replay, names: list[str], language: str) -> dict[str, Any]:
    inks = drawing(played.record.edition).inks
    return {
        "label": say("sheets.round", language),
        "dice_label": say("sheets.dice", language),
        "names": names,
        "inks": {colour.value: inks[colour] for colour in COLOURS},
        "rows": [_round_row(played, number, len(names)) for number in range(1, played.final.round + 1)],
    }


def _round_row(played: Replay, number: int, players: int) -> dict[str, Any]:
    """One round: the dice before and after a re-roll, and what every player wrote."""
    rolls: list[Roll] = []
    written = [""] * players
    for (game, _), event in zip(pairwise(played.games), played.events, strict=True):
        if game.round != number:
            continue
        if isinstance(event, Rolled | Rerolled):
            rolls.append(event.roll)
        elif isinstance(event, Wrote):
            doubled = " ×2" if event.doubled else ""
            entries = ", ".join(_entry(game, entry) for entry in event.entries)
            written[event.seat] = entries + doubled
    return {"number": str(number), "rolls": [list(roll) for roll in rolls], "written": written}


def _entry(game: Game, entry: Entry) -> str:
    assert game.roll is not None
    name = game.edition.by_id[entry.city].name
    return f"{name} ×" if entry.pair is None else f"{name} {entry.pair.number(game.roll)}"
