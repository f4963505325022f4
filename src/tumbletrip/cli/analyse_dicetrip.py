"""`tumbletrip analyse FILE.trip`: what every choice of a Dice Trip game was worth."""

import json
from collections.abc import Iterator

import typer
from rich.table import Table

from tumbletrip.analysis.executor import executor_for
from tumbletrip.analysis.extras import compiler_needed
from tumbletrip.cli.analyse_wish import Wish
from tumbletrip.cli.progress import followed
from tumbletrip.cli.simulate_tables import figures_table
from tumbletrip.cli.terminal import BAD_INPUT, INTERRUPTED, complain, console, language
from tumbletrip.core.errors import InputError, printable
from tumbletrip.core.texts import say
from tumbletrip.dicetrip.editions import find_edition
from tumbletrip.dicetrip.records import parse_record

with compiler_needed():
    from tumbletrip.analysis.dicetrip_analysis import (
        THRESHOLDS,
        Analysis,
        JudgedPlayer,
        Mark,
        analysis_parts,
        mark_of,
        put_together,
        tasks_of,
    )
    from tumbletrip.analysis.dicetrip_document import document_of
    from tumbletrip.analysis.dicetrip_study import Effort, Option, Plan, StudiedTurn, turns_in
    from tumbletrip.bots.dicetrip.known_boards import is_trained
    from tumbletrip.bots.dicetrip.protocol import KeepDice, RerollDice


def analyse_dicetrip(text: str, wish: Wish) -> None:
    """Judge a record and tell what was found."""
    record = parse_record(text, find_edition)
    plan = Plan(record, Effort.of(wish.games) if wish.games else Effort(), wish.seed)
    analysis = _analysed(plan, wish.jobs)
    if wish.as_json:
        print(json.dumps(document_of(analysis, language()), ensure_ascii=False))
    else:
        _print(analysis, wish.rounds)
    if wish.plot:
        from tumbletrip.analysis.dicetrip_curve import draw_curve

        draw_curve(analysis, wish.plot, title=f"Dice Trip, {record.edition.name(language())}")
    if analysis.error:
        complain(InputError(analysis.error.as_problem()))
        raise typer.Exit(BAD_INPUT)


def _analysed(plan: Plan, jobs: int) -> Analysis:
    title = say("analysis.working", language())
    parts = followed(analysis_parts(plan, executor_for(jobs)), len(tasks_of(plan)), title)
    try:
        return put_together(plan, list(parts))
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None


def _print(analysis: Analysis, rounds: bool) -> None:
    console().print(_summary(analysis))
    if not analysis.is_over:
        console().print(say("analysis.unfinished", language()), markup=False)
    if not is_trained(analysis.plan.record.edition):
        name = analysis.plan.record.edition.name(language())
        console().print(say("bots.untrained", language(), edition=name), markup=False)
        console().print(say("analysis.borrowed_lead", language()), markup=False)
    for seat, player in enumerate(analysis.players):
        console().print()
        console().print(printable(player.name), style="bold", markup=False)
        if rounds:
            console().print(_round_table(player))
        for line in _dearest_lines(analysis, seat, player):
            console().print(line, markup=False)


def _summary(analysis: Analysis) -> Table:
    marks = [mark for mark in Mark if mark is not Mark.NONE]
    columns = ["", "start", "luck", "lost", "end" if analysis.is_over else "now", *marks]
    table = figures_table([say(f"analysis.heading.{key}", language()) if key else "" for key in columns])
    for player in analysis.players:
        given = [mark_of(one.lost.mean) for turn in player.turns for one in turn.decisions]
        table.add_row(
            printable(player.name),
            f"{player.start.mean:z.1f} ± {player.start.se:z.1f}",
            f"{player.luck:+z.1f}",
            f"{player.lost:z.1f}",
            f"{player.end.mean:.0f}" if analysis.is_over else f"{player.end.mean:z.1f}",
            *(str(given.count(mark)) for mark in marks),
        )
    return table


def _round_table(player: JudgedPlayer) -> Table:
    columns = ("round", "luck", "lost", "now")
    table = figures_table([say(f"analysis.heading.{key}", language()) for key in columns])
    for turn in player.turns:
        table.add_row(str(turn.round), *_figures(turn))
    return table


def _figures(turn: StudiedTurn) -> Iterator[str]:
    yield f"{turn.luck.mean:+z.1f} ± {turn.luck.se:z.1f}"
    yield f"{turn.lost.mean:z.1f} ± {turn.lost.se:z.1f}" if turn.lost.mean else ""
    yield f"{turn.worth.mean:z.1f} ± {turn.worth.se:z.1f}"


def _dearest_lines(analysis: Analysis, seat: int, player: JudgedPlayer) -> Iterator[str]:
    if not player.dearest:
        yield say("analysis.nothing_lost", language(), least=THRESHOLDS[Mark.SLIP])
    for round_number, decision in player.dearest:
        yield say(
            "analysis.dearest",
            language(),
            round=round_number,
            lost=f"{decision.lost.mean:z.1f} ± {decision.lost.se:z.1f}",
            mark=say(f"analysis.mark.{mark_of(decision.lost.mean)}", language()),
            played=_told(analysis, seat, round_number, decision.played),
            better=_told(analysis, seat, round_number, decision.best),
        )


def _told(analysis: Analysis, seat: int, round_number: int, option: Option) -> str:
    """A choice in words."""
    record = analysis.plan.record
    match option.choice:
        case KeepDice():
            return say("analysis.keep", language())
        case RerollDice(dice):
            colours = ", ".join(say(f"colour.{colour}", language()) for colour in sorted(dice))
            return say("analysis.reroll", language(), dice=colours)
        case entries:
            roll = turns_in(record)[seat, round_number].roll
            names = [(record.edition.by_id[entry.city].name, entry.pair) for entry in entries]
            return ", ".join(f"{name} {pair.number(roll) if pair else '╳'}" for name, pair in names)
