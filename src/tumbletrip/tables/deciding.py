"""Deciding a command at a table: events, a need for dice or work, a draft, or a refusal."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, TypeAlias

from tumbletrip.core.errors import InputError
from tumbletrip.core.refusals import Refusal
from tumbletrip.tables.bot_names import bot_name
from tumbletrip.tables.play import Action, Asked, Body, Decided, Thought
from tumbletrip.tables.refusals import No
from tumbletrip.tables.seats import Occupant, clean_name, names_taken, told_apart
from tumbletrip.tables.table import Table, evolve

Bodies: TypeAlias = tuple[Body, ...]
NEEDS_FACTS = ("leave", "stand_in", "seat_bot")  # the actions whose answer depends on Facts


@dataclass(frozen=True, slots=True)
class Facts:
    """What only the host knows: the bot levels, and which players have been away for a while."""

    levels: Collection[str] = ()
    stand_in: str = ""  # the bot level that plays for absent players
    away: Collection[int] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """A request to act: from a seat, or from none to sit down, naming the round it is meant for."""

    id: str
    seat: int | None
    round: int
    action: Action
    by_bot: bool = False  # set by the host only: decided by a bot or a stand-in
    key: str = ""  # set by the host only: the hash of the secret of a player who sits down


def decide(table: Table, command: Command, facts: Facts) -> Bodies | Asked | Thought | Refusal:
    """The events of a command, what it needs first, a draft, or a refusal. Has no side effects."""
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
        case "remove":
            return _decide_remove(table, command.seat, command.action)
        case _:
            return _decide_play(table, command, command.seat)


def resume(asked: Asked, answer: Any) -> Bodies | Asked | Refusal:
    """The events of a decision whose need is answered, or its next need; the game must not have changed."""
    body = asked.resume(answer)
    return body if isinstance(body, Refusal | Asked) else _played(body)


def _decide_play(table: Table, command: Command, seat: int) -> Bodies | Asked | Thought | Refusal:
    """Let the game decide an action; the round in the command keeps a late one from the next round."""
    if table.play is None:
        return No.NOT_STARTED
    player = table.player_at(seat)
    if player is None:
        return No.NO_SUCH_SEAT
    if command.round != table.round:
        return No.WRONG_ROUND
    play = table.play.without_hands() if command.by_bot else table.play
    decided: Decided = play.decide(player, command.action)
    return decided if isinstance(decided, Refusal | Asked | Thought) else _played(decided)


def _played(body: Body) -> Bodies:
    return ({"kind": "played", "play": body},)


def _decide_sit(table: Table, command: Command) -> Bodies | Refusal:
    """Take an open seat; when the last one is taken the game begins, unless it is under way."""
    seat = command.action.get("seat")
    name = clean_name(command.action.get("name"))
    if type(seat) is not int or not 0 <= seat < len(table.seats):
        return No.NO_SUCH_SEAT
    if table.seats[seat].occupant is not Occupant.OPEN:
        return No.SEAT_NOT_OPEN
    if table.play and table.play.is_over:
        return No.OVER
    if name is None:
        return No.BAD_NAME
    if _is_name_taken(table, name, seat):
        return No.NAME_TAKEN
    name = told_apart(name, seat, _other_names(table, seat))
    sat = {"kind": "sat", "seat": seat, "name": name, "key": command.key}
    return (sat,) if table.play else _with_start(table, sat)


def _is_name_taken(table: Table, name: str, seat: int) -> bool:
    return any(other.casefold() == name.casefold() for other in _other_names(table, seat))


def _other_names(table: Table, seat: int) -> list[str]:
    return [table.seats[number].called(number) for number in table.taken_seats if number != seat]


def _with_start(table: Table, body: Body) -> Bodies | Refusal:
    """The event, followed by the start of the game if no seat is open after it."""
    after = evolve(table, body)
    if any(seat.occupant is Occupant.OPEN for seat in after.seats):
        return (body,)
    refusal = _refuse_start(after)
    return refusal or (body, {"kind": "started"})


def _refuse_start(table: Table) -> No | None:
    names = [table.seats[number].called(number) for number in table.taken_seats]
    try:
        table.games.begin(table.setup.game, table.setup.options, names)
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
    name = bot_name(level, names_taken(table.seats))
    return _with_start(table, {"kind": "bot_seated", "seat": target, "level": level, "name": name})


def _decide_close_seat(table: Table, action: Action) -> Bodies | Refusal:
    target = action.get("seat")
    refusal = _refuse_open_seat(table, target)
    return refusal or _with_start(table, {"kind": "seat_closed", "seat": target})


def _decide_remove(table: Table, seat: int, action: Action) -> Bodies | Refusal:
    """Let whoever opened the table take its seat from somebody who sat down there (F53)."""
    target = action.get("seat")
    if table.play:
        return No.ALREADY_STARTED
    if seat not in table.openers:
        return No.NOT_OPENER
    if type(target) is not int or not 0 <= target < len(table.seats):
        return No.NO_SUCH_SEAT
    if table.seats[target].occupant is not Occupant.PERSON or target in table.openers:
        return No.NO_SUCH_SEAT
    return ({"kind": "left", "seat": target, "stand_in": ""},)


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
    if _is_name_taken(table, name, seat):
        return No.NAME_TAKEN
    name = told_apart(name, seat, _other_names(table, seat))
    return ({"kind": "renamed", "seat": seat, "name": name},)


def _decide_leave(table: Table, seat: int, facts: Facts) -> Bodies | Refusal:
    if table.seats[seat].stand_in:
        return No.NOT_AWAY
    return ({"kind": "left", "seat": seat, "stand_in": facts.stand_in if table.play else ""},)


def _decide_return(table: Table, seat: int) -> Bodies | Refusal:
    return ({"kind": "returned", "seat": seat},) if table.seats[seat].stand_in else No.NOT_AWAY


def _decide_stand_in(table: Table, action: Action, facts: Facts) -> Bodies | Refusal:
    """Let a bot play for a player who has been away; the seat stays theirs."""
    target = action.get("seat")
    if table.play is None:
        return No.NOT_STARTED
    if type(target) is not int or target not in table.players:
        return No.NO_SUCH_SEAT
    if table.seats[target].bot_level or target not in facts.away:
        return No.STILL_HERE
    return ({"kind": "left", "seat": target, "stand_in": facts.stand_in},)
