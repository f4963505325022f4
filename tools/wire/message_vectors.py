"""What the sockets of tables really say, written down for the browser's type checker.

`python -m tools.wire.message_vectors` writes the file; a test compares it with what the server says now and
with the shapes that are declared for it, and TypeScript compares it with the types that were made from them.
"""

import asyncio
import json
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Protocol

from tests.kit.server.hosts import CountedChance, accepted, host_on, play_out, secret_hash, send, until
from tests.kit.server.tables import OPEN, person, setup
from tumbletrip.answers.secrecy import hash_of
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.daily.days import Days
from tumbletrip.host.host import Host
from tumbletrip.server.settings import Settings
from tumbletrip.server.transport.socket import TableSocket
from tumbletrip.server.transport.socket_port import EXTENSION, OnText
from tumbletrip.tables.moments import moments

FILE = Path(__file__).parents[2] / "frontend" / "tests" / "vectors" / "messages.ts"
SECRET = "a secret of Ada's"
HEAD = """\
// Written by `python -m tools.wire.message_vectors`: what the server says, against the types we believe.
import type { Message } from '$lib/protocol/socket';
import type { Replay } from '$lib/protocol/views';
"""
Json = dict[str, Any]


class Hearer(Protocol):
    """A client of a table: what it hears is kept."""

    heard: list[Json]

    def send(self, frame: Json) -> None:
        """Say something."""

    async def leave(self) -> None:
        """Hang up."""


class Dial(Protocol):
    """How a client comes to a table: over a server's socket, or inside a page."""

    def __call__(self, table: str, *secrets: str, changes: bool = False) -> Hearer:
        """A client that has said hello."""


class Client:
    """A client at the other end of a line without a network: what it hears is kept."""

    is_full = False

    def __init__(self, host: Host, table: str, *secrets: str, changes: bool = False) -> None:
        self.heard: list[Json] = []
        hello = {"type": "hello", "secrets": secrets, "changes": changes}
        self._before: asyncio.Queue[Json] = asyncio.Queue()  # what the application asks for by itself
        self._before.put_nowait({"type": "websocket.connect"})
        self._before.put_nowait({"type": "websocket.receive", "text": json.dumps(hello)})
        scope = {"headers": [], "client": ("here", 1), "extensions": {EXTENSION: {"transport": self}}}
        socket = TableSocket(host, Days(host.store, host.clock), Settings(database=""))
        self._serving = asyncio.create_task(socket.serve(table, scope, self._before.get, self._ignore))

    def listen(self, heard: OnText, drained: object) -> None:
        del drained
        self._tell = heard

    def send_text(self, text: bytes) -> None:
        self.heard.append(json.loads(text))

    def send(self, frame: Json) -> None:
        self._tell(json.dumps(frame).encode())

    async def _ignore(self, message: Any) -> None:
        """The handshake, and the end."""

    async def leave(self) -> None:
        self._before.put_nowait({"type": "websocket.disconnect"})
        await self._serving


async def recorded() -> tuple[list[Json], dict[str, Json]]:
    """Messages of every kind, and by game a replay in short."""
    with tempfile.TemporaryDirectory() as folder:
        async with host_on(f"sqlite:///{folder}/tables.db", chance=CountedChance(1)) as host:
            dial = partial(Client, host)
            trip, replay = await _trip(host, dial)
            match, film = await _match(host, dial)
            around = [*await _own_dice(host, dial), *await _lobby(host, dial)]
            return _different([*trip, *match, *around]), {"dicetrip": replay, "tumblin": film}


async def heard_at_tables(host: Host, dial: Dial) -> list[Json]:
    """The messages of every kind, whoever carries them."""
    trip, _ = await _trip(host, dial)
    match, _ = await _match(host, dial)
    return _different([*trip, *match, *await _own_dice(host, dial), *await _lobby(host, dial)])


async def _trip(host: Host, dial: Dial) -> tuple[list[Json], Json]:
    """A game of Dice Trip and a rematch, as a player and a guest hear it, and its replay."""
    agreed = setup(person("Ada"), OPEN, tens=True, own_dice=False)
    live = await host.open(agreed, {0: hash_of(SECRET)})
    ada, guest = dial(live.id, SECRET, changes=True), dial(live.id)
    await until(lambda: ada.heard and guest.heard)
    await host.sit(live, 1, "Ben", secret_hash("of Ben's"))
    await _first_round(host, live, ada)
    await play_out(host, live, Random(5))
    await until(lambda: _is_over(ada) and _is_over(guest))
    await host.rematch(live, 0)
    await until(lambda: _is_followed(ada) and _is_followed(guest))
    return await _heard_by(ada, guest), _replay(live)


async def _match(host: Host, dial: Dial) -> tuple[list[Json], Json]:
    """A match of Tumblin-Dice, as a player and a guest hear it, and its replay."""
    agreed = setup(person("Ada"), person("Ben"), game="tumblin", preset="duel", house=["rounds=1"])
    live = await host.open(agreed, {0: hash_of(SECRET)})
    ada, guest = dial(live.id, SECRET, changes=True), dial(live.id)
    await until(lambda: ada.heard and guest.heard)
    await play_out(host, live, Random(5))
    await until(lambda: _is_over(ada) and _is_over(guest))
    return await _heard_by(ada, guest), _replay(live)


