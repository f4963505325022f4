"""How fast Dice Trip is on one core: compiled kernels beside readable Python and beside plain C++.

All three play the very same random games (same dice, same choices) and must agree on every score.
The contestants take turns, many times, and are timed in CPU seconds; the medians are compared, so that a
busy machine hurts all alike.
"""

import argparse
import ctypes
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np

from tumbletrip.dicetrip.editions import Edition, find_edition
from tumbletrip.dicetrip.fast import bridge, kernels, random_games, wanderer
from tumbletrip.dicetrip.fast.batch import BOTH_POWERS, Batch
from tumbletrip.dicetrip.fast.kernels import Bytes, Ints
from tumbletrip.dicetrip.rules import new_game
from tumbletrip.dicetrip.scoring import score

SEED = 20
GAMES, READABLE_GAMES = 20_000, 30  # per repetition
SHEETS, READABLE_SHEETS = 50_000, 300
CPP = Path(__file__).with_name("dicetrip.cpp")
CPP_FLAGS = ("-O3", "-march=native", "-std=c++17", "-shared", "-fPIC")


@dataclass(frozen=True, slots=True)
class Contestant:
    """One way to do a piece of work: how many times one run does it, and the run, which gives the scores."""

    name: str
    count: int
    run: Callable[[], Ints]


def main() -> None:
    arguments = _arguments()
    edition = find_edition(arguments.edition)
    with tempfile.TemporaryDirectory() as folder:
        library = _compiled(Path(folder))
        print(f"{f'one core, {edition.id}':<24}{'fast':>12}{'C++':>12}{'Python':>12}   / C++  / Python")
        _compare("random full games /s", _game_players(edition, library), arguments.repetitions)
        _compare("final scores /s", _scorers(edition, library), arguments.repetitions)
    _stepping(edition)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edition", default="france")
    parser.add_argument("--repetitions", type=int, default=31)
    return parser.parse_args()


def _compiled(folder: Path) -> ctypes.CDLL | None:
    """The C++ yardstick, if there is a compiler."""
    compiler = shutil.which("g++") or shutil.which("c++") or shutil.which("clang++")
    if compiler is None:
        print("No C++ compiler here: its column stays empty.", file=sys.stderr)
        return None
    library = folder / "dicetrip.so"
    subprocess.run([compiler, *CPP_FLAGS, str(CPP), "-o", str(library)], check=True)
    return ctypes.CDLL(str(library))


def _game_players(edition: Edition, library: ctypes.CDLL | None) -> list[Contestant]:
    board = bridge.board_arrays(edition)
    scores = np.empty(GAMES, dtype=np.int64)

    def fast() -> Ints:
        random_games.play_games(board, BOTH_POWERS, kernels.TENS_OFF, np.uint64(SEED), 0, scores)
        return scores.copy()

    def cpp() -> Ints:
        assert library is not None
        seed = ctypes.c_uint64(SEED)
        library.play_games(
            _pointer(board),
            BOTH_POWERS,
            kernels.TENS_OFF,
            seed,
            ctypes.c_int64(0),
            ctypes.c_int64(GAMES),
            _pointer(scores),
        )
        return scores.copy()

    def readable() -> Ints:
        starts = [wanderer.Words(wanderer.game_seed(SEED, game)) for game in range(READABLE_GAMES)]
        ends = [wanderer.play(new_game(edition), words) for words in starts]
        return np.array([score(game.sheets[0]).total for game in ends])

    return _contestants(library, (GAMES, fast), (GAMES, cpp), (READABLE_GAMES, readable))


def _scorers(edition: Edition, library: ctypes.CDLL | None) -> list[Contestant]:
    """Scores of the sheets of finished random games."""
    board = bridge.board_arrays(edition)
    pos, state, scores = _finished_sheets(edition)
    sheets = [bridge.sheet_of(edition, pos[index], state[index]) for index in range(READABLE_SHEETS)]

    def fast() -> Ints:
        kernels.score_sheets(board, pos, state, scores)
        return scores.copy()

    def cpp() -> Ints:
        assert library is not None
        arrays = (_pointer(board), _pointer(pos), _pointer(state))
        library.score_sheets(*arrays, ctypes.c_int64(SHEETS), _pointer(scores))
        return scores.copy()

    def readable() -> Ints:
        return np.array([score(sheet).total for sheet in sheets])

    return _contestants(library, (SHEETS, fast), (SHEETS, cpp), (READABLE_SHEETS, readable))


def _finished_sheets(edition: Edition) -> tuple[Bytes, Ints, Ints]:
    batch = Batch(edition, SHEETS, seed=SEED)
    scores = np.empty(SHEETS, dtype=np.int64)
    random_games.play_sheets(batch.board, batch.pos, batch.state, np.uint64(SEED), scores)
    return batch.pos, batch.state, scores


def _contestants(
    library: ctypes.CDLL | None,
    fast: tuple[int, Callable[[], Ints]],
    cpp: tuple[int, Callable[[], Ints]],
    readable: tuple[int, Callable[[], Ints]],
) -> list[Contestant]:
    both = [Contestant("fast", *fast), Contestant("Python", *readable)]
    return both if library is None else [*both, Contestant("C++", *cpp)]


def _pointer(array: Bytes | Ints) -> ctypes.c_void_p:
    return array.ctypes.data_as(ctypes.c_void_p)


def _compare(title: str, contestants: list[Contestant], repetitions: int) -> None:
    """Let them take turns, check that their scores are the same, and print the medians."""
    _check_same_scores({contestant.name: contestant.run() for contestant in contestants})
    seconds: dict[str, list[float]] = {contestant.name: [] for contestant in contestants}
    for _ in range(repetitions):
        for contestant in contestants:
            began = time.process_time()
            contestant.run()
            seconds[contestant.name].append((time.process_time() - began) / contestant.count)
    each = {name: median(times) for name, times in seconds.items()}
    rates = "".join(
        f"{1 / each[name]:>12,.0f}" if name in each else f"{'–':>12}" for name in ("fast", "C++", "Python")
    )
    by_cpp = f"{each['C++'] / each['fast']:>8.2f}" if "C++" in each else f"{'–':>8}"
    print(f"{title:<24}{rates}{by_cpp}{each['Python'] / each['fast']:>10,.0f}")


def _check_same_scores(results: dict[str, Ints]) -> None:
    for name, scores in results.items():
        if not np.array_equal(scores, results["fast"][: len(scores)]):
            raise SystemExit(f"{name} and the fast kernels disagree on a score")


def _stepping(edition: Edition) -> None:
    """Steps of a batch in a Python loop: random legal moves are drawn, checked and applied."""
    games, seconds = 1024, []
    for _ in range(20):
        batch = Batch(edition, games, seed=SEED)
        began = time.process_time()
        while not batch.is_over:
            batch.step(batch.random_moves())
        seconds.append(time.process_time() - began)
    print(f"{'steps from Python /s':<24}{13 * games / median(seconds):>12,.0f}   (batches of {games} games)")


if __name__ == "__main__":
    main()
