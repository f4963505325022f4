"""F19: two versions of the program on one PostgreSQL, as during an upgrade: this one, and its successor."""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import websockets
from websockets.asyncio.client import ClientConnection, connect

from hatch_build import build_app, static_folder
from tests.kit.server.servers import PATIENCE, Server
from tests.kit.storage.postgres import PostgresServer
from tumbletrip.answers.wire import PROTOCOL
from tumbletrip.storage.migrating import revisions
from tumbletrip.tables.table import VERSION

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
THIS = revisions()[-1]
NEXT = f"{int(THIS) + 1:04}"

# What the successor does differently: another talk with browsers, another form of new tables, another schema.
SUCCESSOR = {
    "answers/wire.py": (f"PROTOCOL = {PROTOCOL}", f"PROTOCOL = {PROTOCOL + 1}"),
    "tables/table.py": (f"VERSION = {VERSION}", f"VERSION = {VERSION + 1}"),
}
READS_BOTH = ('value["version"] != VERSION', f'value["version"] not in ({VERSION}, VERSION)')
REVISION = f'''"""What the next version adds."""

import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{THIS}"


def upgrade() -> None:
    op.add_column("tables", sa.Column("remark", sa.Text))


def downgrade() -> None:
    op.drop_column("tables", "remark")
'''


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel of this checkout, unpacked as it is and as its successor might be."""
    folder = tmp_path_factory.mktemp("wheels")
    build_app(ROOT, static_folder(ROOT))
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder), "-t", "wheel"]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    old, new = folder / "old", folder / "new"
    for site in (old, new):
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(site)
    for name, change in SUCCESSOR.items():
        replace_in(new / "tumbletrip" / name, *change)
    replace_in(new / "tumbletrip/tables/table.py", *READS_BOTH)
    revision = new / f"tumbletrip/storage/migrations/versions/v{NEXT}_remarks.py"
    revision.write_text(REVISION, "utf-8")
    return old, new


def replace_in(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1, (path, old)
    path.write_text(text.replace(old, new), "utf-8")


def environment(site: Path) -> dict[str, str]:
    """A process that imports from there; people play here, so no bot's code has to be compiled."""
    return {**os.environ, "PYTHONPATH": str(site), "NUMBA_DISABLE_JIT": "1"}


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.empty_database()


@pytest.fixture
def servers(sites: tuple[Path, Path], url: str, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """The old version and the new one, not started."""
    both = [
        Server(url, tmp_path / f"{site.name}.log", "--thinkers", "1", environment=environment(site))
        for site in sites
    ]
    yield both[0], both[1]
    for server in both:
        server.kill()


@dataclass
class Player:
    """Somebody at a table, who remembers every event they were shown."""

    line: ClientConnection
    seat: int
    events: dict[int, Any] = field(default_factory=dict)
    answers: dict[str, Any] = field(default_factory=dict)

    async def hello(self, secret: str, protocol: int) -> None:
        await self.line.send(json.dumps({"type": "hello", "secrets": [secret], "protocol": protocol}))
        await self.read_until(lambda: bool(self.events))

    async def do(self, name: str, /, **action: Any) -> Any:
        """Send a command and read its answer."""
        command = {"type": "command", "id": name, "seat": self.seat, "round": 1, "action": action}
        await self.line.send(json.dumps(command))
        await self.read_until(lambda: name in self.answers)
        return self.answers[name]

    async def see(self, seq: int) -> None:
        await self.read_until(lambda: seq in self.events)

    async def read_until(self, condition: Any) -> None:
        while not condition():
            message = json.loads(await asyncio.wait_for(self.line.recv(), PATIENCE))
            self.events.update({shown["seq"]: shown for shown in message.get("events", ())})
            if message["type"] == "answer":
                self.answers[message["id"]] = message


async def close_code(url: str, protocol: int) -> int | None:
    """With which code a client of some protocol is sent away; None if it is welcome."""
    async with connect(url) as line:
        await line.send(json.dumps({"type": "hello", "secrets": [], "protocol": protocol}))
        with contextlib.suppress(websockets.ConnectionClosed):
            await asyncio.wait_for(line.recv(), PATIENCE)
        return line.close_code


def open_table(server: Server) -> Any:
    seats = [{"occupant": "person", "name": name} for name in ("Ada", "Ben")]
    return server.ask("POST", "/api/tables", {"game": "dicetrip", "seats": seats})


async def test_F19_a_game_goes_on_at_both_versions_and_no_event_is_lost(
    servers: tuple[Server, Server], sites: tuple[Path, Path], url: str
) -> None:
    old, new = servers
    opened = open_table(old.start())
    table = opened["table"]
    ada_secret, ben_secret = (seat["secret"] for seat in opened["seats"])
    async with connect(old.socket_url(table)) as ada_line:
        ada = Player(ada_line, 0)
        await ada.hello(ada_secret, PROTOCOL)
        await asyncio.to_thread(new.start)  # brings the schema up to date under the old one
        async with connect(new.socket_url(table)) as ben_line:
            ben = Player(ben_line, 1)
            await ben.hello(ben_secret, PROTOCOL + 1)
            acknowledged = [await ada.do("roll", do="roll"), await ada.do("keep", do="keep")]
            for number in range(5):
                acknowledged.append(await ben.do(f"b{number}", do="rename", name=f"Ben {number}"))
                acknowledged.append(await ada.do(f"a{number}", do="rename", name=f"Ada {number}"))
            assert all(answer["ok"] for answer in acknowledged), acknowledged
            last = max(answer["seq"] for answer in acknowledged)
            for player in (ada, ben):
                await player.see(last)
    stored = {shown["seq"]: shown for shown in new.ask("GET", f"/api/tables/{table}")["events"]}
    assert list(stored) == list(range(1, last + 1))
    assert ada.events == ben.events == stored
    assert {answer["seq"] for answer in acknowledged} <= stored.keys()

    # Whoever speaks the other version's protocol is told to reload, whichever is older.
    assert await close_code(new.socket_url(table), PROTOCOL) == 4002
    assert await close_code(old.socket_url(table), PROTOCOL + 1) == 4002
    assert await close_code(old.socket_url(table), PROTOCOL) is None

    # The old one leaves tables alone that it cannot read; they are none the worse for having been asked for.
    newer = open_table(new)["table"]
    assert old.status("GET", f"/api/tables/{newer}") == 404
    assert new.status("GET", f"/api/tables/{newer}") == 200

    # Once stopped, the old one does not start again, and says why.
    old.stop()
    refused = await asyncio.to_thread(start_in_vain, sites[0], url)
    assert refused.returncode == 2
    assert f"schema {NEXT}, this one knows {THIS}" in refused.stderr.replace("\n", " ")
    assert new.ask("GET", f"/api/tables/{table}")["seq"] == last


def start_in_vain(site: Path, url: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tumbletrip", "serve", "--port", "1", "--database", url]
    return subprocess.run(
        command, env=environment(site), capture_output=True, text=True, timeout=PATIENCE, check=False
    )
