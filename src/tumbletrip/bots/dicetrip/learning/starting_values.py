"""Weights made by hand, for any board: where learning starts, and what bots use on untrained boards."""

from array import array
from collections.abc import Iterable
from math import exp

from tumbletrip.bots.dicetrip.city_order import city_order
from tumbletrip.bots.dicetrip.learning.value_weights import (
    EMPTY,
    FREE,
    LENGTHS,
    MARKS,
    PLAYED,
    ROAD_STAGES,
    Layout,
    layout,
)
from tumbletrip.bots.dicetrip.machine.board_tables import BoardTables, board_tables
from tumbletrip.bots.dicetrip.machine.mind_block import mind_block
from tumbletrip.bots.dicetrip.machine.questions import Mind, mind_in_memory
from tumbletrip.bots.dicetrip.machine.running import Machine, once_per_machine
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.fast.fields import CITIES
from tumbletrip.dicetrip.scoring import LONGEST_PAID_SERIES, SERIES_POINTS

FILL_RATE = 0.07  # per round, for a gap with as many fitting numbers as cities; 0.05 to 0.15 play alike
# What a series of a length is worth with rounds to come: its points and a share of the next step (DT12).
SERIES_HOPE = (0.0, 0.0, 0.3, 0.9, 2.3, 3.3, 4.6, 6.2, 6.6, 7.2, *[9.0] * 16)
ZONE_HOPE = (0.0, 3.6, 6.3, 8.2)  # DT13, less the danger of a late cross
COLOUR_HOPE = 0.75  # an empty coloured city gets its own die about that often
POWER_HOPE = (0.0, 1.3, 1.5, 2.6)  # none, doubled die, re-roll, both


@once_per_machine
def starting_mind(edition: Edition, machine: Machine) -> Mind:
    """A mind made by hand, for any board."""
    board, lay = board_and_layout(edition)
    return mind_in_memory(machine, mind_block(lay, board, starting_weights(lay, board)))


@once_per_machine
def shortsighted_mind(edition: Edition, machine: Machine) -> Mind:
    """A mind that sees what stands on the sheet, and nothing of what may still come."""
    board, lay = board_and_layout(edition)
    return mind_in_memory(machine, mind_block(lay, board, shortsighted_weights(lay, board)))


def board_and_layout(edition: Edition) -> tuple[BoardTables, Layout]:
    """The tables of a board, and where its weights lie."""
    board = board_tables(edition, city_order(edition))
    return board, layout(*board.sizes)


def shortsighted_weights(lay: Layout, board: BoardTables) -> "array[float]":
    """The starting weights without hope."""
    weights = starting_weights(lay, board)
    weights[lay.gap :] = _singles([0.0] * (lay.size - lay.gap))
    weights[lay.city : lay.road] = _singles([0.0] * (lay.road - lay.city))
    points = [float(SERIES_POINTS[min(length, LONGEST_PAID_SERIES)]) for length in range(LENGTHS)]
    weights[lay.lengths : lay.zones] = _singles(points * (PLAYED * LENGTHS))
    return weights


def starting_weights(lay: Layout, board: BoardTables) -> "array[float]":
    """Weights made by hand: any board can be played with them, and learning starts here."""
    weights = _singles([0.0]) * lay.size
    weights[lay.gap :] = _singles(_gap_hope())
    weights[lay.lengths : lay.zones] = _singles(SERIES_HOPE * (PLAYED * LENGTHS))
    clean = [ZONE_HOPE[zones.bit_count()] for zones in range(8) for _ in range(LENGTHS)]
    weights[lay.zones : lay.powers] = _singles(clean * PLAYED)
    weights[lay.powers : lay.doubles] = _singles(POWER_HOPE * PLAYED)
    for stage in range(ROAD_STAGES):
        for city in range(CITIES):
            if board.colour[city] >= 0:
                weights[lay.city + (stage * CITIES + city) * MARKS + EMPTY] = COLOUR_HOPE
    tens = [_tens_hope(missing, coloured) for missing in range(7) for coloured in range(9)]
    weights[lay.tens : lay.gap] = _singles(tens * PLAYED)
    return weights


def _singles(numbers: Iterable[float]) -> "array[float]":
    return array("f", numbers)


def _tens_hope(missing: int, coloured: int) -> float:
    """What the tens bonus may bring, by tens without a number and coloured cities still empty (DT14)."""
    return 0.8 * max(0, coloured - missing) * max(0.0, 1.0 - 0.1 * missing)


def _gap_hope() -> Iterable[float]:
    """How many of a gap's cities will join the road, by rounds played, empty cities and numbers that fit."""
    for played in range(PLAYED):
        for empty in range(LENGTHS):
            for free in range(FREE):
                filled = 1.0 - exp(-FILL_RATE * (13 - played) * free / max(empty, 1))
                yield min(empty, free) * filled
