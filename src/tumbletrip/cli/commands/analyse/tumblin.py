"""`tumbletrip analyse FILE.tumble`: what every flick of a match was worth."""

from collections.abc import Iterator

import typer
from rich.table import Table

from tumbletrip.analysis.executor import executor_for
from tumbletrip.analysis.extras import needs_extra
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
from tumbletrip.tumblin.board import find_board
from tumbletrip.tumblin.notation.record_reader import parse_record

with needs_extra("physics"):
    from tumbletrip.analysis.tumblin.analysis import (
        FlickPlan,
        JudgedHand,
        MatchAnalysis,
        flick_tasks,
        flick_worths,
        match_judged,
    )
    from tumbletrip.analysis.tumblin.document import match_document
    from tumbletrip.analysis.tumblin.flicks import KnownBy

FLIGHTS = 64
DEGREES_PER_RADIAN = 57.29578


def analyse(text: str, options: AnalyseOptions) -> None:
    """Analyse a record, and print what was found or write it as JSON and plot."""
    plan = FlickPlan(parse_record(text, find_board), options.games or FLIGHTS, options.seed)
    analysis = _judged(plan, options.jobs)
    if options.as_json:
        print_json(match_document(analysis, language()))
    else:
        _print(analysis, options.rounds)
    if options.plot:
        from tumbletrip.analysis.tumblin.map import draw_places

        draw_places(analysis, options.plot, title="Tumblin-Dice")
    if analysis.error:
        print_error(InputError(analysis.error.as_problem()))
        raise typer.Exit(BAD_INPUT)


def _judged(plan: FlickPlan, jobs: int) -> MatchAnalysis:
    title = say("analysis.flying", language())
    worths = with_progress(flick_worths(plan, executor_for(jobs)), len(flick_tasks(plan)), title)
    try:
        return match_judged(plan, list(worths))
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None


def _print(analysis: MatchAnalysis, rounds: bool) -> None:
    console().print(_summary_table(analysis))
    if not analysis.is_over:
        console().print(say("analysis.unfinished", language()), markup=False)
    for hand in analysis.hands if rounds else ():
        console().print()
        console().print(printable(hand.name), style="bold", markup=False)
        console().print(_flick_table(hand))


def _summary_table(analysis: MatchAnalysis) -> Table:
    columns = ("flicks", "brought", "worth", "luck", "spread", "best_place")
    table = figures_table(["", *(say(f"analysis.heading.{key}", language()) for key in columns)])
    for hand in analysis.hands:
        table.add_row(printable(hand.name), *_figures(hand))
    return table


def _figures(hand: JudgedHand) -> Iterator[str]:
    yield str(len(hand.flicks))
    yield f"{hand.brought:+z.1f}"
    yield f"{hand.expected.mean:z.1f} ± {hand.expected.se:z.1f}"
    yield f"{hand.luck:+z.1f}"
    spread = hand.spread
    told = f"{100 * spread.hand.speed:.0f} %, {DEGREES_PER_RADIAN * spread.hand.azimuth:z.1f}°"
    yield f"({told})" if spread.known_by is KnownBy.NOTHING else told
    yield hand.best_place or "–"


def _flick_table(hand: JudgedHand) -> Table:
    columns = ("round", "place", "brought", "worth", "luck")
    table = figures_table([say(f"analysis.heading.{key}", language()) for key in columns])
    for flick in hand.flicks:
        worth = f"{flick.expected.mean:z.1f} ± {flick.expected.se:z.1f}"
        place = f"{flick.seen.rest.tier} · {flick.seen.rest.face}"
        table.add_row(
            str(flick.seen.round), place, f"{flick.seen.swing.lead:+z.1f}", worth, f"{flick.luck:+z.1f}"
        )
    return table
