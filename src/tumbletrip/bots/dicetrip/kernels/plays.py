"""The plays that the value likes best for a roll.

A play is first taken to be worth the sum of its two gains and what its two cities have in common; the
best of these are then valued in full.
"""

from tumbletrip.bots.dicetrip.kernels.memory import SheetArrays, board_at, copy_facts, layout_at, weights_at
from tumbletrip.bots.dicetrip.kernels.sheets import TENS_DIE, UNITS_DIE, number_of, play, take_back
from tumbletrip.bots.dicetrip.kernels.values import (
    TOP,
    Desk,
    place_value,
    shared_gain,
    sheet_gains,
    whole_value,
)
from tumbletrip.bots.dicetrip.learning.value_weights import (
    CROSSED,
    DOUBLE,
    EMPTY,
    FACTS,
    MARKS,
    REROLL,
    ROUND,
    TENS,
    USED,
)
from tumbletrip.bots.dicetrip.machine.places import NOTHING, PLAY_SLOTS
from tumbletrip.dicetrip.fast.addresses import Floats, Ints, row, stack_floats, stack_ints
from tumbletrip.dicetrip.fast.compiling import kernel
from tumbletrip.dicetrip.fast.kernels import DOUBLES, PLAIN, SPLIT_PAIRS, SPLITS

SLACK = (
    2.0  # two marks rarely gain more than this together beyond their sum; plays further behind are skipped
)
PAIRS = 12
PAIR_CITIES = PAIRS * TOP


@kernel
def plays_by_gain(
    mind: int, sheet: SheetArrays, desk: Desk, dice: Ints, count: int, values: Floats, plays: Ints
) -> None:
    """The best ways to fill two cities by the sum of gains, best first; values are over the sheet now."""
    for k in range(count):
        values[k] = NOTHING
    facts, gains, top = sheet.facts, desk.gains, desk.top
    number, city_of, gain_of = stack_ints(PAIRS), stack_ints(PAIR_CITIES), stack_floats(PAIR_CITIES)
    for pair in range(PAIRS):
        number[pair] = number_of(dice, pair)
        if (facts[USED] >> number[pair]) & 1:
            number[pair] = -1
        else:
            _pair_cities(
                mind, sheet, desk, number[pair], pair, row(city_of, pair * TOP), row(gain_of, pair * TOP)
            )
    spent = _doubled_die_cost(mind, facts)
    for split in range(SPLITS if facts[DOUBLE] else PLAIN):
        p, q = SPLIT_PAIRS[split, 0], SPLIT_PAIRS[split, 1]
        if number[p] >= 0 and number[q] >= 0 and number[p] != number[q]:
            doubled = 1 if split >= PLAIN else 0
            cost = spent if doubled else 0.0
            _write_both(
                mind,
                sheet,
                p,
                number[p],
                row(city_of, p * TOP),
                row(gain_of, p * TOP),
                q,
                number[q],
                row(city_of, q * TOP),
                row(gain_of, q * TOP),
                cost,
                doubled,
                count,
                values,
                plays,
            )
    for pair in range(PAIRS):
        if number[pair] >= 0:
            cities, gained = row(city_of, pair * TOP), row(gain_of, pair * TOP)
            _write_and_cross(mind, sheet, desk, pair, number[pair], cities, gained, count, values, plays)
    one, other = top[CROSSED * TOP], top[CROSSED * TOP + 1]
    value = gains[one * MARKS + CROSSED] + gains[other * MARKS + CROSSED]
    value += shared_gain(mind, sheet, one, CROSSED, other, CROSSED)
    _insert(count, values, plays, value, -1, one, -1, other, 0)


@kernel
def _doubled_die_cost(mind: int, facts: Ints) -> float:
    """What is lost, by the weights of powers, when the doubled die is spent (DT08)."""
    at = layout_at(mind).powers + facts[ROUND] * 4 + facts[REROLL] * 2
    return float(weights_at(mind)[at] - weights_at(mind)[at + 1])


@kernel
def _pair_cities(
    mind: int, sheet: SheetArrays, desk: Desk, number: int, pair: int, city_of: Ints, gain_of: Floats
) -> None:
    """The best cities for the number of a pair of dice, the bonus of coloured cities counted (DT09)."""
    for k in range(TOP):
        city_of[k] = desk.top[(number + 2) * TOP + k]
        gain_of[k] = desk.gains[city_of[k] * MARKS + number + 2] if city_of[k] >= 0 else NOTHING
    if (DOUBLES >> number) & 1:
        return  # a city pays once, so its colour adds nothing to a double
    for die in (TENS_DIE[pair], UNITS_DIE[pair]):
        for k in range(2):
            city = board_at(mind).coloured[2 * die + k]
            if sheet.cities[city] == EMPTY:
                _raise_city(city, desk.gains[city * MARKS + number + 2] + 1.0, city_of, gain_of)


@kernel
def _raise_city(city: int, gain: float, city_of: Ints, gain_of: Floats) -> None:
    """Put a city at its new place in a list ordered by gain; the last may drop out."""
    at = TOP - 1
    for k in range(TOP):
        if city_of[k] == city:
            at = k
    if city_of[at] != city and gain_of[at] >= gain:
        return
    while at > 0 and gain_of[at - 1] < gain:
        city_of[at] = city_of[at - 1]
        gain_of[at] = gain_of[at - 1]
        at -= 1
    city_of[at] = city
    gain_of[at] = gain


