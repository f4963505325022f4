"""The one place where a table leaves the house: what those on some seats, or spectators, may see."""

from collections.abc import Collection
from typing import Any

from tumbletrip.tables.play import Body
from tumbletrip.tables.table import Table


def view(table: Table, seats: Collection[int]) -> dict[str, Any]:
    """All that those on these seats may see of a table; a spectator has no seat."""
    return {**public_view(table), "you": {str(seat): private_view(table, seat) for seat in sorted(seats)}}


def public_view(table: Table) -> dict[str, Any]:
    """What everybody may see, the same for all."""
    return {
        "status": table.status.value,
        "setup": {
            "game": table.setup.game,
            "options": dict(table.setup.options),
            "seconds_per_decision": table.setup.seconds_per_decision,
        },
        "seats": [seat.as_json() for seat in table.seats],
        "players": list(table.players),
        "round": table.round,
        "waiting_for": list(table.waiting_for),
        "play": table.play.public_view() if table.play else None,
        "rematch": table.rematch,
    }


def private_view(table: Table, seat: int) -> Body | None:
    """What only this seat may see; None before the start."""
    player = table.player_at(seat)
    return table.play.private_view(player) if table.play and player is not None else None


def shown_event(table: Table, body: Body, seats: Collection[int]) -> Body:
    """An event of the log as those on these seats may see it, with the table as it is now."""
    if body["kind"] != "played" or table.play is None:
        return body
    players = [player for player in map(table.player_at, seats) if player is not None]
    return {"kind": "played", "play": table.play.shown(body["play"], players)}
