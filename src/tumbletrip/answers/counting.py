"""Games on paper and on a real board, counted: values in, answers out."""

from typing import Final, NotRequired, TypedDict

from tumbletrip.answers.refusing import CONFLICT, Refuse
from tumbletrip.companion.explaining import as_text as sheet_text
from tumbletrip.companion.explaining import explain
from tumbletrip.companion.paper_sheet import Copied, PaperSheet, check
from tumbletrip.companion.score_pad import Evening, as_csv, as_text, read_evening
from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.outcomes import rank
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.notation.sheet_line import format_sheet
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import LAST_ROUND
from tumbletrip.games.dicetrip.play import sheet_json
from tumbletrip.tables.play import Body
from tumbletrip.tumblin.dice import D6, KINDS
from tumbletrip.tumblin.house_rules import house_rules
from tumbletrip.tumblin.notation.transcript import end_line, house_text
from tumbletrip.tumblin.ports import Die
from tumbletrip.tumblin.scoring import DieScore, RoundSheet, rounds_won, totals
from tumbletrip.tumblin.setup import PRESETS, Setup, from_preset, refuse_setup, table

USUAL_DICE: Final = 4  # of a player, without a preset


class PaperWish(TypedDict):
    """A player's paper sheet as it was copied."""

    name: NotRequired[str]
    marks: NotRequired[dict[str, str]]
    reroll_used: NotRequired[bool]
    double_used: NotRequired[bool]
    tens_bonus: NotRequired[int | None]


class PaperGame(TypedDict):
    """The paper sheets of one game."""

    edition: str
    tens: NotRequired[bool]
    rounds: NotRequired[int]
    sheets: list[PaperWish]


class PadWish(TypedDict):
    """An evening on a real board, all of it."""

    players: list[str]
    preset: NotRequired[str | None]
    dice: NotRequired[int]
    teams: NotRequired[int | None]
    bonus: NotRequired[bool]
    kinds: NotRequired[list[str]]
    house: NotRequired[list[str]]
    rolls: NotRequired[list[list[int]]]
    rounds: NotRequired[list[list[list[str]]]]
    open_round: NotRequired[list[list[str]]]


def counted_paper(edition: Edition, game: PaperGame, language: str) -> Body:
    """The paper sheets of a game, counted; mistakes are named with their cities."""
    copies = [
        check(
            PaperSheet(
                edition,
                one.get("marks", {}),
                game.get("rounds", LAST_ROUND),
                may_reroll=not one.get("reroll_used", False),
                may_double=not one.get("double_used", False),
                tens_variant=game.get("tens", False),
                tens_bonus=one.get("tens_bonus"),
            )
        )
        for one in game["sheets"]
    ]
    has_no_mistakes = not any(copied.mistakes for copied in copies)
    ranking = rank([score(copied.sheet).total for copied in copies])
    return {
        "sheets": [
            _counted_sheet(one.get("name", ""), copied, language)
            for one, copied in zip(game["sheets"], copies, strict=True)
        ],
        "ranking": [list(place) for place in ranking] if has_no_mistakes else None,
    }


def _counted_sheet(name: str, copied: Copied, language: str) -> Body:
    return {
        "score": sheet_json(copied.sheet)["score"],
        "lines": [
            {"key": line.key, "points": line.points, "words": line.words}
            for line in explain(copied.sheet, language)
        ],
        "mistakes": [
            {
                "code": mistake.problem.key,
                "message": mistake.problem.sentence(language),
                "cities": list(mistake.cities),
            }
            for mistake in copied.mistakes
        ],
        "missing": copied.missing,
        "notation": format_sheet(copied.sheet),
        "text": sheet_text(name, copied.sheet, language),
    }


