"""What bots have learned on a board: a device fetches it when it is wanted, and plays without it before."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.storage.file_journal import FileJournal
from tumbletrip.bots.dicetrip.learning import known_boards
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.local.device import Device
from tumbletrip.local.learning import PageLearning

pytestmark = pytest.mark.anyio

SPAIN = (Path(known_boards.__file__).parent / "weights" / "spain.steps").read_bytes()
SOLO = {
    "game": "dicetrip",
    "options": {"edition": "spain"},
    "seats": [{"occupant": "person", "name": "Ada"}],
}


class Line:
    """A line that can be cut, and counts what came over it."""

    def __init__(self) -> None:
        self.is_up = True
        self.came: list[str] = []

    async def __call__(self, board: str) -> Any:
        if not self.is_up:
            return None
        self.came.append(board)
        return self

    def to_bytes(self) -> bytes:
        return SPAIN


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Iterator[Line]:
    """A page whose program came without what bots have learned."""
    monkeypatch.setenv(known_boards.OWN_FOLDER, "")
    monkeypatch.setattr(known_boards, "FOLDER", "left out")
    known_boards._shipped.cache_clear()
    yield Line()
    known_boards._shipped.cache_clear()


def device_on(line: Line, folder: Path) -> Device:
    learn = PageLearning(line, folder / "champions")
    return Device(FileJournal(folder / "journal"), lambda *_: None, lambda *_: None, learn=learn)


async def knows(device: Device, board: str) -> bool:
    answer = await device.request("POST", f"/editions/{board}/champion", {})
    assert answer.status == 200
    found: bool = json.loads(answer.body)["trained"]
    return found


async def test_a_device_fetches_once_what_bots_know_of_a_board(line: Line, tmp_path: Path) -> None:
    async with device_on(line, tmp_path) as device:
        line.is_up = False
        assert not await knows(device, "spain")
        line.is_up = True
        assert await knows(device, "spain")
        line.is_up = False
        assert await knows(device, "spain")
        assert known_boards.learned_on(builtin_edition("spain")).order
        assert not await knows(device, "own-nonsense")
        assert line.came == ["spain"]


async def test_it_comes_when_somebody_sits_down_at_that_board(line: Line, tmp_path: Path) -> None:
    async with device_on(line, tmp_path) as device:
        opened = json.loads((await device.request("POST", "/tables", {}, json.dumps(SOLO))).body)
        device.dial(1)
        hello = {"type": "hello", "secrets": [opened["seats"][0]["secret"]]}
        await device.hear(1, opened["table"], json.dumps(hello))
        await asyncio.gather(*device._getting_ready)
        assert line.came == ["spain"]
        assert known_boards.is_trained(builtin_edition("spain"))
