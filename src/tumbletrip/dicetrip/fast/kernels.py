"""Dice Trip on bitmasks, compiled by Numba: filling a sheet, legal moves, and the score.

Every kernel names its readable twin; `bridge.py` leads from one to the other.

How a game is told in numbers:
  city    0 to 24, in the order of the edition; a set of cities is a mask with bit `city`
  number  0 to 35, its place on the tracker (11 is 0, 66 is 35); a set of numbers is a mask too
  die     0 to 3: red, blue, green, yellow; a set of dice is a mask
  pair    0 to 11: an index of `dice.PAIRS`, or CROSS where no number is written
  split   0 to 59: the 12 plain splits of `splits.py`, then its 48 doubled ones, in that order
  roll    0 to 1295: the four digits as a number in base six, red first
  move    city, pair, city, pair in the order of writing; the second city is NO_CITY in round 13
  sheet   `pos`, the city of each number or NO_CITY, and `state`, the fields USED to TENS below
"""

from itertools import product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tumbletrip.dicetrip.dice import COLOURS, PAIRS
from tumbletrip.dicetrip.fast.addresses import Numbers
from tumbletrip.dicetrip.fast.compiling import bit_count, inlined, kernel, lowest_bit
from tumbletrip.dicetrip.fast.fields import CITIES, COLOURED, COLOURED_BY, NEIGHBOURS, NUMBERS, ZONES
from tumbletrip.dicetrip.scoring import LONGEST_PAID_SERIES, SERIES_POINTS, ZONE_POINTS
from tumbletrip.dicetrip.splits import DOUBLED_SPLITS, PLAIN_SPLITS

Ints: TypeAlias = NDArray[np.int64]
Bytes: TypeAlias = NDArray[np.int8]
Board: TypeAlias = Ints  # an edition, the fields NEIGHBOURS to COLOURED; made by `bridge.board_arrays`

NO_CITY = -1
CROSS = -1

# The fields of a sheet's `state`.
USED = 0  # numbers written (DT04)
OPEN = 1  # cities still empty
CROSSED = 2  # cities crossed out
IN_COLOUR = 3  # cities whose number was made with the die of their own colour
BONUS = 4  # cities that pay a bonus point: in colour, or a number with two equal digits (DT09)
POWERS = 5  # REROLL and DOUBLE, while they are left
TENS = 6  # TENS_OFF, TENS_OPEN until the six tens are complete, then the points (DT14)
FIELDS = 7

REROLL = 1  # DT07
DOUBLE = 2  # DT08
TENS_OFF = -2
TENS_OPEN = -1

# The columns of `score_parts`.
PARTS = ("bonus", "crossed", "road", "series", "zones", "tens")

ALL_CITIES = (1 << CITIES) - 1
DOUBLES = sum(1 << 7 * digit for digit in range(6))  # 11, 22 … 66 are seven places apart
TEN = (1 << 6) - 1  # the numbers 11 to 16; each further ten is six places on
PLAIN = len(PLAIN_SPLITS)
SPLITS = PLAIN + len(DOUBLED_SPLITS)
SERIES_BY_LENGTH = np.array(
    [SERIES_POINTS[min(n, LONGEST_PAID_SERIES)] for n in range(CITIES + 1)], dtype=np.int64
)
ZONES_BY_COUNT = np.array(ZONE_POINTS, dtype=np.int64)

_DICE_OF = [tuple(COLOURS.index(colour) for colour in pair) for pair in PAIRS]
PAIR_DICE = np.array([1 << tens | 1 << units for tens, units in _DICE_OF], dtype=np.int64)
SPLIT_PAIRS = np.array(
    [(PAIRS.index(split.first), PAIRS.index(split.second)) for split in PLAIN_SPLITS + DOUBLED_SPLITS],
    dtype=np.int64,
)
# The number each pair makes of each roll.
ROLL_NUMBERS = np.array(
    [[6 * dice[tens] + dice[units] for tens, units in _DICE_OF] for dice in product(range(6), repeat=4)],
    dtype=np.int8,
)


# --- dice and sheet ----------------------------------------------------------------------------------------


@inlined
def rerolled(roll: int, again: int, dice: int) -> int:
    """The roll after the dice of a mask were thrown again and show what they show in `again` (DT07)."""
    result = 0
    place = 1
    for die in range(3, -1, -1):  # the last die is the units digit in base six
        source = again if dice >> die & 1 else roll
        result += source // place % 6 * place
        place *= 6
    return result


