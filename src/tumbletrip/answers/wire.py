"""The messages on a table's socket as JSON; an update is encoded once for all who may see the same."""

from collections.abc import Sequence
from typing import Any

from tumbletrip.host.codec import encode
from tumbletrip.host.core.effects import Accepted, Reply
from tumbletrip.host.core.log import Shown, Update
from tumbletrip.tables.table import Table
from tumbletrip.tables.views import (
    changes_nothing_seen,
    is_move,
    private_changes,
    private_view,
    public_changes,
    public_view,
    shown_event,
)

PROTOCOL = 2  # version 1 sent splits as lists


def update_message(update: Update, seats: tuple[int, ...], *, changes: bool) -> bytes:
    """An update as these seats may see it; parts that are the same for all clients are encoded once."""
    key = (seats, changes)
    cached = update.encoded.get(key)
    if cached is None:
        as_changes = changes and all(
            is_move(shown.body) or changes_nothing_seen(shown.body) for shown in update.events
        )
        cached = update.encoded[key] = (
            _with_changes(update, seats) if as_changes else _with_view(update, seats)
        )
    return cached


def _with_view(update: Update, seats: tuple[int, ...]) -> bytes:
    """An update with the whole view."""
    public = update.encoded.get("view")
    if public is None:
        public = update.encoded["view"] = encode(public_view(update.table))
    you = encode({str(seat): private_view(update.table, seat, update.drafts[1]) for seat in seats})
    # The view is the public part with one's own part inside: {…public, "you": {…}}.
    return b'{"type":"update","events":%b,"view":%b,"you":%b}}' % (_events(update, seats), public[:-1], you)


def _with_changes(update: Update, seats: tuple[int, ...]) -> bytes:
    """An update with only the changed entries of the view."""
    public = update.encoded.get("changes")
    if public is None:
        public = update.encoded["changes"] = encode(public_changes(update.before, update.table))
    you = encode(_own_changes(update, seats))
    return b'{"type":"update","events":%b,"changes":%b,"you":%b}}' % (
        _events(update, seats),
        public[:-1],
        you,
    )


def _own_changes(update: Update, seats: tuple[int, ...]) -> dict[str, Any]:
    return {str(seat): private_changes(update.before, update.table, seat, update.drafts) for seat in seats}


def draft_message(update: Update, seats: tuple[int, ...], *, changes: bool) -> bytes | None:
    """A new draft as these seats may see it; None if it belongs to none of them."""
    own = _own_changes(update, seats)
    if not any(own.values()):
        return None
    if not changes:
        return _with_view(update, seats)
    return encode({"type": "update", "events": [], "changes": {"table": {}, "play": {}, "you": own}})


def _events(update: Update, seats: tuple[int, ...]) -> bytes:
    """The encoded events of an update; encoded once if nothing in them is hidden from these seats."""
    events = events_json(update.events, update.table, seats)
    if any(visible["event"] is not shown.body for visible, shown in zip(events, update.events, strict=True)):
        return encode(events)
    cached = update.encoded.get("events")
    if cached is None:
        cached = update.encoded["events"] = encode(events)
    return cached


def events_json(events: Sequence[Shown], table: Table, seats: tuple[int, ...]) -> list[dict[str, Any]]:
    """Events of the log as these seats may see them now."""
    return [
        {"seq": shown.seq, "at": shown.at_ms, "event": shown_event(table, shown.body, seats)}
        for shown in events
    ]


def answer_message(command: str, answer: Reply) -> bytes:
    """The one answer to a command."""
    if isinstance(answer, Accepted):
        return encode({"type": "answer", "id": command, "ok": True, "seq": answer.seq})
    reason = answer.reason.value
    return encode({"type": "answer", "id": command, "ok": False, "refusal": reason, "seq": answer.head})