@kernel
def _write_both(
    mind: int, sheet: SheetArrays,
    p: int, number_p: int, cities_p: Ints, gains_p: Floats,
    q: int, number_q: int, cities_q: Ints, gains_q: Floats,
    cost: float, doubled: int, count: int, values: Floats, plays: Ints,
) -> None:  # fmt: skip
    """Offer the pairs of cities in which two numbers may be written."""
    last = count - 1
    for x in range(TOP):
        one = cities_p[x]
        if one < 0 or gains_p[x] + gains_q[0] + cost + SLACK < values[last]:
            return
        for y in range(TOP):
            other = cities_q[y]
            value = gains_p[x] + gains_q[y] + cost
            if other < 0 or value + SLACK < values[last]:
                break
            if one != other:
                value += shared_gain(mind, sheet, one, number_p + 2, other, number_q + 2)
                _insert(count, values, plays, value, p, one, q, other, doubled)


@kernel
def _write_and_cross(
    mind: int, sheet: SheetArrays, desk: Desk, pair: int, number: int, city_of: Ints, gain_of: Floats,
    count: int, values: Floats, plays: Ints,
) -> None:  # fmt: skip
    """Offer to write one number and cross one of the two cities that cost least."""
    last = count - 1
    for x in range(TOP):
        for y in range(2):
            one, other = city_of[x], desk.top[CROSSED * TOP + y]
            if one < 0 or other < 0 or one == other:
                continue
            value = gain_of[x] + desk.gains[other * MARKS + CROSSED]
            if value + SLACK >= values[last]:
                value += shared_gain(mind, sheet, one, number + 2, other, CROSSED)
                _insert(count, values, plays, value, pair, one, -1, other, 0)


@kernel
def _insert(
    count: int,
    values: Floats,
    plays: Ints,
    value: float,
    pair: int,
    city: int,
    pair_other: int,
    city_other: int,
    doubled: int,
) -> None:
    """Keep a play among the best seen, ordered by value."""
    at = count
    while at > 0 and values[at - 1] < value:
        at -= 1
    if at == count:
        return
    for k in range(count - 1, at, -1):
        values[k] = values[k - 1]
        for slot in range(PLAY_SLOTS):
            plays[k * PLAY_SLOTS + slot] = plays[(k - 1) * PLAY_SLOTS + slot]
    values[at] = value
    here = row(plays, at * PLAY_SLOTS)
    here[0], here[1], here[2], here[3], here[4] = pair, city, pair_other, city_other, doubled


@kernel
def ranked_plays(
    mind: int, sheet: SheetArrays, desk: Desk, dice: Ints, count: int, values: Floats, plays: Ints
) -> None:
    """The best plays by gains with their full values, best first; the desk holds the sheet's gains."""
    plays_by_gain(mind, sheet, desk, dice, count, values, plays)
    before = stack_ints(FACTS)
    copy_facts(sheet.facts, before)
    for k in range(count):
        if values[k] == NOTHING:
            break
        move = row(plays, k * PLAY_SLOTS)
        if before[TENS]:
            _better_order(mind, sheet, before, dice, move)
        play(mind, sheet, dice, move)
        values[k] = place_value(mind, sheet, before[ROUND], desk.touched)
        values[k] += whole_value(mind, sheet, desk.touched)
        take_back(sheet, before, dice, move)
    _sort_plays(count, values, plays)


@kernel
def _better_order(mind: int, sheet: SheetArrays, before: Ints, dice: Ints, move: Ints) -> None:
    """DT14: turn the two entries round if that wins more tens bonus."""
    bonus = play(mind, sheet, dice, move)
    take_back(sheet, before, dice, move)
    _turn_round(move)
    turned = play(mind, sheet, dice, move)
    take_back(sheet, before, dice, move)
    if turned <= bonus:
        _turn_round(move)


@kernel
def _turn_round(move: Ints) -> None:
    for slot in range(2):
        move[slot], move[slot + 2] = move[slot + 2], move[slot]


@kernel
def _sort_plays(count: int, values: Floats, plays: Ints) -> None:
    """Insertion sort, best first; equals keep their order."""
    for k in range(1, count):
        at = k
        while at > 0 and values[at - 1] < values[at]:
            values[at - 1], values[at] = values[at], values[at - 1]
            one, other = row(plays, (at - 1) * PLAY_SLOTS), row(plays, at * PLAY_SLOTS)
            for slot in range(PLAY_SLOTS):
                one[slot], other[slot] = other[slot], one[slot]
            at -= 1


@kernel
def best_plays(
    mind: int, sheet: SheetArrays, desk: Desk, dice: Ints, numbers: int,
    count: int, values: Floats, plays: Ints,
) -> None:  # fmt: skip
    """The best plays for a roll, so many of them; the gains of `numbers` stay on the desk."""
    sheet_gains(mind, sheet, numbers, desk)
    ranked_plays(mind, sheet, desk, dice, count, values, plays)
