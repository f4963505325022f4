"""`tumbletrip simulate tumblin`: bots play rounds of Tumblin-Dice; points, wins, and where their dice lie."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.table import Table

from tumbletrip.analysis.estimates import quantile, standard_error
from tumbletrip.analysis.executor import opened_executor
from tumbletrip.analysis.extras import MissingExtra
from tumbletrip.analysis.tumblin.results import PLACES, RoundTally, count_round, draw_places, round_summary
from tumbletrip.analysis.tumblin.rounds import Series, play_series
from tumbletrip.bots.tumblin.levels import bot_by_name
from tumbletrip.bots.tumblin.protocol import Budget
from tumbletrip.cli.commands.simulate.result_tables import NOTHING, figures_table, format_duration
from tumbletrip.cli.commands.simulate.series_options import (
    BudgetOption,
    ClusterOption,
    JobsOption,
    JsonOption,
    Place,
    PlotOption,
    SeedOption,
    check_minimum,
    check_plot,
    split_list,
)
from tumbletrip.cli.terminal.console import INTERRUPTED, console, language, print_json
from tumbletrip.cli.terminal.progress import with_progress
from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.texts import say
from tumbletrip.tumblin.board import USUAL_BOARD, find_board
from tumbletrip.tumblin.dice import KINDS
from tumbletrip.tumblin.house_rules import house_rules
from tumbletrip.tumblin.setup import PRESETS, Setup, from_preset, refuse_setup, usual_preset


@dataclass(slots=True)
class Run:
    """A series as it runs: its rounds counted as they come, and whether somebody stopped it."""

    series: Series
    rounds_asked: int
    tallies: list[RoundTally] = field(default_factory=list)
    seconds: float = 0.0
    interrupted: bool = False

    @property
    def rounds(self) -> int:
        """The rounds played so far."""
        return max(tally.rounds for tally in self.tallies)


def command(
    players: Annotated[str, typer.Option("--players", "--bots", help="help.simulate.tumblin.players")],
    rounds: Annotated[int, typer.Option("--rounds", help="help.simulate.tumblin.rounds")] = 100,
    seed: SeedOption = 1,
    variant: Annotated[
        list[str] | None, typer.Option("--variant", help="help.simulate.tumblin.variant")
    ] = None,
    preset: Annotated[str | None, typer.Option("--preset", help="help.simulate.tumblin.preset")] = None,
    kinds: Annotated[str, typer.Option("--kinds", help="help.simulate.tumblin.kinds")] = "d6",
    board: Annotated[str, typer.Option("--board", help="help.board_or_file")] = USUAL_BOARD,
    budget: BudgetOption = 1.0,
    jobs: JobsOption = 1,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
    plot: PlotOption = None,
) -> None:
    """Let bots play Tumblin-Dice: points per round and die, rounds won, where dice lie, time per flick.

    The bots move up one seat each round. Ctrl-C prints what is there so far.
    """
    check_minimum(1, rounds=rounds, jobs=jobs)
    check_minimum(0.001, budget=budget)
    check_plot(plot)
    words = split_list(players)
    _check_bots(words)
    setup = _setup(words, preset, variant or (), kinds, board)
    run = Run(Series(setup, words, seed, Budget(budget)), rounds, [RoundTally(word) for word in words])
    _play(run, Place(jobs, cluster))
    _show(run, as_json)
    if plot and run.rounds:
        draw_places(run.tallies, plot, title="Tumblin-Dice")
    if run.interrupted:
        raise typer.Exit(INTERRUPTED)


def _check_bots(words: Sequence[str]) -> None:
    """Raise InputError for an unknown bot or a missing package, before the first round."""
    for word in words:
        try:
            bot_by_name(word)
        except ModuleNotFoundError as error:
            raise MissingExtra(error.name or "mujoco", "physics") from error


def _setup(words: Sequence[str], preset: str | None, variant: Sequence[str], kinds: str, board: str) -> Setup:
    """The setup; seats are numbered, so that a bot in several of them has several names."""
    if preset is not None and preset not in PRESETS:
        raise InputError(problem("simulate.tumblin.preset", word=preset, known=", ".join(PRESETS)))
    known = [KINDS.get(word) for word in split_list(kinds)]
    dice = [kind for kind in known if kind is not None]
    if len(dice) < len(known):
        raise InputError(problem("flick.kind", kind=kinds, known=", ".join(KINDS)))
    names = [f"{number} {word}" for number, word in enumerate(words, start=1)]
    chosen = PRESETS[preset] if preset else usual_preset(len(names))
    house = house_rules(variant)
    setup = from_preset(chosen, names, kinds=dice, house=house, board=find_board(board))
    refusal = refuse_setup(setup)
    if refusal:
        raise InputError(problem(refusal.value))
    return setup


def _play(run: Run, place: Place) -> None:
    began = perf_counter()
    title = say("series.playing", language())
    try:
        with opened_executor(*place) as executor:
            played = play_series(run.series, run.rounds_asked, executor)
            for one in with_progress(played, run.rounds_asked, title):
                count_round(run.tallies, one)
    except KeyboardInterrupt:
        run.interrupted = True
    run.seconds = perf_counter() - began


def _show(run: Run, as_json: bool) -> None:
    if as_json:
        print_json(_document(run))
        return
    if run.interrupted:
        console().print(say("simulate.tumblin.interrupted", language(), count=run.rounds))
    if run.rounds:
        console().print(_result_table(run.tallies))


def _document(run: Run) -> dict[str, Any]:
    house = run.series.setup.house
    return {
        "game": "tumblin",
        "seed": run.series.seed,
        "variant": list(house.words),
        "rounds_asked": run.rounds_asked,
        "interrupted": run.interrupted,
        "seconds": round(run.seconds, 3),
        "results": [round_summary(tally) for tally in run.tallies],
    }


def _result_table(tallies: Sequence[RoundTally]) -> Table:
    table = figures_table(["", *(tally.bot for tally in tallies)])
    columns = [dict(_figures(tally)) for tally in tallies]
    for key in columns[0]:
        table.add_row(_label(key), *(column[key] for column in columns))
    return table


def _figures(tally: RoundTally) -> Iterator[tuple[str, str]]:
    error, interval = standard_error(tally.points), tally.win_interval
    yield "rounds", str(tally.rounds)
    yield "mean", f"{fmean(tally.points):.2f}"
    yield "error", NOTHING if error is None else f"{error:.2f}"
    yield "per_die", f"{tally.points_per_die:.2f}"
    yield "won", str(tally.wins)
    yield "tied", str(tally.ties)
    yield "interval", f"{100 * interval.low:.1f}–{100 * interval.high:.1f}%"
    for place in PLACES:
        yield place, f"{tally.places[place] / tally.places.total():.1%}"
    yield "time", format_duration(quantile(tally.microseconds, 0.5))


def _label(key: str) -> str:
    if key in PLACES:
        return say(f"flick.place.{key}", language())
    shared = ("mean", "error", "interval", "time")
    return say(f"simulate.row.{key}" if key in shared else f"simulate.tumblin.row.{key}", language())
