"""Messages on the socket: frames from strangers are read strictly, updates are encoded once for all."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from tumbletrip.host.live import Accepted, Refused, Shown, Update
from tumbletrip.server.schemas import COMMAND_ID
from tumbletrip.tables.table import Table
from tumbletrip.tables.views import private_view, public_view, shown_event

PROTOCOL = 1
_encoder = msgspec.json.Encoder(enc_hook=str)


class Hello(msgspec.Struct, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first frame: who one is (secrets of one's seats; none to watch), and what one has already."""

    secrets: list[str] = []
    since: int = 0
    protocol: int = PROTOCOL


class CommandFrame(msgspec.Struct, tag_field="type", tag="command", forbid_unknown_fields=True):
    """Something a seat wants."""

    id: Annotated[str, msgspec.Meta(pattern=f"^{COMMAND_ID}$")]
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


def encode(message: Any) -> bytes:
    """A message as JSON."""
    return _encoder.encode(message)


def update_message(update: Update, seats: tuple[int, ...]) -> bytes:
    """An update for those on these seats; the parts that are the same for all are encoded once."""
    known = update.encoded.get(seats)
    if known is None:
        public = update.encoded.get("public")
        if public is None:
            public = update.encoded["public"] = encode(public_view(update.table))
        events = encode(events_json(update.events, update.table, seats))
        you = encode({str(seat): private_view(update.table, seat) for seat in seats})
        # The view is the public part with one's own part inside: {…public, "you": {…}}.
        known = b'{"type":"update","events":%b,"view":%b,"you":%b}}' % (events, public[:-1], you)
        update.encoded[seats] = known
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
