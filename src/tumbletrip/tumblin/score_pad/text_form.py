"""A score pad as a small text; the form is in docs/rules/score-pad.md.

players Ada Ben
house falling
round
Ada: 5x3 2x1 6x0 off:4 1x2
Ben: 4x4 3x1 3x2 6x1 off:2
"""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final

from tumbletrip.core.errors import Unreadable, problem
from tumbletrip.core.lines import TextLimits, numbered_lines
from tumbletrip.core.words import Word, Words, unquote
from tumbletrip.tumblin.dice import D6, KINDS, DieKind
from tumbletrip.tumblin.score_pad.pad import Pad, PadDie, PadFiller, Reading, Row, check_players, kind_named
from tumbletrip.tumblin.setup import Setup

LIMITS: Final = TextLimits(characters=262_144, lines=10_000)  # 200 rounds of sixteen players, and remarks
_KINDS: Final = "|".join(KINDS)
_DIE: Final = re.compile(rf"(?:({_KINDS}):)?(?:([0-9]{{1,2}})?x([0-4])|off(?::([0-9]{{1,2}}))?)(\*?)")
_PLAIN_NAME: Final = re.compile(r"\w[\w.-]*")
_AGREEMENTS: Final = ("teams", "house", "dice")
_LINE_WORDS: Final = ("players", "round", *_AGREEMENTS)


def pad_from_text(text: str) -> Pad:
    """Read a pad; raises nothing but Unreadable."""
    reader = _PadReader()
    for number, line in numbered_lines(text, LIMITS):
        if not line.lstrip().startswith("#"):
            reader.read(Words(line, number))
    return reader.finished()


class _PadReader:
    """Reads the lines in order: players first, then what was agreed, then the rounds."""

    def __init__(self) -> None:
        self._filler: PadFiller | None = None
        self._kind: DieKind = D6
        self._agreed: set[str] = set()
        self._round: Word | None = None
        self._rows: dict[str, Row] = {}

    def read(self, words: Words) -> None:
        first = words.take("word")
        if first.text == "players" and self._filler is None:
            names = [unquote(word) for word in words]
            check_players(first, names)
            self._filler = PadFiller(first, names)
            return
        filler = self._filler
        if filler is None:
            raise first.unreadable("tumblin.pad.players_first")
        if first.text == "round":
            self._close_round(filler)
            self._round = first
            words.end()
        elif first.text in _AGREEMENTS:
            self._read_agreement(filler, first, words)
        else:
            self._read_row(filler, first, words)

    def _read_agreement(self, filler: PadFiller, first: Word, words: Words) -> None:
        if self._round is not None or first.text in self._agreed:
            raise first.unreadable("tumblin.pad.agree_once")
        self._agreed.add(first.text)
        if first.text == "house":
            filler.set_house(first, [word.text for word in words])
        elif first.text == "teams":
            filler.set_teams(first, _read_teams(words))
        else:
            word = words.take("die_kind")
            self._kind = kind_named(word, word.text)
            words.end()

    def _read_row(self, filler: PadFiller, first: Word, words: Words) -> None:
        name = unquote(Word(first.text.removesuffix(":"), first.line, first.column))
        if not first.text.endswith(":"):
            words.expect(":")
        if name not in filler.names:
            raise first.unreadable("tumblin.pad.no_such_player", name=name)
        if self._round is None:
            raise first.unreadable("tumblin.pad.round_first")
        if name in self._rows:
            raise first.unreadable("tumblin.pad.player_twice", name=name)
        self._rows[name] = Row(first, [(word, self._read_die(word)) for word in words])

    def _read_die(self, word: Word) -> Reading:
        reading = read_die(word.text, self._kind)
        if reading is None:
            raise word.unreadable("tumblin.pad.die")
        return reading

    def _close_round(self, filler: PadFiller) -> None:
        if self._round is not None:
            filler.add_round(self._round, self._rows)
        self._rows = {}

    def finished(self) -> Pad:
        if self._filler is None:
            raise Unreadable(problem("tumblin.pad.players_first"))
        self._close_round(self._filler)
        return self._filler.finished()


def read_die(text: str, kind: DieKind = D6) -> Reading | None:
    """The die a word is about, of this kind if it names no other; None if it is no die."""
    match = _DIE.fullmatch(text)
    if match is None:
        return None
    other_kind, face, zone, off_face, star = match.groups()
    shown = face or off_face
    return Reading(
        face=int(shown) if shown else None,
        zone=int(zone) if zone else None,
        kind=KINDS[other_kind] if other_kind else kind,
        is_bonus=bool(star),
    )


def _read_teams(words: Words) -> list[list[str]]:
    """Teams divided by bars: `Ada Cleo | Ben Dan`."""
    teams: list[list[str]] = [[]]
    for word in words:
        if word.text == "|":
            teams.append([])
        else:
            teams[-1].append(unquote(word))
    return teams


def format_pad(pad: Pad) -> str:
    """The pad as a text that reads back to the same dice and points."""
    return "\n".join(_lines(pad)) + "\n"


def _lines(pad: Pad) -> Iterator[str]:
    setup = pad.setup
    yield "players " + " ".join(_name(seat.name) for seat in setup.seats)
    if len(setup.sides) < len(setup.seats):
        yield "teams " + " | ".join(_team(setup, side) for side in setup.sides)
    if setup.house.words:
        yield "house " + " ".join(setup.house.words)
    for dice in pad.rounds:
        yield ""
        yield "round"
        for number, seat in enumerate(setup.seats):
            words = (_die_word(one) for one in dice if one.die.seat == number)
            yield f"{_name(seat.name)}: {' '.join(words)}"


def _team(setup: Setup, side: Sequence[int]) -> str:
    return " ".join(_name(setup.seats[seat].name) for seat in side)


def _name(name: str) -> str:
    """A name as it stands, or in quotes if it could be taken for something else."""
    is_plain = _PLAIN_NAME.fullmatch(name) and name not in _LINE_WORDS
    return name if is_plain else json.dumps(name, ensure_ascii=False)


def _die_word(lying: PadDie) -> str:
    kind = "" if lying.die.kind is D6 else f"{lying.die.kind.name}:"
    face = lying.face or ""
    place = f"{face}x{lying.zone}" if lying.on_board else f"off:{face}".rstrip(":")
    return f"{kind}{place}{'*' if lying.die.is_bonus else ''}"
