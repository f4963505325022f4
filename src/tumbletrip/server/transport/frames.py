"""Frames of a table's socket as they come over the network: JSON, decoded strictly."""

from typing import Annotated, Any

import msgspec

from tumbletrip.answers.wire import PROTOCOL
from tumbletrip.server.http.schemas import COMMAND_ID


class Hello(msgspec.Struct, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first frame: who one is (secrets of one's seats; none to watch), and what one has already."""

    secrets: list[str] = []
    since: int = 0
    protocol: int = PROTOCOL
    fair: bool = False  # take part in drawing dice: see docs/fair-dice.md
    changes: bool = False  # with a move, send what it changed instead of the whole view


class CommandFrame(msgspec.Struct, tag_field="type", tag="command", forbid_unknown_fields=True):
    """Something a seat wants."""

    id: Annotated[str, msgspec.Meta(pattern=rf"^{COMMAND_ID}\Z")]  # `$` would accept a trailing newline
    seat: int
    round: int
    action: dict[str, Any]


class Link(msgspec.Struct, tag_field="type", tag="link", forbid_unknown_fields=True):
    """A link of the chain of a seat's device, for the draw under way; there is no answer."""

    seat: int
    number: int
    link: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Ping(msgspec.Struct, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """A sign of life."""


Frame = Hello | CommandFrame | Link | Ping
_decoder: msgspec.json.Decoder[Frame] = msgspec.json.Decoder(Frame)


def read_frame(text: str | bytes) -> Frame:
    """A client's frame; raises msgspec.DecodeError (or its ValidationError) for anything else."""
    return _decoder.decode(text)


def cost_of(frame: Frame, seats: int) -> float:
    """What a frame takes of its socket's budget: the links of one draw, one a seat, are one message."""
    return 1 / max(seats, 1) if isinstance(frame, Link) else 1.0
