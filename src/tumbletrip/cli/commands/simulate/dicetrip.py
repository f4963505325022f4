"""`tumbletrip simulate dicetrip`: bots play Dice Trip in bulk; how many points, how many wins, how fast."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer

from tumbletrip.analysis.dicetrip.record_files import RecordFolder
from tumbletrip.analysis.dicetrip.results import Tally, count, summary, tallies_for
from tumbletrip.analysis.dicetrip.simulation import Played, Setup, around_the_table, each_alone, play_all
from tumbletrip.bots.dicetrip.protocol import Budget
from tumbletrip.cli.commands.simulate.result_tables import result_table
from tumbletrip.cli.commands.simulate.series import run_series
from tumbletrip.cli.commands.simulate.series_options import (
    BotsOption,
    BudgetOption,
    ClusterOption,
    EditionOption,
    JobsOption,
    JsonOption,
    Place,
    PlotOption,
    SeedOption,
    TensOption,
    check_minimum,
    check_plot,
    check_seats,
    split_list,
)
from tumbletrip.cli.terminal.console import INTERRUPTED, console, language, print_json
from tumbletrip.core.texts import say
from tumbletrip.dicetrip.editions import find_edition


@dataclass(slots=True)
class Series:
    """A series as it runs: its games counted as they come, and whether somebody stopped it."""

    setup: Setup
    solo: bool
    games_asked: int
    tallies: list[Tally]
    games: int = 0
    seconds: float = 0.0
    interrupted: bool = False


def command(
    bots: BotsOption,
    edition: EditionOption = "france",
    games: Annotated[int, typer.Option("--games", help="help.simulate.dicetrip.games")] = 100,
    seed: SeedOption = 1,
    tens: TensOption = False,
    solo: Annotated[bool, typer.Option("--solo", help="help.simulate.dicetrip.solo")] = False,
    budget: BudgetOption = 1.0,
    jobs: JobsOption = 1,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
    plot: PlotOption = None,
    records: Annotated[Path | None, typer.Option("--records", help="help.simulate.dicetrip.records")] = None,
) -> None:
    """Let bots play Dice Trip many times: points, parts of the score, wins and time per decision.

    Up to four bots sit at one table and move up one seat each game. Ctrl-C prints what is there so far.
    """
    check_minimum(1, games=games, jobs=jobs)
    check_minimum(0.001, budget=budget)
    check_plot(plot)
    words = split_list(bots)
    check_seats(words, solo=solo)
    setup = Setup(find_edition(edition), words, seed, tens, Budget(budget))
    series = Series(setup, solo, games, tallies_for(words))
    _run(series, Place(jobs, cluster), records)
    _show(series, as_json)
    if plot and series.games:
        from tumbletrip.analysis.plots import draw_scores

        draw_scores(series.tallies, plot, title=f"Dice Trip, {setup.edition.name(language())}")
    if series.interrupted:
        raise typer.Exit(INTERRUPTED)


def _run(series: Series, place: Place, records: Path | None) -> None:
    """Play the series, counting every game as it ends."""
    bots = len(series.setup.bots)
    pairings = (each_alone if series.solo else around_the_table)(bots, series.games_asked)
    total = series.games_asked * (bots if series.solo else 1)
    folder = RecordFolder(records) if records else None

    def take(played: Played) -> None:
        count(series.tallies, played)
        series.games += 1
        if folder:
            folder.add(series.setup, played)

    began = perf_counter()
    series.interrupted = not run_series(
        series.setup,
        partial(play_all, series.setup, pairings, with_events=folder is not None),
        total,
        place,
        take,
    )
    series.seconds = perf_counter() - began


def _show(series: Series, as_json: bool) -> None:
    if as_json:
        print_json(_document(series))
        return
    if series.interrupted:
        console().print(say("simulate.interrupted", language(), count=series.games))
    if series.games:
        console().print(result_table(series.tallies))


def _document(series: Series) -> dict[str, Any]:
    setup = series.setup
    return {
        "game": "dicetrip",
        "edition": setup.edition.id,
        "seed": setup.seed,
        "tens": setup.tens_variant,
        "solo": series.solo or len(setup.bots) == 1,
        "games_asked": series.games_asked,
        "interrupted": series.interrupted,
        "seconds": round(series.seconds, 3),
        "results": [summary(tally) for tally in series.tallies],
    }
