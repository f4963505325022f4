"""`tumbletrip analyse`: a recorded game judged, choice by choice or flick by flick."""

from typing import Annotated

import typer

from tumbletrip.cli.commands.analyse.analyse_options import AnalyseOptions
from tumbletrip.cli.commands.simulate.series_options import JobsOption, PlotOption, check_minimum, check_plot
from tumbletrip.cli.terminal.console import read_text
from tumbletrip.cli.terminal.record_games import part_for_record


def command(
    file: Annotated[str, typer.Argument(help="help.record")],
    games: Annotated[
        int | None,
        typer.Option("--games", help="help.analyse.games"),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="help.analyse.seed")] = 1,
    jobs: JobsOption = 2,
    rounds: Annotated[bool, typer.Option("--rounds", help="help.analyse.rounds")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="help.json")] = False,
    plot: PlotOption = None,
) -> None:
    """Judge a recorded game: what could be expected, what luck gave, and what choices cost.

    Dice Trip: expected final scores, luck and lost points, the dearest decisions. Tumblin-Dice: what each
    flick was worth for this hand, and its luck. A broken or unfinished record is judged as far as it goes.
    """
    if games is not None:
        check_minimum(16, games=games)
    check_minimum(1, jobs=jobs)
    check_minimum(0, seed=seed)
    check_plot(plot)
    options = AnalyseOptions(games, seed, jobs, rounds, as_json, plot)
    text = read_text(file)
    part_for_record(__name__, text, file).analyse(text, options)
