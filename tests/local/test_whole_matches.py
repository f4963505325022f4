"""Whole matches on a device and on a server: the same dice and moves give the same events."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.kit.browser.browser import ROOT
from tests.kit.dicetrip.node_machine import SCRIPT as NODE_MACHINE
from tests.kit.server.hosts import CountedChance, action_for
from tests.kit.storage.file_journal import FileJournal
from tests.kit.tumblin.node_physics import node_engine
from tumbletrip.games.tumblin.settling import physics_of
from tumbletrip.host.core.effects import Accepted
from tumbletrip.host.host import Host
from tumbletrip.local.device import Device
from tumbletrip.local.thinking import think_here
from tumbletrip.storage.opening import open_store
from tumbletrip.tables.deciding import Command
from tumbletrip.tables.ports import Status
from tumbletrip.tables.seats import Occupant, Seat
from tumbletrip.tables.table import TableSetup
from tumbletrip.tumblin.physics import stepping
from tumbletrip.tumblin.physics.engines.page import PageEngine

pytestmark = pytest.mark.anyio

TUMBLIN = ("tumblin", {"preset": "duel-bonus", "house": ["target=1"]})
MATCHES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("dicetrip", {"edition": "france", "tens": True}),
    ("dicetrip", {"edition": "germany", "tens": True}),
    TUMBLIN,
)
NAMES = ("Ada", "Ben")
IN_A_PAGE = """
import json, sys
sys.dont_write_bytecode = True  # the sources are those of this folder
sys.path.insert(0, "/src")
from tumbletrip.host.core.effects import Accepted
from tumbletrip.local.device import Device
from tumbletrip.tables.deciding import Command
from tumbletrip.tables.seats import Occupant, Seat
from tumbletrip.tables.table import TableSetup

rolls = iter({rolls!r})

class Journal:
    def __init__(self):
        self.rows = dict()
    async def read(self):
        return self.rows
    async def write(self, rows, gone):
        self.rows.update(rows)

class Told:
    def roll(self, table_id, table, need):
        return next(rolls)

async def played():
    seats = tuple(Seat(Occupant.PERSON, name) for name in {names!r})
    async with Device(Journal(), lambda *_: None, lambda *_: None, chance=Told()) as device:
        live = await device.host.open(TableSetup("dicetrip", {options!r}, seats), dict())
        for told in json.loads({commands!r}):
            assert isinstance(await device.host.command(live.id, Command(*told)), Accepted), told
        return json.dumps([shown.body for shown in live.events])

await played()
"""
Commands = list[tuple[str, int, int, Any]]


def setup_of(game: str, options: dict[str, Any]) -> TableSetup:
    return TableSetup(game, options, tuple(Seat(Occupant.PERSON, name) for name in NAMES))


async def played(host: Host, setup: TableSetup, commands: Commands) -> list[Any]:
    """The events of a whole match of random choices, which are added to the commands."""
    live = await host.open(setup, {})
    rng = Random(8)
    while (now := live.durable.table).waiting_for:
        seat = now.waiting_for[0]
        commands.append((f"{seat}:{len(commands)}", seat, now.round, action_for(now, seat, rng)))
        assert isinstance(await host.command(live.id, Command(*commands[-1])), Accepted)
    assert now.status is Status.OVER
    return json_of([shown.body for shown in live.events])


def json_of(events: list[Any]) -> list[Any]:
    found: list[Any] = json.loads(json.dumps(events))
    return found


async def on_a_server(
    folder: Path, setup: TableSetup, chance: CountedChance, commands: Commands
) -> list[Any]:
    store = await open_store(f"sqlite:///{folder}/tables.db")
    async with Host(store, think_here, chance=chance) as server:
        there = await played(server, setup, commands)
    await store.close()
    return there


async def on_a_device(folder: Path, setup: TableSetup) -> list[Any]:
    journal = FileJournal(folder / "journal")
    async with Device(journal, lambda *_: None, lambda *_: None, chance=CountedChance(3)) as device:
        return await played(device.host, setup, [])


@pytest.mark.parametrize(("game", "options"), MATCHES, ids=["france", "germany", "tumblin"])
async def test_a_match_on_a_device_and_on_a_server_has_the_same_events(
    tmp_path: Path, game: str, options: dict[str, Any]
) -> None:
    setup = setup_of(game, options)
    there = await on_a_server(tmp_path, setup, CountedChance(3), [])
    assert await on_a_device(tmp_path, setup) == there


@pytest.fixture
def page_engine() -> Iterator[None]:
    """The physics of a page, for all that asks from here on."""
    with node_engine() as engine:
        physics_of.cache_clear()
        stepping.use(engine)
        yield
        stepping.use(None)
        physics_of.cache_clear()


async def test_a_match_of_tumblin_dice_on_the_engine_of_a_page_has_the_events_of_a_server(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    setup = setup_of(*TUMBLIN)
    there = await on_a_server(tmp_path, setup, CountedChance(3), [])
    request.getfixturevalue("page_engine")
    assert isinstance(stepping.engine(), PageEngine)
    assert await on_a_device(tmp_path, setup) == there


@pytest.mark.slow
async def test_a_match_in_the_python_of_a_page_has_the_events_of_a_server(tmp_path: Path) -> None:
    options = {"edition": "italy", "tens": True}
    chance, commands = CountedChance(3), Commands()
    there = await on_a_server(tmp_path, setup_of("dicetrip", options), chance, commands)
    script = tmp_path / "script.py"
    moves = json.dumps(commands)
    told = IN_A_PAGE.format(rolls=chance.rolls, names=NAMES, options=options, commands=moves)
    script.write_text(told, "utf-8")
    pyodide = ROOT / "frontend" / "node_modules" / "pyodide"
    node = ["node", str(NODE_MACHINE.with_name("pyodide_page.mjs"))]
    done = subprocess.run(
        [*node, str(pyodide), str(ROOT / "src"), str(script)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == there
