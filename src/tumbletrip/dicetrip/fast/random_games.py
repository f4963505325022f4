"""Random games, compiled: one sheet played to its end, thousands of games at once, and batches in steps.

They are what `bench/bench_dicetrip.py` and `bench/bench_engines.py` measure the engine by.
"""

import numpy as np
from numba.np.numpy_support import carray

from tumbletrip.dicetrip.fast.addresses import stack_bytes
from tumbletrip.dicetrip.fast.chance import (
    GOLDEN,
    Random,
    draw,
    game_seed,
    high_below,
    low_below,
    mixed,
    random_roll,
)
from tumbletrip.dicetrip.fast.compiling import bit_count, inlined, kernel, lowest_bit
from tumbletrip.dicetrip.fast.fields import NUMBERS, ROLLS
from tumbletrip.dicetrip.fast.kernels import (
    CROSS,
    DOUBLE,
    FIELDS,
    NO_CITY,
    OPEN,
    PLAIN,
    POWERS,
    REROLL,
    ROLL_NUMBERS,
    SPLIT_PAIRS,
    SPLITS,
    Board,
    Bytes,
    Ints,
    clear,
    cross,
    fill,
    is_legal,
    is_taken,
    rerolled,
    round_of,
    score,
    write,
)

STACK_BYTES = 32  # room for the open cities


@kernel
def play_out(board: Board, pos: Bytes, state: Ints, random: np.uint64) -> int:
    """Play a sheet, full or between two rounds, to its end at random, solo; gives its score.

    Twin of `wanderer.play`: a random split, and for each of its numbers a random open city, where it is
    written, or which is crossed out when the number is taken. Some dice are re-rolled in one round drawn
    beforehand, and a die is doubled in another, if the sheet has these powers.
    """
    cities = carray(stack_bytes(STACK_BYTES), STACK_BYTES)  # an array would cost an allocation
    count = _list_cities(state[OPEN], cities)
    if count == 0:
        return score(board, pos, state)
    word = mixed(random)
    reroll_round = 1 + high_below(word, 13) if state[POWERS] & REROLL else 0
    double_round = 1 + low_below(word, 12) if state[POWERS] & DOUBLE else 0
    for round_ in range(round_of(state), 14):
        random += GOLDEN
        word = mixed(random)
        roll = high_below(word, ROLLS)
        if round_ == reroll_round:
            random += GOLDEN
            roll = _wander_again(state, roll, mixed(random))
        if round_ == 13:
            _wander_to(board, pos, state, roll, low_below(word, 12), cities[0])
            break
        doubling = round_ == double_round
        split = PLAIN + low_below(word, SPLITS - PLAIN) if doubling else low_below(word, PLAIN)
        random += GOLDEN
        word = mixed(random)
        one = _take(cities, count, high_below(word, count))
        other = _take(cities, count - 1, low_below(word, count - 1))
        count -= 2
        wrote_one = _wander_to(board, pos, state, roll, SPLIT_PAIRS[split, 0], one)
        wrote_other = _wander_to(board, pos, state, roll, SPLIT_PAIRS[split, 1], other)
        if doubling and wrote_one and wrote_other:
            state[POWERS] &= ~DOUBLE
    return score(board, pos, state)


@inlined
def _list_cities(mask: int, cities: Bytes) -> int:
    """Write the cities of a mask into a list, ascending; gives their count."""
    count = 0
    while mask:
        cities[count] = lowest_bit(mask)
        mask &= mask - 1
        count += 1
    return count


@inlined
def _take(cities: Bytes, count: int, index: int) -> int:
    """Take a city out of a list; the last one moves to its place."""
    city = cities[index]
    cities[index] = cities[count - 1]
    return int(city)


@inlined
def _wander_again(state: Ints, roll: int, word: np.uint64) -> int:
    """Re-roll a random choice of one to four dice (DT07)."""
    state[POWERS] &= ~REROLL
    return rerolled(roll, high_below(word, ROLLS), 1 + low_below(word, 15))


@inlined
def _wander_to(board: Board, pos: Bytes, state: Ints, roll: int, pair: int, city: int) -> bool:
    """Write the number of a pair in a city if it is free, else cross the city out; tells which."""
    if is_taken(state, roll, pair):
        cross(state, city)
        return False
    write(board, pos, state, roll, pair, city)
    return True


# --- batches ------------------------------------------------------------------------------------------


@kernel
def play_games(board: Board, powers: int, tens: int, seed: np.uint64, first: int, scores: Ints) -> None:
    """Random games `first`, `first + 1` … from an empty sheet; only their scores are kept."""
    pos = np.empty(NUMBERS, dtype=np.int8)
    state = np.empty(FIELDS, dtype=np.int64)
    for index in range(len(scores)):
        clear(pos, state, powers, tens)
        scores[index] = play_out(board, pos, state, game_seed(seed, first + index))


@kernel
def play_sheets(board: Board, pos: Bytes, state: Ints, seed: np.uint64, scores: Ints) -> None:
    """Play every sheet of a batch to its end at random, in place."""
    for index in range(len(scores)):
        scores[index] = play_out(board, pos[index], state[index], game_seed(seed, index))


# --- many games, stepped from Python ------------------------------------------------------------------


@kernel
def clear_sheets(pos: Bytes, state: Ints, powers: int, tens: int) -> None:
    """Make every sheet of a batch empty."""
    for index in range(len(state)):
        clear(pos[index], state[index], powers, tens)


@kernel
def roll_sheets(random: Random, rolls: Ints) -> None:
    """Throw the dice of every game; each has its own generator."""
    for index in range(len(rolls)):
        rolls[index] = random_roll(random[index : index + 1])


@kernel
def fill_sheets(board: Board, pos: Bytes, state: Ints, rolls: Ints, moves: Bytes) -> int:
    """Fill a round's cities on every sheet; gives the first illegal move's game, or −1.

    If there is an illegal move, nothing is changed on any sheet.
    """
    for index in range(len(rolls)):
        if not is_legal(state[index], rolls[index], moves[index]):
            return index
    for index in range(len(rolls)):
        fill(board, pos[index], state[index], rolls[index], moves[index])
    return -1


@kernel
def wander_sheets(state: Ints, random: Random, rolls: Ints, moves: Bytes) -> None:
    """A legal move for every sheet, drawn as the wanderer draws, without powers."""
    for index in range(len(rolls)):
        _wander_move(state[index], rolls[index], draw(random[index : index + 1]), moves[index])


@inlined
def _wander_move(state: Ints, roll: int, word: np.uint64, move: Bytes) -> None:
    count = bit_count(state[OPEN])
    first, second = SPLIT_PAIRS[low_below(word, PLAIN)]
    one = high_below(word, count)
    move[0] = _nth_bit(state[OPEN], one)
    move[1] = CROSS if is_taken(state, roll, first) else first
    move[2] = NO_CITY
    move[3] = CROSS
    if count > 1:
        other = high_below(mixed(word), count - 1)
        move[2] = _nth_bit(state[OPEN], other + (other >= one))
        same = ROLL_NUMBERS[roll, first] == ROLL_NUMBERS[roll, second]
        move[3] = CROSS if same or is_taken(state, roll, second) else second


@inlined
def _nth_bit(mask: int, nth: int) -> int:
    """The place of a mask's bit, counted from the lowest, which is 0."""
    for _ in range(nth):
        mask &= mask - 1
    return lowest_bit(mask)
