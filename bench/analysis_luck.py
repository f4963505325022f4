"""Whether luck is even: what the dice gave in many solo games of every level must be nought in the mean.

`python bench/analysis_luck.py --games 30 --jobs 2`

Every game has dice of its own, and so has its analysis: no error is shared between games, and the standard
error of the mean is honest.
"""

import argparse
from functools import partial
from statistics import fmean

from tests.kit.bot_games import play_game
from tumbletrip.analysis.dicetrip_study import Effort, Looks, Plan, turns_in
from tumbletrip.analysis.estimates import standard_error
from tumbletrip.analysis.executor import executor_for
from tumbletrip.bots.dicetrip.levels import LEVELS, bot_by_name
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.records import record_of
from tumbletrip.dicetrip.rules import new_game
from tumbletrip.dicetrip.sheet import LAST_ROUND

FIRST_SEED = 5_000


def luck_by_round(board: str, effort: int, game: tuple[str, int]) -> list[float]:
    """The luck of each round of one game of a level."""
    level, seed = game
    edition = builtin_edition(board)
    _, events = play_game(edition, [bot_by_name(level)], seed)
    record = record_of(new_game(edition), [level], events)
    looks = Looks(Plan(record, Effort.of(effort), seed), 0)
    turns = turns_in(record)
    return [looks.luck(turns[0, at]).mean for at in range(1, LAST_ROUND + 1)]


def row(*cells: object) -> None:
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


def told(values: list[float]) -> str:
    return f"{fmean(values):+.2f} ± {standard_error(values) or 0.0:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", default="france,germany")
    parser.add_argument("--games", type=int, default=30, help="of each level on each board")
    parser.add_argument("--effort", type=int, default=48, help="games played on from each sheet")
    parser.add_argument("--jobs", type=int, default=1)
    wish = parser.parse_args()
    row("board", *LEVELS, "all", "largest mean of a round")
    row(*["---"] * (len(LEVELS) + 3))
    for board in wish.boards.split(","):
        games = [(level, FIRST_SEED + number) for number, level in enumerate(list(LEVELS) * wish.games)]
        lucks = list(executor_for(wish.jobs).map(partial(luck_by_round, board, wish.effort), games))
        levels = [
            [sum(luck) for (played, _), luck in zip(games, lucks, strict=True) if played == level]
            for level in LEVELS
        ]
        rounds = [list(one) for one in zip(*lucks, strict=True)]
        farthest = max(rounds, key=lambda one: abs(fmean(one)))
        row(board, *map(told, levels), told([sum(luck) for luck in lucks]), told(farthest))


if __name__ == "__main__":
    main()