def counted_pad(setup: Setup, pad: PadWish, language: str) -> Body:
    """An evening on a real board: every die, every round, who starts, who has won; raises InputError."""
    evening = _evening(setup, pad)
    sheets = evening.sheets
    points, won = totals(sheets, len(setup.sides)), rounds_won(sheets, len(setup.sides))
    return {
        "seats": [
            {"name": seat.name, "side": setup.side_of[number], "dice": [_die(die) for die in seat.dice]}
            for number, seat in enumerate(setup.seats)
        ],
        "sides": [
            {
                "name": setup.side_name(side),
                "seats": list(seats),
                "total": points[side],
                "rounds_won": won[side],
            }
            for side, seats in enumerate(setup.sides)
        ],
        "house": house_text(setup.house, language),
        "target": setup.house.points_to_reach,
        "rounds_to_win": setup.house.rounds_to_win,
        "rounds": _rounds(setup, sheets),
        "open_round": _open_round(evening) if evening.open_round else None,
        "rolling": list(evening.rolling),
        "order": list(evening.next_order),
        "end": _end(evening, language),
    }


def exported_pad(setup: Setup, pad: PadWish, form: str) -> str:
    """An evening as a pad or as a table for spreadsheets (`csv`); raises InputError."""
    evening = _evening(setup, pad)
    return as_csv(evening) if form == "csv" else as_text(evening)


def pad_setup(pad: PadWish) -> Setup:
    """Who plays by which rules; refuses with 409 what contradicts itself."""
    setup = _unchecked_setup(pad)
    refusal = refuse_setup(setup)
    if refusal:
        raise Refuse(CONFLICT, refusal.value)
    return setup


def _unchecked_setup(pad: PadWish) -> Setup:
    names = [name.strip() for name in pad["players"]]
    kinds = [KINDS[kind] for kind in pad.get("kinds", [])] or [D6]
    house = house_rules(pad.get("house", []))
    preset = pad.get("preset")
    if preset is None:
        dice, teams, bonus = pad.get("dice", USUAL_DICE), pad.get("teams"), pad.get("bonus", False)
        return table(names, dice, teams, has_bonus=bonus, kinds=kinds, house=house)
    if preset not in PRESETS:
        known = ", ".join(PRESETS)
        raise InputError(problem("table.option", field="preset", value=preset, right=known))
    return from_preset(PRESETS[preset], names, kinds=kinds, house=house)


def _evening(setup: Setup, pad: PadWish) -> Evening:
    return read_evening(setup, pad.get("rolls", []), pad.get("rounds", []), pad.get("open_round", []))


def _die(die: Die) -> Body:
    return {
        "key": die.key,
        "kind": die.kind.name,
        "faces": len(die.kind.faces),
        "colour": die.colour.value,
        "bonus": die.is_bonus,
    }


def _rounds(setup: Setup, sheets: tuple[RoundSheet, ...]) -> list[Body]:
    return [
        {
            "dice": _by_seat(setup, {score.die.key: _die_score(score) for score in sheet.dice}),
            "aboard": list(sheet.aboard),
            "seats": list(sheet.seats),
            "sides": list(sheet.sides),
            "winner": sheet.winner,
            "totals": list(totals(sheets[:number], len(setup.sides))),
        }
        for number, sheet in enumerate(sheets, start=1)
    ]


def _by_seat(setup: Setup, scores: dict[str, Body]) -> list[list[Body]]:
    return [[scores[die.key] for die in seat.dice] for seat in setup.seats]


def _die_score(score: DieScore) -> Body:
    return {"points": score.points, "why": score.why.value}


def _open_round(evening: Evening) -> Body:
    scores = iter(evening.open_scores)
    by_seat = [[next(scores) for _ in seat.dice] for seat in evening.setup.seats]
    return {
        "dice": [[_die_score(one) if one else None for one in own] for own in by_seat],
        "seats": [sum(one.points for one in own if one) for own in by_seat],
    }


def _end(evening: Evening, language: str) -> Body | None:
    ended = evening.outcome
    if ended is None:
        return None
    message = end_line(evening.setup, ended, evening.length, language)
    return {"ranking": [list(place) for place in ended.ranking], "message": message}
