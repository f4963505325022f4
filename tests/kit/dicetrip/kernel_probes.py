"""Parts of the bots' kernels that Python does not call otherwise, by address; tests look into them."""

import numpy as np
from numpy.typing import NDArray

from tumbletrip.bots.dicetrip.kernels import endings, roads, search, sheets, values
from tumbletrip.bots.dicetrip.kernels.memory import sheet_at
from tumbletrip.bots.dicetrip.kernels.values import FEATURES, TOPS, Desk
from tumbletrip.bots.dicetrip.machine.places import FACTS_AT, POS_AT
from tumbletrip.bots.dicetrip.machine.sheet_block import sheet_block
from tumbletrip.dicetrip.fast.addresses import floats_at, ints_at, stack_ints
from tumbletrip.dicetrip.fast.compiling import kernel
from tumbletrip.dicetrip.sheet import Sheet


class SheetInMemory:
    """A sheet's block in memory, and its parts as arrays; the memory is there as long as this is."""

    def __init__(self, sheet: Sheet) -> None:
        self.block = np.frombuffer(bytearray(sheet_block(sheet)), np.uint8)
        self.cities = self.block[:POS_AT].view(np.int8)
        self.pos = self.block[POS_AT : POS_AT + 36].view(np.int8)
        self.facts = self.block[FACTS_AT:].view(np.int64)

    @property
    def address(self) -> int:
        return at(self.block)

    def told(self) -> list[list[int]]:
        """Its parts as lists, to be compared."""
        return [self.cities.tolist(), self.pos.tolist(), self.facts.tolist()]


def at(array: NDArray[np.uint8] | NDArray[np.int64] | NDArray[np.float64]) -> int:
    """The address of an array."""
    return int(array.ctypes.data)


@kernel
def road_hope(mind: int, sheet: int, played: int) -> float:
    return roads.road_hope(mind, sheet_at(sheet), played)


@kernel
def gap_features(mind: int, sheet: int, played: int, out: int) -> int:
    return roads.gap_features(mind, sheet_at(sheet), played, ints_at(out), 0)


@kernel
def play(mind: int, sheet: int, dice: int, move: int) -> int:
    return sheets.play(mind, sheet_at(sheet), ints_at(dice), ints_at(move))


@kernel
def take_back(sheet: int, facts_before: int, dice: int, move: int) -> None:
    sheets.take_back(sheet_at(sheet), ints_at(facts_before), ints_at(dice), ints_at(move))


@kernel
def place_value(mind: int, sheet: int, played: int) -> float:
    return values.place_value(mind, sheet_at(sheet), played, stack_ints(FEATURES))


@kernel
def place_gains(mind: int, sheet: int, gains: int) -> None:
    """Gains of places and points only: those of no number."""
    desk = Desk(floats_at(gains), stack_ints(TOPS), stack_ints(FEATURES))
    values.sheet_gains(mind, sheet_at(sheet), 0, desk)


@kernel
def shared_gain(mind: int, sheet: int, one: int, mark: int, other: int, mark_other: int) -> float:
    return values.shared_gain(mind, sheet_at(sheet), one, mark, other, mark_other)


@kernel
def thrown_again(numbers: int, again: int, means: int) -> None:
    search.thrown_again(floats_at(numbers), again, floats_at(means))


@kernel
def last_round_values(mind: int, sheet: int, may_reroll: int, numbers: int) -> None:
    search.last_round_values(mind, sheet_at(sheet), may_reroll, floats_at(numbers))


@kernel
def after_last_reroll(worths: int, who: int, best: int) -> None:
    endings.after_last_reroll(floats_at(worths), who, floats_at(best))
