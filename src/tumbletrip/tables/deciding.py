"""What a command does at a table: events, a question to chance or physics, or a named refusal."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import TypeAlias

from tumbletrip.core.errors import InputError
from tumbletrip.core.refusals import Refusal
from tumbletrip.tables.games import begin
from tumbletrip.tables.play import Action, Answer, Body, Need, NeedDice, NeedFlick
from tumbletrip.tables.refusals import No
from tumbletrip.tables.seats import Occupant, clean_name
from tumbletrip.tables.table import Table, evolve

Bodies: TypeAlias = tuple[Body, ...]
ABOUT_PEOPLE = ("leave", "stand_in", "seat_bot")  # the actions whose answer depends on Facts


@dataclass(frozen=True, slots=True)
class Facts:
    """What the host knows and a table cannot: which bots there are, and who has been away for a while."""

    levels: Collection[str] = ()
    stand_in: str = ""  # the level of bots that stand in
    away: Collection[int] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """What somebody wants: from a seat, or from none (to sit down), in the round they believe it is."""

    id: str
    seat: int | None
    round: int
    action: Action
    by_bot: bool = False  # only the host says so: a bot, or a stand-in for a person


def decide(
    table: Table, command: Command, facts: Facts, answer: Answer | None = None
) -> Bodies | Need | Refusal:
    """What a command does, what must be known first, or why it is refused. Touches nothing."""
    wanted = command.action.get("do")
    if table.is_abandoned:
        return No.OVER
    if wanted == "sit":
        return _decide_sit(table, command)
    if command.seat is None:
        return No.NOT_YOUR_SEAT
    if not 0 <= command.seat < len(table.seats):
        return No.NO_SUCH_SEAT
    match wanted:
        case "rename":
            return _decide_rename(table, command.seat, command.action)
        case "leave":
            return _decide_leave(table, command.seat, facts)
        case "return":
            return _decide_return(table, command.seat)
        case "stand_in":
            return _decide_stand_in(table, command.action, facts)
        case "start":
            return _decide_start(table)
        case "seat_bot":
            return _decide_seat_bot(table, command.action, facts)
        case "close_seat":
            return _decide_close_seat(table, command.action)
        case _:
            return _decide_play(table, command, command.seat, answer)


def _decide_play(table: Table, command: Command, seat: int, answer: Answer | None) -> Bodies | Need | Refusal:
    """Hand an action to the game; commands name their round, so a late one cannot hit the next."""
    if table.play is None:
        return No.NOT_STARTED
    player = table.player_at(seat)
    if player is None:
        return No.NO_SUCH_SEAT
    if command.round != table.round:
        return No.WRONG_ROUND
    play = table.play.without_hands() if command.by_bot else table.play
    decided = play.decide(player, command.action, answer)
    if isinstance(decided, Refusal | NeedDice | NeedFlick):
        return decided
    return ({"kind": "played", "play": decided},)


def _decide_sit(table: Table, command: Command) -> Bodies | Refusal:
    """An open seat goes to whoever comes first; with the last one the game begins."""
    seat = command.action.get("seat")
    name = clean_name(command.action.get("name"))
    if type(seat) is not int or not 0 <= seat < len(table.seats):
        return No.NO_SUCH_SEAT
    if table.seats[seat].occupant is not Occupant.OPEN:
        return No.SEAT_NOT_OPEN
    if name is None:
        return No.BAD_NAME
    if _is_taken(table, name, seat):
        return No.NAME_TAKEN
    return _with_start(table, {"kind": "sat", "seat": seat, "name": name})


def _is_taken(table: Table, name: str, seat: int) -> bool:
    return any(
        other.name.casefold() == name.casefold() for number, other in enumerate(table.seats) if number != seat
    )


def _with_start(table: Table, body: Body) -> Bodies | Refusal:
    """The event, and the start of the game if no seat is open any more."""
    after = evolve(table, body)
    if any(seat.occupant is Occupant.OPEN for seat in after.seats):
        return (body,)
    refusal = _refuse_start(after)
    return refusal or (body, {"kind": "started"})


def _refuse_start(table: Table) -> No | None:
    names = [seat.name for seat in table.seats if seat.occupant in (Occupant.PERSON, Occupant.BOT)]
    try:
        begin(table.setup.game, table.setup.options, names, table.library)
    except InputError:
        return No.TOO_FEW_SEATS
    return None


def _decide_start(table: Table) -> Bodies | Refusal:
    if table.play:
        return No.ALREADY_STARTED
    if any(other.occupant is Occupant.OPEN for other in table.seats):
        return No.OPEN_SEATS
    return _refuse_start(table) or ({"kind": "started"},)


def _decide_seat_bot(table: Table, action: Action, facts: Facts) -> Bodies | Refusal:
    target, level = action.get("seat"), action.get("level")
    refusal = _refuse_open_seat(table, target)
    if refusal:
        return refusal
    if not isinstance(level, str) or level not in facts.levels:
        return No.UNKNOWN_LEVEL
    return _with_start(
        table, {"kind": "bot_seated", "seat": target, "level": level, "name": bot_name(table, level)}
    )


def bot_name(table: Table, level: str) -> str:
    """A name no one else at the table has."""
    taken = {seat.name for seat in table.seats}
    return next(
        name for name in (level, *(f"{level} {number}" for number in range(2, 20))) if name not in taken
    )


def _decide_close_seat(table: Table, action: Action) -> Bodies | Refusal:
    target = action.get("seat")
    refusal = _refuse_open_seat(table, target)
    return refusal or _with_start(table, {"kind": "seat_closed", "seat": target})


def _refuse_open_seat(table: Table, target: object) -> No | None:
    if table.play:
        return No.ALREADY_STARTED
    if type(target) is not int or not 0 <= target < len(table.seats):
        return No.NO_SUCH_SEAT
    return None if table.seats[target].occupant is Occupant.OPEN else No.SEAT_NOT_OPEN


def _decide_rename(table: Table, seat: int, action: Action) -> Bodies | Refusal:
    name = clean_name(action.get("name"))
    if name is None:
        return No.BAD_NAME
    return (
        No.NAME_TAKEN if _is_taken(table, name, seat) else ({"kind": "renamed", "seat": seat, "name": name},)
    )


def _decide_leave(table: Table, seat: int, facts: Facts) -> Bodies | Refusal:
    if table.seats[seat].stand_in:
        return No.NOT_AWAY
    return ({"kind": "left", "seat": seat, "stand_in": facts.stand_in if table.play else ""},)


def _decide_return(table: Table, seat: int) -> Bodies | Refusal:
    return ({"kind": "returned", "seat": seat},) if table.seats[seat].stand_in else No.NOT_AWAY


def _decide_stand_in(table: Table, action: Action, facts: Facts) -> Bodies | Refusal:
    """Ask a bot to play for somebody who has been away; their seat stays theirs."""
    target = action.get("seat")
    if table.play is None:
        return No.NOT_STARTED
    if type(target) is not int or target not in table.players:
        return No.NO_SUCH_SEAT
    if table.seats[target].bot_level or target not in facts.away:
        return No.STILL_HERE
    return ({"kind": "left", "seat": target, "stand_in": facts.stand_in},)
