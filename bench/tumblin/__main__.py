"""Tumblin-Dice as a contest, in figures: how far flicks go, what pays, and how strong the levels are.

    python -m bench.tumblin laws 600                zones by speed, faces kept, take-outs
    python -m bench.tumblin fours 400               what 4x brings beside 3x, for two hands
    python -m bench.tumblin exploit 60              the best constant shot that a hill-climb finds
    python -m bench.tumblin ladder 400              each level's rounds against the same field
    python -m bench.tumblin ladder 100 --level casual --first 300
    python -m bench.tumblin aims 100 --budget 0.3   what the champion aims at, in matches against itself
    python -m bench.tumblin last 400                what it aims at with the last die, by the points it lacks
    python -m bench.tumblin foresight 200           how often the last die makes up what is missing
    python -m bench.tumblin imagination 2000        the bots' own kernels beside MuJoCo
    python -m bench.tumblin duel 100 --budget 1     champion against itself by MuJoCo, and expert
    python -m bench.tumblin choices 40              its choices among eight dice, with either imagination
    python -m bench.tumblin analysis                what judging a whole match takes
    python -m bench.tumblin laws --board my.json    another board

Everything has a fixed seed; flicks are those of a practised hand, unless a level has another.
"""

import argparse

from bench.tumblin.aims import aims
from bench.tumblin.analysed import analysed
from bench.tumblin.exploit import exploit
from bench.tumblin.foresight import foresight
from bench.tumblin.fours import fours
from bench.tumblin.imagined.choices import choices
from bench.tumblin.imagined.duel import duel
from bench.tumblin.imagined.imagination import imagination
from bench.tumblin.ladder import ladder
from bench.tumblin.last_dice import last_dice
from bench.tumblin.laws import laws
from tumbletrip.bots.tumblin.levels import LEVELS
from tumbletrip.tumblin.board import USUAL_BOARD, find_board


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "what",
        choices=(
            *("laws", "fours", "exploit", "ladder", "aims", "last", "foresight"),
            *("imagination", "duel", "choices", "analysis"),
        ),
    )
    parser.add_argument("count", nargs="?", type=int, default=100, help="flicks, rounds or positions")
    parser.add_argument("--level", action="append", choices=tuple(LEVELS), help="of ladder or aims")
    parser.add_argument("--budget", type=float, default=0.1, help="of thinking: seconds of an idle core")
    parser.add_argument("--seed", type=int, default=18, help="of the rounds")
    parser.add_argument("--first", type=int, default=0, help="round of a ladder, to go on where one ended")
    parser.add_argument("--board", default=USUAL_BOARD)
    asked = parser.parse_args()
    board = find_board(asked.board)
    if asked.what == "laws":
        laws(board, asked.count)
    if asked.what == "fours":
        fours(board, asked.count)
    if asked.what == "exploit":
        exploit(board, asked.count)
    if asked.what == "imagination":
        imagination(board, asked.count, asked.seed)
    if asked.what == "duel":
        for level in asked.level or ("champion",):
            duel(board, level, asked.count, asked.budget, asked.seed)
    if asked.what == "choices":
        for level in asked.level or ("champion",):
            choices(board, level, asked.count, asked.budget)
    if asked.what == "ladder":
        rounds = range(asked.first, asked.first + asked.count)
        ladder(board, asked.level or tuple(LEVELS), rounds, asked.budget, asked.seed)
    if asked.what == "aims":
        for level in asked.level or ("champion",):
            aims(board, level, asked.count, asked.budget, asked.seed)
    if asked.what == "foresight":
        for level in asked.level or ("expert", "champion"):
            foresight(board, level, asked.count, asked.budget, asked.seed)
    if asked.what == "analysis":
        analysed(board, asked.seed)
    if asked.what == "last":
        for level in asked.level or ("champion",):
            last_dice(board, level, asked.count, asked.budget, asked.seed)


if __name__ == "__main__":
    main()
