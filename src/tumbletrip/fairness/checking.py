"""Checking a proof: every link against its chain, every die against its draw."""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from tumbletrip.fairness.chains import leads_to
from tumbletrip.fairness.draws import MISSING, draw_faces, draw_message, setup_hash
from tumbletrip.fairness.proofs import Draw, Proof, Seal

MOST_SEALS: Final = 3  # of a player in a game: the first one, and two more after links were missed


@dataclass(frozen=True, slots=True)
class Claim:
    """Something in a record that was drawn: of which kind, from how many dice, and whether faces fit it."""

    kind: str
    dice: int
    fits: Callable[[tuple[int, ...]], bool]


class Wrong(StrEnum):
    """What can be wrong with a proof."""

    SETUP = "setup"  # other rules, board or players than those the draws were bound to
    NUMBER = "number"  # a draw is missing, or is there twice
    SERVER_LINK = "server_link"  # the server's link is not of its chain
    SEAT_LINK = "seat_link"  # a player's link is not of their chain
    SEALS = "seals"  # a chain was begun anew too often
    KIND = "kind"  # something else was drawn than what was played
    DICE = "dice"  # the dice are not those of the draw
    UNPLAYED = "unplayed"  # a draw without dice in the game
    UNDRAWN = "undrawn"  # dice in the game without a draw


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that does not fit, at which draw, and whose it is; 0 and None where that says nothing."""

    wrong: Wrong
    draw: int = 0
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found: faults, the number of draws, and by player how many links came or were missed."""

    mark: str  # by what the game is named at `/fair`
    faults: tuple[Fault, ...]
    draws: int
    given: Mapping[int, int]
    missed: Mapping[int, int]  # while their chain was sealed: those without one cannot miss a link
    voids: tuple[int, ...]  # draws that came to nothing
    brought: int = 0  # rolls and flicks from before the game came to its table, which nobody can check


@dataclass(slots=True)
class _Party:
    """How far a chain has been told: the last link, and the number of its draw."""

    link: bytes
    number: int

    def tells(self, link: str, number: int) -> bool:
        """Whether a link is the one of this draw; it is the last one told from then on."""
        told = bytes.fromhex(link)
        fits = leads_to(told, self.link, number - self.number)
        self.link, self.number = told, number
        return fits


@dataclass(slots=True)
class _Ledger:
    """What is known while draws are gone through in order."""

    server: _Party
    seals: deque[Seal]  # those that have not begun, the first ones first
    parties: dict[int, _Party] = field(default_factory=dict)
    given: Counter[int] = field(default_factory=Counter)
    missed: Counter[int] = field(default_factory=Counter)

    def check(self, draw: Draw) -> Iterator[Fault]:
        """The faults of a draw's links."""
        if not self.server.tells(draw.server, draw.number):
            yield Fault(Wrong.SERVER_LINK, draw.number)
        self._seal(draw.number)
        for player, link in enumerate(draw.links):
            party = self.parties.get(player)
            if link == MISSING:
                self.missed[player] += party is not None
                self.parties.pop(player, None)  # out until a new anchor is sealed
                continue
            self.given[player] += 1
            if party is None or not party.tells(link, draw.number):
                yield Fault(Wrong.SEAT_LINK, draw.number, player)

    def _seal(self, number: int) -> None:
        """Let chains begin that were sealed for this draw, or for one before it that came to nothing."""
        while self.seals and self.seals[0].first <= number:
            seal = self.seals.popleft()
            self.parties[seal.player] = _Party(bytes.fromhex(seal.anchor), seal.first - 1)


def check(proof: Proof, setup: str, claims: Sequence[Claim]) -> Checked:
    """Go through a whole game: `setup` and `claims` are what its record says."""
    faults: list[Fault] = []
    if setup_hash(setup) != proof.setup:
        faults.append(Fault(Wrong.SETUP))
    sealed = Counter(seal.player for seal in proof.seals)
    faults += [
        Fault(Wrong.SEALS, 0, player) for player, often in sorted(sealed.items()) if often > MOST_SEALS
    ]
    seals = deque(sorted(proof.seals, key=lambda seal: seal.first))
    ledger = _Ledger(_Party(bytes.fromhex(proof.server), 0), seals)
    told = [draw for draw in proof.draws if not draw.is_void]
    brought = max(0, len(claims) - len(told)) if proof.is_continued else 0
    left = list(claims[brought:])
    for expected, draw in enumerate(proof.draws, start=1):
        if draw.number != expected:
            faults.append(Fault(Wrong.NUMBER, expected))
            break  # what follows would be measured against the wrong dice
        if draw.is_void:
            continue
        faults += ledger.check(draw)
        faults += _played(proof, draw, left.pop(0)) if left else [Fault(Wrong.UNPLAYED, draw.number)]
    else:
        if left:
            faults.append(Fault(Wrong.UNDRAWN, len(proof.draws) + 1))
    voids = tuple(draw.number for draw in proof.draws if draw.is_void)
    return Checked(proof.mark, tuple(faults), len(told), dict(ledger.given), +ledger.missed, voids, brought)


def _played(proof: Proof, draw: Draw, claim: Claim) -> list[Fault]:
    """The faults of what was played with a draw."""
    if draw.kind != claim.kind:
        return [Fault(Wrong.KIND, draw.number)]
    message = draw_message(proof.table, proof.setup, draw.number, draw.kind, draw.links)
    faces = draw_faces(bytes.fromhex(draw.server), message, claim.dice)
    return [] if claim.fits(faces) else [Fault(Wrong.DICE, draw.number)]
