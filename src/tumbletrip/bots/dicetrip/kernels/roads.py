"""The main road: how long it may become along one fixed order of the cities, low numbers first.

Between two numbered cities on the road lies a gap of empty ones; a weight says what the gap will add, by
empty cities, unused numbers that fit and rounds played. Cities that do not fit are bypassed over side roads.
"""

from tumbletrip.bots.dicetrip.kernels.memory import SheetArrays, board_at, layout_at, weights_at
from tumbletrip.bots.dicetrip.kernels.sheets import ALL_NUMBERS
from tumbletrip.bots.dicetrip.learning.value_weights import CROSSED, EMPTY, FREE, LENGTHS, USED
from tumbletrip.dicetrip.fast.addresses import Floats, Ints, row, stack_floats, stack_ints
from tumbletrip.dicetrip.fast.compiling import bit_count, kernel, lowest_bit
from tumbletrip.dicetrip.fast.fields import CITIES, NUMBERS

ANYWHERE = -1  # the start of a walk before its first numbered city
STARTS = CITIES + 1  # of walks: anywhere, and each place
WALKS = STARTS * CITIES


@kernel
def free_between(unused: int, low: int, high: int) -> int:
    """How many unused numbers lie strictly between two numbers."""
    return bit_count(unused & ((1 << high) - 1) & ~((1 << (low + 1)) - 1))


@kernel
def most_before(mind: int, place: int, reached: int, reach: Ints) -> int:
    """The most empty cities on a walk to just before a place, over roads from places already reached."""
    most = 0
    came_from = board_at(mind).before[place] & reached
    while came_from:
        most = max(most, reach[lowest_bit(came_from)])
        came_from &= came_from - 1
    return most


@kernel
def road_hope(mind: int, sheet: SheetArrays, played: int) -> float:
    """The length the main road may reach: the best walk along the order, every gap counted by its weight."""
    board, weights = board_at(mind), weights_at(mind)
    reach = stack_ints(CITIES)  # most empty cities on a walk from the last numbered city to here
    best = stack_floats(CITIES)  # the best road that ends at a numbered place
    for place in range(CITIES):
        best[place] = 0.0
    unused = ~sheet.facts[USED] & ALL_NUMBERS
    gap = layout_at(mind).gap + played * LENGTHS * FREE
    hope = 0.0
    for start in range(ANYWHERE, CITIES):
        low, so_far, reached = -1, 0.0, 0
        if start >= 0:
            low, so_far = int(sheet.cities[board.order[start]]) - 2, best[start]
            if low < 0 or so_far == 0.0:
                continue
            reached = 1 << start
            reach[start] = 0
        longest = 0
        for place in range(start + 1, CITIES):
            mark = sheet.cities[board.order[place]]
            if mark == CROSSED or (mark != EMPTY and mark - 2 <= low):
                continue
            if start >= 0 and not board.before[place] & reached:
                continue
            most = most_before(mind, place, reached, reach)
            if mark == EMPTY:
                reach[place] = most + 1
                reached |= 1 << place
                longest = max(longest, most + 1)
            else:
                free = free_between(unused, low, int(mark) - 2)
                best[place] = max(best[place], so_far + 1.0 + weights[gap + most * FREE + free])
        hope = max(hope, so_far + weights[gap + longest * FREE + free_between(unused, low, NUMBERS)])
    return hope


@kernel
def walks(mind: int, sheet: SheetArrays, most: Ints, longest: Ints) -> None:
    """The most empty cities on a walk from each place (row place + 1) or anywhere (row 0) to later places.

    -1 where no walk leads; `longest` holds the most on any walk from there.
    """
    board = board_at(mind)
    reach = stack_ints(CITIES)
    for start in range(ANYWHERE, CITIES):
        here = row(most, (start + 1) * CITIES)
        for place in range(CITIES):
            here[place] = -1
        longest[start + 1] = 0
        reached = 0
        if start >= 0:
            if sheet.cities[board.order[start]] == CROSSED:
                continue
            reach[start] = 0
            reached = 1 << start
        for place in range(start + 1, CITIES):
            mark = sheet.cities[board.order[place]]
            if mark == CROSSED or (start >= 0 and not board.before[place] & reached):
                continue
            here[place] = most_before(mind, place, reached, reach)
            if mark == EMPTY:
                reach[place] = here[place] + 1
                reached |= 1 << place
                longest[start + 1] = max(longest[start + 1], here[place] + 1)


@kernel
def road_upto(
    weights: Floats, gap: int, marks: Ints, most: Ints, unused: int, upto: Floats, place: int, number: int
) -> tuple[float, int, int]:
    """The best main road to a place with a number, that place not counted; the city before it, the gap."""
    best, before, over = -1.0, ANYWHERE, gap
    if most[place] >= 0:
        over = gap + most[place] * FREE + free_between(unused, -1, number)
        best = weights[over] * 1.0
    for start in range(place):
        if marks[start] >= 2 and marks[start] - 2 < number and most[(start + 1) * CITIES + place] >= 0:
            at = (
                gap
                + most[(start + 1) * CITIES + place] * FREE
                + free_between(unused, marks[start] - 2, number)
            )
            value = upto[start] + 1.0 + weights[at]
            if value > best:
                best, before, over = value, start, at
    return best, before, over


@kernel
def road_onward(
    weights: Floats,
    gap: int,
    marks: Ints,
    most: Ints,
    longest: Ints,
    unused: int,
    onward: Floats,
    start: int,
    number: int,
) -> float:
    """The best main road from a place with a number, the place itself not counted."""
    best = weights[gap + longest[start + 1] * FREE + free_between(unused, number, NUMBERS)] * 1.0
    there = row(most, (start + 1) * CITIES)
    for place in range(start + 1, CITIES):
        if marks[place] >= 2 and marks[place] - 2 > number and there[place] >= 0:
            free = free_between(unused, number, marks[place] - 2)
            best = max(best, weights[gap + there[place] * FREE + free] + 1.0 + onward[place])
    return float(best)


@kernel
def gap_features(mind: int, sheet: SheetArrays, played: int, out: Ints, count: int) -> int:
    """The gaps on the walk that `road_hope` finds best, as weights: with its cities they make its value."""
    order, weights = board_at(mind).order, weights_at(mind)
    most, longest, marks = stack_ints(WALKS), stack_ints(STARTS), stack_ints(CITIES)
    walks(mind, sheet, most, longest)
    for place in range(CITIES):
        marks[place] = sheet.cities[order[place]]
    unused = ~sheet.facts[USED] & ALL_NUMBERS
    gap = layout_at(mind).gap + played * LENGTHS * FREE
    upto, came_from, came_over = stack_floats(CITIES), stack_ints(CITIES), stack_ints(CITIES)
    last, over = ANYWHERE, gap + longest[0] * FREE + bit_count(unused)
    best = weights[over] * 1.0
    for place in range(CITIES):
        if marks[place] < 2:
            continue
        number = marks[place] - 2
        upto[place], came_from[place], came_over[place] = road_upto(
            weights, gap, marks, most, unused, upto, place, number
        )
        at = gap + longest[place + 1] * FREE + free_between(unused, number, NUMBERS)
        if upto[place] + 1.0 + weights[at] > best:
            best, last, over = upto[place] + 1.0 + weights[at], place, at
    out[count] = over
    count += 1
    while last != ANYWHERE:
        out[count] = came_over[last]
        count += 1
        last = came_from[last]
    return count
