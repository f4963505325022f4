"""`tumbletrip analyse`: a recorded game judged, choice by choice or flick by flick."""

from typing import Annotated

import typer

from tumbletrip.cli.analyse_wish import Wish
from tumbletrip.cli.replay_tumblin import is_tumble
from tumbletrip.cli.series_options import JobsOption, PlotOption, at_least, check_plot
from tumbletrip.cli.terminal import read_text


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
        at_least(16, games=games)
    at_least(1, jobs=jobs)
    at_least(0, seed=seed)
    check_plot(plot)
    wish = Wish(games, seed, jobs, rounds, as_json, plot)
    text = read_text(file)
    if is_tumble(file, text):
        from tumbletrip.cli.analyse_tumblin import analyse_tumblin

        analyse_tumblin(text, wish)
        return
    from tumbletrip.cli.analyse_dicetrip import analyse_dicetrip

    analyse_dicetrip(text, wish)
