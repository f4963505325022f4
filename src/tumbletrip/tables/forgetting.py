"""Forgetting a person: a name goes from the logs of all tables, and their chains still hold."""

import json
from collections.abc import Sequence
from typing import Any, Final

from tumbletrip.core.errors import InputError
from tumbletrip.tables import chain
from tumbletrip.tables.play import Body, Games
from tumbletrip.tables.ports import EventStore, StoredEvent
from tumbletrip.tables.seats import Occupant, clean_name

PAGE: Final = 200  # tables that are looked for at once


async def forget_name(store: EventStore, games: Games, name: str) -> int:
    """Replace a name at all tables; returns at how many it was found. Raises StoreDown."""
    found, last = 0, ""
    while tables := await store.table_ids(last, PAGE):
        for table in tables:
            found += await _forget_at(store, games, name, table)
        last = tables[-1]
    return found


async def _forget_at(store: EventStore, games: Games, name: str, table: str) -> bool:
    """Replace a name at one table, again if somebody moved meanwhile; False if it is not there."""
    while stored := await store.load(table):
        rewritten = without_name(stored.events, games, name)
        if rewritten is None:
            return False
        if await store.rewrite(table, stored.head_hash, rewritten):
            return True
    return False


def without_name(events: Sequence[StoredEvent], games: Games, name: str) -> tuple[StoredEvent, ...] | None:
    """A log with another name in the place of one, chained anew; None if the name is not in it.

    A log that is broken already stays broken at the same event.
    """
    wanted = (clean_name(name) or name).casefold()
    bodies = [_renamed(_readable(event.body), games, wanted) for event in events]
    if not any(bodies):
        return None
    broken = chain.first_break(events)
    previous, rewritten = chain.START, []
    for event, body in zip(events, bodies, strict=True):
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":")) if body else event.body
        is_sound = broken is None or event.seq < broken
        previous = chain.link(previous, event.at_ms, text) if is_sound else event.hash
        rewritten.append(StoredEvent(event.seq, event.at_ms, text, previous, event.command))
    return tuple(rewritten)


def _readable(text: str) -> Body:
    """An event's body; one of a damaged log, which nobody can load, says nothing."""
    try:
        body = json.loads(text)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _renamed(body: Body, games: Games, wanted: str) -> Body | None:
    """An event with the name replaced; None if it does not hold the name."""
    match body.get("kind"):
        case "opened":
            return _renamed_setup(body, games, wanted)
        case "sat" | "renamed" if body["name"].casefold() == wanted:
            return {**body, "name": nameless(body["seat"])}
    return None


def _renamed_setup(body: Body, games: Games, wanted: str) -> Body | None:
    setup = body["setup"]
    seats: list[dict[str, Any]] = [
        {**seat, "name": nameless(number)} if _is_person(seat, wanted) else seat
        for number, seat in enumerate(setup["seats"])
    ]
    if seats == setup["seats"]:
        return None
    return {**body, "setup": {**setup, "seats": seats, "options": _nameless_options(setup, games)}}


def _nameless_options(setup: Body, games: Games) -> Body:
    """Options without names, which old tables may hold; of a game that is not known here, as they are."""
    try:
        return dict(games.understood(setup["game"], setup["options"]))
    except InputError:
        return dict(setup["options"])


def _is_person(seat: Body, wanted: str) -> bool:
    return bool(seat["occupant"] == Occupant.PERSON.value and seat["name"].casefold() == wanted)


def nameless(seat: int) -> str:
    """What stands in the place of a name: the same in all languages, and different for each seat."""
    return f"N. N. {seat + 1}"
