"""A learned value of a sheet after a round, and the moves it likes best: the compiled heart of the strong bots.

The value is the length the main road may reach, plus a sum of table entries: one per city, per road and per chain
of two roads (what stands there), and a few for the whole sheet (longest road and series, clean zones, powers, free
doubles, tens). The gain of a write is found per number and city once for a sheet; a move is first taken to be worth
the sum of its two gains plus what the two cities have in common, and the best of these are then valued in full.

The main road is thought along one fixed order of the cities, low numbers first. Between two numbered cities lies a
gap of empty ones; a table says what it adds to the road, by empty cities, unused numbers that fit and rounds played.
Cities that do not fit are bypassed over side roads.
"""

from typing import NamedTuple

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core.typing.templates import Signature
from numba.extending import intrinsic

from tumbletrip.bots.dicetrip.boardarrays import BINS, CITIES

EMPTY, CROSSED = 0, 1  # what stands in a city; number n (0 for 11 … 35 for 66) is n + 2
MARKS = 38
NUMBERS = 36

# The slots of a sheet's `facts`.
USED, OPEN, CROSSES, REROLL, DOUBLE, POINTS, TENS, ROUND = range(8)
# POINTS: bonus cities, crosses and the tens bonus so far. TENS: 1 while the variant's bonus is still to be won.

PLAY_SLOTS = 5  # a candidate: pair and city, pair and city (pair -1 is a cross, city -1 is none), 1 if a die is doubled
TOP = 5  # cities looked at per number

PAIR_DICE = np.array([(t, u) for t in range(4) for u in range(4) if t != u], np.int64)


def _splits() -> tuple[np.ndarray, int]:
    """All splits as two rows of PAIR_DICE: the 12 plain ones first, then the 48 with a doubled die (DT08)."""
    plain, doubled = [], []
    for p in range(12):
        for q in range(p + 1, 12):
            common = len(set(PAIR_DICE[p]) & set(PAIR_DICE[q]))
            if common == 0:
                plain.append((p, q))
            elif common == 1:
                doubled.append((p, q))
    return np.array(plain + doubled, np.int64), len(plain)


