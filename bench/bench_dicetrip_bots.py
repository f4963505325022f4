"""How strong and how fast the Dice Trip bots are: solo means on both boards, and a duel of two aims.

python bench/bench_dicetrip_bots.py --games 2000 --jobs 2          # the table in docs/lab/dicetrip-bots.md
python bench/bench_dicetrip_bots.py --duel 2000 --jobs 2           # plays to win against plays to score
"""

import argparse
import math
import statistics
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from joblib import Parallel, delayed

from tests.kit.bot_games import play_game
from tumbletrip.bots.dicetrip.levels import LEVELS, bot_by_name
from tumbletrip.bots.dicetrip.players import TableBot, champion
from tumbletrip.dicetrip.editions import EDITION_NAMES, builtin_edition

Z99 = 2.576  # 99 % of a normal lie within so many standard errors


def solo_games(level: str, board: str, seeds: range) -> tuple[list[int], list[float]]:
    """Totals of solo games, and the seconds of each decision but those of a first game that warms up."""
    bot, edition = bot_by_name(level), builtin_edition(board)
    seconds: list[float] = []
    play_game(edition, [bot], -1)
    totals = [play_game(edition, [bot], seed, seconds=seconds)[0][0] for seed in seeds]
    return totals, seconds


def duel_games(board: str, seeds: range) -> list[tuple[int, int]]:
    """Scores of a champion that plays to win and one that plays to score, on the same dice, seats in turn."""
    winner = champion()
    assert isinstance(winner, TableBot)
    scorer = replace(winner, plays_to_win=False)
    results = []
    for seed in seeds:
        seats = [winner, scorer] if seed % 2 == 0 else [scorer, winner]
        totals, _ = play_game(builtin_edition(board), seats, seed)
        results.append((totals[0], totals[1]) if seed % 2 == 0 else (totals[1], totals[0]))
    return results


def portions(games: int, size: int = 20) -> Iterator[range]:
    """The seeds 0 to games, in portions for the workers."""
    return (range(first, min(first + size, games)) for first in range(0, games, size))


def solo_line(level: str, board: str, games: int, jobs: int) -> str:
    """One line of the table."""
    parts = Parallel(n_jobs=jobs)(delayed(solo_games)(level, board, seeds) for seeds in portions(games))
    totals = [total for part, _ in parts for total in part]
    seconds = [second for _, part in parts for second in part]
    mean, error = statistics.fmean(totals), statistics.stdev(totals) / math.sqrt(len(totals))
    low, high = mean - Z99 * error, mean + Z99 * error
    return (
        f"| {level} | {board} | {len(totals)} | {mean:.2f} | {error:.2f} | {low:.2f} – {high:.2f} "
        f"| {1e3 * statistics.median(seconds):.1f} | {1e3 * max(seconds):.0f} |"
    )


def duel_line(board: str, games: int, jobs: int) -> str:
    """How often playing to win beats playing to score; a tie is half a win for both."""
    parts = Parallel(n_jobs=jobs)(delayed(duel_games)(board, seeds) for seeds in portions(games))
    results = [result for part in parts for result in part]
    points = [1.0 if ours > theirs else 0.5 if ours == theirs else 0.0 for ours, theirs in results]
    share, error = statistics.fmean(points), statistics.stdev(points) / math.sqrt(len(points))
    means = (statistics.fmean(side) for side in zip(*results, strict=True))
    return (
        f"| {board} | {len(points)} | {100 * share:.1f} % | {100 * (share - 1.96 * error):.1f} – "
        f"{100 * (share + 1.96 * error):.1f} % | " + " | ".join(f"{mean:.2f}" for mean in means) + " |"
    )


def main() -> None:
    """Print the tables that were asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--levels", default=",".join(LEVELS))
    parser.add_argument("--editions", default=",".join(EDITION_NAMES))
    parser.add_argument("--duel", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    wishes = parser.parse_args()
    if wishes.duel:
        print("| board | games | won by playing to win | 95 % interval | its mean | the scorer's mean |")
        print("|---|---|---|---|---|---|")
        for board in wishes.editions.split(","):
            print(duel_line(board, wishes.duel, wishes.jobs), flush=True)
        return
    print("| level | board | games | mean | se | 99 % interval | ms per decision (median) | longest |")
    print("|---|---|---|---|---|---|---|---|")
    for level in wishes.levels.split(","):
        for board in wishes.editions.split(","):
            print(solo_line(level, board, wishes.games, wishes.jobs), flush=True)


if __name__ == "__main__":
    main()
