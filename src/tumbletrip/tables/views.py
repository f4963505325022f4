"""The one place where a table leaves the house: what those on some seats, or spectators, may see."""

from collections.abc import Collection
from typing import Any

from tumbletrip.tables.play import Body
from tumbletrip.tables.table import Table

MOVING = ("status", "round", "waiting_for")


def view(table: Table, seats: Collection[int]) -> dict[str, Any]:
    """All that those on these seats may see of a table; a spectator has no seat."""
    return {**public_view(table), "you": {str(seat): private_view(table, seat) for seat in sorted(seats)}}


def public_view(table: Table) -> dict[str, Any]:
    """What everybody may see, the same for all."""
    return {
        **dict(zip(MOVING, _moving(table), strict=True)),
        "setup": {
            "game": table.setup.game,
            "options": dict(table.setup.options),
            "seconds_per_decision": table.setup.seconds_per_decision,
        },
        "seats": [seat.as_json() for seat in table.seats],
        "players": list(table.players),
        "play": table.play.public_view() if table.play else None,
        "rematch": table.rematch,
    }


def _moving(table: Table) -> tuple[Any, ...]:
    """The part of a table, apart from the game itself, that moves of the game change."""
    return table.status.value, table.round, table.waiting_for


def private_view(table: Table, seat: int) -> Body | None:
    """What only this seat may see; None before the start."""
    player = table.player_at(seat)
    return table.play.private_view(player) if table.play and player is not None else None


def is_move(body: Body) -> bool:
    """Whether an event is one of the game's, so that what it changed can be told instead of a whole view."""
    return bool(body["kind"] == "played")


def public_changes(before: Table, after: Table) -> dict[str, Any]:
    """What a move changed for everybody: entries of the view, and entries of the game in it."""
    assert before.play
    assert after.play
    return {
        "table": {
            name: new
            for name, old, new in zip(MOVING, _moving(before), _moving(after), strict=True)
            if new != old
        },
        "play": after.play.public_changes(before.play),
    }


def private_changes(before: Table, after: Table, seat: int) -> Body:
    """What a move changed of what only this seat may see."""
    player = after.player_at(seat)
    if before.play is None or after.play is None or player is None:
        return {}
    return after.play.private_changes(before.play, player)


def shown_event(table: Table, body: Body, seats: Collection[int]) -> Body:
    """An event of the log as those on these seats may see it, with the table as it is now."""
    if body["kind"] != "played" or table.play is None:
        return body
    players = [player for player in map(table.player_at, seats) if player is not None]
    play = table.play.shown(body["play"], players)
    return body if play is body["play"] else {"kind": "played", "play": play}
