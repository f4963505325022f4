"""Reads what players type in the terminal, leniently: `42 lyon`, `x brest`, `nice=y1g6`, `undo`."""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from tumbletrip.core.errors import Ambiguous, InputError, problem
from tumbletrip.core.words import Word
from tumbletrip.dicetrip.dice import BY_LETTER, Colour, Roll
from tumbletrip.dicetrip.editions import CityId, Edition
from tumbletrip.dicetrip.notation.records import read_entry
from tumbletrip.dicetrip.notation.typed_entries import Draft, makes_number
from tumbletrip.dicetrip.numbers import is_number


class Keyword(StrEnum):
    """What can be typed instead of a move."""

    UNDO = "undo"
    DONE = "done"
    HELP = "help"
    SHEETS = "sheets"
    QUIT = "quit"


# Any of the four languages is understood, whichever is shown.
WORDS = {
    Keyword.UNDO: {"undo", "u", "annuler", "zurück", "zurueck", "terug"},
    Keyword.DONE: {"done", "d", "fini", "fertig", "klaar", "ok"},
    Keyword.HELP: {"help", "h", "?", "aide", "hilfe"},
    Keyword.SHEETS: {"sheets", "s", "feuilles", "blätter", "bladen"},
    Keyword.QUIT: {"quit", "q", "exit", "quitter", "ende", "stoppen"},
}


@dataclass(frozen=True, slots=True)
class TypedLine:
    """What one line says: a keyword, or one or two drafts."""

    keyword: Keyword | None = None
    drafts: tuple[Draft, ...] = ()


def parse_line(line: str, edition: Edition, roll: Roll) -> TypedLine:
    """What a line means; raises InputError when it means nothing or could mean two cities."""
    keyword = parse_keyword(line)
    if keyword:
        return TypedLine(keyword)
    pieces = [piece.strip() for piece in re.split(r"[,;]", line) if piece.strip()]
    if not pieces:
        raise InputError(problem("play.say_something"))
    return TypedLine(drafts=tuple(_draft(piece, edition, roll) for piece in pieces))


def parse_keyword(line: str) -> Keyword | None:
    """The keyword that a line is, in any of the four languages; None if it is not one."""
    word = line.strip().lower()
    return next((keyword for keyword, forms in WORDS.items() if word in forms), None)


def _draft(piece: str, edition: Edition, roll: Roll) -> Draft:
    if "=" in piece:
        return _notated(piece.replace(" ", ""), edition, roll)
    words = piece.split()
    marks = [word for word in words if word.isdecimal() or word.lower() == "x"]
    names = [word for word in words if word not in marks]
    if len(marks) != 1 or not names:
        raise InputError(problem("play.not_understood", text=piece))
    city = find_city(edition, " ".join(names))
    return Draft(city) if marks[0].lower() == "x" else Draft(city, _number(marks[0], roll))


def _number(text: str, roll: Roll) -> int:
    number = int(text[:6])
    if not is_number(number):
        raise InputError(problem("play.no_number", number=text[:6]))
    if not makes_number(roll, number):
        raise InputError(problem("play.not_made", number=number))
    return number


def _notated(piece: str, edition: Edition, roll: Roll) -> Draft:
    """The notation of records, with the dice named."""
    left, _, right = piece.partition("=")
    if left.lower() == "x":
        return Draft(find_city(edition, right))
    city = find_city(edition, left)
    pair = read_entry(Word(f"{city}={right}", 1, 1), roll).pair
    return Draft(city, pair.number(roll) if pair else None, pair)


def find_city(edition: Edition, text: str) -> CityId:
    """The city whose name or id is this or, if only one does, begins with it; accents may be left out."""
    wanted = _plain(text)
    forms = {city.id: {_plain(city.id), _plain(city.name)} for city in edition.cities}
    exact = [city for city, names in forms.items() if wanted in names]
    starting = [city for city, names in forms.items() if any(name.startswith(wanted) for name in names)]
    found = exact or starting
    if not found or not wanted:
        raise InputError(problem("play.no_city", text=text))
    if len(found) > 1:
        names = ", ".join(edition.by_id[city].name for city in found)
        raise Ambiguous(problem("play.which_city", text=text, cities=names))
    return found[0]


def _plain(text: str) -> str:
    """Letters and digits only, without case and accents."""
    decomposed = unicodedata.normalize("NFKD", text.lower().replace("ß", "ss"))
    return "".join(one for one in decomposed if one.isalnum() and not unicodedata.combining(one))


def parse_dice(line: str) -> tuple[Colour, ...]:
    """The dice named in a line by letters or colours; none means keep."""
    words = re.findall(r"[^\W\d_]+", line.lower())
    letters = [word if word in BY_LETTER else word[0] for word in words]
    for word, letter in zip(words, letters, strict=True):
        if letter not in BY_LETTER or (len(word) > 1 and word != BY_LETTER[letter]):
            raise InputError(problem("play.which_die", text=word))
    return tuple(BY_LETTER[letter] for letter in dict.fromkeys(letters))