@inlined
def clear(pos: Bytes, state: Ints, powers: int, tens: int) -> None:
    """Make a sheet empty; `powers` are those left, `tens` is TENS_OFF or TENS_OPEN."""
    pos[:] = NO_CITY
    state[:] = 0
    state[OPEN] = ALL_CITIES
    state[POWERS] = powers
    state[TENS] = tens


@inlined
def round_of(state: Ints) -> int:
    """The round a sheet is in; twin of `Sheet.round`."""
    return (CITIES - bit_count(state[OPEN])) // 2 + 1


@inlined
def has_all_tens(used: int) -> bool:
    """Whether a set of numbers holds one of each of the six tens (DT14)."""
    tens = 0
    for ten in range(6):
        tens += used >> 6 * ten & TEN != 0
    return tens == 6


@inlined
def write(board: Board, pos: Bytes, state: Ints, roll: int, pair: int, city: int) -> None:
    """Write the number of a pair in a city; twin of `Sheet.with_mark` (DT09, DT14)."""
    number = ROLL_NUMBERS[roll, pair]
    here = 1 << city
    pos[number] = city
    state[USED] |= 1 << number
    state[OPEN] &= ~here
    state[IN_COLOUR] |= board[COLOURED_BY + pair] & here
    state[BONUS] |= here if DOUBLES >> number & 1 else board[COLOURED_BY + pair] & here
    if state[TENS] == TENS_OPEN and has_all_tens(state[USED]):
        state[TENS] = bit_count(state[OPEN] & board[COLOURED])


@inlined
def cross(state: Ints, city: int) -> None:
    """Cross out a city (DT05)."""
    state[OPEN] &= ~(1 << city)
    state[CROSSED] |= 1 << city


@inlined
def fill_city(board: Board, pos: Bytes, state: Ints, roll: int, city: int, pair: int) -> None:
    """One entry of a round: write, or cross out when there is no pair."""
    if pair == CROSS:
        cross(state, city)
    else:
        write(board, pos, state, roll, pair, city)


@inlined
def fill(board: Board, pos: Bytes, state: Ints, roll: int, move: Bytes) -> None:
    """Fill a round's cities, one after the other; twin of `rules.fill`. The move must be legal."""
    fill_city(board, pos, state, roll, move[0], move[1])
    if move[2] == NO_CITY:
        return
    fill_city(board, pos, state, roll, move[2], move[3])
    if uses_a_die_twice(move[1], move[3]):
        state[POWERS] &= ~DOUBLE


@inlined
def uses_a_die_twice(pair: int, other: int) -> bool:
    """Whether two pairs share a die; a crossed-out city needs no dice (DT08). Twin of `doubled_die`."""
    return pair != CROSS and other != CROSS and bool(PAIR_DICE[pair] & PAIR_DICE[other])


# --- what a player may do -----------------------------------------------------------------------------


@inlined
def is_legal(state: Ints, roll: int, move: Bytes) -> bool:
    """Whether a sheet may be filled this way with this roll; twin of `rules.refuse_entries`."""
    one, pair, other, other_pair = move[0], move[1], move[2], move[3]
    if not (CROSS <= pair < len(PAIR_DICE) and CROSS <= other_pair < len(PAIR_DICE)):
        return False
    if not _is_open(state, one) or (pair != CROSS and is_taken(state, roll, pair)):
        return False
    if round_of(state) > 12:
        return bool(other == NO_CITY and other_pair == CROSS)  # DT06
    if other == one or not _is_open(state, other):
        return False
    if other_pair != CROSS and is_taken(state, roll, other_pair):
        return False
    if pair == CROSS or other_pair == CROSS:
        return True
    if ROLL_NUMBERS[roll, pair] == ROLL_NUMBERS[roll, other_pair]:
        return False  # DT04
    shared = bit_count(PAIR_DICE[pair] & PAIR_DICE[other_pair])
    return shared == 0 or (shared == 1 and state[POWERS] & DOUBLE != 0)  # DT03, DT08


@inlined
def _is_open(state: Ints, city: int) -> bool:
    return 0 <= city < CITIES and bool(state[OPEN] >> city & 1)


