"""What a game shows of its draws: anchors, and the links of every draw; written as tags of its record."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.lines import IMPORTED
from tumbletrip.fairness.chains import PROTOCOL, read_link
from tumbletrip.fairness.draws import MISSING

VOID: Final = "void"  # stands for the links of a draw that came to nothing
MARK_LENGTH: Final = 10
_HEAD: Final = "Fair"
_NUMBER: Final = "[1-9][0-9]{0,5}"
_SEAT: Final = re.compile(f"FairSeat({_NUMBER})")
_DRAW: Final = re.compile(f"Draw({_NUMBER})")
_WORD: Final = re.compile(r"[A-Za-z0-9_:,~-]+")  # a table or a kind of draw: no bar, which parts a message

Tag = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Seal:
    """A player's anchor, and the number of the first draw that its chain takes part in."""

    player: int
    first: int
    anchor: str


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw: its number and kind, the server's link, and each player's, or why there is none."""

    number: int
    kind: str
    server: str  # empty if the draw came to nothing
    links: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()  # for each link: why it is missing; empty if it is there

    @property
    def is_void(self) -> bool:
        """Whether the draw was asked for and came to nothing: nobody saw dice."""
        return not self.server


@dataclass(frozen=True, slots=True)
class Proof:
    """All that is needed to work out a game's dice again."""

    table: str
    setup: str  # hash of what was agreed on
    server: str  # its anchor
    seals: tuple[Seal, ...] = ()
    draws: tuple[Draw, ...] = ()
    is_continued: bool = False  # the game began elsewhere: its first dice have no draws

    @property
    def mark(self) -> str:
        """By what the game is named in public."""
        return mark_of(self.server)


def mark_of(anchor: str) -> str:
    """By what a game is named in public, where nothing leads to its table: the server's anchor begins so."""
    return anchor[:MARK_LENGTH]


# As tags


def proof_tags(proof: Proof) -> Iterator[Tag]:
    """A proof as tags of a record."""
    yield _HEAD, f"{PROTOCOL} {proof.table} {proof.setup} {proof.server}"
    for player in sorted({seal.player for seal in proof.seals}):
        told = [f"{seal.first} {seal.anchor}" for seal in proof.seals if seal.player == player]
        yield f"FairSeat{player + 1}", " ".join(told)
    for draw in proof.draws:
        yield f"Draw{draw.number}", " ".join([draw.kind, *_told(draw)])


def _told(draw: Draw) -> Iterator[str]:
    """The server's link and the players'; `-away` says that there is none, and why."""
    yield draw.server or VOID
    for link, reason in zip(draw.links, draw.reasons, strict=True):
        yield f"{link}{reason}"


def proof_from(tags: Iterable[Tag]) -> Proof | None:
    """The proof that a record's tags hold; None if it has none. Raises InputError for a broken one."""
    known = dict(tags)
    if _HEAD not in known:
        return None
    protocol, *rest = known[_HEAD].split(" ")
    if protocol != PROTOCOL:
        raise InputError(problem("fair.protocol", word=protocol[:60], known=PROTOCOL))
    if len(rest) != 3 or not _WORD.fullmatch(rest[0]) or not all(map(read_link, rest[1:])):
        raise _broken(_HEAD)
    seats = [(found, told) for name, told in known.items() if (found := _SEAT.fullmatch(name))]
    draws = [_draw(found, told) for name, told in known.items() if (found := _DRAW.fullmatch(name))]
    seals = tuple(seal for found, told in seats for seal in _seals(found, told))
    is_continued = known.get(IMPORTED[0]) == IMPORTED[1]
    return Proof(rest[0], rest[1], rest[2], seals, tuple(draws), is_continued)


def _seals(name: re.Match[str], told: str) -> Iterator[Seal]:
    words = told.split(" ")
    if len(words) % 2:
        raise _broken(name[0])
    for first, anchor in zip(words[::2], words[1::2], strict=True):
        if not re.fullmatch(_NUMBER, first) or read_link(anchor) is None:
            raise _broken(name[0])
        yield Seal(int(name[1]) - 1, int(first), anchor)


def _draw(name: re.Match[str], told: str) -> Draw:
    kind, *words = told.split(" ")
    if not _WORD.fullmatch(kind) or not words:
        raise _broken(name[0])
    if words == [VOID]:
        return Draw(int(name[1]), kind, "")
    links = tuple(MISSING if word.startswith(MISSING) else word for word in words)
    if not all(map(read_link, (link for link in links if link != MISSING))) or links[0] == MISSING:
        raise _broken(name[0])
    reasons = tuple(word[1:] if word.startswith(MISSING) else "" for word in words[1:])
    return Draw(int(name[1]), kind, words[0], links[1:], reasons)


def _broken(tag: str) -> InputError:
    return InputError(problem("fair.broken_tag", tag=tag))
