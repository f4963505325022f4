"""Decisions per second on one core, Dice Trip beside public engines: OpenSpiel, pgx and catanatron.

They play other games, so this compares orders of magnitude and no more. `--install DIR` makes a virtual
environment there for the benchmark only and puts the engines into it; `--peers DIR` uses one made earlier.
Without either, only Dice Trip is measured.
"""

import argparse
import json
import os
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.fast import bridge, kernels, random_games
from tumbletrip.dicetrip.fast.batch import BOTH_POWERS, Batch

PACKAGES = {"openspiel": ("open_spiel",), "pgx": ("pgx", "jax[cpu]"), "catanatron": ("catanatron",)}
SECONDS = 2.0
ROUNDS = 13


def main() -> None:
    arguments = _arguments()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # children inherit it: one core for all
    folder = arguments.install or arguments.peers
    if arguments.install:
        _install(arguments.install)
    print(f"{'random play, one core':<40}{'decisions /s':>14}")
    for what, rate in _own():
        _print(what, rate)
    if folder is None:
        print("The other engines: python bench/bench_engines.py --install DIR")
        return
    for engine in PACKAGES:
        _measure(folder, engine)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--install", type=Path, metavar="DIR")
    choice.add_argument("--peers", type=Path, metavar="DIR")
    return parser.parse_args()


def _install(folder: Path) -> None:
    """Put every engine into a fresh virtual environment; one that cannot be installed says why."""
    venv.create(folder, with_pip=True)
    for engine, packages in PACKAGES.items():
        pip = [_python(folder), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
        run = subprocess.run(pip, capture_output=True, text=True, check=False)
        if run.returncode:
            print(f"{engine} cannot be installed: {_last_line(run.stderr)}", file=sys.stderr)


def _python(folder: Path) -> str:
    return str(folder / ("Scripts" if os.name == "nt" else "bin") / "python")


def _own() -> Iterator[tuple[str, float]]:
    """A decision of Dice Trip fills this round's cities."""
    edition = builtin_edition("france")
    board = bridge.board_arrays(edition)
    scores = np.empty(10_000, dtype=np.int64)

    def in_kernel() -> int:
        random_games.play_games(board, BOTH_POWERS, kernels.TENS_OFF, np.uint64(1), 0, scores)
        return ROUNDS * len(scores)

    def from_python() -> int:
        batch = Batch(edition, 1024, seed=1)
        while not batch.is_over:
            batch.step(batch.random_moves())
        return ROUNDS * len(batch)

    yield "Dice Trip, whole games in a kernel", _rate(in_kernel)
    yield "Dice Trip, 1,024 stepped from Python", _rate(from_python)


def _rate(play: Callable[[], int]) -> float:
    play()
    decisions, began = 0, time.process_time()
    while time.process_time() - began < SECONDS:
        decisions += play()
    return decisions / (time.process_time() - began)


def _measure(folder: Path, engine: str) -> None:
    command = [_python(folder), str(Path(__file__).with_name("peers.py")), engine]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    for line in run.stdout.splitlines():
        result = json.loads(line)
        _print(result["what"], result["per_second"])
    if run.returncode:
        print(f"{engine:<40}{'–':>14}  {_last_line(run.stderr)}")


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["no message"])[-1]


def _print(what: str, rate: float) -> None:
    print(f"{what:<40}{rate:>14,.0f}", flush=True)


if __name__ == "__main__":
    main()
