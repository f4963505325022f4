"""Copied sheets and evenings as a job of the process that reads strangers' words (F65): no FastAPI here."""

from tumbletrip.companion.explaining import as_text as sheet_text
from tumbletrip.companion.explaining import explain
from tumbletrip.companion.paper_sheet import Copied, PaperSheet, check
from tumbletrip.companion.score_pad import Evening, as_csv, as_text, read_evening
from tumbletrip.core.outcomes import rank
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.notation.sheet_line import format_sheet
from tumbletrip.dicetrip.scoring import score
from tumbletrip.games.dicetrip.play import sheet_json
from tumbletrip.server.http.companion.schemas import (
    CompanionBody,
    CompanionCounted,
    CompanionLine,
    CompanionMistake,
    CompanionSheetCounted,
    ScorePadBody,
    ScorePadCounted,
    ScorePadDie,
    ScorePadDieScore,
    ScorePadEnd,
    ScorePadExport,
    ScorePadOpenRound,
    ScorePadRound,
    ScorePadSeat,
    ScorePadSide,
)
from tumbletrip.tumblin.notation.transcript import end_line, house_text
from tumbletrip.tumblin.ports import Die
from tumbletrip.tumblin.scoring import DieScore, RoundSheet, rounds_won, totals
from tumbletrip.tumblin.setup import Setup


def counted_paper(edition: Edition, body: CompanionBody, language: str) -> CompanionCounted:
    """The paper sheets of a game, counted; mistakes are named with their cities."""
    copies = [
        check(
            PaperSheet(
                edition,
                one.marks,
                body.rounds,
                may_reroll=not one.reroll_used,
                may_double=not one.double_used,
                tens_variant=body.tens,
                tens_bonus=one.tens_bonus,
            )
        )
        for one in body.sheets
    ]
    has_no_mistakes = not any(copied.mistakes for copied in copies)
    ranking = rank([score(copied.sheet).total for copied in copies])
    return CompanionCounted(
        sheets=[
            _counted_sheet(one.name, copied, language)
            for one, copied in zip(body.sheets, copies, strict=True)
        ],
        ranking=[list(place) for place in ranking] if has_no_mistakes else None,
    )


def _counted_sheet(name: str, copied: Copied, language: str) -> CompanionSheetCounted:
    return CompanionSheetCounted(
        score=sheet_json(copied.sheet)["score"],
        lines=[
            CompanionLine.model_validate({"key": line.key, "points": line.points, "words": line.words})
            for line in explain(copied.sheet, language)
        ],
        mistakes=[
            CompanionMistake(
                code=mistake.problem.key,
                message=mistake.problem.sentence(language),
                cities=list(mistake.cities),
            )
            for mistake in copied.mistakes
        ],
        missing=copied.missing,
        notation=format_sheet(copied.sheet),
        text=sheet_text(name, copied.sheet, language),
    )


def counted_pad(setup: Setup, body: ScorePadBody, language: str) -> ScorePadCounted:
    """An evening on a real board: every die, every round, who starts, who has won; raises InputError."""
    evening = _evening(setup, body)
    sheets = evening.sheets
    points, won = totals(sheets, len(setup.sides)), rounds_won(sheets, len(setup.sides))
    return ScorePadCounted(
        seats=[
            ScorePadSeat(name=seat.name, side=setup.side_of[number], dice=[_die(die) for die in seat.dice])
            for number, seat in enumerate(setup.seats)
        ],
        sides=[
            ScorePadSide(
                name=setup.side_name(side), seats=list(seats), total=points[side], rounds_won=won[side]
            )
            for side, seats in enumerate(setup.sides)
        ],
        house=house_text(setup.house, language),
        target=setup.house.points_to_reach,
        rounds_to_win=setup.house.rounds_to_win,
        rounds=_rounds(setup, sheets),
        open_round=_open_round(evening) if evening.open_round else None,
        rolling=list(evening.rolling),
        order=list(evening.next_order),
        end=_end(evening, language),
    )


def exported_pad(setup: Setup, body: ScorePadExport) -> str:
    """An evening as a pad or as a table for spreadsheets; raises InputError."""
    evening = _evening(setup, body.pad)
    return as_text(evening) if body.form == "pad" else as_csv(evening)


def _evening(setup: Setup, body: ScorePadBody) -> Evening:
    return read_evening(setup, body.rolls, body.rounds, body.open_round)


def _die(die: Die) -> ScorePadDie:
    return ScorePadDie.model_validate(
        {
            "key": die.key,
            "kind": die.kind.name,
            "faces": len(die.kind.faces),
            "colour": die.colour.value,
            "bonus": die.is_bonus,
        }
    )


def _rounds(setup: Setup, sheets: tuple[RoundSheet, ...]) -> list[ScorePadRound]:
    return [
        ScorePadRound(
            dice=_by_seat(setup, {score.die.key: _die_score(score) for score in sheet.dice}),
            aboard=list(sheet.aboard),
            seats=list(sheet.seats),
            sides=list(sheet.sides),
            winner=sheet.winner,
            totals=list(totals(sheets[:number], len(setup.sides))),
        )
        for number, sheet in enumerate(sheets, start=1)
    ]


def _by_seat(setup: Setup, scores: dict[str, ScorePadDieScore]) -> list[list[ScorePadDieScore]]:
    return [[scores[die.key] for die in seat.dice] for seat in setup.seats]


def _die_score(score: DieScore) -> ScorePadDieScore:
    return ScorePadDieScore(points=score.points, why=score.why.value)


def _open_round(evening: Evening) -> ScorePadOpenRound:
    scores = iter(evening.open_scores)
    by_seat = [[next(scores) for _ in seat.dice] for seat in evening.setup.seats]
    return ScorePadOpenRound(
        dice=[[_die_score(one) if one else None for one in own] for own in by_seat],
        seats=[sum(one.points for one in own if one) for own in by_seat],
    )


def _end(evening: Evening, language: str) -> ScorePadEnd | None:
    ended = evening.outcome
    if ended is None:
        return None
    message = end_line(evening.setup, ended, evening.length, language)
    return ScorePadEnd(ranking=[list(place) for place in ended.ranking], message=message)
