"""The seats of a table, their occupants, and the rules for names."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.shortening import AS_PICTURE, JOINER, shortened
from tumbletrip.tables.refusals import No

MAX_NAME = 40
MOST_MARKS = 2  # accents on one letter; more would climb over the neighbours
# Characters that show nothing, though Unicode does not call them controls: fillers, blanks, joiners.
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
# Letters of other alphabets, and digits, that look like a Latin one; both cases are folded before.
_LOOKS = str.maketrans("авесԁһіјкӏмнорѕтухԛԝαβεικνορτυχγ01|ıłøđ", "abecdhijklmhopstyxqwabeiknoptuxyollilod")


class Occupant(StrEnum):
    """Who has a seat."""

    OPEN = "open"  # anybody may sit down
    PERSON = "person"
    BOT = "bot"
    CLOSED = "closed"  # removed before the start


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at a table; while its player is away a bot may stand in."""

    occupant: Occupant
    name: str = ""  # a person's may be empty: they have not told it
    level: str = ""  # of the bot that has the seat
    stand_in: str = ""  # the level of the bot that plays for a person who is away

    @property
    def bot_level(self) -> str:
        """The level of the bot that decides here now; empty if a person does."""
        return self.level or self.stand_in

    def called(self, number: int) -> str:
        """What others call whoever has this seat, given its number; people without a name are numbered."""
        return self.name or f"Player {number + 1}"

    def as_json(self) -> dict[str, Any]:
        """The seat as everybody may see it."""
        return {
            "occupant": self.occupant.value,
            "name": self.name,
            "level": self.level,
            "stand_in": self.stand_in,
        }


def names_taken(seats: Sequence[Seat]) -> set[str]:
    """The names that nobody else can have at these seats, casefolded."""
    return {
        seat.called(number).casefold()
        for number, seat in enumerate(seats)
        if seat.occupant in (Occupant.PERSON, Occupant.BOT)
    }


def seat_from_json(value: Mapping[str, Any]) -> Seat:
    """A seat from our own stored JSON."""
    return Seat(Occupant(value["occupant"]), value["name"], value["level"], value["stand_in"])


def clean_name(value: object) -> str | None:
    """A name as plain text, composed and trimmed; None if nothing is left or it is too long."""
    if not isinstance(value, str) or len(value) > 8 * MAX_NAME:
        return None
    # Control, format (such as direction overrides), surrogate, private and unassigned characters are removed.
    spaced = " ".join(value.split())
    kept = "".join(
        character for place, character in enumerate(spaced) if _is_seen(character) or _joins(spaced, place)
    )
    # Composed only now: a removed character may have stood between a letter and its accent.
    name = " ".join(_with_few_marks(unicodedata.normalize("NFC", kept)).split())
    return name if 1 <= len(name) <= MAX_NAME else None


def _is_seen(character: str) -> bool:
    is_selector = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    is_hidden = unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn")
    return not is_hidden and not is_selector and character not in _UNSEEN


def _joins(text: str, place: int) -> bool:
    """Whether an unseen character makes one picture of its neighbours, as in a family or a red heart."""
    before = text[:place].rstrip(AS_PICTURE)[-1:]
    if text[place] == AS_PICTURE:
        return _is_picture(before) and text[place - 1] != AS_PICTURE
    return text[place] == JOINER and _is_picture(before) and _is_picture(text[place + 1 : place + 2])


def _is_picture(character: str) -> bool:
    """Whether it is a picture, or the colour of the skin of one."""
    return bool(character) and unicodedata.category(character) in ("So", "Sk")


def _with_few_marks(text: str) -> str:
    """A text in which no letter carries more than `MOST_MARKS` accents, and none stands alone in front."""
    kept: list[str] = []
    marks = MOST_MARKS  # before the first letter there is nothing to carry one
    for character in text:
        is_mark = unicodedata.category(character) in ("Mn", "Me") and character != AS_PICTURE
        marks = marks + 1 if is_mark else 0
        if marks <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)


def looks_of(name: str) -> str:
    """What is left of a name at a glance: case, accents, width and alphabets of like letters do not count."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    plain = "".join(one for one in folded if not unicodedata.combining(one) and not one.isspace())
    plain = plain.replace(JOINER, "").replace(AS_PICTURE, "")
    return plain.translate(_LOOKS)


def told_apart(name: str, seat: int, others: Iterable[str]) -> str:
    """A name, marked with its seat if it looks like another's beside it (F55)."""
    looks = looks_of(name)
    if all(looks_of(other) != looks for other in others):
        return name
    mark = f" ({seat + 1})"
    return shortened(name, MAX_NAME - len(mark)) + mark


def required_name(name: str) -> str:
    """A name from an imported file, by the rules for players here; raises InputError."""
    cleaned = clean_name(name)
    if cleaned is None:
        raise InputError(problem(No.BAD_NAME))
    return cleaned
