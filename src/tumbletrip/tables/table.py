"""A table: its setup, seats and game, as the fold of its events."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tumbletrip.tables.play import Body, Games, Play
from tumbletrip.tables.ports import Status
from tumbletrip.tables.seats import Occupant, Seat, seat_from_json

# Events of chains and draws: host.core.fair understands them.
OF_DRAWS = frozenset({"fair_begun", "anchored", "sealed", "draw_requested", "linked", "draw_voided"})
VERSION = 1  # of the event format; logs of newer versions are not read


@dataclass(frozen=True, slots=True)
class TableSetup:
    """What was agreed when the table was opened."""

    game: str
    options: Mapping[str, Any]
    seats: tuple[Seat, ...]
    seconds_per_decision: int | None = None  # None: no clock
    is_imported: bool = False  # from a record: nobody here has seen it played
    offered: tuple[int, ...] = ()  # seats of people that are free once the game has started: anybody may sit

    def as_json(self) -> dict[str, Any]:
        """The setup as it is stored."""
        return {
            "version": VERSION,
            "game": self.game,
            "options": dict(self.options),
            "seats": [seat.as_json() for seat in self.seats],
            "seconds_per_decision": self.seconds_per_decision,
            **({"imported": True} if self.is_imported else {}),
            **({"offered": list(self.offered)} if self.offered else {}),
        }


def setup_from_json(value: Mapping[str, Any]) -> TableSetup:
    """A setup from our own stored JSON."""
    if value["version"] != VERSION:
        raise ValueError(f"a table of version {value['version']}; this server reads version {VERSION}")
    seats = tuple(seat_from_json(seat) for seat in value["seats"])
    return TableSetup(
        value["game"],
        value["options"],
        seats,
        value["seconds_per_decision"],
        value.get("imported", False),
        tuple(value.get("offered", ())),
    )


@dataclass(frozen=True, slots=True)
class Table:
    """A table at one moment; immutable."""

    setup: TableSetup
    seats: tuple[Seat, ...]
    games: Games = field(compare=False, repr=False)
    players: tuple[int, ...] = ()  # the table's seat of each player in the game, once it has started
    play: Play | None = None
    rematch: str | None = None  # the table where the same people play again
    rematch_by: int | None = None  # the seat that asked for it; old logs do not say
    is_abandoned: bool = False
    openers: tuple[int, ...] = ()  # before the start: the seats of those who opened the table, and are here

    @property
    def status(self) -> Status:
        """The state of the table."""
        if self.is_abandoned:
            return Status.ABANDONED
        if self.play is None:
            return Status.OPEN
        return Status.OVER if self.play.is_over else Status.PLAYING

    @property
    def round(self) -> int:
        """The round that commands must name; 0 before the start."""
        return self.play.round if self.play else 0

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The table's seats whose decision the game needs now."""
        if self.play is None or self.is_abandoned:
            return ()
        return tuple([self.players[player] for player in self.play.waiting_for])

    @property
    def taken_seats(self) -> tuple[int, ...]:
        """The seats that a person or a bot has."""
        taken = (Occupant.PERSON, Occupant.BOT)
        return tuple(number for number, seat in enumerate(self.seats) if seat.occupant in taken)

    def player_at(self, seat: int) -> int | None:
        """The game's player number for a seat; None if the seat does not play."""
        return self.players.index(seat) if seat in self.players else None


def opened(setup: TableSetup, games: Games) -> Table:
    """The table after its first event."""
    openers = [number for number, seat in enumerate(setup.seats) if seat.occupant is Occupant.PERSON]
    return Table(setup, setup.seats, games, openers=tuple(openers))


def fold(bodies: Iterable[Body], games: Games) -> Table:
    """The table after all events of a log, of which the first opens it."""
    rest = iter(bodies)
    table = opened(setup_from_json(next(rest)["setup"]), games)
    for body in rest:
        table = evolve(table, body)
    return table


def evolve(table: Table, body: Body) -> Table:
    """The table after an event, or the same object if nothing changed. Never refuses."""
    match body["kind"]:
        case "played":
            assert table.play is not None
            play = table.play.evolve(body["play"])
            return table if play is table.play else _with_play(table, play)
        case "sat":
            return _seat(table, body["seat"], Seat(Occupant.PERSON, body["name"]))
        case "bot_seated":
            return _seat(table, body["seat"], Seat(Occupant.BOT, body["name"], level=body["level"]))
        case "seat_closed":
            return _seat(table, body["seat"], Seat(Occupant.CLOSED))
        case "started":
            return _start(table)
        case "renamed":
            return _seat(table, body["seat"], replace(table.seats[body["seat"]], name=body["name"]))
        case "left":
            return _leave(table, body["seat"], body["stand_in"])
        case "returned":
            return _stand_in(table, body["seat"], "")
        case "rekeyed":
            return table  # the key of the seat changed, not its occupant
        case _ if body["kind"] in OF_DRAWS:
            return table  # how dice are drawn is no part of the game
        case "rematched":
            return replace(table, rematch=body["table"], rematch_by=body.get("by"))
        case "abandoned":
            return replace(table, is_abandoned=True)
        case kind:
            raise ValueError(f"no event of a table: {kind!r}")


def _with_play(table: Table, play: Play) -> Table:
    """The table with another play; not by `replace`, which is too slow for every move."""
    return Table(
        table.setup,
        table.seats,
        table.games,
        table.players,
        play,
        table.rematch,
        table.rematch_by,
        table.is_abandoned,
    )


def _seat(table: Table, number: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))


def _leave(table: Table, number: int, stand_in: str) -> Table:
    """Before the start the seat becomes open; afterwards a bot stands in until the player returns."""
    if table.play:
        return _stand_in(table, number, stand_in)
    openers = tuple(opener for opener in table.openers if opener != number)
    return replace(_seat(table, number, Seat(Occupant.OPEN)), openers=openers)


def _stand_in(table: Table, number: int, level: str) -> Table:
    return _seat(table, number, replace(table.seats[number], stand_in=level))


def _start(table: Table) -> Table:
    players = table.taken_seats
    names = [table.seats[number].called(number) for number in players]
    play = table.games.begin(table.setup.game, table.setup.options, names)
    seats = tuple(
        replace(seat, occupant=Occupant.OPEN) if number in table.setup.offered else seat
        for number, seat in enumerate(table.seats)
    )
    return replace(table, seats=seats, players=players, play=play, openers=())
