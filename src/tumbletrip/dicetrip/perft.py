"""Counting all that can happen from a position: the numbers that catch a wrong rule.

The format of `.perft` files is in docs/rules/notation.md.
"""

import re
from collections import Counter
from dataclasses import dataclass

from tumbletrip.core.errors import Unreadable, problem
from tumbletrip.core.lines import TextLimits, numbered_lines
from tumbletrip.core.words import Words
from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.editions import named_edition
from tumbletrip.dicetrip.notation.sheet_line import FindEdition, parse_sheet, read_roll
from tumbletrip.dicetrip.options import successors
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet

LIMITS = TextLimits(characters=1_048_576, lines=20_000)
_COUNT = re.compile(r"[0-9]{1,15}")


@dataclass(frozen=True, slots=True)
class PerftCase:
    """A named position, the rolls of the next rounds, and the exact number of paths."""

    id: str
    sheet: Sheet
    rolls: tuple[Roll, ...]
    expected: int
    line: int


def perft(sheet: Sheet, rolls: tuple[Roll, ...]) -> int:
    """The number of paths of different sheets through these rolls."""
    if len(rolls) == 1:
        return len(successors(sheet, rolls[0]))
    return sum(perft(after, rolls[1:]) for after in successors(sheet, rolls[0]))


def divide(sheet: Sheet, roll: Roll) -> dict[str, int]:
    """The count of one round by kind of move, to find where two counts part."""
    kinds = Counter(_kind(sheet, after) for after in successors(sheet, roll))
    return dict(sorted(kinds.items()))


def _kind(before: Sheet, after: Sheet) -> str:
    written = len(after.numbers) - len(before.numbers)
    crossed = len(after.crossed) - len(before.crossed)
    doubled = before.may_double and not after.may_double
    return " ".join(["write"] * written + ["cross"] * crossed + ["(die twice)"] * doubled)


def parse_perft(text: str, find: FindEdition = named_edition) -> list[PerftCase]:
    """Read the cases of a perft file."""
    cases: list[PerftCase] = []
    reader = _CaseReader(find)
    for number, line in numbered_lines(text, LIMITS):
        content = "" if line.startswith("#") else line.split(" #")[0]
        if content.strip():
            cases += reader.read(content, number)
    if not cases:
        raise Unreadable(problem("perft.empty"))
    return cases


class _CaseReader:
    """Keeps the id, sheet and rolls read so far until a `perft` line makes a case of them."""

    def __init__(self, find: FindEdition) -> None:
        self._find = find
        self._id = ""
        self._sheet: Sheet | None = None
        self._rolls: tuple[Roll, ...] = ()

    def read(self, content: str, line: int) -> list[PerftCase]:
        word = content.split()[0]
        rest = content.replace(word, " " * len(word), 1)  # columns in errors count from the line's start
        match word:
            case "id":
                self._id, self._sheet, self._rolls = rest.strip(), None, ()
            case "sheet":
                self._sheet = parse_sheet(rest, self._find, line)
            case "roll":
                if len(self._rolls) == LAST_ROUND:
                    raise Unreadable(problem("perft.too_many_rolls", most=LAST_ROUND), line)
                words = Words(rest, line)
                self._rolls += (read_roll(words),)
                words.end()
            case "perft":
                return [self._case(rest, line)]
            case _:
                raise Unreadable(problem("perft.word", word=word), line)
        return []

    def _case(self, rest: str, line: int) -> PerftCase:
        numbers = rest.split()
        if len(numbers) != 2 or not all(map(_COUNT.fullmatch, numbers)):
            raise Unreadable(problem("perft.numbers"), line)
        depth, expected = map(int, numbers)
        if self._sheet is None or not 1 <= depth <= len(self._rolls):
            raise Unreadable(problem("perft.incomplete", depth=depth), line)
        return PerftCase(self._id, self._sheet, self._rolls[:depth], expected, line)
