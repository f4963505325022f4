"""A score pad as a small text; the form is in docs/rules/score-pad.md.

players Ada Ben
house falling
round
Ada: 5x3 2x1 6x0 off:4 1x2
Ben: 4x4 3x1 3x2 6x1 off:2
"""

import re
from typing import Final

from tumbletrip.core.errors import Unreadable, problem
from tumbletrip.core.words import Word, Words, unquote
from tumbletrip.tumblin.dice import D6, KINDS, DieKind
from tumbletrip.tumblin.pad import Pad, PadFiller, Reading, Row, check_players, kind_named

_KINDS: Final = "|".join(KINDS)
_DIE: Final = re.compile(rf"(?:({_KINDS}):)?(?:([0-9]{{1,2}})x([0-4])|off(?::([0-9]{{1,2}}))?)(\*?)")


def pad_from_text(text: str) -> Pad:
    """Read a pad; raises nothing but Unreadable."""
    lines = [
        Words(line, number)
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1)
        if not line.lstrip().startswith("#")
    ]
    reader = _PadReader()
    for words in lines:
        if words.has_more():
            reader.read(words)
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
        elif first.text in ("teams", "house", "dice"):
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
        match = _DIE.fullmatch(word.text)
        if match is None:
            raise word.unreadable("tumblin.pad.die")
        kind, face, zone, off_face, star = match.groups()
        shown = face or off_face
        return Reading(
            face=int(shown) if shown else None,
            zone=int(zone) if zone else None,
            kind=KINDS[kind] if kind else self._kind,
            is_bonus=bool(star),
        )

    def _close_round(self, filler: PadFiller) -> None:
        if self._round is not None:
            filler.add_round(self._round, self._rows)
        self._rows = {}

    def finished(self) -> Pad:
        if self._filler is None:
            raise Unreadable(problem("tumblin.pad.players_first"))
        self._close_round(self._filler)
        return self._filler.finished()


def _read_teams(words: Words) -> list[list[str]]:
    """Teams divided by bars: `Ada Cleo | Ben Dan`."""
    teams: list[list[str]] = [[]]
    for word in words:
        if word.text == "|":
            teams.append([])
        else:
            teams[-1].append(unquote(word))
    return teams