SPLITS, PLAIN_COUNT = _splits()
BIN_OF = np.array([0, 1, *(2 + n // 3 for n in range(NUMBERS))], np.int64)
SERIES_POINTS = np.array([0, 0, 0, 0, 2, 3, 4, 6, 6, 6, 9, *[9] * 26], np.int64)  # DT12
ZONE_POINTS = np.array([0, 4, 7, 9], np.int64)  # DT13
ALL_NUMBERS = (1 << NUMBERS) - 1
IS_DOUBLE = np.array([1 if n % 7 == 0 else 0 for n in range(NUMBERS)], np.int64)

ROAD_STAGE = np.array([0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5], np.int64)  # by rounds played
CHAIN_STAGE = np.array([0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3], np.int64)
ROAD_STAGES, CHAIN_STAGES = 6, 4


class Layout(NamedTuple):
    """Where each table starts in the flat vector of weights."""

    roads: int
    chains: int
    city: int
    road: int
    chain: int
    lengths: int
    zones: int
    powers: int
    doubles: int
    tracker: int
    tens: int
    gap: int
    size: int


def layout(roads: int, chains: int) -> Layout:
    """The layout for a board with so many roads and chains of two roads."""
    city = 0
    road = city + ROAD_STAGES * CITIES * MARKS
    chain = road + ROAD_STAGES * roads * MARKS * MARKS
    lengths = chain + CHAIN_STAGES * chains * BINS**3
    zones = lengths + 13 * 26 * 26
    powers = zones + 13 * 8 * 26
    doubles = powers + 13 * 4
    tracker = doubles + 13 * 64
    tens = tracker + ROAD_STAGES * 6 * 64
    gap = tens + 13 * 7 * 9
    size = gap + 13 * 26 * 37
    return Layout(roads, chains, city, road, chain, lengths, zones, powers, doubles, tracker, tens, gap, size)


@intrinsic
def lowest_bit(typingctx, value):  # type: ignore[no-untyped-def]  # noqa: ARG001  # Numba's signature
    """The place of the lowest set bit."""

    def codegen(context, builder, signature: Signature, args):  # type: ignore[no-untyped-def]  # noqa: ARG001
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


@intrinsic
def bit_count(typingctx, value):  # type: ignore[no-untyped-def]  # noqa: ARG001  # Numba's signature
    """The number of set bits."""

    def codegen(context, builder, signature: Signature, args):  # type: ignore[no-untyped-def]  # noqa: ARG001
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@njit(cache=True)
def next_random(state):
    """A random 64-bit word (splitmix64); `state` is an array of one."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@njit(cache=True)
def roll_dice(state, dice):
    """Throw all four dice; faces are 0 to 5."""
    word = next_random(state)
    for die in range(4):
        part = (word >> np.uint64(16 * die)) & np.uint64(0xFFFF)
        dice[die] = np.int64(part * np.uint64(6) >> np.uint64(16))


@njit(cache=True)
def clear_sheet(cities, pos, facts, tens):
    """An empty sheet with both powers."""
    cities[:] = EMPTY
    pos[:] = -1
    facts[:] = 0
    facts[OPEN] = (1 << CITIES) - 1
    facts[REROLL] = 1
    facts[DOUBLE] = 1
    facts[TENS] = tens
    facts[ROUND] = 1


@njit(cache=True)
def road_and_series(neighbours, pos, used):
    """The lengths of the longest road and the longest series, in one pass over the numbers from 11 up."""
    levels = np.zeros(27, np.int64)  # levels[k]: cities whose best road so far has k cities
    road, series, run, before = 0, 0, 0, -2
    while used:
        number = lowest_bit(used)
        used &= used - 1
        city = pos[number]
        around = neighbours[city]
        level = road
        while level > 0 and not levels[level] & around:
            level -= 1
        level += 1
        levels[level] |= 1 << city
        road = max(road, level)
        run = run + 1 if before == number - 1 and (around >> pos[before]) & 1 else 1
        series = max(series, run)
        before = number
    return (road if road > 1 else 0), series


@njit(cache=True)
def clean_zones(zone, crosses):
    """A bitmask of the zones without a cross (DT13)."""
    clean = 7
    while crosses:
        city = lowest_bit(crosses)
        crosses &= crosses - 1
        clean &= ~(1 << zone[city])
    return clean


@njit(cache=True)
def final_score(board, pos, facts):
    """The score of a sheet as it would count now."""
    road, series = road_and_series(board.neighbours, pos, facts[USED])
    clean = clean_zones(board.zone, facts[CROSSES])
    return facts[POINTS] + road + SERIES_POINTS[series] + ZONE_POINTS[bit_count(clean)]


@njit(cache=True)
def tens_left(used):
    """How many of the six tens have no number yet (DT14)."""
    left = 0
    for ten in range(6):
        if not (used >> (6 * ten)) & 63:
            left += 1
    return left


@njit(cache=True)
def open_coloured(board, open_cities):
    """How many coloured cities are still empty."""
    count = 0
    for city in range(CITIES):
        if board.colour[city] >= 0 and (open_cities >> city) & 1:
            count += 1
    return count


@njit(cache=True)
def road_hope(lay, board, weights, cities, used, played):
    """The length the main road may reach: the best walk along the order, every gap counted by its table."""
    marks = np.empty(CITIES, np.int64)
    reach = np.empty(CITIES, np.int64)  # most empty cities on a walk from the last numbered city to here
    best = np.zeros(CITIES)  # the best road that ends at a numbered place
    for place in range(CITIES):
        marks[place] = cities[board.order[place]]
    unused = ~used & ALL_NUMBERS
    gap = lay.gap + played * 26 * 37
    hope = 0.0
    for start in range(-1, CITIES):
        low, so_far, reached = -1, 0.0, 0
        if start >= 0:
            if marks[start] < 2 or best[start] == 0.0:
                continue
            low, so_far, reached = marks[start] - 2, best[start], 1 << start
            reach[start] = 0
        above = unused & ~((1 << (low + 1)) - 1)
        longest = 0
        for place in range(start + 1, CITIES):
            mark = marks[place]
            if mark == CROSSED or (mark >= 2 and mark - 2 <= low):
                continue
            came_from = board.before[place] & reached
            if start >= 0 and not came_from:
                continue
            most = 0
            while came_from:
                most = max(most, reach[lowest_bit(came_from)])
                came_from &= came_from - 1
            if mark == EMPTY:
                reach[place] = most + 1
                reached |= 1 << place
                longest = max(longest, most + 1)
            else:
                free = bit_count(above & ((1 << (mark - 2)) - 1))
                value = so_far + 1.0 + weights[gap + most * 37 + free]
                best[place] = max(best[place], value)
        hope = max(hope, so_far + weights[gap + longest * 37 + bit_count(above)])
    return hope


@njit(cache=True)
def gap_features(lay, board, weights, cities, used, played, out, count):
    """The gaps of the walk that `road_hope` found best, as weights; their sum and its cities make its value."""
    marks = np.empty(CITIES, np.int64)
    reach = np.empty(CITIES, np.int64)
    best = np.zeros(CITIES)
    gap_to = np.zeros(CITIES, np.int64)
    came_over = np.full(CITIES, -1, np.int64)
    for place in range(CITIES):
        marks[place] = cities[board.order[place]]
    unused = ~used & ALL_NUMBERS
    gap = lay.gap + played * 26 * 37
    hope, last, last_gap = 0.0, -1, gap
    for start in range(-1, CITIES):
        low, so_far, reached = -1, 0.0, 0
        if start >= 0:
            if marks[start] < 2 or best[start] == 0.0:
                continue
            low, so_far, reached = marks[start] - 2, best[start], 1 << start
            reach[start] = 0
        above = unused & ~((1 << (low + 1)) - 1)
        longest = 0
        for place in range(start + 1, CITIES):
            mark = marks[place]
            if mark == CROSSED or (mark >= 2 and mark - 2 <= low):
                continue
            came_from = board.before[place] & reached
            if start >= 0 and not came_from:
                continue
            most = 0
            while came_from:
                most = max(most, reach[lowest_bit(came_from)])
                came_from &= came_from - 1
            if mark == EMPTY:
                reach[place] = most + 1
                reached |= 1 << place
                longest = max(longest, most + 1)
            else:
                at = gap + most * 37 + bit_count(above & ((1 << (mark - 2)) - 1))
                value = so_far + 1.0 + weights[at]
                if value > best[place]:
                    best[place], gap_to[place], came_over[place] = value, at, start
        at = gap + longest * 37 + bit_count(above)
        value = so_far + weights[at]
        if value > hope:
            hope, last, last_gap = value, start, at
    out[count] = last_gap
    count += 1
    while last >= 0:
        out[count] = gap_to[last]
        count += 1
        last = came_over[last]
    return count


@njit(cache=True)
def whole_sheet_features(lay, board, pos, facts, out, count):
    """The weights of the whole-sheet tables that a sheet touches."""
    played = facts[ROUND] - 1
    used = facts[USED]
    road, series = road_and_series(board.neighbours, pos, used)
    out[count] = lay.lengths + (played * 26 + road) * 26 + series
    clean = clean_zones(board.zone, facts[CROSSES])
    out[count + 1] = lay.zones + (played * 8 + clean) * 26 + bit_count(facts[CROSSES])
    out[count + 2] = lay.powers + played * 4 + facts[REROLL] * 2 + facts[DOUBLE]
    free = 0
    for double in range(6):
        free |= ((used >> (7 * double)) & 1) << double
    out[count + 3] = lay.doubles + played * 64 + free
    count += 4
    stage = ROAD_STAGE[played]
    for ten in range(6):
        out[count] = lay.tracker + (stage * 6 + ten) * 64 + ((used >> (6 * ten)) & 63)
        count += 1
    if facts[TENS]:
        left, coloured = tens_left(used), open_coloured(board, facts[OPEN])
        out[count] = lay.tens + (played * 7 + left) * 9 + coloured
        count += 1
    return count


@njit(cache=True)
def place_features(lay, board, cities, played, out):
    """The weights of the city, road and chain tables that a sheet touches, at the stage of `played` rounds."""
    count = 0
    stage = ROAD_STAGE[played]
    for city in range(CITIES):
        out[count] = lay.city + (stage * CITIES + city) * MARKS + cities[city]
        count += 1
    for road in range(lay.roads):
        one, other = cities[board.roads[road, 0]], cities[board.roads[road, 1]]
        out[count] = lay.road + ((stage * lay.roads + road) * MARKS + one) * MARKS + other
        count += 1
    base = lay.chain + CHAIN_STAGE[played] * lay.chains * BINS**3
    for chain in range(lay.chains):
        a, b, c = (
            BIN_OF[cities[board.chains[chain, 0]]],
            BIN_OF[cities[board.chains[chain, 1]]],
            BIN_OF[cities[board.chains[chain, 2]]],
        )
        out[count] = base + ((chain * BINS + a) * BINS + b) * BINS + c
        count += 1
    return count


@njit(cache=True)
def weights_sum(weights, indices, count):
    """The sum of some weights."""
    total = 0.0
    for k in range(count):
        total += weights[indices[k]]
    return total


@njit(cache=True)
def sheet_gains(lay, board, weights, cities, pos, facts, numbers, gains, top):
    """What each mark in each open city would add, and the best cities of each of some numbers (a bitmask).

    Gains are read at the stage the sheet will be in after this round. They include points that fall due at once
    (a cross, a double), but not the bonus of a coloured city, which depends on the dice.
    """
    _place_gains(lay, board, weights, cities, facts, gains)
    _whole_gains(lay, board, weights, cities, pos, facts, numbers, gains)
    for mark in range(1, MARKS):
        if mark == CROSSED or (numbers >> (mark - 2)) & 1:
            _top_cities(cities, gains, mark, top[mark])


@njit(cache=True)
def _whole_gains(lay, board, weights, cities, pos, facts, numbers, gains):
    """Add what single marks would do to the main road, to the longest road and series, and to the zones."""
    played, used, crosses = facts[ROUND], facts[USED], facts[CROSSES]
    road, series = road_and_series(board.neighbours, pos, used)
    lengths = lay.lengths + played * 26 * 26
    hope = max(road_hope(lay, board, weights, cities, used, played), road * 1.0)
    now = hope + weights[lengths + road * 26 + series]
    zones = lay.zones + played * 8 * 26 + bit_count(crosses)
    now_clean = weights[zones + clean_zones(board.zone, crosses) * 26]
    numbers &= ~used
    for city in range(CITIES):
        if cities[city] != EMPTY:
            continue
        cities[city] = CROSSED
        hope = max(road_hope(lay, board, weights, cities, used, played), road * 1.0)
        gains[city, CROSSED] += hope + weights[lengths + road * 26 + series] - now
        clean = clean_zones(board.zone, crosses | 1 << city)
        gains[city, CROSSED] += weights[zones + 1 + clean * 26] - now_clean
        left = numbers
        while left:
            n = lowest_bit(left)
            left &= left - 1
            cities[city] = n + 2
            pos[n] = city
            road_then, series_then = road_and_series(board.neighbours, pos, used | 1 << n)
            hope = max(road_hope(lay, board, weights, cities, used | 1 << n, played), road_then * 1.0)
            gains[city, n + 2] += hope + weights[lengths + road_then * 26 + series_then] - now
            pos[n] = -1
        cities[city] = EMPTY


@njit(cache=True)
def _place_gains(lay, board, weights, cities, facts, gains):
    """What each mark in each open city would add to the city, road and chain tables, and in points at once."""
    played = facts[ROUND]
    stage = ROAD_STAGE[played]
    chain_base = lay.chain + CHAIN_STAGE[played] * lay.chains * BINS**3
    by_bin = np.empty(BINS, np.float64)
    for city in range(CITIES):
        if cities[city] != EMPTY:
            continue
        base = lay.city + (stage * CITIES + city) * MARKS
        now = weights[base]
        row = gains[city]
        for mark in range(1, MARKS):
            row[mark] = weights[base + mark] - now
        for k in range(board.road_start[city], board.road_start[city + 1]):
            at = lay.road + (stage * lay.roads + board.road_of[k, 0]) * MARKS * MARKS
            other = cities[board.road_of[k, 1]]
            if board.road_of[k, 2]:
                at += other
                now = weights[at]
                for mark in range(1, MARKS):
                    row[mark] += weights[at + MARKS * mark] - now
            else:
                at += MARKS * other
                now = weights[at]
                for mark in range(1, MARKS):
                    row[mark] += weights[at + mark] - now
        by_bin[:] = 0.0
        for k in range(board.chain_start[city], board.chain_start[city + 1]):
            at = (
                chain_base
                + board.chain_of[k, 0] * BINS**3
                + BIN_OF[cities[board.chain_of[k, 2]]] * board.chain_of[k, 3]
                + BIN_OF[cities[board.chain_of[k, 4]]] * board.chain_of[k, 5]
            )
            stride = board.chain_of[k, 1]
            now = weights[at]
            for b in range(1, BINS):
                by_bin[b] += weights[at + stride * b] - now
        for mark in range(1, MARKS):
            row[mark] += by_bin[BIN_OF[mark]]
        row[CROSSED] -= 1.0
        for double in range(6):
            row[2 + 7 * double] += 1.0


@njit(cache=True)
def _top_cities(cities, gains, mark, best):
    """The open cities with the highest gain for a mark, best first; -1 fills up."""
    best[:] = -1
    for city in range(CITIES):
        if cities[city] != EMPTY:
            continue
        gain = gains[city, mark]
        at = TOP
        while at > 0 and (best[at - 1] < 0 or gains[best[at - 1], mark] < gain):
            at -= 1
        if at < TOP:
            for k in range(TOP - 1, at, -1):
                best[k] = best[k - 1]
            best[at] = city


@njit(cache=True)
def shared_gain(lay, board, weights, cities, played, one, mark, other, mark_other):
    """What two marks in two open cities are worth together beyond the sum of their gains."""
    total = 0.0
    road = board.link_road[one, other, 0]
    if road >= 0:
        at = lay.road + (ROAD_STAGE[played] * lay.roads + road) * MARKS * MARKS
        first, second = mark, mark_other
        if not board.link_road[one, other, 1]:
            first, second = mark_other, mark
        total += (
            weights[at + first * MARKS + second]
            - weights[at + first * MARKS]
            - weights[at + second]
            + weights[at]
        )
    base = lay.chain + CHAIN_STAGE[played] * lay.chains * BINS**3
    pair = one * CITIES + other
    for k in range(board.link_start[pair], board.link_start[pair + 1]):
        at = (
            base
            + board.link_of[k, 0] * BINS**3
            + BIN_OF[cities[board.link_of[k, 3]]] * board.link_of[k, 4]
        )
        a, b = BIN_OF[mark] * board.link_of[k, 1], BIN_OF[mark_other] * board.link_of[k, 2]
        total += weights[at + a + b] - weights[at + a] - weights[at + b] + weights[at]
    return total


@njit(cache=True)
def _insert(values, plays, value, pair, city, pair_other, city_other, doubled):
    """Keep a move among the best seen, ordered by value."""
    at = values.size
    while at > 0 and values[at - 1] < value:
        at -= 1
    if at == values.size:
        return
    for k in range(values.size - 1, at, -1):
        values[k] = values[k - 1]
        for slot in range(PLAY_SLOTS):
            plays[k, slot] = plays[k - 1, slot]
    values[at] = value
    plays[at, 0] = pair
    plays[at, 1] = city
    plays[at, 2] = pair_other
    plays[at, 3] = city_other
    plays[at, 4] = doubled


SLACK = 2.0  # two marks rarely gain more than this together beyond their sum; pairs further behind are skipped


@njit(cache=True)
def likely_plays(lay, board, weights, cities, facts, gains, top, dice, may_double, values, plays):
    """The best ways to fill two cities by the sum over places, best first; values are gains over the sheet now."""
    values[:] = -1e9
    played = facts[ROUND]
    used = facts[USED]
    number = np.empty(12, np.int64)
    city_of = np.empty((12, TOP), np.int64)
    gain_of = np.empty((12, TOP), np.float64)
    for pair in range(12):
        tens, units = PAIR_DICE[pair, 0], PAIR_DICE[pair, 1]
        n = 6 * dice[tens] + dice[units]
        number[pair] = -1 if (used >> n) & 1 else n
        if number[pair] >= 0:
            _pair_cities(board, cities, gains, top, n, tens, units, city_of[pair], gain_of[pair])
    penalty = 0.0
    if facts[DOUBLE]:
        at = lay.powers + played * 4 + facts[REROLL] * 2
        penalty = weights[at] - weights[at + 1]
    last = values.size - 1
    for split in range(SPLITS.shape[0] if may_double else PLAIN_COUNT):
        p, q = SPLITS[split, 0], SPLITS[split, 1]
        n, m = number[p], number[q]
        if n < 0 or m < 0 or n == m:
            continue
        cost = penalty if split >= PLAIN_COUNT else 0.0
        for x in range(TOP):
            one = city_of[p, x]
            if one < 0 or gain_of[p, x] + gain_of[q, 0] + cost + SLACK < values[last]:
                break
            for y in range(TOP):
                other = city_of[q, y]
                if other < 0:
                    break
                value = gain_of[p, x] + gain_of[q, y] + cost
                if value + SLACK < values[last]:
                    break
                if one == other:
                    continue
                value += shared_gain(lay, board, weights, cities, played, one, n + 2, other, m + 2)
                if value > values[last]:
                    _insert(values, plays, value, p, one, q, other, 1 if split >= PLAIN_COUNT else 0)
    for p in range(12):
        if number[p] < 0:
            continue
        for x in range(TOP):
            one = city_of[p, x]
            for y in range(2):
                other = top[CROSSED, y]
                if one < 0 or other < 0 or one == other:
                    continue
                value = gain_of[p, x] + gains[other, CROSSED]
                if value + SLACK < values[last]:
                    continue
                value += shared_gain(lay, board, weights, cities, played, one, number[p] + 2, other, CROSSED)
                if value > values[last]:
                    _insert(values, plays, value, p, one, -1, other, 0)
    one, other = top[CROSSED, 0], top[CROSSED, 1]
    value = gains[one, CROSSED] + gains[other, CROSSED]
    value += shared_gain(lay, board, weights, cities, played, one, CROSSED, other, CROSSED)
    if value > values[last]:
        _insert(values, plays, value, -1, one, -1, other, 0)


@njit(cache=True)
def _pair_cities(board, cities, gains, top, n, tens, units, city_of, gain_of):
    """The best cities for the number of a pair of dice, the bonus of coloured cities counted (DT09)."""
    for k in range(TOP):
        city_of[k] = top[n + 2, k]
        if city_of[k] >= 0:
            gain_of[k] = gains[city_of[k], n + 2]
    if IS_DOUBLE[n]:
        return  # a city pays once, so its colour adds nothing to a double
    for die in (tens, units):
        for k in range(2):
            city = board.coloured[die, k]
            if cities[city] == EMPTY:
                _raise_city(city, gains[city, n + 2] + 1.0, city_of, gain_of)


@njit(cache=True)
def _raise_city(city, gain, city_of, gain_of):
    """Put a city at its new place in a list ordered by gain, from wherever it stood."""
    stood = TOP - 1
    for k in range(TOP):
        if city_of[k] == city:
            stood = k
            break
    if city_of[stood] >= 0 and city_of[stood] != city and gain_of[stood] >= gain:
        return
    at = stood
    while at > 0 and (city_of[at - 1] < 0 or gain_of[at - 1] < gain):
        city_of[at] = city_of[at - 1]
        gain_of[at] = gain_of[at - 1]
        at -= 1
    city_of[at] = city
    gain_of[at] = gain


@njit(cache=True)
def put(board, cities, pos, facts, dice, pair, city):
    """Write the number of a pair of dice into a city, or cross it out (pair -1); tells the tens bonus won."""
    bit = 1 << city
    facts[OPEN] &= ~bit
    if pair < 0:
        cities[city] = CROSSED
        facts[CROSSES] |= bit
        facts[POINTS] -= 1  # DT10
        return 0
    tens, units = PAIR_DICE[pair, 0], PAIR_DICE[pair, 1]
    n = 6 * dice[tens] + dice[units]
    cities[city] = n + 2
    pos[n] = city
    facts[USED] |= 1 << n
    colour = board.colour[city]
    if IS_DOUBLE[n] or colour == tens or colour == units:
        facts[POINTS] += 1  # DT09
    if facts[TENS] and tens_left(facts[USED]) == 0:
        facts[TENS] = 0
        bonus = open_coloured(board, facts[OPEN])  # DT14
        facts[POINTS] += bonus
        return bonus
    return 0


@njit(cache=True)
def play(board, cities, pos, facts, dice, move):
    """Fill the cities of a round in the order of the move; tells the tens bonus won."""
    bonus = put(board, cities, pos, facts, dice, move[0], move[1])
    if move[3] >= 0:
        bonus += put(board, cities, pos, facts, dice, move[2], move[3])
    if move[4]:
        facts[DOUBLE] = 0
    facts[ROUND] += 1
    return bonus


@njit(cache=True)
def take_back(cities, pos, facts, facts_before, dice, move):
    """Undo a move, given the facts from before it."""
    for k in range(0, 4, 2):
        pair, city = move[k], move[k + 1]
        if city < 0:
            continue
        cities[city] = EMPTY
        if pair >= 0:
            pos[6 * dice[PAIR_DICE[pair, 0]] + dice[PAIR_DICE[pair, 1]]] = -1
    facts[:] = facts_before


@njit(cache=True)
def sheet_value(lay, board, weights, cities, pos, facts, room):
    """The value of a sheet after a round: points so far and what the tables expect to come."""
    count = place_features(lay, board, cities, facts[ROUND] - 1, room)
    return facts[POINTS] + weights_sum(weights, room, count) + whole_value(lay, board, weights, cities, pos, facts, room)


@njit(cache=True)
def whole_value(lay, board, weights, cities, pos, facts, room):
    """What the main road and the whole-sheet tables say about a sheet after a round."""
    count = whole_sheet_features(lay, board, pos, facts, room, 0)
    road = (room[0] - lay.lengths) // 26 - (facts[ROUND] - 1) * 26
    hope = road_hope(lay, board, weights, cities, facts[USED], facts[ROUND] - 1)
    return max(hope, road * 1.0) + weights_sum(weights, room, count)


@njit(cache=True)
def ranked_plays(lay, board, weights, cities, pos, facts, gains, top, base, dice, may_double, values, plays, room):
    """The likely plays with their full values, best first; `base` is `place_value` of the sheet now."""
    likely_plays(lay, board, weights, cities, facts, gains, top, dice, may_double, values, plays)
    before = facts.copy()
    at = lay.powers + before[ROUND] * 4 + before[REROLL] * 2
    for k in range(values.size):
        if values[k] < -1e8:
            break
        if before[TENS]:
            _better_order(board, cities, pos, facts, before, dice, plays[k])
        bonus = play(board, cities, pos, facts, dice, plays[k])
        value = base + values[k] + bonus
        if plays[k, 4]:
            value -= weights[at] - weights[at + 1]  # counted again among the whole-sheet tables
        values[k] = value + whole_value(lay, board, weights, cities, pos, facts, room)
        take_back(cities, pos, facts, before, dice, plays[k])
    _sort_plays(values, plays)


@njit(cache=True)
def _better_order(board, cities, pos, facts, before, dice, move):
    """DT14: turn the two entries round if that wins more tens bonus."""
    bonus = play(board, cities, pos, facts, dice, move)
    take_back(cities, pos, facts, before, dice, move)
    _turn_round(move)
    turned = play(board, cities, pos, facts, dice, move)
    take_back(cities, pos, facts, before, dice, move)
    if turned <= bonus:
        _turn_round(move)


@njit(cache=True)
def _turn_round(move):
    for slot in range(2):
        move[slot], move[slot + 2] = move[slot + 2], move[slot]


@njit(cache=True)
def _sort_plays(values, plays):
    """Insertion sort, best first; equals keep their order."""
    for k in range(1, values.size):
        at = k
        while at > 0 and values[at - 1] < values[at]:
            values[at - 1], values[at] = values[at], values[at - 1]
            for slot in range(PLAY_SLOTS):
                plays[at - 1, slot], plays[at, slot] = plays[at, slot], plays[at - 1, slot]
            at -= 1


@njit(cache=True)
def place_value(lay, board, weights, cities, facts, room):
    """Points so far and the place tables, read at the stage after this round: the base that gains add to."""
    count = place_features(lay, board, cities, facts[ROUND], room)
    return facts[POINTS] + weights_sum(weights, room, count)


@njit(cache=True)
def last_scores(board, cities, pos, facts, scores):
    """Round 13: the final score for each number in the last open city, then for a cross; colours not counted."""
    city = lowest_bit(facts[OPEN])
    used = facts[USED]
    zones = ZONE_POINTS[bit_count(clean_zones(board.zone, facts[CROSSES]))]
    crossed = ZONE_POINTS[bit_count(clean_zones(board.zone, facts[CROSSES] | 1 << city))]
    road, series = road_and_series(board.neighbours, pos, used)
    scores[NUMBERS] = facts[POINTS] - 1 + road + SERIES_POINTS[series] + crossed
    for n in range(NUMBERS):
        scores[n] = -99
        if (used >> n) & 1:
            continue
        pos[n] = city
        road, series = road_and_series(board.neighbours, pos, used | 1 << n)
        pos[n] = -1
        scores[n] = facts[POINTS] + IS_DOUBLE[n] + road + SERIES_POINTS[series] + zones
    return city


@njit(cache=True)
def best_last_pair(board, city, scores, dice):
    """Round 13 with a roll: the best pair of dice (-1 for a cross) and the score it brings."""
    best, score = -1, scores[NUMBERS]
    colour = board.colour[city]
    for pair in range(12):
        tens, units = PAIR_DICE[pair, 0], PAIR_DICE[pair, 1]
        n = 6 * dice[tens] + dice[units]
        value = scores[n]
        if value < -50:
            continue
        if (colour == tens or colour == units) and not IS_DOUBLE[n]:
            value += 1
        if value > score:
            best, score = pair, value
    return best, score
