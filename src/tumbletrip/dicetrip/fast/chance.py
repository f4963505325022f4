"""Chance for compiled games: SplitMix64, small and fast.

It is the same in the C++ of bench/ and in plain Python (`wanderer.py`), so that all three can play the very
same games. One random word of 64 bits gives two numbers, one from each half.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tumbletrip.dicetrip.fast.compiling import inlined, kernel
from tumbletrip.dicetrip.fast.fields import ROLLS

Random: TypeAlias = NDArray[np.uint64]  # states of generators, one for each game

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_U27, _U30, _U31, _U32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)


@inlined
def mixed(word: np.uint64) -> np.uint64:
    """A word of 64 bits, thoroughly shuffled."""
    word = (word ^ (word >> _U30)) * _MIX_1
    word = (word ^ (word >> _U27)) * _MIX_2
    return word ^ (word >> _U31)


@inlined
def high_below(word: np.uint64, count: int) -> int:
    """A number from 0 up to, not including, `count`, from the high half of a random word."""
    return int((np.int64(word >> _U32) * count) >> 32)


@inlined
def low_below(word: np.uint64, count: int) -> int:
    """The same from the low half."""
    return int((np.int64(word & _LOW_HALF) * count) >> 32)


@inlined
def draw(random: Random) -> np.uint64:
    """The next random word of a generator."""
    random[0] += GOLDEN
    return mixed(random[0])


@inlined
def game_seed(seed: np.uint64, game: int) -> np.uint64:
    """Where the generator of one game of a batch starts: a pure function of both."""
    return mixed(seed + mixed(np.uint64(game)))


@kernel
def game_seeds(seed: np.uint64, games: int) -> Random:
    """The generators of all games of a batch."""
    seeds = np.empty(games, dtype=np.uint64)
    for game in range(games):
        seeds[game] = game_seed(seed, game)
    return seeds


@inlined
def random_roll(random: Random) -> int:
    """Throw all four dice (DT02)."""
    return high_below(draw(random), ROLLS)
