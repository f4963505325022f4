"""`tumbletrip analyse FILE.trip`: what every choice of a Dice Trip game was worth."""

from collections.abc import Iterator

import typer
from rich.table import Table

from tumbletrip.analysis.dicetrip.analysis import (
    THRESHOLDS,
    Analysis,
    JudgedPlayer,
    Mark,
    analysis_parts,
    mark_of,
    put_together,
    tasks_of,
)
from tumbletrip.analysis.dicetrip.document import document_of
from tumbletrip.analysis.dicetrip.study import Effort, Option, Plan, StudiedTurn, turns_in
from tumbletrip.analysis.executor import executor_for
from tumbletrip.analysis.extras import needs_compiler
from tumbletrip.bots.dicetrip.learning.known_boards import is_trained
from tumbletrip.bots.dicetrip.protocol import KeepDice, RerollDice
from tumbletrip.cli.commands.analyse.analyse_options import AnalyseOptions
from tumbletrip.cli.commands.simulate.result_tables import figures_table
from tumbletrip.cli.terminal.console import (
    BAD_INPUT,
    INTERRUPTED,
    console,
    language,
    print_error,
    print_json,
)
from tumbletrip.cli.terminal.progress import with_progress
from tumbletrip.core.errors import InputError, printable
from tumbletrip.core.texts import say
from tumbletrip.dicetrip.editions import find_edition
from tumbletrip.dicetrip.notation.records import parse_record


def analyse(text: str, options: AnalyseOptions) -> None:
    """Analyse a record, and print what was found or write it as JSON and plot."""
    record = parse_record(text, find_edition)
    plan = Plan(record, Effort.of(options.games) if options.games else Effort(), options.seed)
    with needs_compiler():
        analysis = _analysed(plan, options.jobs)
    if options.as_json:
        print_json(document_of(analysis, language()))
    else:
        _print(analysis, options.rounds)
    if options.plot:
        from tumbletrip.analysis.dicetrip.curve import draw_curve

        draw_curve(analysis, options.plot, title=f"Dice Trip, {record.edition.name(language())}")
    if analysis.error:
        print_error(InputError(analysis.error.as_problem()))
        raise typer.Exit(BAD_INPUT)


def _analysed(plan: Plan, jobs: int) -> Analysis:
    title = say("analysis.working", language())
    parts = with_progress(analysis_parts(plan, executor_for(jobs)), len(tasks_of(plan)), title)
    try:
        return put_together(plan, list(parts))
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None


def _print(analysis: Analysis, rounds: bool) -> None:
    console().print(_summary_table(analysis))
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


def _summary_table(analysis: Analysis) -> Table:
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
    small = player.small_change
    table.add_row(say("analysis.small_change", language()), f"{small:+z.1f}", f"{small:z.1f}", "")
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
            played=_choice_text(analysis, seat, round_number, decision.played),
            better=_choice_text(analysis, seat, round_number, decision.best),
        )


def _choice_text(analysis: Analysis, seat: int, round_number: int, option: Option) -> str:
    """A choice as text."""
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
