"""What kernels find in memory: a board, a mind and sheets, at the places where `machine` lays them."""

from typing import NamedTuple

from tumbletrip.bots.dicetrip.learning.value_weights import FACTS, Layout
from tumbletrip.bots.dicetrip.machine.places import FACTS_AT, POS_AT, SHEET_BYTES, TABLES_AT, WEIGHTS_AT
from tumbletrip.dicetrip.fast.addresses import Floats, Ints, bytes_at, ints_at, row, singles_at
from tumbletrip.dicetrip.fast.compiling import inlined, kernel
from tumbletrip.dicetrip.fast.fields import CITIES, NUMBERS


class Board(NamedTuple):
    """The tables of `BoardTables`, in the same order."""

    masks: Ints
    neighbours: Ints
    colour: Ints
    coloured: Ints
    zone: Ints
    roads: Ints
    road_start: Ints
    road_of: Ints
    chains: Ints
    chain_start: Ints
    chain_of: Ints
    link_start: Ints
    link_road: Ints
    link_of: Ints
    order: Ints
    before: Ints


class SheetArrays(NamedTuple):
    """A sheet: what stands in each city, where each number stands, and the `facts`."""

    cities: Ints
    pos: Ints
    facts: Ints


@inlined
def sheet_at(address: int) -> SheetArrays:
    """The sheet at an address."""
    return SheetArrays(bytes_at(address), bytes_at(address + POS_AT), ints_at(address + FACTS_AT))


@inlined
def sheet_of(sheets: int, place: int) -> SheetArrays:
    """One of several sheets that lie side by side."""
    return sheet_at(sheets + place * SHEET_BYTES)


@kernel
def copy_sheet(source: SheetArrays, target: SheetArrays) -> None:
    """Make one sheet like another."""
    for city in range(CITIES):
        target.cities[city] = source.cities[city]
    for number in range(NUMBERS):
        target.pos[number] = source.pos[number]
    copy_facts(source.facts, target.facts)


@inlined
def copy_facts(source: Ints, target: Ints) -> None:
    """Make the facts of one sheet like those of another."""
    for fact in range(FACTS):
        target[fact] = source[fact]


# A mind is handed on as its address, one word; a kernel looks up what it needs of it.


@inlined
def layout_at(mind: int) -> Layout:
    """Where the groups of a mind's weights begin."""
    head = ints_at(mind)
    return Layout(
        head[0], head[1], head[2], head[3], head[4], head[5], head[6], head[7], head[8], head[9], head[10],
        head[11], head[12],
    )  # fmt: skip


@inlined
def board_at(mind: int) -> Board:
    """The tables of a mind's board."""
    far = row(ints_at(mind), TABLES_AT)
    return Board(
        ints_at(mind + far[0]), ints_at(mind + far[1]), ints_at(mind + far[2]), ints_at(mind + far[3]),
        ints_at(mind + far[4]), ints_at(mind + far[5]), ints_at(mind + far[6]), ints_at(mind + far[7]),
        ints_at(mind + far[8]), ints_at(mind + far[9]), ints_at(mind + far[10]), ints_at(mind + far[11]),
        ints_at(mind + far[12]), ints_at(mind + far[13]), ints_at(mind + far[14]), ints_at(mind + far[15]),
    )  # fmt: skip


@inlined
def weights_at(mind: int) -> Floats:
    """The weights of a mind."""
    return singles_at(mind + ints_at(mind)[WEIGHTS_AT])
