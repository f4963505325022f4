"""A player's options for a roll as JSON: numbers and splits, and which of them still fit."""

from functools import lru_cache

from tumbletrip.dicetrip.dice import COLOURS, PAIRS, Pair, Roll
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet
from tumbletrip.dicetrip.splits import DOUBLED_SPLITS, PLAIN_SPLITS, Split
from tumbletrip.tables.play import Body

DOES_NOT_FIT = "-"  # behind a split whose two numbers cannot both be written
MAX_OPTIONS_KEPT = 4096  # of a few kilobytes; a seat needs those before and after an event


def _letters(pair: Pair) -> str:
    return pair.tens.letter + pair.units.letter


def split_texts(split: Split) -> tuple[int, int, str, str]:
    """A split: the indices of its two pairs, and its text if it fits and if it does not."""
    letters = _letters(split.first) + _letters(split.second)
    return PAIRS.index(split.first), PAIRS.index(split.second), letters, letters + DOES_NOT_FIT


# Computed once, since it does not depend on the dice: every roll has 12 pairs and up to 60 splits.
_PAIRS = tuple((_letters(pair), COLOURS.index(pair.tens), COLOURS.index(pair.units)) for pair in PAIRS)
_PLAIN = tuple(map(split_texts, PLAIN_SPLITS))
_ALL = (*_PLAIN, *map(split_texts, DOUBLED_SPLITS))


@lru_cache(maxsize=MAX_OPTIONS_KEPT)
def options_json(sheet: Sheet, roll: Roll, may_reroll: bool) -> Body:
    """What a player may do with a roll: numbers by the letters of their dice, tens first.

    A split is four letters, `rbgy` for the numbers of red and blue and of green and yellow: short, since
    every roll sends up to sixty of them to every player.
    """
    used = set(sheet.numbers.values())
    is_last = sheet.round >= LAST_ROUND
    may_double = sheet.may_double and not is_last  # DT08: not in round 13
    numbers = [10 * roll[tens] + roll[units] for _, tens, units in _PAIRS]
    is_free = [number not in used for number in numbers]
    splits = () if is_last else _ALL if may_double else _PLAIN
    return {
        "cities_to_fill": 1 if is_last else 2,
        "open_cities": sheet.open_cities,
        "singles": {
            letters: (number, free)
            for (letters, _, _), number, free in zip(_PAIRS, numbers, is_free, strict=True)
        },
        "splits": [  # DT04: a number stands only once
            fits if is_free[one] and is_free[other] and numbers[one] != numbers[other] else does_not_fit
            for one, other, fits, does_not_fit in splits
        ],
        "may_cross": not sheet.is_full,
        "may_reroll": may_reroll,
        "may_double": may_double,
    }
