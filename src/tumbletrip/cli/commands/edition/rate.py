"""`tumbletrip edition rate`: what games on a board show, beside France and Germany."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from tumbletrip.analysis.executor import Executor, opened_executor
from tumbletrip.analysis.extras import needs_extra
from tumbletrip.cli.commands.simulate.series_options import (
    ClusterOption,
    JobsOption,
    check_minimum,
)
from tumbletrip.cli.terminal.console import console, language, print_json, write_text
from tumbletrip.cli.terminal.progress import with_progress
from tumbletrip.core.texts import say
from tumbletrip.dicetrip.editions import Edition, builtin_edition, find_edition

if TYPE_CHECKING:
    from tumbletrip.maps.playing.rating import Rating

MOST_SHOWN = 5  # cities that are crossed out most


def command(
    edition: Annotated[str, typer.Argument(help="help.edition.rate.edition")],
    games: Annotated[int, typer.Option("--games", help="help.edition.rate.games")] = 200,
    jobs: JobsOption = 1,
    cluster: ClusterOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="help.json")] = False,
    picture_file: Annotated[Path | None, typer.Option("--picture", help="help.edition.rate.picture")] = None,
) -> None:
    """Let a bot play on a board, and compare it with France and Germany."""
    check_minimum(2, games=games)
    check_minimum(1, jobs=jobs)
    with needs_extra("fast"):
        from tumbletrip.maps.picture import picture
        from tumbletrip.maps.playing.rating import COMPARED, shown
    board = find_edition(edition)
    boards = [board, *(builtin_edition(name) for name in COMPARED if name != board.id)]
    with opened_executor(jobs, cluster) as executor:
        ratings = [_rated(one, games, executor) for one in boards]
    if picture_file:
        write_text(picture_file, picture(board, shown(board, ratings[0])))
    if as_json:
        print_json({"rated": ratings[0].as_json(), "compared": [rated.as_json() for rated in ratings[1:]]})
    else:
        _show(boards, ratings)


def _rated(edition: Edition, games: int, executor: Executor) -> "Rating":
    from tumbletrip.maps.playing.rating import games_on, rating

    title = say("maps.playing", language(), board=edition.name(language()))
    return rating(edition, with_progress(games_on(edition, games, executor), games, title))


def _show(boards: list[Edition], ratings: "list[Rating]") -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for board in boards:
        table.add_column(board.name(language()), justify="right")
    rows = {
        say("maps.mean", language()): [rated.mean for rated in ratings],
        say("maps.spread", language()): [rated.spread for rated in ratings],
        **{
            say(f"score.{part}", language()): [rated.parts[part] for rated in ratings]
            for part in ratings[0].parts
        },
        say("maps.colour_luck", language()): [rated.colour_luck for rated in ratings],
    }
    for title, values in rows.items():
        table.add_row(title, *(f"{value:.1f}" for value in values))
    console().print(table)
    _tell(boards[0], ratings[0])


def _tell(board: Edition, rated: "Rating") -> None:
    """What stands out: the cities that are crossed out most, roads nobody uses, dead ends."""
    often = sorted(rated.crossed, key=lambda city: (-rated.crossed[city], city))[:MOST_SHOWN]
    crossed = ", ".join(f"{board.by_id[city].name} {100 * rated.crossed[city]:.0f} %" for city in often)
    console().print(say("maps.often_crossed", language(), cities=crossed))
    nothing = say("maps.none", language())
    console().print(say("maps.unused", language(), roads=", ".join(rated.unused) or nothing))
    ends = ", ".join(board.by_id[city].name for city in rated.dead_ends)
    console().print(say("maps.dead_ends", language(), cities=ends or nothing))