async def _own_dice(host: Host, dial: Dial) -> list[Json]:
    """Dice on a real table that were typed wrongly, and corrected."""
    live = await host.open(setup(person("Ada"), own_dice=True), {0: hash_of(SECRET)})
    ada = dial(live.id, SECRET, changes=True)
    await until(lambda: ada.heard)
    await accepted(host, live, "0:roll", 0, do="roll", faces=[1, 2, 3, 4])
    await accepted(host, live, "0:correct", 0, do="correct", faces=[1, 2, 3, 5])
    return await _heard_by(ada)


async def _lobby(host: Host, dial: Dial) -> list[Json]:
    """All that can happen around a game that nobody plays on with."""
    live = await host.open(setup(person("Ada"), OPEN, OPEN, OPEN), {0: hash_of(SECRET)})
    ada = dial(live.id, SECRET, changes=True)
    await until(lambda: ada.heard)
    await accepted(host, live, "0:bot", 0, do="seat_bot", seat=1, level="casual")
    await accepted(host, live, "0:close", 0, do="close_seat", seat=2)
    await host.sit(live, 3, "Ben", secret_hash("of Ben's"))
    await accepted(host, live, "3:name", 3, do="rename", name="Benjamin")
    await accepted(host, live, "3:leave", 3, do="leave")
    await accepted(host, live, "3:return", 3, do="return")
    await host.change_key(live, 3, secret_hash("of Ben's"), secret_hash("new"))
    await until(lambda: any(_has_event(message, "rekeyed") for message in ada.heard))
    return await _heard_by(ada)


async def _heard_by(*clients: Hearer) -> list[Json]:
    """What these have heard when they leave."""
    for client in clients:
        await client.leave()
    return [message for client in clients for message in client.heard]


async def _first_round(host: Host, live: LiveTable, ada: Hearer) -> None:
    """A refusal, a re-roll, drafts with a die used twice, both rounds written, and dice that are kept."""
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
    await accepted(host, live, "1:roll", 1, do="roll")
    await accepted(host, live, "1:keep", 1, do="keep")


def _is_over(line: Hearer) -> bool:
    """Whether the last message told of the end, in a whole view or among its changes."""
    last = line.heard[-1] if line.heard else {}
    told = last.get("view") or last.get("changes", {}).get("table", {})
    return bool(told.get("status") == "over")


def _is_followed(line: Hearer) -> bool:
    """Whether the table is known to be followed by another."""
    return _has_event(line.heard[-1], "rematched")


def _has_event(message: Json, kind: str) -> bool:
    return any(logged["event"]["kind"] == kind for logged in message.get("events", ()))


def _different(messages: Sequence[Json]) -> list[Json]:
    """The first message of each shape, without what differs from run to run."""
    shapes: dict[str, Json] = {}
    for message in messages:
        for logged in message.get("events", ()):
            logged["at"] = 0
            if logged["event"]["kind"] == "rematched":
                logged["event"]["table"] = "next"
        if "until_stand_in_ms" in message:
            message["until_stand_in_ms"] = [45_000 for _ in message["until_stand_in_ms"]]
        if "code" in message:
            message["code"] = "ABCDE"
        if message.get("view", {}).get("rematch"):
            message["view"]["rematch"] = "next"
        shapes.setdefault(_shape(message), message)
    return list(shapes.values())


def _shape(message: Json) -> str:
    """What makes a message worth keeping: its kind, its events, game and phase, and whose view it is."""
    kinds = [
        (event["event"]["kind"], sorted(event["event"].get("play", ())))
        for event in message.get("events", ())
    ]
    view = message.get("view") or message.get("changes") or {}
    game = view.get("setup", {}).get("game")
    phase = (view.get("play") or {}).get("phase")
    about = (message["type"], message.get("ok"), kinds, "changes" in message, game, phase)
    return repr((*about, sorted(view.get("you", ()))))


def _replay(live: LiveTable) -> Json:
    """A replay as the API gives it, with its first moments and its last."""
    ended = live.durable.table
    told = [dict(moment) for moment in moments((shown.body for shown in live.events), ended)]
    return {
        "table": "t",
        "code": "ABCDE",
        "seats": [seat.as_json() for seat in ended.seats],
        "players": list(ended.players),
        "imported": ended.setup.is_imported,
        "moments": [*told[:3], told[-1]],
    }


def text() -> str:
    """The file for TypeScript."""
    messages, replays = asyncio.run(recorded())
    lines = ",\n".join(json.dumps(message, ensure_ascii=False) for message in messages)
    told = ",\n".join(f"{game}: {json.dumps(replay, ensure_ascii=False)}" for game, replay in replays.items())
    return (
        f"{HEAD}\nexport const messages = [\n{lines},\n] satisfies Message[];\n\n"
        f"export const replays = {{\n{told},\n}} satisfies Record<string, Replay>;\n"
    )


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
