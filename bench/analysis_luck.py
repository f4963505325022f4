"""Whether luck is even: what the dice gave in many games of every level must be nought in the mean.

`python -m bench.analysis_luck --games 100 --effort 96 --jobs 2`, with `--players 4` at tables of four

Told are luck, all that was lost, the part of it that is small change, and what luck would be if it led to
the best choice found, as it does in single rounds. No game taught the lines of the lead. Every game has dice
of its own, and so has its analysis: no error is shared between games, and the standard error of the mean is
honest. Players at one table share their dice; each plays at another level, and a table counts as one game.
"""

import argparse
from collections.abc import Callable
from functools import partial
from statistics import fmean
from typing import NamedTuple

from tests.kit.dicetrip.bot_games import play_game
from tumbletrip.analysis.dicetrip.analysis import JudgedPlayer, analysis_parts, put_together
from tumbletrip.analysis.dicetrip.study import Effort, Plan
from tumbletrip.analysis.estimates import standard_error
from tumbletrip.analysis.executor import Serial, executor_for
from tumbletrip.bots.dicetrip.levels import LEVELS, bot_by_name
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.notation.records import record_of
from tumbletrip.dicetrip.rules import new_game
from tumbletrip.dicetrip.sheet import LAST_ROUND

FIRST_SEED = 5_000
TOLD_EVERY = 100  # tables: a run that is cut short has said something


class Table(NamedTuple):
    """A game to play: who sits there, and its dice."""

    levels: tuple[str, ...]
    seed: int


def judged(board: str, effort: int, table: Table) -> tuple[JudgedPlayer, ...]:
    """One game, played and analysed."""
    edition = builtin_edition(board)
    _, events = play_game(edition, [bot_by_name(level) for level in table.levels], table.seed)
    record = record_of(new_game(edition, len(table.levels)), table.levels, events)
    plan = Plan(record, Effort.of(effort), table.seed)
    return put_together(plan, list(analysis_parts(plan, Serial()))).players


def row(*cells: object) -> None:
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


def told(values: list[float]) -> str:
    return f"{fmean(values):+.2f} ± {standard_error(values) or 0.0:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", default="france,germany")
    parser.add_argument("--games", type=int, default=30, help="of each level on each board")
    parser.add_argument("--players", type=int, default=1, help="at each table")
    parser.add_argument("--effort", type=int, default=384, help="games played on from each sheet")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    row("board", "", *LEVELS, "all", "farthest round")
    row(*["---"] * (len(LEVELS) + 4))
    for board in given.boards.split(","):
        levels = list(LEVELS)
        tables = [
            Table(tuple(levels[(at + seat) % len(levels)] for seat in range(given.players)), FIRST_SEED + at)
            for at in range(given.games * len(levels) // given.players)
        ]
        task = partial(judged, board, given.effort)
        games: list[tuple[JudgedPlayer, ...]] = []
        for game in executor_for(given.jobs).map(task, tables):
            games.append(game)
            if len(games) % TOLD_EVERY == 0 or len(games) == len(tables):
                print_luck(f"{board}, {len(games)} tables", games)


def print_luck(board: str, games: list[tuple[JudgedPlayer, ...]]) -> None:
    """Luck and losses a game, by level and for all; luck in the farthest round, too."""
    players = [player for game in games for player in game]
    by_level = [[player for player in players if player.name == level] for level in LEVELS]
    rounds = [
        [fmean(player.turns[at].even_luck for player in game) for game in games] for at in range(LAST_ROUND)
    ]
    farthest = max(rounds, key=lambda one: abs(fmean(one)))
    all_lucks = [fmean(player.luck for player in game) for game in games]
    lucks = [[player.luck for player in some] for some in by_level]
    row(board, "luck", *map(told, lucks), told(all_lucks), told(farthest))
    others: dict[str, Callable[[JudgedPlayer], float]] = {
        "lost": lambda player: player.lost,
        "of it small change": lambda player: player.small_change,
        "luck to the best found": lambda player: player.luck - player.small_change,
        "final score": lambda player: player.end.mean,
    }
    for name, figure in others.items():
        row(
            board,
            name,
            *(told(list(map(figure, some))) for some in by_level),
            told(list(map(figure, players))),
            "",
        )


if __name__ == "__main__":
    main()
