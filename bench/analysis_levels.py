"""What luck gave to each level and what its choices lost.

`python -m bench.analysis_levels --games 8 --effort 96`

Solo games, analysed; the same deals for all levels, each deal analysed on dice of its own.
"""

import argparse
from statistics import fmean

from tests.kit.dicetrip.bot_games import play_game
from tumbletrip.analysis.dicetrip.analysis import JudgedPlayer, Mark, analysis_parts, mark_of, put_together
from tumbletrip.analysis.dicetrip.study import Effort, Plan
from tumbletrip.analysis.estimates import standard_error
from tumbletrip.analysis.executor import executor_for
from tumbletrip.bots.dicetrip.levels import LEVELS, bot_by_name
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.notation.records import record_of
from tumbletrip.dicetrip.rules import new_game

MARKS = (Mark.SLIP, Mark.MISTAKE, Mark.BLUNDER)
HEADINGS = ("level", "games", "final", "luck", "lost")


def judged(board: str, level: str, seed: int, effort: int, jobs: int) -> JudgedPlayer:
    edition = builtin_edition(board)
    _, events = play_game(edition, [bot_by_name(level)], seed)
    plan = Plan(record_of(new_game(edition), [level], events), Effort.of(effort), seed)
    return put_together(plan, list(analysis_parts(plan, executor_for(jobs)))).players[0]


def told(values: list[float]) -> str:
    return f"{fmean(values):.2f} ± {standard_error(values) or 0.0:.2f}"


def row(*cells: object) -> None:
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


def marks(players: list[JudgedPlayer], mark: Mark) -> str:
    losses = [one.lost.mean for player in players for turn in player.turns for one in turn.decisions]
    return f"{sum(mark_of(lost) is mark for lost in losses) / len(players):.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", default="france")
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--effort", type=int, default=96)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    row(*HEADINGS, *(f"{mark}s a game" for mark in MARKS))
    row(*["---"] * (len(HEADINGS) + len(MARKS)))
    for level in LEVELS:
        players = [judged(given.board, level, seed, given.effort, given.jobs) for seed in range(given.games)]
        figures = (
            [player.end.mean for player in players],
            [player.luck for player in players],
            [player.lost for player in players],
        )
        row(level, len(players), *map(told, figures), *(marks(players, mark) for mark in MARKS))


if __name__ == "__main__":
    main()
