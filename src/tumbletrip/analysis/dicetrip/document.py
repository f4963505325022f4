"""An analysis of a Dice Trip game as plain values, for `--json` and for the browser (docs/analysing.md)."""

from typing import Any

from tumbletrip.analysis.dicetrip.analysis import (
    THRESHOLDS,
    Analysis,
    JudgedPlayer,
    Mark,
    mark_of,
)
from tumbletrip.analysis.dicetrip.study import CERTAIN, Decision, Option, StudiedTurn, turns_in
from tumbletrip.analysis.dicetrip.turns import Turn
from tumbletrip.analysis.estimates import DECIMALS
from tumbletrip.bots.dicetrip.protocol import KeepDice, RerollDice
from tumbletrip.dicetrip.dice import COLOURS, Roll
from tumbletrip.dicetrip.notation.sheet_line import format_sheet
from tumbletrip.dicetrip.sheet import Written

Document = dict[str, Any]


def document_of(analysis: Analysis, language: str = "en") -> Document:
    """Everything an analysis found."""
    plan = analysis.plan
    return {
        "game": "dicetrip",
        "edition": plan.record.edition.source,
        "tens": plan.record.tens_variant,
        "seed": plan.seed,
        "games": plan.effort.second_look,
        "is_over": analysis.is_over,
        "problem": analysis.error.as_problem().sentence(language) if analysis.error else None,
        "thresholds": {mark.value: least for mark, least in THRESHOLDS.items()},
        "certain": CERTAIN,
        "players": [
            _player(player, [turns_in(plan.record)[seat, turn.round] for turn in player.turns])
            for seat, player in enumerate(analysis.players)
        ],
    }


def _player(player: JudgedPlayer, turns: list[Turn]) -> Document:
    marks = [mark_of(one.lost.mean) for turn in player.turns for one in turn.decisions]
    return {
        "name": player.name,
        "start": player.start.document(),
        "end": player.end.document(),
        "luck": round(player.luck, DECIMALS),
        "lost": round(player.lost, DECIMALS),
        "small_change": round(player.small_change, DECIMALS),
        "error": round(player.error, DECIMALS),
        "marks": {mark.value: marks.count(mark) for mark in Mark if mark is not Mark.NONE},
        "turns": [_turn(judged, turn) for judged, turn in zip(player.turns, turns, strict=True)],
    }


def _turn(judged: StudiedTurn, turn: Turn) -> Document:
    return {
        "round": judged.round,
        "first_roll": list(turn.first_roll),
        "thrown_again": list(turn.thrown_again),
        "roll": list(turn.roll),
        "sheet": format_sheet(turn.before),
        "cities": {
            city: mark.number if isinstance(mark, Written) else mark
            for city, mark in turn.before.marks.items()
        },
        "luck": judged.luck.document(),
        "lost": judged.lost.document(),
        "worth": judged.worth.document(),
        "decisions": [_decision(one, turn) for one in judged.decisions],
    }


def _decision(decision: Decision, turn: Turn) -> Document:
    is_writing = isinstance(decision.played.choice, tuple)
    return {
        "kind": "write" if is_writing else "reroll",
        "mark": mark_of(decision.lost.mean).value,
        "lost": decision.lost.document(),
        "played": _option(decision.played, turn.roll),
        "best": _option(decision.best, turn.roll),
        "others": [_option(option, turn.roll) for option in decision.others],
    }


def _option(option: Option, roll: Roll) -> Document:
    return {**_choice(option, roll), "worth": option.worth.document()}


def _choice(option: Option, roll: Roll) -> Document:
    match option.choice:
        case KeepDice():
            return {"do": "keep"}
        case RerollDice(dice):
            return {"do": "reroll", "dice": [colour for colour in COLOURS if colour in dice]}
        case entries:
            return {
                "do": "write",
                "entries": [
                    {
                        "city": entry.city,
                        "dice": list(entry.pair) if entry.pair else None,
                        "number": entry.pair.number(roll) if entry.pair else None,
                    }
                    for entry in entries
                ],
            }
