"""The value of a sheet after a round, and what each mark would gain: the compiled heart of the bots.

The value is the length the main road may reach, plus a sum of weights: one per city, per road and per
chain of two roads (chosen by what stands there), and a few for the whole sheet.
"""

from typing import NamedTuple

import numpy as np

from tumbletrip.bots.dicetrip.kernels.memory import SheetArrays, board_at, layout_at, weights_at
from tumbletrip.bots.dicetrip.kernels.roads import STARTS, WALKS, road_hope, road_onward, road_upto, walks
from tumbletrip.bots.dicetrip.kernels.sheets import ALL_NUMBERS, open_coloured, tens_left
from tumbletrip.bots.dicetrip.learning.value_weights import (
    CHAIN_BINS,
    CHAIN_SIZE,
    CROSSED,
    CROSSES,
    DOUBLE,
    EMPTY,
    FREE,
    LENGTHS,
    MARKS,
    POINTS,
    REROLL,
    ROAD_BINS,
    ROAD_SIZE,
    ROUND,
    TENS,
    USED,
)
from tumbletrip.dicetrip.fast.addresses import Floats, Ints, row, stack_floats, stack_ints
from tumbletrip.dicetrip.fast.compiling import bit_count, kernel, lowest_bit
from tumbletrip.dicetrip.fast.fields import CITIES, NUMBERS
from tumbletrip.dicetrip.fast.kernels import TEN, chain_lengths

