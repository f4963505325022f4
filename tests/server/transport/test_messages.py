"""What the server says has the shapes that are declared for it; see frontend/tests/table/messages.test.ts."""

import asyncio
from collections.abc import Mapping
from typing import Any

import jsonschema_rs
import pytest

from tools.wire.api_types import messages
from tools.wire.message_vectors import FILE, recorded, text
from tools.wire.shapes import REFERENCE
from tumbletrip.tables.table import OF_DRAWS


def validator(name: str) -> jsonschema_rs.Validator:
    """Holds values against a declared shape; entries that it does not name are mistakes."""
    return jsonschema_rs.validator_for({"$ref": REFERENCE + name, "components": {"schemas": messages()}})


def test_the_messages_that_the_browser_is_checked_with_are_those_of_today() -> None:
    assert FILE.read_text("utf-8") == text(), "run `python -m tools.wire.message_vectors`"


def test_every_message_and_replay_of_both_games_has_the_shape_that_is_declared() -> None:
    heard, replays = asyncio.run(recorded())
    message, replay = validator("Message"), validator("Replay")
    wrong = [error.message for one in heard for error in message.iter_errors(one)]
    wrong += [error.message for one in replays.values() for error in replay.iter_errors(one)]
    assert wrong == []


def test_every_kind_of_event_is_among_the_messages() -> None:
    heard, _ = asyncio.run(recorded())
    declared = {kind for shape in messages().values() for kind in kinds(shape)}
    told = {
        kind for one in heard for logged in one.get("events", ()) for kind in event_kinds(logged["event"])
    }
    # Nobody waits that long; only old logs have drafts; draws are in tests/host/draws/test_fair_draws.py.
    assert declared - told == {"abandoned", "drafted", *OF_DRAWS}


def kinds(shape: Mapping[str, Any]) -> list[str]:
    """The words by which a shape of an event is known."""
    found: list[str] = shape.get("properties", {}).get("kind", {}).get("enum", [])
    return found


def event_kinds(event: Mapping[str, Any]) -> list[str]:
    """The kind of an event of a table, and of the game's event in it."""
    return [event["kind"], *([event["play"]["kind"]] if "play" in event else [])]


@pytest.mark.parametrize(
    "message",
    [
        {"type": "pong", "more": 1},
        {"type": "answer", "id": "a", "ok": True},
        {"type": "answer", "id": "a", "ok": False, "seq": 1},
        {"type": "presence", "seats": [1], "until_stand_in_ms": [45000]},
        {"type": "update", "events": [], "changes": {"table": {}, "play": {}, "you": {"0": {"draught": []}}}},
    ],
)
def test_what_is_missing_or_too_much_is_noticed(message: dict[str, Any]) -> None:
    assert not validator("Message").is_valid(message)
