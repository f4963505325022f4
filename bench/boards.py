"""Games on every board of the package, for docs/lab/boards.md: `python -m bench.boards [--games 500]`."""

import argparse

from tumbletrip.dicetrip.editions import EDITION_NAMES, builtin_edition
from tumbletrip.maps.playing.fairness import points_on


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    games = parser.parse_args().games
    print("| board | roads | mean | spread |\n|---|---|---|---|")
    for name in EDITION_NAMES:
        board = builtin_edition(name)
        found = points_on(board, games)
        print(f"| {name} | {len(board.roads)} | {found.mean:.1f} | {found.spread:.1f} |", flush=True)


if __name__ == "__main__":
    main()
