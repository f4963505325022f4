"""How many points bots make alone on a board: what a solo result is compared with.

`python -m tools.solo_ranks --games 500 --jobs 1`

Writes `src/tumbletrip/analysis/dicetrip/solo_ranks/<edition>.json`: how often which total came up, for
experts in the plain game and in the tens variant, and for relaxed players in the plain game. The same seed
gives the same games.
"""

import argparse
import json
from collections import Counter
from pathlib import Path

from tumbletrip.analysis.dicetrip import solo_ranks
from tumbletrip.analysis.dicetrip.simulation import Setup, each_alone, play_all, prepared
from tumbletrip.analysis.executor import executor_for
from tumbletrip.dicetrip.editions import EDITION_NAMES, builtin_edition

FIRST_SEED = 31_000


def main() -> None:
    """Play the games of every board, and store how they ended."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--editions", nargs="+", default=EDITION_NAMES)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=FIRST_SEED)
    wishes = parser.parse_args()
    folder = Path(solo_ranks.__file__).with_name(solo_ranks.FOLDER)
    folder.mkdir(exist_ok=True)
    for edition in wishes.editions:
        totals = {
            name: _totals(edition, level, wishes.games, wishes.seed, wishes.jobs, tens=name == "tens")
            for name, level in (
                ("plain", solo_ranks.LEVEL),
                ("tens", solo_ranks.LEVEL),
                ("relaxed", solo_ranks.RELAXED),
            )
        }
        made = {"made": f"tools/solo_ranks.py --games {wishes.games} --seed {wishes.seed}"}
        document = {**made, "level": solo_ranks.LEVEL, **totals}
        (folder / f"{edition}.json").write_text(json.dumps(document, indent=1) + "\n", "utf-8")
        print(edition, {name: sum(found.values()) for name, found in totals.items()})


def _totals(edition: str, level: str, games: int, seed: int, jobs: int, *, tens: bool) -> dict[str, int]:
    """How many of a level's solo games ended with each total."""
    setup = Setup(builtin_edition(edition), (level,), seed, tens)
    list(prepared(setup))
    played = play_all(setup, each_alone(1, games), executor_for(jobs))
    found = Counter(game.totals[0] for game in played)
    return {str(total): found[total] for total in sorted(found)}


if __name__ == "__main__":
    main()
