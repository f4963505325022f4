"""Messages on the socket: updates are encoded once for all who may see the same."""

from collections.abc import Sequence
from typing import Any

import msgspec

from tumbletrip.host.live import Accepted, Refused, Shown, Update
from tumbletrip.tables.table import Table
from tumbletrip.tables.views import (
    is_move,
    private_changes,
    private_view,
    public_changes,
    public_view,
    shown_event,
)

_encoder = msgspec.json.Encoder(enc_hook=str)


def encode(message: Any) -> bytes:
    """A message as JSON."""
    return _encoder.encode(message)


def update_message(update: Update, seats: tuple[int, ...], *, changes: bool) -> bytes:
    """An update for those on these seats; the parts that are the same for all are encoded once."""
    key = (seats, changes)
    known = update.encoded.get(key)
    if known is None:
        as_changes = changes and all(is_move(shown.body) for shown in update.events)
        known = update.encoded[key] = (
            _with_changes(update, seats) if as_changes else _with_view(update, seats)
        )
    return known


def _with_view(update: Update, seats: tuple[int, ...]) -> bytes:
    """The events and all that one may see now."""
    public = update.encoded.get("view")
    if public is None:
        public = update.encoded["view"] = encode(public_view(update.table))
    you = encode({str(seat): private_view(update.table, seat) for seat in seats})
    # The view is the public part with one's own part inside: {…public, "you": {…}}.
    return b'{"type":"update","events":%b,"view":%b,"you":%b}}' % (_events(update, seats), public[:-1], you)


def _with_changes(update: Update, seats: tuple[int, ...]) -> bytes:
    """The events and what they changed of what one may see."""
    public = update.encoded.get("changes")
    if public is None:
        public = update.encoded["changes"] = encode(public_changes(update.before, update.table))
    you = encode({str(seat): private_changes(update.before, update.table, seat) for seat in seats})
    return b'{"type":"update","events":%b,"changes":%b,"you":%b}}' % (
        _events(update, seats),
        public[:-1],
        you,
    )


def _events(update: Update, seats: tuple[int, ...]) -> bytes:
    """The events of an update; where nothing of them is hidden, they are encoded once for all."""
    events = events_json(update.events, update.table, seats)
    if any(told["event"] is not shown.body for told, shown in zip(events, update.events, strict=True)):
        return encode(events)
    known = update.encoded.get("events")
    if known is None:
        known = update.encoded["events"] = encode(events)
    return known


def events_json(events: Sequence[Shown], table: Table, seats: tuple[int, ...]) -> list[dict[str, Any]]:
    """Events of the log as those on these seats may see them now."""
    return [
        {"seq": shown.seq, "at": shown.at_ms, "event": shown_event(table, shown.body, seats)}
        for shown in events
    ]


def answer_message(command: str, answer: Accepted | Refused) -> bytes:
    """The one answer to a command."""
    if isinstance(answer, Accepted):
        return encode({"type": "answer", "id": command, "ok": True, "seq": answer.seq})
    reason = answer.reason.value
    return encode({"type": "answer", "id": command, "ok": False, "refusal": reason, "seq": answer.head})