@inlined
def is_taken(state: Ints, roll: int, pair: int) -> bool:
    """Whether a pair's number stands on the sheet already (DT04)."""
    return bool(state[USED] >> ROLL_NUMBERS[roll, pair] & 1)


@kernel
def free_pairs(state: Ints, roll: int) -> int:
    """The pairs whose number may be written, as a mask; twin of `Options.singles`."""
    free = 0
    for pair in range(len(PAIR_DICE)):
        if not is_taken(state, roll, pair):
            free |= 1 << pair
    return free


@kernel
def free_splits(state: Ints, roll: int) -> int:
    """The splits both of whose numbers may be written, as a mask; twin of `Options.splits` (DT08)."""
    if round_of(state) > 12:
        return 0
    pairs = free_pairs(state, roll)
    free = 0
    for split in range(SPLITS if state[POWERS] & DOUBLE else PLAIN):
        first, second = SPLIT_PAIRS[split]
        may_both = pairs >> first & pairs >> second & 1
        if may_both and ROLL_NUMBERS[roll, first] != ROLL_NUMBERS[roll, second]:
            free |= 1 << split
    return free


@kernel
def count_moves(state: Ints, roll: int) -> int:
    """How many legal moves there are, orders of writing included; the length of `all_entries`."""
    cities = bit_count(state[OPEN])
    singles = bit_count(free_pairs(state, roll))
    if round_of(state) > 12:
        return cities * (singles + 1)
    ordered = cities * (cities - 1)
    return ordered * 2 * (bit_count(free_splits(state, roll)) + singles) + ordered // 2


@kernel
def list_moves(state: Ints, roll: int) -> Bytes:
    """All legal moves, one in each row, in the order of its twin `options.all_entries`."""
    moves = np.empty((count_moves(state, roll), 4), dtype=np.int8)
    cities = _listed(state[OPEN])
    pairs = _listed(free_pairs(state, roll))
    if round_of(state) > 12:
        _list_single_moves(moves, cities, pairs)
        return moves
    splits = _listed(free_splits(state, roll))
    row = 0
    for one in cities:
        for other in cities:
            if one != other:
                row = _list_moves_in(moves, row, one, other, splits, pairs)
    for place, one in enumerate(cities):
        for other in cities[place + 1 :]:
            row = _put(moves, row, one, CROSS, other, CROSS)
    return moves


@kernel
def _list_single_moves(moves: Bytes, cities: Ints, pairs: Ints) -> None:
    row = 0
    for city in cities:
        for pair in pairs:
            row = _put(moves, row, city, pair, NO_CITY, CROSS)
        row = _put(moves, row, city, CROSS, NO_CITY, CROSS)


@kernel
def _list_moves_in(moves: Bytes, row: int, one: int, other: int, splits: Ints, pairs: Ints) -> int:
    for split in splits:
        first, second = SPLIT_PAIRS[split]
        row = _put(moves, row, one, first, other, second)
        row = _put(moves, row, other, second, one, first)
    for pair in pairs:
        row = _put(moves, row, one, pair, other, CROSS)
        row = _put(moves, row, other, CROSS, one, pair)
    return row


@kernel
def _put(moves: Bytes, row: int, one: int, pair: int, other: int, other_pair: int) -> int:
    moves[row, 0] = one
    moves[row, 1] = pair
    moves[row, 2] = other
    moves[row, 3] = other_pair
    return row + 1


@kernel
def _listed(mask: int) -> Ints:
    """The places of a mask's bits, ascending."""
    places = np.empty(bit_count(mask), dtype=np.int64)
    for index in range(len(places)):
        places[index] = lowest_bit(mask)
        mask &= mask - 1
    return places


@kernel
def count_successors(board: Board, pos: Bytes, state: Ints, roll: int) -> int:
    """How many different sheets the round can lead to; the size of `options.successors`."""
    moves = list_moves(state, roll)
    keys = np.empty(len(moves), dtype=np.int64)
    next_pos, next_state = pos.copy(), state.copy()
    for row, move in enumerate(moves):
        next_pos[:] = pos
        next_state[:] = state
        fill(board, next_pos, next_state, roll, move)
        keys[row] = _key_of(next_state, roll, move)
    keys.sort()
    different = min(1, len(keys))
    for row in range(1, len(keys)):
        different += keys[row] != keys[row - 1]
    return different


