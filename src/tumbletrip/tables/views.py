"""The one place where a table leaves the house: what a seat, or a spectator, may see."""

from typing import Any

from tumbletrip.tables.play import Body
from tumbletrip.tables.table import Table


def view(table: Table, seat: int | None) -> dict[str, Any]:
    """All that a seat may see of a table; None is a spectator."""
    return {**public_view(table), "you": private_view(table, seat)}


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


def private_view(table: Table, seat: int | None) -> Body | None:
    """What only this seat may see; None for spectators and before the start."""
    player = table.player_at(seat)
    return table.play.private_view(player) if table.play and player is not None else None


def shown_event(table: Table, body: Body, seat: int | None) -> Body:
    """An event of the log as a seat may see it now, with the table as it is now."""
    if body["kind"] != "played" or table.play is None:
        return body
    return {"kind": "played", "play": table.play.shown(body["play"], table.player_at(seat))}
