"""The record of a whole game (`.trip`), like PGN in chess; the grammar is in docs/rules/notation.md."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from tumbletrip.core.lines import TextLimits, numbered_lines, split_tags
from tumbletrip.core.tags import Tags
from tumbletrip.core.words import Word, Words, unquote
from tumbletrip.dicetrip.dice import BY_LETTER, COLOURS, Colour, Pair, Roll
from tumbletrip.dicetrip.editions import Edition, named_edition
from tumbletrip.dicetrip.notation.sheet_line import (
    FindEdition,
    format_die,
    format_roll,
    read_die,
    read_edition,
    read_points,
    read_roll,
)
from tumbletrip.dicetrip.rules import (
    MAX_SEATS,
    Corrected,
    Entries,
    Entry,
    Event,
    Game,
    Kept,
    Rerolled,
    Rolled,
    Wrote,
    new_game,
)

GAME = "dicetrip"
RULES_VERSION = "1"
SEAT_LETTERS = "ABCD"
# Thirteen rounds of four seats have 66 lines; the rest is room for notes of people and programs.
LIMITS = TextLimits(characters=65_536, lines=1_000, tags=100)
_OWN_TAGS = ("Game", "Rules", "Edition", "Variant", *SEAT_LETTERS)


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """An event and the line of the text it was read from."""

    event: Event
    line: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was written down: who played what, everything that happened, and how it ended.

    The events are as the text has them; whether the rules allow them is for `replay` to say.
    """

    edition: Edition
    names: tuple[str, ...]
    tens_variant: bool = False
    tags: tuple[tuple[str, str], ...] = ()  # all tags that are not about the setup, in their order
    events: tuple[RecordedEvent, ...] = ()
    result: tuple[int, ...] | None = None
    result_line: int = field(default=0, compare=False)

    def new_game(self) -> Game:
        """The game before its first roll."""
        return new_game(self.edition, len(self.names), tens_variant=self.tens_variant)


def record_of(
    game: Game,
    names: Iterable[str],
    events: Iterable[Event],
    *,
    tags: tuple[tuple[str, str], ...] = (),
    result: tuple[int, ...] | None = None,
) -> Record:
    """The record of a game and of what happened in it."""
    sheet = game.sheets[0]
    recorded = tuple(RecordedEvent(event, 0) for event in _typed_right(events))
    return Record(sheet.edition, tuple(names), sheet.tens_variant, tags, recorded, result)


def _typed_right(events: Iterable[Event]) -> list[Event]:
    """The events as if all dice had been typed right at once: a record tells the game, not its typing."""
    told: list[Event] = []
    for event in events:
        if not isinstance(event, Corrected):
            told.append(event)
            continue
        after: list[Event] = []
        while not isinstance(rolled := told.pop(), Rolled):
            after.append(rolled)
        again = next((one for one in after if isinstance(one, Rerolled)), None)
        told += _rolled_as(event, rolled.roll, again)
    return told


def _rolled_as(corrected: Corrected, first: Roll, rerolled: Rerolled | None) -> list[Event]:
    """The roll as a correction tells it; dice that were thrown again keep what they showed first."""
    if rerolled is None:
        return [Rolled(corrected.seat, corrected.roll)]
    before = corrected.roll.with_faces({die: first.shows(die) for die in rerolled.dice})
    return [Rolled(corrected.seat, before), replace(rerolled, roll=corrected.roll)]


# Writing


def format_record(record: Record) -> str:
    """The record as text."""
    lines = [_tag_line(name, value) for name, value in _all_tags(record)]
    lines += ["", *_event_lines(record)]
    if record.result is not None:
        scores = " ".join(
            f"{letter} {points}" for letter, points in zip(SEAT_LETTERS, record.result, strict=False)
        )
        lines.append(f"result {scores}")
    return "\n".join(lines) + "\n"