@kernel
def _key_of(after: Ints, roll: int, move: Bytes) -> int:
    """What tells apart two sheets that one round made of the same sheet."""
    one = _mark_key(after, roll, move[0], move[1])
    other = _mark_key(after, roll, move[2], move[3]) if move[2] != NO_CITY else 0
    marks = min(one, other) << 12 | max(one, other)
    return int((marks << 2 | after[POWERS]) << 4 | (after[TENS] + 2))


@kernel
def _mark_key(after: Ints, roll: int, city: int, pair: int) -> int:
    number = NUMBERS if pair == CROSS else ROLL_NUMBERS[roll, pair]
    return int((np.int64(number) << 1 | (after[IN_COLOUR] >> city & 1)) << 5 | city)


# --- the score ----------------------------------------------------------------------------------------


@inlined
def chain_lengths(board: Numbers[int], pos: Numbers[int], used: int) -> tuple[int, int]:
    """The lengths of the longest road (DT11) and of the longest series (DT12) in one pass.

    Twin of `longest_road` and `longest_series`. The numbers come in ascending order, and each city learns
    the length of the longest road that ends in it: one more than the longest of its neighbours. The
    lengths of all cities are kept as five bit planes: plane 0 holds the cities whose length is odd, and
    so on. Going down the planes, keeping the neighbours that have the bit if there are any, finds their
    maximum without a branch, which is why this beats a list of lengths.
    """
    ones, twos, fours, eights, sixteens = 0, 0, 0, 0, 0
    road, series, run = 0, 0, 0
    previous, previous_city = -2, 0
    while used:
        number = lowest_bit(used)
        used &= used - 1
        city = int(pos[number])
        linked = int(board[NEIGHBOURS + city])
        length = 1 + _longest_among(linked, ones, twos, fours, eights, sixteens)
        ones |= (length & 1) << city
        twos |= (length >> 1 & 1) << city
        fours |= (length >> 2 & 1) << city
        eights |= (length >> 3 & 1) << city
        sixteens |= (length >> 4) << city
        road = max(road, length)
        run = run * ((number == previous + 1) & (linked >> previous_city)) + 1
        series = max(series, run)
        previous, previous_city = number, city
    return (road if road > 1 else 0), (series if series > 1 else 0)


@inlined
def _longest_among(cities: int, ones: int, twos: int, fours: int, eights: int, sixteens: int) -> int:
    """The greatest of the lengths of some cities, which stand in five bit planes."""
    best = cities & sixteens
    length = 16 if best else 0
    best = best if best else cities
    cities = best & eights
    length += 8 if cities else 0
    best = cities if cities else best
    cities = best & fours
    length += 4 if cities else 0
    best = cities if cities else best
    cities = best & twos
    length += 2 if cities else 0
    best = cities if cities else best
    return length + (1 if best & ones else 0)


@inlined
def clean_zones(board: Numbers[int], crossed: int) -> int:
    """How many zones have no crossed-out city (DT13); twin of `scoring.clean_zones`."""
    count = 0
    for zone in range(3):
        count += crossed & board[ZONES + zone] == 0
    return count


@inlined
def score(board: Board, pos: Bytes, state: Ints) -> int:
    """What a sheet is worth, finished or as it would count now; twin of `scoring.score(…).total`."""
    road, series = chain_lengths(board, pos, state[USED])
    points = bit_count(state[BONUS]) - bit_count(state[CROSSED])  # DT09, DT10
    points += road + SERIES_BY_LENGTH[series]
    return int(points + ZONES_BY_COUNT[clean_zones(board, state[CROSSED])] + max(0, state[TENS]))


@kernel
def score_parts(board: Board, pos: Bytes, state: Ints, parts: Ints) -> None:
    """The lines of the score column, in the order of PARTS."""
    road, series = chain_lengths(board, pos, state[USED])
    parts[0] = bit_count(state[BONUS])
    parts[1] = -bit_count(state[CROSSED])
    parts[2] = road
    parts[3] = SERIES_BY_LENGTH[series]
    parts[4] = ZONES_BY_COUNT[clean_zones(board, state[CROSSED])]
    parts[5] = max(0, state[TENS])


@kernel
def score_sheets(board: Board, pos: Bytes, state: Ints, scores: Ints) -> None:
    """The score of every sheet of a batch."""
    for index in range(len(scores)):
        scores[index] = score(board, pos[index], state[index])
