"""The chains and draws of one table, as its durable events tell them (docs/fair-dice.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tumbletrip.core.refusals import Refusal
from tumbletrip.fairness.chains import leads_to, read_link
from tumbletrip.fairness.checking import MOST_SEALS
from tumbletrip.fairness.proofs import Draw, Proof, Seal
from tumbletrip.tables.deciding import Bodies, Command
from tumbletrip.tables.play import Body
from tumbletrip.tables.refusals import No
from tumbletrip.tables.seats import Occupant
from tumbletrip.tables.table import Table

ANCHOR: Final = "anchor"  # the action by which a seat's device tells the anchor of its chain


@dataclass(frozen=True, slots=True)
class Drawn:
    """An answer of chance that anybody can check: the faces, and the draw as its event keeps it."""

    faces: tuple[int, ...]
    draw: Body


@dataclass(frozen=True, slots=True)
class Request:
    """A draw that was asked for, and the command that it is for; nothing else may come of it."""

    number: int
    kind: str
    command: Command


@dataclass(frozen=True, slots=True)
class Party:
    """A seat whose chain takes part: the last link it told, and at which draw."""

    link: bytes
    number: int


@dataclass(slots=True)
class FairTable:
    """What is known of a table's chains; seats are the table's."""

    server: str = ""  # the anchor of the server's chain; empty while it has none
    length: int = 0  # of every chain
    setup: str = ""  # hash of what was agreed on; empty until the anchors are sealed
    anchors: dict[int, str] = field(default_factory=dict)  # by seat, until they are sealed
    seals: list[Seal] = field(default_factory=list)  # with seats in the place of players
    draws: list[Draw] = field(default_factory=list)
    request: Request | None = None  # the draw that is under way
    linked: dict[int, str] = field(default_factory=dict)  # links for it that came to other processes
    _parties: dict[int, Party] = field(default_factory=dict)

    # What becomes durable

    def note(self, body: Body, players: Sequence[int]) -> None:
        """Take in an event of the table."""
        match body["kind"]:
            case "fair_begun":
                self.server, self.length = body["server"], body["links"]
            case "anchored":
                self._note_anchor(body["seat"], body["anchor"], body["first"])
            case "sealed":
                self.setup = body["setup"]
                self.seals = [Seal(seat, 1, anchor) for seat, anchor in sorted(self.anchors.items())]
            case "draw_requested":
                self.request, self.linked = _request(body), {}
            case "linked" if self.is_drawing(body["number"]):
                self.linked[body["seat"]] = body["link"]
            case "draw_voided" if self.request and self.is_drawing(body["number"]):
                self._end(Draw(self.request.number, self.request.kind, ""))
            case "played" if "draw" in body:
                self._note_draw(draw_from_json(body["draw"]), players)
            case "sat" | "left" | "bot_seated" if not self.setup:
                self.anchors.pop(body["seat"], None)  # whoever comes brings another device

    def _note_anchor(self, seat: int, anchor: str, first: int) -> None:
        if self.setup:
            self.seals.append(Seal(seat, first, anchor))
        else:
            self.anchors[seat] = anchor

    def _note_draw(self, draw: Draw, players: Sequence[int]) -> None:
        for seat, link in zip(players, draw.links, strict=True):
            party = read_link(link)
            if party is not None:
                self._parties[seat] = Party(party, draw.number)
            elif self.party(seat, draw.number):
                self._parties[seat] = Party(b"", draw.number)  # out: no link leads to an empty one
        self._end(draw)

    def _end(self, draw: Draw) -> None:
        self.draws.append(draw)
        self.request, self.linked = None, {}

    # Questions

    @property
    def next_number(self) -> int:
        """The number of the next draw that is asked for."""
        return len(self.draws) + (2 if self.request else 1)

    def is_drawing(self, number: int, command: str | None = None) -> bool:
        """Whether this draw is under way, and for this command if one is named."""
        request = self.request
        return request is not None and request.number == number and command in (None, request.command.id)

    def party(self, seat: int, number: int) -> Party | None:
        """The party of a seat at a draw; None if it has no chain, is out, or its new chain begins later."""
        known = self._parties.get(seat, Party(b"", 0))
        begun = [seal for seal in self.seals if seal.player == seat and known.number < seal.first <= number]
        if begun:
            return Party(bytes.fromhex(begun[-1].anchor), begun[-1].first - 1)
        return known if known.link else None

    def fits(self, seat: int, number: int, link: str) -> bool:
        """Whether a link is the one of a seat's chain for a draw."""
        party, told = self.party(seat, number), read_link(link)
        return party is not None and told is not None and leads_to(told, party.link, number - party.number)

    def proof(self, table_id: str, players: Sequence[int]) -> Proof | None:
        """All that is needed to check the game's dice; None if they were not drawn from chains."""
        if not self.setup:
            return None
        place = {seat: player for player, seat in enumerate(players)}
        seals = tuple(Seal(place[seal.player], seal.first, seal.anchor) for seal in self.seals)
        return Proof(table_id, self.setup, self.server, seals, tuple(self.draws))

    # Decisions

    def decide_anchor(self, table: Table, seat: int, action: Mapping[str, Any]) -> Bodies | Refusal:
        """A seat's device tells the anchor of its chain, at first or after it missed a link."""
        anchor = action.get("anchor")
        if read_link(anchor) is None or not self.server:
            return No.MALFORMED
        if table.seats[seat].occupant is not Occupant.PERSON:
            return No.NOT_YOUR_SEAT
        if self.setup and (not self._may_seal(seat) or seat not in table.players):
            return No.SEALED
        if not self.setup and self.anchors.get(seat, anchor) != anchor:
            return No.SEALED  # nobody replaces what a device has locked up
        first = self.next_number + 1 if self.setup else 1  # the next draw is made without it
        return ({"kind": "anchored", "seat": seat, "anchor": anchor, "first": first},)

    def _may_seal(self, seat: int) -> bool:
        own = [seal for seal in self.seals if seal.player == seat]
        is_waiting = any(seal.first >= self.next_number for seal in own)
        return len(own) < MOST_SEALS and not is_waiting and self.party(seat, self.next_number) is None

    def decide_seal(self, setup: str) -> Bodies | Refusal:
        """All anchors are listed: from now on dice can be drawn."""
        if self.setup:
            return No.SEALED
        anchors = {str(seat): anchor for seat, anchor in sorted(self.anchors.items())}
        return ({"kind": "sealed", "setup": setup, "server": self.server, "anchors": anchors},)

    def decide_request(self, kind: str, command: Command) -> Bodies | Refusal:
        """A draw is asked for; one at a time."""
        if self.request:
            return No.DRAWING
        return (
            {
                "kind": "draw_requested",
                "number": self.next_number,
                "draw": kind,
                "by": command.seat,
                "command": command.id,
                "round": command.round,
                "action": dict(command.action),
                "by_bot": command.by_bot,
            },
        )

    def decide_link(self, seat: int, number: int, link: str) -> Bodies | Refusal:
        """A link came to a process that did not ask for the draw: all of them hear of it, before the draw."""
        if not self.is_drawing(number) or seat in self.linked or not self.fits(seat, number, link):
            return No.DRAWING
        return ({"kind": "linked", "number": number, "seat": seat, "link": link},)

    def decide_void(self, number: int) -> Bodies | Refusal:
        """A draw comes to nothing, unless another process has made it meanwhile."""
        return ({"kind": "draw_voided", "number": number},) if self.is_drawing(number) else No.DRAWING


def _request(body: Body) -> Request:
    command = Command(body["command"], body["by"], body["round"], body["action"], body["by_bot"])
    return Request(body["number"], body["draw"], command)


def draw_json(draw: Draw, dice: Sequence[int], sides: int) -> Body:
    """A draw as the event of its move keeps it."""
    return {
        "number": draw.number,
        "kind": draw.kind,
        "server": draw.server,
        "links": list(draw.links),
        "reasons": list(draw.reasons),
        "sides": sides,
        "dice": list(dice),
    }


def draw_from_json(body: Body) -> Draw:
    """A draw from our own stored JSON."""
    return Draw(body["number"], body["kind"], body["server"], tuple(body["links"]), tuple(body["reasons"]))
