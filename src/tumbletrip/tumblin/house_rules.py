"""What a table agrees on before it plays: how long, how dice count, what extras there are (TD11 to TD16).

House rules are one value; every variant is a small change to it, so they combine freely.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Literal, TypeAlias

from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.texts import say
from tumbletrip.tumblin.refusals import No

DEFAULT_TARGET: Final = 301  # TD11
DEFAULT_ROUNDS: Final = 4  # TD15
DOUBLED: Final = "double"
LARGEST_NUMBER: Final = 1_000_000  # for targets, rounds and bonuses; a match must be able to end


class Count(StrEnum):
    """How face and zone make points: multiplied (TD08), or added for young players (TD12)."""

    TIMES = "times"
    PLUS = "plus"

    def points(self, face: int, zone: int) -> int:
        """The points of a die that counts."""
        return face * zone if self is Count.TIMES else face + zone


Bonus: TypeAlias = int | Literal["double"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """The rules of one table; the defaults are the game as printed."""

    target: int | None = None  # TD11, TD14; None: 301, unless rounds are counted
    rounds_to_win: int | None = None  # TD15
    count: Count = Count.TIMES  # TD08, TD12
    falling_costs: bool = False  # TD13
    all_aboard: Bonus | None = None  # TD16
    pass_the_start: bool = False  # TD03

    @property
    def points_to_reach(self) -> int | None:
        """The target that ends the match; None if rounds are counted instead."""
        return None if self.rounds_to_win else self.target or DEFAULT_TARGET

    @property
    def words(self) -> tuple[str, ...]:
        """What differs from the printed game, as words of the notation: `falling`, `aboard=10`."""
        said = (
            self.target and f"target={self.target}",
            self.rounds_to_win and f"rounds={self.rounds_to_win}",
            self.count is Count.PLUS and "young",
            self.falling_costs and "falling",
            self.all_aboard and f"aboard={self.all_aboard}",
            self.pass_the_start and "pass-start",
        )
        return tuple(word for word in said if word)


CLASSIC: Final = HouseRules()
YOUNG_PLAYERS: Final = replace(CLASSIC, count=Count.PLUS)  # TD12
FALLING_COSTS: Final = replace(CLASSIC, falling_costs=True)  # TD13
LONG_MATCH: Final = replace(CLASSIC, target=501)  # TD14
ROUNDS_WON: Final = replace(CLASSIC, rounds_to_win=DEFAULT_ROUNDS)  # TD15
ALL_ABOARD: Final = replace(CLASSIC, all_aboard=10)  # TD16


def refuse_house_rules(house: HouseRules) -> No | None:
    """Which wishes of a table contradict each other, or which one makes no sense; None if all is well."""
    if house.target is not None and house.rounds_to_win is not None:
        return No.TARGET_AND_ROUNDS
    if not _is_sensible(house.target):
        return No.IMPOSSIBLE_TARGET
    if not _is_sensible(house.rounds_to_win):
        return No.IMPOSSIBLE_ROUNDS
    if house.all_aboard != DOUBLED and not _is_sensible(house.all_aboard):
        return No.IMPOSSIBLE_BONUS
    return None


def _is_sensible(number: int | str | None) -> bool:
    return number is None or (isinstance(number, int) and 1 <= number <= LARGEST_NUMBER)


def house_rules(words: Iterable[str], base: HouseRules = CLASSIC) -> HouseRules:
    """House rules from words such as `young`, `target=501`, `aboard=double`; each word at most once."""
    seen: set[str] = set()
    for word in words:
        name, _, value = word.partition("=")
        if name in seen:
            raise InputError(problem("tumblin.house.twice", word=name))
        seen.add(name)
        base = _with_word(base, word, name, value)
    return base


def _with_word(house: HouseRules, word: str, name: str, value: str) -> HouseRules:
    known = _WORDS.get(name)
    if known is None or (not known.takes_number and "=" in word):
        raise InputError(problem("tumblin.house.unknown", word=word, known=", ".join(map(str, VARIANTS))))
    if known.takes_number and not _is_number_word(known, value):
        raise InputError(problem("tumblin.house.number", word=word, example=known.example))
    return known.change(house, value)


def _is_number_word(variant: "Variant", value: str) -> bool:
    if variant.key == "aboard" and value == DOUBLED:
        return True
    return value.isascii() and value.isdigit() and len(value) <= len(str(LARGEST_NUMBER))


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant as a table chooses it: its word, its rule, and what it changes."""

    key: str
    rule: str
    example: str
    change: Callable[[HouseRules, str], HouseRules]

    @property
    def takes_number(self) -> bool:
        """Whether the word needs a number: `target=501`."""
        return "=" in self.example

    def title(self, language: str = "en") -> str:
        """What players read in the menu."""
        return say(f"tumblin.variant.{self.key}.title", language)

    def explanation(self, language: str = "en") -> str:
        """What it changes, in a sentence."""
        return say(f"tumblin.variant.{self.key}.help", language)

    def __str__(self) -> str:
        """The word as one would type it."""
        return self.example


def _bonus(value: str) -> Bonus:
    return "double" if value == DOUBLED else int(value)


VARIANTS: Final = (
    Variant("target", "TD14", "target=501", lambda house, value: replace(house, target=int(value))),
    Variant("rounds", "TD15", "rounds=4", lambda house, value: replace(house, rounds_to_win=int(value))),
    Variant("young", "TD12", "young", lambda house, _: replace(house, count=Count.PLUS)),
    Variant("falling", "TD13", "falling", lambda house, _: replace(house, falling_costs=True)),
    Variant("aboard", "TD16", "aboard=10", lambda house, value: replace(house, all_aboard=_bonus(value))),
    Variant("pass-start", "TD03", "pass-start", lambda house, _: replace(house, pass_the_start=True)),
)
_WORDS: Mapping[str, Variant] = {variant.key: variant for variant in VARIANTS}
