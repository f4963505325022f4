"""The way of a move through the house, file by file, as it really runs: `python -m tools.way_of_a_move`.

A tap (a draft), a written round and a flick are sent over the socket to a real host on SQLite, with physics;
every file of ours is named in the order in which it is first entered. docs/architecture.md tells the same
way in words.
"""

import asyncio
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from tests.kit.server.hosts import CountedChance, accepted, host_on, until
from tests.kit.server.tables import person, setup
from tools.wire.message_vectors import SECRET, Client
from tumbletrip.answers.secrecy import hash_of
from tumbletrip.games.tumblin.settling import get_ready
from tumbletrip.host.host import Host, Pace
from tumbletrip.host.ports import HOUSE, Ticket

SOURCE = Path(__file__).parents[1] / "src" / "tumbletrip"
CALM = Pace(poll=3600, renew_presence=3600, keep_drafts=3600)  # nothing else goes on meanwhile
LAUNCH = {"do": "flick", "face_up": 6, "x": -0.06, "y": 0.0, "speed_mps": 1.2}
ENTRIES = [{"city": "lyon", "dice": ["red", "blue"]}, {"city": "dijon", "dice": ["green", "yellow"]}]


@contextmanager
def entered() -> Iterator[list[str]]:
    """The files that are entered, in the order of their first call, also in threads that begin meanwhile."""
    files: list[str] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(SOURCE):
            name = str(path.relative_to(SOURCE))
            if name not in files:
                files.append(name)

    sys.setprofile(note)
    threading.setprofile(note)
    try:
        yield files
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


async def inline(job: Callable[..., Any], /, *values: Any, seconds: float, ticket: Ticket = HOUSE) -> Any:
    """A job without a process of its own, so that its files are seen too."""
    del seconds, ticket
    return job(*values)


async def ways() -> dict[str, list[str]]:
    """The files of each kind of move."""
    with tempfile.TemporaryDirectory() as folder:
        async with host_on(f"sqlite:///{folder}/t.db", inline, CountedChance(1), CALM) as host:
            return {**await _dicetrip(host), **await _tumblin(host)}


async def _dicetrip(host: Host) -> dict[str, list[str]]:
    live = await host.open(setup(person("Ada"), person("Ben")), {0: hash_of(SECRET)})
    await accepted(host, live, "0:roll", 0, do="roll")
    await accepted(host, live, "0:keep", 0, do="keep")
    client = Client(host, live.id, SECRET, changes=True)
    await until(lambda: client.heard)
    await asyncio.sleep(0.1)  # whatever began with the connection is over
    tap = await _sent(client, {"do": "draft", "entries": ENTRIES[:1]})
    written = await _sent(client, {"do": "write", "entries": ENTRIES})
    await client.leave()
    return {"a tap (Dice Trip)": tap, "a written round (Dice Trip)": written}


async def _tumblin(host: Host) -> dict[str, list[str]]:
    agreed = setup(person("Ada"), person("Ben"), game="tumblin")
    live = await host.open(agreed, {0: hash_of(SECRET), 1: hash_of(SECRET)})
    number = 0
    while (phase := live.durable.table.play.public_view())["phase"] == "order":  # type: ignore[union-attr]  # it has begun
        number += 1
        seat = live.durable.table.waiting_for[0]
        await accepted(host, live, f"{seat}:{number}", seat, do="order")
    seat, client = live.durable.table.waiting_for[0], Client(host, live.id, SECRET, changes=True)
    await until(lambda: client.heard)
    die = phase["in_hand"][seat][0]
    await asyncio.sleep(0.1)  # whatever began with the connection is over
    get_ready()
    flick = await _sent(client, {**LAUNCH, "die": die}, seat)
    await client.leave()
    return {"a flick (Tumblin-Dice)": flick}


async def _sent(client: Client, action: dict[str, Any], seat: int = 0) -> list[str]:
    """The files between a command's frame and its answer."""
    name = f"c{len(client.heard)}"
    frame = {"type": "command", "id": name, "seat": seat, "round": 1, "action": action}
    with entered() as files:
        client.send(frame)
        await until(lambda: any(message.get("id") == name for message in client.heard))
    answer = next(message for message in client.heard if message.get("id") == name)
    assert answer["ok"], answer
    return files


def main() -> None:
    """Print the ways."""
    for move, files in asyncio.run(ways()).items():
        print(f"{move}: {len(files)} files")
        for number, name in enumerate(files, start=1):
            print(f"  {number:2d}. {name}")


if __name__ == "__main__":
    main()
