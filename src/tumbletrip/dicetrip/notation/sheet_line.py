"""A sheet in one line, like FEN in chess; the grammar is in docs/rules/notation.md."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from tumbletrip.core.errors import InputError, Unreadable, problem
from tumbletrip.core.lines import TextLimits
from tumbletrip.core.words import Word, Words, quote_if_needed, unquote
from tumbletrip.dicetrip.dice import BY_LETTER, COLOURS, Colour, Roll
from tumbletrip.dicetrip.editions import City, CityId, Edition, named_edition
from tumbletrip.dicetrip.numbers import DIGITS, is_number
from tumbletrip.dicetrip.sheet import CROSSED, Mark, Sheet, Written, tens_problem

FindEdition: TypeAlias = Callable[[str], Edition]

LIMITS = TextLimits(characters=8_192)  # 25 cities are a hundred characters; an edition may be a long path
EMPTY_TEXT, CROSSED_TEXT, BAR, NO_POWER = "..", "xx", "|", "-"


def format_sheet(sheet: Sheet) -> str:
    """The sheet as one line."""
    cities = " ".join(_mark_text(sheet.marks.get(city)) for city in sheet.edition.city_ids)
    powers = f"{'reroll' if sheet.may_reroll else NO_POWER} {'double' if sheet.may_double else NO_POWER}"
    line = f"{quote_if_needed(sheet.edition.source)} {cities} | {powers} | {sheet.round}"
    if not sheet.tens_variant:
        return line
    return f"{line} | tens" if sheet.tens_bonus is None else f"{line} | tens {sheet.tens_bonus}"


def _mark_text(mark: Mark | None) -> str:
    if mark is None:
        return EMPTY_TEXT
    if isinstance(mark, Written):
        return f"{mark.number}*" if mark.in_colour else str(mark.number)
    return CROSSED_TEXT


def parse_sheet(text: str, find: FindEdition = named_edition, line: int = 1) -> Sheet:
    """Read a one-line sheet; `find` turns the first word into an edition."""
    if len(text) > LIMITS.characters:
        raise Unreadable(problem("text.too_long", length=len(text), most=LIMITS.characters), line)
    words = Words(text, line)
    edition = read_edition(words.take("edition"), find)
    marks = _read_marks(words, edition)
    words.expect(BAR)
    may_reroll = _read_power(words, "reroll")
    may_double = _read_power(words, "double")
    words.expect(BAR)
    round_word = words.take("round")
    tens_variant, tens_bonus = _read_tens(words, edition, marks)
    words.end()
    sheet = Sheet(edition, MappingProxyType(marks), may_reroll, may_double, tens_variant, tens_bonus)
    if round_word.text != str(sheet.round):
        raise round_word.unreadable("notation.round", right=sheet.round)
    return sheet


def read_edition(word: Word, find: FindEdition) -> Edition:
    """The edition a word names."""
    try:
        return find(unquote(word))
    except Unreadable:
        raise
    except InputError as error:
        raise Unreadable(error.problem, word.line, word.column) from error


def _read_marks(words: Words, edition: Edition) -> dict[str, Mark]:
    marks: dict[str, Mark] = {}
    seen: dict[int, str] = {}
    for city in edition.cities:
        word = words.take("city")
        mark = _read_mark(word, city)
        if isinstance(mark, Written):
            if mark.number in seen:
                raise word.unreadable("sheet.number_twice", number=mark.number, city=seen[mark.number])
            seen[mark.number] = city.id
        if mark is not None:
            marks[city.id] = mark
    return marks


def _read_mark(word: Word, city: City) -> Mark | None:
    if word.text == EMPTY_TEXT:
        return None
    if word.text == CROSSED_TEXT:
        return CROSSED
    digits, star = word.text.removesuffix("*"), word.text.endswith("*")
    if not (digits.isdecimal() and digits.isascii() and len(digits) == 2 and is_number(int(digits))):
        raise word.unreadable("notation.city", city=city.id)
    if star and city.colour is None:
        raise word.unreadable("notation.star", city=city.id)
    return Written(int(digits), in_colour=star)


def _read_power(words: Words, name: str) -> bool:
    word = words.take("power")
    if word.text not in (name, NO_POWER):
        raise word.unreadable("notation.power", power=name)
    return word.text == name


def _read_tens(words: Words, edition: Edition, marks: Mapping[CityId, Mark]) -> tuple[bool, int | None]:
    if not words.take_if(BAR):
        return False, None
    words.expect("tens")
    if not words.has_more():
        return True, None
    word = words.take("points")
    points = read_points(word)
    wrong = tens_problem(edition, marks, points)
    if wrong:
        raise Unreadable(wrong, word.line, word.column)
    return True, points


def read_points(word: Word) -> int:
    """A whole number of points."""
    if not re.fullmatch(r"-?[0-9]{1,3}", word.text):
        raise word.unreadable("notation.points")
    return int(word.text)


def format_roll(roll: Roll) -> str:
    """Four dice: `r4 b2 g6 y1`."""
    return " ".join(format_die(colour, roll.shows(colour)) for colour in COLOURS)


def format_die(colour: Colour, face: int) -> str:
    """One die with its digit: `r4`."""
    return f"{colour.letter}{face}"


def read_roll(words: Words) -> Roll:
    """Four dice in the order red, blue, green, yellow."""
    faces = []
    for colour in COLOURS:
        word = words.take("die")
        shown, face = read_die(word)
        if shown is not colour:
            raise word.unreadable("notation.die_order", expected=colour.letter)
        faces.append(face)
    return Roll(*faces)


def read_die(word: Word) -> tuple[Colour, int]:
    """A die's letter and digit."""
    if len(word.text) != 2 or word.text[0] not in BY_LETTER or word.text[1] not in map(str, DIGITS):
        raise word.unreadable("notation.die")
    return BY_LETTER[word.text[0]], int(word.text[1])


def parse_roll(text: str) -> Roll:
    """Read four dice from a text of their own."""
    words = Words(text)
    roll = read_roll(words)
    words.end()
    return roll
