"""Jobs of a page: its physics is loaded when a job first asks for it, or the job says that it is missing."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.storage.file_journal import FileJournal
from tests.kit.tumblin.node_physics import node_engine
from tumbletrip.games.tumblin.settling import physics_of
from tumbletrip.host.ports import JobFailed
from tumbletrip.local.device import Device
from tumbletrip.local.thinking import PageThinking
from tumbletrip.tumblin.physics import stepping
from tumbletrip.tumblin.physics.engines.page import PagePhysics

pytestmark = pytest.mark.anyio

LAUNCH = {"x": -0.02, "y": 0.0, "face_up": 6, "yaw": 0.1, "azimuth": 0.0, "speed_mps": 1.3}
PRACTICE = {"dice": [], "kind": "d6", "hand": "exact", "by": "meter", "launch": LAUNCH}
DUEL = {"game": "tumblin", "options": {}, "seats": [{"occupant": "person", "name": name} for name in "AB"]}


@pytest.fixture(autouse=True)
def own_engine() -> Iterator[None]:
    physics_of.cache_clear()
    yield
    stepping.use(None)
    physics_of.cache_clear()


async def test_a_job_that_needs_physics_runs_once_it_is_loaded() -> None:
    loads = 0
    with node_engine() as engine:

        async def load() -> PagePhysics:
            nonlocal loads
            loads += 1
            return engine.physics

        think = PageThinking(load)
        assert await think(len, "no physics", seconds=1) == len("no physics")
        assert loads == 0
        for _ in range(2):
            assert await think(lambda: stepping.engine().version, seconds=1) == engine.version
        assert loads == 1


async def test_without_a_line_nobody_sits_down_at_a_board_that_cannot_be_played(tmp_path: Path) -> None:
    async def load() -> PagePhysics:
        raise OSError("offline")

    think = PageThinking(load)
    with pytest.raises(JobFailed):
        await think(lambda: stepping.engine().version, seconds=1)
    async with Device(FileJournal(tmp_path / "j"), lambda *_: None, lambda *_: None, think=think) as device:
        for path, wish in (("/tables", DUEL), ("/practice", PRACTICE)):
            answer = await device.request("POST", path, {"Accept-Language": "de"}, json.dumps(wish))
            assert (answer.status, "einmal geladen" in answer.body) == (503, True)
        solo = {"game": "dicetrip", "options": {}, "seats": DUEL["seats"]}
        assert (await device.request("POST", "/tables", {}, json.dumps(solo))).status == 201


async def test_the_practice_board_answers_on_the_device(tmp_path: Path) -> None:
    async with Device(FileJournal(tmp_path / "j"), lambda *_: None, lambda *_: None) as device:
        answer = await device.request("POST", "/practice", {}, json.dumps(PRACTICE))
        assert answer.status == 200, answer.body
        assert '"trajectory"' in answer.body
        beside = {**PRACTICE, "launch": {**LAUNCH, "speed_mps": 99.0}}
        assert (await device.request("POST", "/practice", {}, json.dumps(beside))).status == 409
