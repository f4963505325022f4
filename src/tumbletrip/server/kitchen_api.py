"""The companion over HTTP: paper sheets and evenings on a real board, counted. Nothing is kept here."""

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse

from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.outcomes import rank
from tumbletrip.dicetrip.notation import format_sheet
from tumbletrip.dicetrip.scoring import score
from tumbletrip.host.host import Host
from tumbletrip.scorepad.evening import Evening, as_csv, as_text, read_evening
from tumbletrip.scorepad.explaining import as_text as sheet_text
from tumbletrip.scorepad.explaining import explain
from tumbletrip.scorepad.paper import Copied, PaperSheet, check
from tumbletrip.server.kitchen_schemas import (
    PadBody,
    PadCounted,
    PadDie,
    PadDieScore,
    PadEnd,
    PadExport,
    PadOpenRound,
    PadRound,
    PadSeat,
    PadSide,
    PaperBody,
    PaperCounted,
    PaperLine,
    PaperMistake,
    PaperSheetCounted,
)
from tumbletrip.server.problems import CONFLICT, Refuse, documented, language_of_request
from tumbletrip.tables.dicetrip_play import sheet_json
from tumbletrip.tumblin.dice import D6, KINDS
from tumbletrip.tumblin.house_rules import house_rules
from tumbletrip.tumblin.ports import Die
from tumbletrip.tumblin.scoring import DieScore, RoundSheet, rounds_won, totals
from tumbletrip.tumblin.setup import PRESETS, Setup, from_preset, refuse_setup, table
from tumbletrip.tumblin.transcript import end_line, house_text

router = APIRouter(prefix="/api")


@router.post("/paper/count", responses=documented())
async def count_paper(request: Request, body: PaperBody) -> PaperCounted:
    """Count the paper sheets of a game; mistakes are named with their cities."""
    host: Host = request.app.state.host
    edition = host.library.find_edition(body.edition)
    language = language_of_request(request)
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
    is_sound = not any(copied.mistakes for copied in copies)
    ranking = rank([score(copied.sheet).total for copied in copies])
    return PaperCounted(
        sheets=[
            _counted_sheet(one.name, copied, language)
            for one, copied in zip(body.sheets, copies, strict=True)
        ],
        ranking=[list(place) for place in ranking] if is_sound else None,
    )


def _counted_sheet(name: str, copied: Copied, language: str) -> PaperSheetCounted:
    return PaperSheetCounted(
        score=sheet_json(copied.sheet)["score"],
        lines=[
            PaperLine.model_validate({"key": line.key, "points": line.points, "words": line.words})
            for line in explain(copied.sheet, language)
        ],
        mistakes=[
            PaperMistake(
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


@router.post("/pad/count", responses=documented(CONFLICT))
async def count_pad(request: Request, body: PadBody) -> PadCounted:
    """Count an evening on a real board: every die, every round, who starts, who has won."""
    evening = _evening(body)
    setup, sheets = evening.setup, evening.sheets
    points, won = totals(sheets, len(setup.sides)), rounds_won(sheets, len(setup.sides))
    language = language_of_request(request)
    return PadCounted(
        seats=[
            PadSeat(name=seat.name, side=setup.side_of[number], dice=[_die(die) for die in seat.dice])
            for number, seat in enumerate(setup.seats)
        ],
        sides=[
            PadSide(name=setup.side_name(side), seats=list(seats), total=points[side], rounds_won=won[side])
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


@router.post("/pad/export", response_class=PlainTextResponse, responses=documented(CONFLICT))
async def export_pad(body: PadExport) -> PlainTextResponse:
    """An evening as `tumbletrip tumblin-score` reads it, or as a table for spreadsheets."""
    evening = _evening(body.pad)
    return PlainTextResponse(as_text(evening) if body.form == "pad" else as_csv(evening))


def _evening(body: PadBody) -> Evening:
    setup = _setup(body)
    refusal = refuse_setup(setup)
    if refusal:
        raise Refuse(CONFLICT, refusal.value)
    return read_evening(setup, body.rolls, body.rounds, body.open_round)


def _setup(body: PadBody) -> Setup:
    names = [name.strip() for name in body.players]
    kinds = [KINDS[kind] for kind in body.kinds] or [D6]
    house = house_rules(body.house)
    if body.preset is None:
        return table(names, body.dice, body.teams, has_bonus=body.bonus, kinds=kinds, house=house)
    if body.preset not in PRESETS:
        known = ", ".join(PRESETS)
        raise InputError(problem("table.option", field="preset", value=body.preset, right=known))
    return from_preset(PRESETS[body.preset], names, kinds=kinds, house=house)


def _die(die: Die) -> PadDie:
    return PadDie.model_validate(
        {
            "key": die.key,
            "kind": die.kind.name,
            "faces": len(die.kind.faces),
            "colour": die.colour.value,
            "bonus": die.is_bonus,
        }
    )


def _rounds(setup: Setup, sheets: tuple[RoundSheet, ...]) -> list[PadRound]:
    return [
        PadRound(
            dice=_by_seat(setup, {score.die.key: _die_score(score) for score in sheet.dice}),
            aboard=list(sheet.aboard),
            seats=list(sheet.seats),
            sides=list(sheet.sides),
            winner=sheet.winner,
            totals=list(totals(sheets[:number], len(setup.sides))),
        )
        for number, sheet in enumerate(sheets, start=1)
    ]


def _by_seat(setup: Setup, scores: dict[str, PadDieScore]) -> list[list[PadDieScore]]:
    return [[scores[die.key] for die in seat.dice] for seat in setup.seats]


def _die_score(score: DieScore) -> PadDieScore:
    return PadDieScore(points=score.points, why=score.why.value)


def _open_round(evening: Evening) -> PadOpenRound:
    scores = iter(evening.open_scores)
    by_seat = [[next(scores) for _ in seat.dice] for seat in evening.setup.seats]
    return PadOpenRound(
        dice=[[_die_score(one) if one else None for one in own] for own in by_seat],
        seats=[sum(one.points for one in own if one) for own in by_seat],
    )


def _end(evening: Evening, language: str) -> PadEnd | None:
    ended = evening.outcome
    if ended is None:
        return None
    message = end_line(evening.setup, ended, evening.length, language)
    return PadEnd(ranking=[list(place) for place in ended.ranking], message=message)
