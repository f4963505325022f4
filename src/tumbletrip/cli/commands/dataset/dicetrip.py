"""`tumbletrip dataset dicetrip`: positions, choices and values of Dice Trip as a Parquet file."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from tumbletrip import __version__
from tumbletrip.analysis.dicetrip.simulation import Setup, around_the_table, each_alone
from tumbletrip.analysis.extras import needs_extra
from tumbletrip.bots.dicetrip.protocol import Budget
from tumbletrip.cli.commands.simulate.series import run_series
from tumbletrip.cli.commands.simulate.series_options import (
    BotsOption,
    BudgetOption,
    ClusterOption,
    EditionOption,
    JobsOption,
    Place,
    SeedOption,
    TensOption,
    check_folder,
    check_minimum,
    check_seats,
    split_list,
)
from tumbletrip.cli.terminal.console import INTERRUPTED, console, language
from tumbletrip.core.texts import say
from tumbletrip.dicetrip.editions import find_edition


def command(
    bots: BotsOption,
    parquet: Annotated[Path, typer.Option("--parquet", help="help.dataset.dicetrip.parquet")],
    edition: EditionOption = "france",
    games: Annotated[int, typer.Option("--games", help="help.simulate.dicetrip.games")] = 100,
    seed: SeedOption = 1,
    tens: TensOption = False,
    solo: Annotated[bool, typer.Option("--solo", help="help.simulate.dicetrip.solo")] = False,
    effort: Annotated[int, typer.Option("--effort", help="help.dataset.dicetrip.effort")] = 0,
    budget: BudgetOption = 1.0,
    jobs: JobsOption = 1,
    cluster: ClusterOption = None,
) -> None:
    """Let bots play Dice Trip and write what they saw, did and could have done: a row for each action.

    The columns are told in docs/research.md. Ctrl-C writes the games that are there so far.
    """
    check_minimum(1, games=games, jobs=jobs)
    check_minimum(0, effort=effort)
    check_minimum(0.001, budget=budget)
    check_folder(parquet)
    words = split_list(bots)
    check_seats(words, solo=solo)
    with needs_extra("rl"):
        from tumbletrip.envs.datasets.parquet import DatasetFile, schema_for
        from tumbletrip.envs.datasets.rows import Row, all_rows
    setup = Setup(find_edition(edition), words, seed, tens, Budget(budget))
    head = {
        "tumbletrip": __version__,
        "game": "dicetrip",
        "edition": setup.edition.id,
        "bots": words,
        "seed": seed,
        "tens": tens,
        "solo": solo,
        "effort": effort,
        "budget": budget,
    }
    pairings = (each_alone if solo else around_the_table)(len(words), games)
    with DatasetFile(parquet, schema_for(1 if solo else len(words), head)) as file:
        finished = 0

        def take(rows: list[Row]) -> None:
            nonlocal finished
            file.add(rows)
            finished += 1

        work = partial(all_rows, setup, pairings, effort)
        is_whole = run_series(setup, work, games * (len(words) if solo else 1), Place(jobs, cluster), take)
    if not is_whole:
        console().print(say("simulate.interrupted", language(), count=finished))
    console().print(say("dataset.written", language(), count=finished, rows=file.rows, path=parquet))
    if not is_whole:
        raise typer.Exit(INTERRUPTED)
