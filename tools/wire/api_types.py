"""The browser's types of HTTP and of the socket, made from what the server declares: `make types`."""

import json
import subprocess
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from hatch_build import node_environment, npm_command, static_folder
from tools.wire.shapes import REFERENCE, Schema, Shapes
from tumbletrip.games.dicetrip.view_types import DiceTripEvent, DiceTripOptions, DiceTripOwn, DiceTripView
from tumbletrip.games.tumblin.view_types import (
    BoardPicture,
    TumblinEvent,
    TumblinOptions,
    TumblinOwn,
    TumblinView,
)
from tumbletrip.server.app import openapi
from tumbletrip.server.transport.frames import CommandFrame, Hello, Link, Ping
from tumbletrip.server.transport.messages import Message
from tumbletrip.tables.view_types import PlainOwn, Replay

ROOT = Path(__file__).parents[2]
PROTOCOL = ROOT / "frontend/src/lib/protocol"

# The games for which the app has screens of its own; it reads the views of others entry by entry.
PlayView: TypeAlias = DiceTripView | TumblinView
OwnView: TypeAlias = DiceTripOwn | TumblinOwn | PlainOwn
PlayEvent: TypeAlias = DiceTripEvent | TumblinEvent
AppMessage: TypeAlias = Message[PlayView, OwnView, PlayEvent]
AppReplay: TypeAlias = Replay[PlayView, PlayEvent]
NAMED: dict[str, Any] = {
    "Message": AppMessage,
    "PlayView": PlayView,
    "OwnView": OwnView,
    "PlayEvent": PlayEvent,
    "DiceTripEvent": DiceTripEvent,
    "TumblinEvent": TumblinEvent,
    "Replay": AppReplay,
    "DiceTripOptions": DiceTripOptions,
    "TumblinOptions": TumblinOptions,
    "BoardPicture": BoardPicture,
}


def messages() -> dict[str, Schema]:
    """Every shape of the socket and of what games show, by name."""
    shapes = Shapes()
    named = {name: shapes.schema(shape) for name, shape in NAMED.items()}
    own = {name: schema for name, schema in named.items() if name not in shapes.components}
    sent = (Hello, CommandFrame, Link, Ping)
    _, frames = msgspec.json.schema_components(sent, ref_template=REFERENCE + "{name}")
    frames["CommandFrame"]["properties"]["action"] = {"$ref": REFERENCE + "Action"}
    return {**shapes.components, **own, **frames}


def documents() -> dict[str, dict[str, Any]]:
    """What types are made from, by the name of their file."""
    bare = {"openapi": "3.1.0", "info": {"title": "Tumbletrip", "version": "1"}, "paths": {}}
    return {"api": openapi(), "messages": {**bare, "components": {"schemas": messages()}}}


def write_types(folder: Path) -> None:
    """Write the types into a folder, formatted like the app's own code."""
    for name, document in documents().items():
        schema, types = folder / f"{name}.json", folder / f"{name}.d.ts"
        schema.write_text(json.dumps(document), "utf-8")
        _run("openapi-typescript", str(schema), "-o", str(types))
        _run("prettier", "--config", str(ROOT / "frontend/.prettierrc.json"), "--write", str(types))
        schema.unlink()


def _run(*tool: str) -> None:
    subprocess.run(
        [*npm_command(), "exec", "--offline", "--", *tool],
        cwd=ROOT / "frontend",
        env=node_environment(static_folder(ROOT)),
        check=True,
        capture_output=True,
    )


if __name__ == "__main__":
    write_types(PROTOCOL)