def _all_tags(record: Record) -> Iterator[tuple[str, str]]:
    yield "Game", GAME
    yield "Rules", RULES_VERSION
    yield "Edition", record.edition.source
    if record.tens_variant:
        yield "Variant", "tens"
    yield from zip(SEAT_LETTERS, record.names, strict=False)
    yield from record.tags


def _tag_line(name: str, value: str) -> str:
    return f"[{name} {json.dumps(value, ensure_ascii=False)}]"


def _event_lines(record: Record) -> list[str]:
    """A line per roll with the roller's answer behind it, then the turns of the round in seating order."""
    lines: list[str] = []
    turns: dict[int, str] = {}
    roll: Roll | None = None
    round_number = 0
    for event in (recorded.event for recorded in record.events):
        match event:
            case Rolled():
                lines += [turns[seat] for seat in sorted(turns)]
                turns, roll, round_number = {}, event.roll, round_number + 1
                lines.append(f"{round_number}. {format_roll(roll)}")
            case Kept():
                lines[-1] += " keep"
            case Rerolled():
                roll = event.roll
                lines[-1] += " reroll " + " ".join(format_die(die, roll.shows(die)) for die in event.dice)
            case Wrote():
                assert roll is not None
                turns[event.seat] = _turn_line(event, roll)
    return lines + [turns[seat] for seat in sorted(turns)]


def _turn_line(event: Wrote, roll: Roll) -> str:
    parts = [format_entry(entry, roll) for entry in event.entries]
    if event.doubled:
        parts.append(f"double {event.doubled.letter}")
    if event.tens_bonus is not None:
        parts.append(f"tens {event.tens_bonus}")
    return f"   {SEAT_LETTERS[event.seat]}: {' '.join(parts)}"


def format_entry(entry: Entry, roll: Roll) -> str:
    """An entry in notation: `lyon=r4b2`, or `x=brest` for a city crossed out."""
    return f"x={entry.city}" if entry.pair is None else f"{entry.city}={entry.pair.text(roll)}"


# Reading


def parse_record(text: str, find: FindEdition = named_edition) -> Record:
    """Read a record; raises nothing but Unreadable. `find` turns the Edition tag into an edition."""
    tag_lines, move_lines = split_tags(numbered_lines(text, LIMITS), LIMITS)
    setup = _read_setup(tag_lines, find)
    events, result, result_line = _read_moves(move_lines, setup)
    return Record(
        setup.edition, setup.names, setup.tens_variant, setup.tags, tuple(events), result, result_line
    )


def _read_setup(lines: list[tuple[int, str]], find: FindEdition) -> Record:
    tags = Tags(lines)
    tags.expect("Game", GAME)
    tags.expect("Rules", RULES_VERSION)
    edition = read_edition(tags.needed("Edition"), find)
    if "Variant" in tags:
        tags.expect("Variant", "tens")
    return Record(edition, _read_names(tags), "Variant" in tags, tags.besides(_OWN_TAGS))


def _read_names(tags: Tags) -> tuple[str, ...]:
    seats = [letter for letter in SEAT_LETTERS if letter in tags]
    tags.needed("A")
    if "".join(seats) not in SEAT_LETTERS:
        raise tags[seats[-1]].unreadable("record.seat_gap", seat=seats[-1])
    return tuple(unquote(tags[letter]) for letter in seats)


def _read_moves(
    lines: list[tuple[int, str]], setup: Record
) -> tuple[list[RecordedEvent], tuple[int, ...] | None, int]:
    reader = _MoveReader(setup)
    for number, line in lines:
        reader.read(Words(line, number), number)
    return reader.events, reader.result, reader.result_line


