"""How much each level gives away by its choices, and whether luck is even: solo games, analysed.

`python bench/analysis_levels.py --games 8 --effort 96`
"""

import argparse
from statistics import fmean

from tests.kit.bot_games import play_game
from tumbletrip.analysis.dicetrip_analysis import JudgedPlayer, Mark, analysis_parts, mark_of, put_together
from tumbletrip.analysis.dicetrip_study import Effort, Plan
from tumbletrip.analysis.estimates import standard_error
from tumbletrip.analysis.executor import executor_for
from tumbletrip.bots.dicetrip.levels import LEVELS, bot_by_name
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.records import record_of
from tumbletrip.dicetrip.rules import new_game


def judged(level: str, seed: int, effort: int, jobs: int) -> JudgedPlayer:
    edition = builtin_edition("france")
    _, events = play_game(edition, [bot_by_name(level)], seed)
    plan = Plan(record_of(new_game(edition), [level], events), Effort.of(effort))
    return put_together(plan, list(analysis_parts(plan, executor_for(jobs)))).players[0]


def told(values: list[float]) -> str:
    return f"{fmean(values):6.2f} ± {standard_error(values) or 0.0:.2f}"


def marks(players: list[JudgedPlayer], mark: Mark) -> float:
    losses = [one.lost.mean for player in players for turn in player.turns for one in turn.decisions]
    return sum(mark_of(lost) is mark for lost in losses) / len(players)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--effort", type=int, default=96)
    parser.add_argument("--jobs", type=int, default=1)
    wish = parser.parse_args()
    print("| level | games | final | luck | given away | slips | mistakes | blunders (per game) |")
    print("|---|---|---|---|---|---|---|---|")
    everybody: list[float] = []
    for level in LEVELS:
        players = [judged(level, seed, wish.effort, wish.jobs) for seed in range(wish.games)]
        everybody += [player.luck for player in players]
        figures = [[player.end.mean for player in players], [player.luck for player in players]]
        figures.append([player.lost for player in players])
        counts = [f"{marks(players, mark):.1f}" for mark in (Mark.SLIP, Mark.MISTAKE, Mark.BLUNDER)]
        print(f"| {level} | {len(players)} | {' | '.join([*map(told, figures), *counts])} |", flush=True)
    print(f"\nluck of all games: {told(everybody)}")


if __name__ == "__main__":
    main()
