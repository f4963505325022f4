"""What a player may do with a roll, in factored form: splits, open cities, crosses and powers.

An empty sheet has 14,700 ways to use four different digits, but only 12 splits and 25 cities:
a screen, a bot or a person chooses among the factors.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations

from tumbletrip.dicetrip.dice import PAIRS, Colour, Pair, Roll
from tumbletrip.dicetrip.editions import CityId
from tumbletrip.dicetrip.numbers import Number
from tumbletrip.dicetrip.rules import Entries, Entry, Game, Phase, fill
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet
from tumbletrip.dicetrip.splits import DOUBLED_SPLITS, PLAIN_SPLITS


@dataclass(frozen=True, slots=True)
class MadeNumber:
    """A number that two dice make, and whether the sheet still has room for it (DT04)."""

    pair: Pair
    number: Number
    is_free: bool


@dataclass(frozen=True, slots=True)
class MadeSplit:
    """The two numbers of a split; both may be written unless they are the same or taken."""

    first: MadeNumber
    second: MadeNumber
    doubled: Colour | None

    @property
    def may_write_both(self) -> bool:
        """Whether both numbers can stand on the sheet."""
        return self.first.is_free and self.second.is_free and self.first.number != self.second.number


@dataclass(frozen=True, slots=True)
class Options:
    """All a player may choose from in this round; every open city may also be crossed out (DT05)."""

    cities_to_fill: int
    open_cities: tuple[CityId, ...]
    splits: tuple[MadeSplit, ...]  # two numbers, rounds 1 to 12
    singles: tuple[MadeNumber, ...]  # one number, round 13, or beside a cross
    may_cross: bool
    may_reroll: bool  # this player, now
    may_double: bool


def options(sheet: Sheet, roll: Roll, *, may_reroll: bool = False) -> Options:
    """What a player may do with a roll on their sheet."""
    last = sheet.round >= LAST_ROUND
    used = set(sheet.numbers.values())
    may_double = sheet.may_double and not last  # DT08: not in round 13
    splits = () if last else PLAIN_SPLITS + (DOUBLED_SPLITS if may_double else ())
    made = {pair: _made(pair, roll, used) for pair in PAIRS}
    return Options(
        cities_to_fill=1 if last else 2,
        open_cities=sheet.open_cities,
        splits=tuple(MadeSplit(made[split.first], made[split.second], split.doubled) for split in splits),
        singles=tuple(made.values()),
        may_cross=not sheet.is_full,
        may_reroll=may_reroll,
        may_double=may_double,
    )


def options_of(game: Game, seat: int) -> Options | None:
    """What a seat may do now; None when it has nothing to decide."""
    if game.roll is None or game.done[seat]:
        return None
    deciding = game.phase is Phase.REROLL and seat == game.roller
    return options(game.sheets[seat], game.roll, may_reroll=deciding)


def _made(pair: Pair, roll: Roll, used: set[Number]) -> MadeNumber:
    number = pair.number(roll)
    return MadeNumber(pair, number, number not in used)


def all_entries(sheet: Sheet, roll: Roll) -> Iterator[Entries]:
    """Every legal way to fill this round's cities, orders of writing included."""
    choice = options(sheet, roll)
    if choice.cities_to_fill == 1:
        yield from ((entry,) for entry in _single_entries(choice))
        return
    for one, other in permutations(choice.open_cities, 2):
        yield from _write_both(choice, one, other)
        yield from _write_and_cross(choice, one, other)
    for one, other in combinations(choice.open_cities, 2):
        yield (Entry(one), Entry(other))


def _single_entries(choice: Options) -> Iterator[Entry]:
    for city in choice.open_cities:
        yield from (Entry(city, single.pair) for single in choice.singles if single.is_free)
        yield Entry(city)


def _write_both(choice: Options, one: CityId, other: CityId) -> Iterator[Entries]:
    for split in choice.splits:
        if split.may_write_both:
            first, second = Entry(one, split.first.pair), Entry(other, split.second.pair)
            yield first, second
            yield second, first


def _write_and_cross(choice: Options, one: CityId, other: CityId) -> Iterator[Entries]:
    for single in choice.singles:
        if single.is_free:
            yield Entry(one, single.pair), Entry(other)
            yield Entry(other), Entry(one, single.pair)


def successors(sheet: Sheet, roll: Roll) -> set[Sheet]:
    """The different sheets a round can lead to; what perft counts."""
    return {fill(sheet, roll, entries) for entries in all_entries(sheet, roll)}
