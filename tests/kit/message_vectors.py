"""What the socket of a Dice Trip table really says, written down for the browser's type checker.

`python -m tests.kit.message_vectors` writes the file; a test compares it with what the server says now, and
TypeScript compares it with the browser's own types: a field that only one side knows fails on the other.
"""

import asyncio
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from tests.kit.hosts import CountedChance, accepted, host_on, play_out, secret_hash, send, until
from tests.kit.tables import OPEN, person, setup
from tumbletrip.host.host import Host
from tumbletrip.host.live import LiveTable
from tumbletrip.server.lines import EXTENSION, Heard
from tumbletrip.server.secrecy import hash_of
from tumbletrip.server.settings import Settings
from tumbletrip.server.socket import TableSocket
from tumbletrip.tables.moments import moments

FILE = Path(__file__).parents[2] / "frontend" / "tests" / "vectors" / "messages.ts"
SECRET = "a secret of Ada's"
HEAD = """\
// Written by `python -m tests.kit.message_vectors`: what the server says, against the types we believe.
import type { Replay } from '$lib/protocol/replay';
import type { Message } from '$lib/protocol/socket';
"""
Json = dict[str, Any]


class Client:
    """A client at the other end of a line without a network: what it hears is kept."""

    is_full = False

    def __init__(self, host: Host, table: str, *secrets: str, changes: bool = False) -> None:
        self.heard: list[Json] = []
        hello = {"type": "hello", "secrets": secrets, "changes": changes}
        self._before: asyncio.Queue[Json] = asyncio.Queue()  # what the application asks for by itself
        self._before.put_nowait({"type": "websocket.connect"})
        self._before.put_nowait({"type": "websocket.receive", "text": json.dumps(hello)})
        scope = {"headers": [], "client": ("here", 1), "extensions": {EXTENSION: {"line": self}}}
        socket = TableSocket(host, Settings(database=""))
        self._serving = asyncio.create_task(socket.serve(table, scope, self._before.get, self._ignore))

    def listen(self, heard: Heard, drained: object) -> None:
        del drained
        self._tell = heard

    def say(self, text: bytes) -> None:
        self.heard.append(json.loads(text))

    def send(self, frame: Json) -> None:
        self._tell(json.dumps(frame).encode())

    async def _ignore(self, message: Any) -> None:
        """The handshake, and the end."""

    async def leave(self) -> None:
        self._before.put_nowait({"type": "websocket.disconnect"})
        await self._serving


async def recorded() -> tuple[list[Json], Json]:
    """Messages of every kind from one game, and its replay in short."""
    with tempfile.TemporaryDirectory() as folder:
        async with host_on(f"sqlite:///{folder}/tables.db", chance=CountedChance(1)) as host:
            agreed = setup(person("Ada"), OPEN, tens=True, own_dice=False)
            live = await host.open(agreed, {0: hash_of(SECRET)})
            ada, guest = Client(host, live.id, SECRET, changes=True), Client(host, live.id)
            await until(lambda: ada.heard and guest.heard)
            await host.sit(live, 1, "Ben", secret_hash("of Ben's"))
            await _first_round(host, live, ada)
            await play_out(host, live, Random(5))
            await until(lambda: _is_over(ada) and _is_over(guest))
            for line in (ada, guest):
                await line.leave()
            return _different([*ada.heard, *guest.heard]), _replay(live)


async def _first_round(host: Host, live: LiveTable, ada: Client) -> None:
    """A refusal, a re-roll, drafts with a die used twice, and both rounds written."""
    ada.send({"type": "ping"})
    ada.send({"type": "command", "id": "too-soon", "seat": 0, "round": 1, "action": {"do": "keep"}})
    await until(lambda: any(message["type"] == "answer" for message in ada.heard))
    await accepted(host, live, "0:roll", 0, do="roll")
    await accepted(host, live, "0:again", 0, do="reroll", dice=["red", "yellow"])
    twice = [{"city": "lyon", "dice": ["red", "blue"]}, {"city": "dijon", "dice": ["red", "green"]}]
    await accepted(host, live, "0:think", 0, do="draft", entries=twice)
    ada.send(
        {
            "type": "command",
            "id": "mine",
            "seat": 0,
            "round": 1,
            "action": {"do": "write", "entries": twice},
        }
    )
    await until(lambda: sum(message["type"] == "answer" for message in ada.heard) == 2)
    crosses = [{"city": city, "dice": None} for city in ("lyon", "dijon")]
    await send(host, live, "1:write", 1, do="write", entries=crosses)


def _is_over(line: Client) -> bool:
    """Whether the last message told of the end, in a whole view or among its changes."""
    last = line.heard[-1] if line.heard else {}
    told = last.get("view") or last.get("changes", {}).get("table", {})
    return bool(told.get("status") == "over")


def _different(messages: Sequence[Json]) -> list[Json]:
    """The first message of each shape, without what differs from run to run."""
    shapes: dict[str, Json] = {}
    for message in messages:
        for event in message.get("events", ()):
            event["at"] = 0
        if "code" in message:
            message["code"] = "ABCDE"
        shapes.setdefault(_shape(message), message)
    return list(shapes.values())


def _shape(message: Json) -> str:
    """What makes a message worth keeping: its kind, its events, the phase, and whose view it is."""
    kinds = [
        (event["event"]["kind"], sorted(event["event"].get("play", ())))
        for event in message.get("events", ())
    ]
    view = message.get("view") or message.get("changes") or {}
    phase = (view.get("play") or {}).get("phase")
    is_change = "changes" in message
    return repr((message["type"], message.get("ok"), kinds, is_change, phase, sorted(view.get("you", ()))))


def _replay(live: LiveTable) -> Json:
    """A replay as the API gives it, with its first moments and its last."""
    ended = live.durable.table
    told = [dict(moment) for moment in moments((shown.body for shown in live.log), ended)]
    return {
        "table": "t",
        "code": "ABCDE",
        "seats": [seat.as_json() for seat in ended.seats],
        "players": list(ended.players),
        "moments": [*told[:3], told[-1]],
    }


def text() -> str:
    """The file for TypeScript."""
    messages, replay = asyncio.run(recorded())
    lines = ",\n".join(json.dumps(message, ensure_ascii=False) for message in messages)
    return (
        f"{HEAD}\nexport const messages = [\n{lines},\n] satisfies Message[];\n\n"
        f"export const replay = {json.dumps(replay, ensure_ascii=False)} satisfies Replay;\n"
    )


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
