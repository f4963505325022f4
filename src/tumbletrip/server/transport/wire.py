"""The JSON on a table's socket: frames in, decoded strictly, and messages out.

An update is encoded once for all clients who may see the same.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from tumbletrip.host.core.effects import Accepted, Reply
from tumbletrip.host.core.log import Shown, Update
from tumbletrip.server.http.schemas import COMMAND_ID
from tumbletrip.tables.table import Table
from tumbletrip.tables.views import (
    is_move,
    private_changes,
    private_view,
    public_changes,
    public_view,
    shown_event,
)

PROTOCOL = 2  # version 1 sent splits as lists


class Hello(msgspec.Struct, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first frame: who one is (secrets of one's seats; none to watch), and what one has already."""

    secrets: list[str] = []
    since: int = 0
    protocol: int = PROTOCOL
    changes: bool = False  # with a move, send what it changed instead of the whole view


class CommandFrame(msgspec.Struct, tag_field="type", tag="command", forbid_unknown_fields=True):
    """Something a seat wants."""

    id: Annotated[str, msgspec.Meta(pattern=rf"^{COMMAND_ID}\Z")]  # `$` would accept a trailing newline
    seat: int
    round: int
    action: dict[str, Any]


class Ping(msgspec.Struct, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """A sign of life."""


Frame = Hello | CommandFrame | Ping
_decoder: msgspec.json.Decoder[Frame] = msgspec.json.Decoder(Frame)


def read_frame(text: str | bytes) -> Frame:
    """A client's frame; raises msgspec.DecodeError (or its ValidationError) for anything else."""
    return _decoder.decode(text)


# Messages out

_encoder = msgspec.json.Encoder(enc_hook=str)


def encode(message: Any) -> bytes:
    """A message as JSON."""
    return _encoder.encode(message)


def update_message(update: Update, seats: tuple[int, ...], *, changes: bool) -> bytes:
    """An update as these seats may see it; parts that are the same for all clients are encoded once."""
    key = (seats, changes)
    cached = update.encoded.get(key)
    if cached is None:
        as_changes = changes and all(is_move(shown.body) for shown in update.events)
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
