"""What seats and spectators may see of a table; everything sent to clients goes through here."""

from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

from tumbletrip.tables.play import Body, Draft
from tumbletrip.tables.table import OF_DRAWS, Table

CHANGED_BY_MOVES = ("status", "round", "waiting_for")
KEY = "key"  # of a seat, in events: never sent to clients
Drafts: TypeAlias = Mapping[int, Draft]  # by seat of the table
NO_DRAFTS: Drafts = {}


def view(table: Table, seats: Collection[int], drafts: Drafts = NO_DRAFTS) -> dict[str, Any]:
    """What these seats may see of a table; a spectator has no seat."""
    own = {str(seat): private_view(table, seat, drafts) for seat in sorted(seats)}
    return {**public_view(table), "you": own}


def public_view(table: Table) -> dict[str, Any]:
    """What everybody may see, the same for all."""
    return {
        **dict(zip(CHANGED_BY_MOVES, _changed_by_moves(table), strict=True)),
        "setup": {
            "game": table.setup.game,
            "options": dict(table.setup.options),
            "seconds_per_decision": table.setup.seconds_per_decision,
            **({"imported": True} if table.setup.is_imported else {}),
        },
        "seats": [seat.as_json() for seat in table.seats],
        "players": list(table.players),
        "play": table.play.public_view() if table.play else None,
        "rematch": table.rematch,
        **({} if table.play else {"openers": list(table.openers)}),
        "rematch_by": table.rematch_by,
    }


def _changed_by_moves(table: Table) -> tuple[Any, ...]:
    """The entries of the view, apart from the game itself, that a move can change."""
    return table.status.value, table.round, table.waiting_for


def private_view(table: Table, seat: int, drafts: Drafts = NO_DRAFTS) -> Body | None:
    """What only this seat may see; None before the start."""
    player = table.player_at(seat)
    if table.play is None or player is None:
        return None
    return table.play.private_view(player, drafts.get(seat))


def changes_nothing_seen(body: Body) -> bool:
    """Whether an event is about chains and draws only, and leaves the view as it was."""
    return body["kind"] in OF_DRAWS


def is_move(body: Body) -> bool:
    """Whether an event is a move of the game, for which changes can be sent instead of a whole view."""
    return bool(body["kind"] == "played")


def public_changes(before: Table, after: Table) -> dict[str, Any]:
    """The public entries that a move changed: those of the table, and those of the game."""
    return {
        "table": {
            name: new
            for name, old, new in zip(
                CHANGED_BY_MOVES, _changed_by_moves(before), _changed_by_moves(after), strict=True
            )
            if new != old
        },
        "play": after.play.public_changes(before.play) if after.play and before.play else {},
    }


def private_changes(
    before: Table, after: Table, seat: int, drafts: tuple[Drafts, Drafts] = (NO_DRAFTS, NO_DRAFTS)
) -> Body:
    """The private entries of a seat that a move or draft changed; `drafts` are those before and now."""
    player = after.player_at(seat)
    if before.play is None or after.play is None or player is None:
        return {}
    thoughts = drafts[0].get(seat), drafts[1].get(seat)
    return after.play.private_changes(before.play, player, thoughts)


def shown_event(table: Table, body: Body, seats: Collection[int]) -> Body:
    """An event of the log as these seats may see it at the current table."""
    if body["kind"] != "played" or table.play is None:
        return {name: value for name, value in body.items() if name != KEY} if KEY in body else body
    players = [player for player in map(table.player_at, seats) if player is not None]
    play = table.play.shown(body["play"], players)
    return body if play is body["play"] else {"kind": "played", "play": play}