class _MoveReader:
    """Reads the lines below the tags in order, knowing the round and the dice they belong to."""

    def __init__(self, setup: Record) -> None:
        self.seats = len(setup.names)
        self.events: list[RecordedEvent] = []
        self.result: tuple[int, ...] | None = None
        self.result_line = 0
        self._round = 0
        self._roll: Roll | None = None
        self._last_seat = -1

    def read(self, words: Words, line: int) -> None:
        first = words.take("word")
        if self.result is not None:
            raise first.unreadable("record.after_result")
        if first.text == "result":
            self._read_result(words)
            self.result_line = line
        elif first.text.endswith("."):
            self._read_roll(first, words, line)
        else:
            self._read_turn(first, words, line)
        words.end()

    def _read_roll(self, first: Word, words: Words, line: int) -> None:
        self._round += 1
        if first.text != f"{self._round}.":
            raise first.unreadable("record.round", right=f"{self._round}.")
        roller = (self._round - 1) % self.seats
        self._roll = read_roll(words)
        self._last_seat = -1
        self._add(Rolled(roller, self._roll), line)
        if words.take_if("keep"):
            self._add(Kept(roller), line)
        elif words.take_if("reroll"):
            self._add(self._read_reroll(roller, words, self._roll), line)

    def _read_reroll(self, roller: int, words: Words, roll: Roll) -> Rerolled:
        faces: dict[Colour, int] = {}
        first = words.take("die")
        for word in (first, *words):
            colour, face = read_die(word)
            if colour in faces or (faces and COLOURS.index(colour) < COLOURS.index(list(faces)[-1])):
                raise word.unreadable("record.reroll_order")
            faces[colour] = face
        self._roll = roll.with_faces(faces)
        return Rerolled(roller, tuple(faces), self._roll)

    def _read_turn(self, first: Word, words: Words, line: int) -> None:
        if not re.fullmatch(r"[A-D]:", first.text):
            raise first.unreadable("record.line")
        seat = SEAT_LETTERS.index(first.text[0])
        if seat >= self.seats:
            raise first.unreadable("record.unknown_seat")
        if self._roll is None:
            raise first.unreadable("record.turn_before_roll")
        if seat <= self._last_seat:
            raise first.unreadable("record.seat_order")
        self._last_seat = seat
        entries, doubled, points = self._read_entries(words, self._roll)
        self._add(Wrote(seat, entries, doubled, points), line)

    def _read_entries(self, words: Words, roll: Roll) -> tuple[Entries, Colour | None, int | None]:
        entries = [read_entry(words.take("entry"), roll)]
        doubled = points = None
        for word in words:
            if word.text == "double":
                doubled = _read_letter(words.take("die"))
            elif word.text == "tens":
                points = read_points(words.take("points"))
            elif doubled or points is not None:
                raise word.unreadable("notation.extra")
            else:
                entries.append(read_entry(word, roll))
        return tuple(entries), doubled, points

    def _read_result(self, words: Words) -> None:
        points = []
        for letter in SEAT_LETTERS[: self.seats]:
            words.expect(letter)
            points.append(read_points(words.take("points")))
        self.result = tuple(points)

    def _add(self, event: Event, line: int) -> None:
        self.events.append(RecordedEvent(event, line))


def _read_letter(word: Word) -> Colour:
    if word.text not in BY_LETTER:
        raise word.unreadable("notation.letter")
    return BY_LETTER[word.text]


def read_entry(word: Word, roll: Roll) -> Entry:
    """An entry with the dice of a roll; the digits written beside the letters must be the ones they show."""
    city, sign, dice = word.text.partition("=")
    if not sign or not city or not dice:
        raise word.unreadable("record.entry")
    if city == "x":
        return Entry(dice)
    if len(dice) != 4:
        raise word.unreadable("record.entry")
    colours = []
    for place in (0, 2):
        die = Word(dice[place : place + 2], word.line, word.column + len(city) + 1 + place)
        colour, face = read_die(die)
        if roll.shows(colour) != face:
            raise die.unreadable("record.die_shows", face=roll.shows(colour))
        colours.append(colour)
    return Entry(city, Pair(*colours))


assert len(SEAT_LETTERS) == MAX_SEATS
