"""`tumbletrip tournament dicetrip`: all bots against each other on shared dice, with ratings."""

from dataclasses import dataclass
from functools import partial
from statistics import fmean
from typing import Annotated, Any

import typer
from rich.table import Table

from tumbletrip.analysis.dicetrip.results import short_name
from tumbletrip.analysis.dicetrip.simulation import Setup, play_all
from tumbletrip.analysis.dicetrip.tournament import Standings, games_in, schedule
from tumbletrip.bots.dicetrip.protocol import Budget
from tumbletrip.cli.commands.simulate.result_tables import NOTHING, figures_table
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
    split_list,
)
from tumbletrip.cli.terminal.console import INTERRUPTED, console, language, print_json
from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.texts import say
from tumbletrip.dicetrip.editions import find_edition
from tumbletrip.dicetrip.rules import MAX_SEATS


@dataclass(slots=True)
class Contest:
    """A tournament as it runs."""

    setup: Setup
    players: int
    deals: int
    standings: Standings
    interrupted: bool = False


def command(
    bots: BotsOption,
    edition: EditionOption = "france",
    games: Annotated[int, typer.Option("--games", help="help.tournament.dicetrip.games")] = 20,
    players: Annotated[int, typer.Option("--players", help="help.tournament.dicetrip.players")] = 2,
    seed: SeedOption = 1,
    tens: TensOption = False,
    budget: BudgetOption = 1.0,
    jobs: JobsOption = 1,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
    plot: PlotOption = None,
) -> None:
    """Let all bots play Dice Trip against each other on the same dice: ratings, points and duels.

    Every deal is played by every group of bots in every seating order, so luck and seats are shared.
    """
    check_minimum(1, games=games, jobs=jobs)
    check_minimum(0.001, budget=budget)
    check_plot(plot)
    words = split_list(bots)
    if not 2 <= players <= min(MAX_SEATS, len(words)):
        most = min(MAX_SEATS, len(words))
        raise InputError(problem("tournament.players", count=len(words), players=players, most=most))
    setup = Setup(find_edition(edition), words, seed, tens, Budget(budget))
    contest = Contest(setup, players, games, Standings(words))
    pairings = schedule(len(words), players, games)
    total = games_in(len(words), players, games)
    contest.interrupted = not run_series(
        setup,
        partial(play_all, setup, pairings, with_events=False),
        total,
        Place(jobs, cluster),
        contest.standings.add,
    )
    _show(contest, as_json)
    if plot and contest.standings.games:
        from tumbletrip.analysis.plots import draw_standings

        draw_standings(contest.standings, plot, title=f"Dice Trip, {setup.edition.name(language())}")
    if contest.interrupted:
        raise typer.Exit(INTERRUPTED)


def _show(contest: Contest, as_json: bool) -> None:
    if as_json:
        print_json(_document(contest))
        return
    if contest.interrupted:
        console().print(say("simulate.interrupted", language(), count=contest.standings.games))
    if contest.standings.games:
        console().print(_ratings_table(contest.standings), _duels_table(contest.standings))


def _document(contest: Contest) -> dict[str, Any]:
    setup = contest.setup
    return {
        "game": "dicetrip",
        "edition": setup.edition.id,
        "seed": setup.seed,
        "tens": setup.tens_variant,
        "players": contest.players,
        "deals": contest.deals,
        "games": contest.standings.games,
        "interrupted": contest.interrupted,
        "bots": list(setup.bots),
        "results": contest.standings.documents(),
        "matrix": contest.standings.matrix(),
    }


def _ratings_table(standings: Standings) -> Table:
    """A row per bot, strongest first: rating, points and wins."""
    keys = ("rating", "rating_interval", "mean", "win_share")
    table = figures_table(["", *(say(f"tournament.heading.{key}", language()) for key in keys)])
    for bot in standings.order:
        table.add_row(_name(standings, bot), *_row(standings, bot))
    return table


def _duels_table(standings: Standings) -> Table:
    """How often the bot of a row finished ahead of the bot of a column."""
    order = standings.order
    corner = say("tournament.heading.duels", language())
    table = figures_table([corner, *(_name(standings, bot) for bot in order)])
    for bot in order:
        table.add_row(_name(standings, bot), *(_duel(standings, bot, other) for other in order))
    return table


def _name(standings: Standings, bot: int) -> str:
    return short_name(standings.tallies[bot].bot)


def _row(standings: Standings, bot: int) -> list[str]:
    rating, tally = standings.ratings[bot], standings.tallies[bot]
    mean = f"{fmean(tally.totals):.2f}" if tally.games else NOTHING
    share = NOTHING if tally.win_share is None else f"{tally.win_share:.1%}"
    return [f"{rating.mu:.1f}", f"{rating.interval.low:.1f}–{rating.interval.high:.1f}", mean, share]


def _duel(standings: Standings, bot: int, other: int) -> str:
    share = standings.duels.share(bot, other)
    return NOTHING if share is None else f"{share:.0%}"
