"""How strong and how fast the Dice Trip bots are: solo means on both boards, and a duel of two aims.

python bench/bench_dicetrip_bots.py --games 2000 --jobs 2          # the table in docs/lab/dicetrip-bots.md
python bench/bench_dicetrip_bots.py --games 2000 --json out/ladder.json  # … and for bench/plot_ladder.py
python bench/bench_dicetrip_bots.py --duel 2000 --jobs 2           # plays to win against plays to score
"""

import argparse
import json
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import fmean, median, stdev
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from joblib import Parallel, delayed

from tests.kit.dicetrip.bot_games import play_game, play_rounds, totals_of
from tumbletrip.analysis.dicetrip.results import QUANTILES
from tumbletrip.analysis.estimates import quantile, standard_error
from tumbletrip.bots.dicetrip.endings import ENDGAME_ROUND
from tumbletrip.bots.dicetrip.levels import LEVELS, bot_by_name
from tumbletrip.bots.dicetrip.machine.places import TIE
from tumbletrip.bots.dicetrip.players import ValueBot, champion
from tumbletrip.bots.dicetrip.protocol import Bot, Budget, Choice, Position
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.rules import new_game

Z95, Z99 = 1.960, 2.576  # so many standard errors hold 95 % and 99 % of a normal
Given = argparse.Namespace
Ending = tuple[int, int]  # points of the one that plays to win, and of the other


@dataclass(frozen=True)
class Unaware:
    """A bot that is not told of the tens variant (DT14) it plays."""

    bot: Bot

    def choose(self, position: Position, budget: Budget, rng: Random) -> Choice:
        sheets = tuple(replace(sheet, tens_variant=False, tens_bonus=None) for sheet in position.sheets)
        return self.bot.choose(replace(position, sheets=sheets), budget, rng)


def solo_games(given: Given, level: str, board: str, seeds: range) -> tuple[list[int], list[float]]:
    """Totals of solo games, and the seconds of each decision but those of a first game that warms up."""
    bot, edition, budget = bot_by_name(level), builtin_edition(board), Budget(given.budget)
    bot = Unaware(bot) if given.unaware else bot
    seconds: list[float] = []
    play_game(edition, [bot], -1, tens_variant=given.tens, budget=budget)
    totals = [
        play_game(edition, [bot], seed, tens_variant=given.tens, budget=budget, seconds=seconds)[0][0]
        for seed in seeds
    ]
    return totals, seconds


def duel_games(board: str, seeds: range) -> list[tuple[Ending, Ending]]:
    """The endings of a champion that plays to win and one that plays to score, once in each seating.

    Both play alike until the last rounds, so experts, who are quicker, play these once; what follows is on
    the same dice.
    """
    winner, opener = champion(), bot_by_name("expert")
    assert isinstance(winner, ValueBot)
    scorer = replace(winner, plays_to_win=False)
    pairs = []
    for seed in seeds:
        opening = play_rounds(
            new_game(builtin_edition(board), 2), [opener, opener], seed, before=ENDGAME_ROUND
        )
        first, second = totals_of(play_rounds(opening, [winner, scorer], seed))
        scorers, winners = totals_of(play_rounds(opening, [scorer, winner], seed))
        pairs.append(((first, second), (winners, scorers)))
    return pairs


def portions(games: int, size: int = 20) -> Iterator[range]:
    """The seeds 0 to games, in portions for the workers."""
    return (range(first, min(first + size, games)) for first in range(0, games, size))


def solo_results(given: Given, level: str, board: str) -> tuple[list[int], list[float]]:
    """All totals of a level on a board, and the seconds of all decisions."""
    parts = Parallel(n_jobs=given.jobs)(
        delayed(solo_games)(given, level, board, seeds) for seeds in portions(given.games)
    )
    return [total for part, _ in parts for total in part], [second for _, part in parts for second in part]


def solo_line(level: str, board: str, totals: list[int], seconds: list[float]) -> str:
    """One line of the table."""
    mean, error = fmean(totals), stdev(totals) / math.sqrt(len(totals))
    low, high = mean - Z99 * error, mean + Z99 * error
    return (
        f"| {level} | {board} | {len(totals)} | {mean:.2f} | {error:.2f} | {low:.2f} – {high:.2f} "
        f"| {1e3 * median(seconds):.1f} | {1e3 * max(seconds):.0f} |"
    )


def ladder_document(board: str, totals: dict[str, list[int]]) -> dict[str, Any]:
    """The ladder of a board as `tumbletrip simulate --solo --json` gives it, as far as a plot needs it."""
    results = [
        {
            "bot": level,
            "games": len(points),
            "mean": fmean(points),
            "se": standard_error(points),
            "quantiles": {f"{share:.0%}": quantile(points, share) for share in QUANTILES},
        }
        for level, points in totals.items()
    ]
    return {"edition": board, "results": results}


def duel_line(board: str, games: int, jobs: int) -> str:
    """How often playing to win beats playing to score; a tie is half a win for both.

    Two games on the same dice hang together, so the interval is taken over pairs.
    """
    parts = Parallel(n_jobs=jobs)(delayed(duel_games)(board, seeds) for seeds in portions(games // 2))
    pairs = [pair for part in parts for pair in part]
    points = [
        fmean(1.0 if ours > theirs else TIE * (ours == theirs) for ours, theirs in pair) for pair in pairs
    ]
    share, error = fmean(points), stdev(points) / math.sqrt(len(points))
    differ = sum(one != other[::-1] for one, other in pairs)
    ours, theirs = (fmean(ending[side] for pair in pairs for ending in pair) for side in (0, 1))
    return (
        f"| {board} | {2 * len(pairs)} | {100 * share:.2f} % | {100 * (share - Z95 * error):.2f} – "
        f"{100 * (share + Z95 * error):.2f} % | {differ} of {len(pairs)} | {ours:.2f} | {theirs:.2f} |"
    )


def main() -> None:
    """Print the tables that were asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--levels", default=",".join(LEVELS))
    parser.add_argument("--editions", default="france,germany")
    parser.add_argument("--duel", type=int, default=0)
    parser.add_argument("--tens", action="store_true", help="the variant of DT14")
    parser.add_argument("--unaware", action="store_true", help="bots are not told of that variant")
    parser.add_argument("--budget", type=float, default=1.0, help="seconds per decision")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", type=Path, help="also write the ladder for bench/plot_ladder.py")
    given = parser.parse_args()
    if given.duel:
        print(
            "| board | games | won by playing to win | 95 % interval | pairs that differ | mean | scorer's |"
        )
        print("|---|---|---|---|---|---|---|")
        for board in given.editions.split(","):
            print(duel_line(board, given.duel, given.jobs), flush=True)
        return
    print("| level | board | games | mean | se | 99 % interval | ms per decision (median) | longest |")
    print("|---|---|---|---|---|---|---|---|")
    ladder: dict[str, dict[str, list[int]]] = {board: {} for board in given.editions.split(",")}
    for level in given.levels.split(","):
        for board, totals in ladder.items():
            totals[level], seconds = solo_results(given, level, board)
            print(solo_line(level, board, totals[level], seconds), flush=True)
    if given.json:
        given.json.write_text(json.dumps([ladder_document(*each) for each in ladder.items()]))


if __name__ == "__main__":
    main()