# Bins by mark, and stages by rounds played.
ROAD_BIN = np.array([0, 1, *(2 + n // 3 for n in range(NUMBERS))], np.int64)
CHAIN_BIN = np.array([0, 1, *(2 + n // 6 for n in range(NUMBERS))], np.int64)
ROAD_STAGE = np.array([0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5], np.int64)
CHAIN_STAGE = np.array([0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3], np.int64)

TOP = 5  # cities looked at per number
FEATURES = 330  # more than the weights a sheet touches
GAINS, TOPS = CITIES * MARKS, MARKS * TOP  # the size of a desk


class Desk(NamedTuple):
    """Working space: gains per city and mark, the best cities per mark, and indices of weights.

    Kernels lay it on their own stack: `Desk(stack_floats(GAINS), stack_ints(TOPS), stack_ints(FEATURES))`.
    """

    gains: Floats
    top: Ints
    touched: Ints


# The weights that a sheet has.


@kernel
def place_features(mind: int, sheet: SheetArrays, played: int, out: Ints) -> int:
    """The indices of the weights of cities, roads and chains that a sheet has after `played` rounds."""
    lay, board, cities = layout_at(mind), board_at(mind), sheet.cities
    stage = ROAD_STAGE[played]
    count = 0
    for city in range(CITIES):
        out[count] = lay.city + (stage * CITIES + city) * MARKS + cities[city]
        count += 1
    for road in range(lay.roads):
        one, other = ROAD_BIN[cities[board.roads[2 * road]]], ROAD_BIN[cities[board.roads[2 * road + 1]]]
        out[count] = lay.road + (stage * lay.roads + road) * ROAD_SIZE + one * ROAD_BINS + other
        count += 1
    base = lay.chain + CHAIN_STAGE[played] * lay.chains * CHAIN_SIZE
    for chain in range(lay.chains):
        index = 0
        for end in range(3):
            index = index * CHAIN_BINS + CHAIN_BIN[cities[board.chains[3 * chain + end]]]
        out[count] = base + chain * CHAIN_SIZE + index
        count += 1
    return count


@kernel
def clean_mask(mind: int, crosses: int) -> int:
    """A mask of the zones without a cross (DT13)."""
    clean = 7
    while crosses:
        clean &= ~(1 << board_at(mind).zone[lowest_bit(crosses)])
        crosses &= crosses - 1
    return clean


@kernel
def whole_features(mind: int, sheet: SheetArrays, road: int, series: int, out: Ints, count: int) -> int:
    """The indices of the whole-sheet weights that a sheet has after a round."""
    lay, facts = layout_at(mind), sheet.facts
    played, used, crosses = facts[ROUND] - 1, facts[USED], facts[CROSSES]
    out[count] = lay.lengths + (played * LENGTHS + road) * LENGTHS + series
    out[count + 1] = lay.zones + (played * 8 + clean_mask(mind, crosses)) * LENGTHS + bit_count(crosses)
    out[count + 2] = lay.powers + played * 4 + facts[REROLL] * 2 + facts[DOUBLE]
    doubles = 0
    for double in range(6):
        doubles |= ((used >> (7 * double)) & 1) << double
    out[count + 3] = lay.doubles + played * 64 + doubles
    count += 4
    for ten in range(6):
        out[count] = lay.tracker + (ROAD_STAGE[played] * 6 + ten) * 64 + ((used >> (6 * ten)) & TEN)
        count += 1
    if facts[TENS]:
        out[count] = lay.tens + (played * 7 + tens_left(used)) * 9 + open_coloured(mind, facts)
        count += 1
    return count


@kernel
def weights_sum(weights: Floats, indices: Ints, count: int) -> float:
    """The sum of some weights."""
    total = 0.0
    for k in range(count):
        total += weights[indices[k]]
    return total


@kernel
def whole_value(mind: int, sheet: SheetArrays, touched: Ints) -> float:
    """The part of a sheet's value that the main road and the whole-sheet weights give after a round."""
    road, series = chain_lengths(board_at(mind).masks, sheet.pos, sheet.facts[USED])
    count = whole_features(mind, sheet, road, series, touched, 0)
    hope = road_hope(mind, sheet, sheet.facts[ROUND] - 1)
    return max(hope, road * 1.0) + weights_sum(weights_at(mind), touched, count)


@kernel
def place_value(mind: int, sheet: SheetArrays, played: int, touched: Ints) -> float:
    """Points so far and the weights of places, as after `played` rounds: the base that gains add to."""
    count = place_features(mind, sheet, played, touched)
    return float(sheet.facts[POINTS] + weights_sum(weights_at(mind), touched, count))


@kernel
def sheet_value(mind: int, sheet: SheetArrays) -> float:
    """The final score expected from a sheet between two rounds."""
    touched = stack_ints(FEATURES)
    placed = place_value(mind, sheet, sheet.facts[ROUND] - 1, touched)
    return placed + whole_value(mind, sheet, touched)


# What a mark would gain.


@kernel
def sheet_gains(mind: int, sheet: SheetArrays, numbers: int, desk: Desk) -> None:
    """What each mark in each open city would add, and the best cities of each of some numbers (a mask).

    Gains are read at the stage the sheet will be in after this round. They include points that fall due at
    once (a cross, a double), but not the bonus of a coloured city, which depends on the dice.
    """
    _place_gains(mind, sheet, desk.gains)
    _whole_gains(mind, sheet, numbers, desk.gains)
    for mark in range(1, MARKS):
        if mark == CROSSED or (numbers >> (mark - 2)) & 1:
            _top_cities(sheet, desk.gains, mark, row(desk.top, mark * TOP))


@kernel
def _place_gains(mind: int, sheet: SheetArrays, gains: Floats) -> None:
    """What each mark in each open city would add by the weights of places, and in points at once."""
    lay, board, weights, cities = layout_at(mind), board_at(mind), weights_at(mind), sheet.cities
    played = sheet.facts[ROUND]
    stage = ROAD_STAGE[played]
    chain_base = lay.chain + CHAIN_STAGE[played] * lay.chains * CHAIN_SIZE
    by_road_bin, by_chain_bin = stack_floats(ROAD_BINS), stack_floats(CHAIN_BINS)
    for city in range(CITIES):
        if cities[city] != EMPTY:
            continue
        for b in range(ROAD_BINS):
            by_road_bin[b] = 0.0
        for k in range(board.road_start[city], board.road_start[city + 1]):
            road, other, is_first = board.road_of[3 * k], board.road_of[3 * k + 1], board.road_of[3 * k + 2]
            bin_other = ROAD_BIN[cities[other]]
            at = (
                lay.road + (stage * lay.roads + road) * ROAD_SIZE + bin_other * (1 if is_first else ROAD_BINS)
            )
            for b in range(1, ROAD_BINS):
                by_road_bin[b] += weights[at + b * (ROAD_BINS if is_first else 1)] - weights[at]
        for b in range(CHAIN_BINS):
            by_chain_bin[b] = 0.0
        for k in range(board.chain_start[city], board.chain_start[city + 1]):
            of = row(board.chain_of, 6 * k)
            at = chain_base + of[0] * CHAIN_SIZE
            at += CHAIN_BIN[cities[of[2]]] * of[3] + CHAIN_BIN[cities[of[4]]] * of[5]
            for b in range(1, CHAIN_BINS):
                by_chain_bin[b] += weights[at + of[1] * b] - weights[at]
        here = row(gains, city * MARKS)
        base = lay.city + (stage * CITIES + city) * MARKS
        for mark in range(1, MARKS):
            here[mark] = weights[base + mark] - weights[base]
            here[mark] += by_road_bin[ROAD_BIN[mark]] + by_chain_bin[CHAIN_BIN[mark]]
        here[CROSSED] -= 1.0  # DT10
        for double in range(6):
            here[2 + 7 * double] += 1.0  # DT09


@kernel
def _whole_gains(mind: int, sheet: SheetArrays, numbers: int, gains: Floats) -> None:
    """Add what single marks would do to the main road, to the longest series, and to the zones."""
    lay, board, weights, (cities, pos, facts) = layout_at(mind), board_at(mind), weights_at(mind), sheet
    played, used, crosses = facts[ROUND], facts[USED], facts[CROSSES]
    road, series = chain_lengths(board.masks, pos, used)
    lengths = lay.lengths + (played * LENGTHS + road) * LENGTHS
    gap = lay.gap + played * LENGTHS * FREE
    now = max(road_hope(mind, sheet, played), road * 1.0)
    zones = lay.zones + played * 8 * LENGTHS + bit_count(crosses)
    clean_now = weights[zones + clean_mask(mind, crosses) * LENGTHS]
    unused = ~used & ALL_NUMBERS
    marks, most, longest = stack_ints(CITIES), stack_ints(WALKS), stack_ints(STARTS)
    upto, onward = stack_floats(CITIES), stack_floats(CITIES)
    for place in range(CITIES):
        marks[place] = cities[board.order[place]]
    walks(mind, sheet, most, longest)
    for place in range(CITIES):
        if marks[place] >= 2:
            upto[place], _, _ = road_upto(weights, gap, marks, most, unused, upto, place, marks[place] - 2)
    for place in range(CITIES - 1, -1, -1):
        if marks[place] >= 2:
            onward[place] = road_onward(
                weights, gap, marks, most, longest, unused, onward, place, marks[place] - 2
            )
    for place in range(CITIES):
        if marks[place] != EMPTY:
            continue
        city = board.order[place]
        here = row(gains, city * MARKS)
        cities[city] = CROSSED
        aside = max(road_hope(mind, sheet, played), road * 1.0)  # the main road without this city
        cities[city] = EMPTY
        clean = clean_mask(mind, crosses | 1 << city)
        here[CROSSED] += aside - now + weights[zones + 1 + clean * LENGTHS] - clean_now
        left = numbers & unused
        while left:
            number = lowest_bit(left)
            left &= left - 1
            through, _, _ = road_upto(weights, gap, marks, most, unused, upto, place, number)
            through += 1.0 + road_onward(weights, gap, marks, most, longest, unused, onward, place, number)
            here[number + 2] += max(aside, through) - now
            if _is_beside(mind, pos, number - 1, city) or _is_beside(mind, pos, number + 1, city):
                pos[number] = city
                _, series_then = chain_lengths(board.masks, pos, used | 1 << number)
                pos[number] = -1
                here[number + 2] += weights[lengths + series_then] - weights[lengths + series]


@kernel
def _is_beside(mind: int, pos: Ints, number: int, city: int) -> bool:
    """Whether a number stands in a city that a road links to this one."""
    return (
        0 <= number < NUMBERS
        and pos[number] >= 0
        and (board_at(mind).neighbours[city] >> pos[number]) & 1 == 1
    )


@kernel
def _top_cities(sheet: SheetArrays, gains: Floats, mark: int, best: Ints) -> None:
    """The open cities with the highest gain for a mark, best first; -1 fills up."""
    for k in range(TOP):
        best[k] = -1
    for city in range(CITIES):
        if sheet.cities[city] != EMPTY:
            continue
        at = TOP
        while at > 0 and (
            best[at - 1] < 0 or gains[best[at - 1] * MARKS + mark] < gains[city * MARKS + mark]
        ):
            at -= 1
        if at < TOP:
            for k in range(TOP - 1, at, -1):
                best[k] = best[k - 1]
            best[at] = city


@kernel
def shared_gain(mind: int, sheet: SheetArrays, one: int, mark: int, other: int, mark_other: int) -> float:
    """What two marks in two open cities are worth together by the weights of places, beyond their gains."""
    lay, board, weights = layout_at(mind), board_at(mind), weights_at(mind)
    played = sheet.facts[ROUND]
    total = 0.0
    pair = one * CITIES + other
    road = board.link_road[2 * pair]
    if road >= 0:
        at = lay.road + (ROAD_STAGE[played] * lay.roads + road) * ROAD_SIZE
        is_first = board.link_road[2 * pair + 1]
        a = ROAD_BIN[mark] * (ROAD_BINS if is_first else 1)
        b = ROAD_BIN[mark_other] * (1 if is_first else ROAD_BINS)
        total += weights[at + a + b] - weights[at + a] - weights[at + b] + weights[at]
    base = lay.chain + CHAIN_STAGE[played] * lay.chains * CHAIN_SIZE
    for k in range(board.link_start[pair], board.link_start[pair + 1]):
        of = row(board.link_of, 5 * k)
        at = base + of[0] * CHAIN_SIZE + CHAIN_BIN[sheet.cities[of[3]]] * of[4]
        a, b = CHAIN_BIN[mark] * of[1], CHAIN_BIN[mark_other] * of[2]
        total += weights[at + a + b] - weights[at + a] - weights[at + b] + weights[at]
    return total
