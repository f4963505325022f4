"""The ways to make two numbers from four dice (DT03), or three of them with one used twice (DT08)."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from tumbletrip.dicetrip.dice import COLOURS, PAIRS, Colour, Pair


@dataclass(frozen=True)
class Split:
    """Two pairs of dice, each to make one number; the order of the two does not matter here."""

    first: Pair
    second: Pair

    @cached_property
    def doubled(self) -> Colour | None:
        """The die used in both numbers, if there is one."""
        return shared_die(self.first, self.second)

    @property
    def left_out(self) -> Colour | None:
        """The die used in neither number, if there is one."""
        return next((colour for colour in COLOURS if colour not in (*self.first, *self.second)), None)


def shared_die(first: Pair, second: Pair) -> Colour | None:
    """The one die two pairs have in common; None if they have none or both."""
    common = set(first) & set(second)
    return common.pop() if len(common) == 1 else None


_ALL = tuple(Split(first, second) for first, second in combinations(PAIRS, 2))

# DT03: three ways to pair four dice, each number read two ways: 3·2·2 = 12.
PLAIN_SPLITS: tuple[Split, ...] = tuple(split for split in _ALL if split.left_out is None)

# DT08: four dice to double, three to leave out, each number read two ways: 4·3·2·2 = 48.
DOUBLED_SPLITS: tuple[Split, ...] = tuple(split for split in _ALL if split.doubled)
