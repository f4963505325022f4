"""A table: its setup, its seats and its game, as the fold of all that happened there."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tumbletrip.tables.games import Library, begin
from tumbletrip.tables.play import Body, Play
from tumbletrip.tables.ports import Status
from tumbletrip.tables.seats import Occupant, Seat, seat_from_json

VERSION = 1  # of the events' form; a log of a newer version is not read


@dataclass(frozen=True, slots=True)
class TableSetup:
    """What was agreed when the table was opened."""

    game: str
    options: Mapping[str, Any]
    seats: tuple[Seat, ...]
    seconds_per_decision: int | None = None  # None: nobody is hurried

    def as_json(self) -> dict[str, Any]:
        """The setup as it is stored."""
        return {
            "version": VERSION,
            "game": self.game,
            "options": dict(self.options),
            "seats": [seat.as_json() for seat in self.seats],
            "seconds_per_decision": self.seconds_per_decision,
        }


def setup_from_json(value: Mapping[str, Any]) -> TableSetup:
    """A setup from our own stored JSON."""
    if value["version"] != VERSION:
        raise ValueError(f"a table of version {value['version']}; this server reads version {VERSION}")
    seats = tuple(seat_from_json(seat) for seat in value["seats"])
    return TableSetup(value["game"], value["options"], seats, value["seconds_per_decision"])


@dataclass(frozen=True, slots=True)
class Table:
    """A table at one moment. Never changed, always replaced."""

    setup: TableSetup
    seats: tuple[Seat, ...]
    library: Library
    players: tuple[int, ...] = ()  # the table's seat of each player in the game, once it has started
    play: Play | None = None
    rematch: str | None = None  # the table where the same people play again
    is_abandoned: bool = False

    @property
    def status(self) -> Status:
        """What the table is doing."""
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

    def player_at(self, seat: int) -> int | None:
        """The player of the game who sits on a seat; None if nobody there plays."""
        return self.players.index(seat) if seat in self.players else None


def opened(setup: TableSetup, library: Library) -> Table:
    """The table after its first event."""
    return Table(setup, setup.seats, library)


def fold(bodies: Iterable[Body], library: Library) -> Table:
    """The table that a log tells of; the first event opens it."""
    rest = iter(bodies)
    table = opened(setup_from_json(next(rest)["setup"]), library)
    for body in rest:
        table = evolve(table, body)
    return table


def evolve(table: Table, body: Body) -> Table:
    """The table after the fact. Never refuses: it already happened."""
    match body["kind"]:
        case "played":
            assert table.play is not None
            return _with_play(table, table.play.evolve(body["play"]))
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
            return table  # who may sit there has changed, not who sits there
        case "rematched":
            return replace(table, rematch=body["table"])
        case "abandoned":
            return replace(table, is_abandoned=True)
        case kind:
            raise ValueError(f"no event of a table: {kind!r}")


def _with_play(table: Table, play: Play) -> Table:
    """Not `replace`, which takes several times as long: this happens with every move."""
    return Table(
        table.setup, table.seats, table.library, table.players, play, table.rematch, table.is_abandoned
    )


def _seat(table: Table, number: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))


def _leave(table: Table, number: int, stand_in: str) -> Table:
    """Before the start the seat is open again; afterwards a bot stands in until the person returns."""
    return _stand_in(table, number, stand_in) if table.play else _seat(table, number, Seat(Occupant.OPEN))


def _stand_in(table: Table, number: int, level: str) -> Table:
    return _seat(table, number, replace(table.seats[number], stand_in=level))


def _start(table: Table) -> Table:
    players = tuple(
        number for number, seat in enumerate(table.seats) if seat.occupant in (Occupant.PERSON, Occupant.BOT)
    )
    names = [table.seats[number].name for number in players]
    play = begin(table.setup.game, table.setup.options, names, table.library)
    return replace(table, players=players, play=play)
