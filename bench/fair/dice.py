"""Do the dice of the protocol look like dice? Chi-square of faces, pairs and serial pairs, and runs.

python -m bench.fair.dice [--dice 100000000] [--seed 1]
"""

import argparse
import hashlib
import time
from math import erfc, sqrt

import numpy as np
import numpy.typing as npt

from tumbletrip.fairness.draws import draw_message, setup_hash, stream

BLOCK = 4096  # bytes of one draw: many dice of each, so that the hashes are quick enough
SIDES = 6
FAIR_BYTES = 252

Faces = npt.NDArray[np.int64]


def p_of(chi_square: float, degrees: int) -> float:
    """The chance of such a chi-square or a larger one, by the approximation of Wilson and Hilferty."""
    spread = 2 / (9 * degrees)
    return erfc(((chi_square / degrees) ** (1 / 3) - (1 - spread)) / sqrt(2 * spread)) / 2


def chi_square(counts: Faces) -> tuple[float, int]:
    """Chi-square against equal counts, and its degrees of freedom."""
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2 / expected).sum()), counts.size - 1


def dice_of(seed: int, draw: int) -> Faces:
    """The dice of one draw, 0 to 5, as the protocol makes them of its bytes."""
    link = hashlib.sha256(f"{seed}/{draw}".encode()).digest()
    bytes_ = stream(link, draw_message("bench", setup_hash("{}"), draw, "roll", ("-",)))
    drawn = np.frombuffer(bytes(next(bytes_) for _ in range(BLOCK)), dtype=np.uint8)
    return drawn[drawn < FAIR_BYTES].astype(np.int64) % SIDES


def main() -> None:
    """Print a line for each test."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--dice", type=int, default=100_000_000)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    begun, dice, runs, draw = time.perf_counter(), 0, 0, 0
    faces, pairs, serial = np.zeros(6, np.int64), np.zeros(36, np.int64), np.zeros(36, np.int64)
    while dice < asked.dice:
        draw += 1
        drawn = dice_of(asked.seed, draw)
        rolls = drawn[: len(drawn) // 4 * 4].reshape(-1, 4)
        faces += np.bincount(drawn, minlength=6)
        pairs += np.bincount(6 * rolls[:, 0] + rolls[:, 1], minlength=36)  # two dice of one roll
        serial += np.bincount(6 * rolls[:-1, 0] + rolls[1:, 0], minlength=36)  # one die in two rolls
        runs += int((drawn[1:] != drawn[:-1]).sum())
        dice += len(drawn)
    print(f"{dice:,} dice, {dice / (time.perf_counter() - begun):,.0f} a second, seed {asked.seed}")
    for name, counts in (("faces", faces), ("pairs in a roll", pairs), ("same die, next roll", serial)):
        print(f"{name:20} p = {p_of(*chi_square(counts)):.3f}")
    steps = dice - draw
    print(f"{'runs':20} p = {erfc(abs(runs - steps * 5 / 6) / sqrt(steps * 5 / 36) / sqrt(2)):.3f}")


if __name__ == "__main__":
    main()
