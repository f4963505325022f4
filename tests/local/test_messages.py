"""What a device says at its tables is what a server says: message by message, of every kind."""

import asyncio
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.kit.server.hosts import QUICK, CountedChance, ScriptedJobs, host_on
from tests.kit.storage.file_journal import FileJournal
from tools.wire.message_vectors import Client, heard_at_tables
from tumbletrip.local.device import Device

pytestmark = pytest.mark.anyio


class Page:
    """A page's lines to its device."""

    def __init__(self, journal: Path) -> None:
        self.lines: dict[int, Line] = {}
        self.device = Device(
            FileJournal(journal),
            self._hear,
            lambda *_: None,
            chance=CountedChance(1),
            think=ScriptedJobs(),
            pace=QUICK,
        )

    def _hear(self, number: int, text: str) -> None:
        self.lines[number].heard.append(json.loads(text))

    def dial(self, table: str, *secrets: str, changes: bool = False) -> "Line":
        line = self.lines[len(self.lines)] = Line(self.device, len(self.lines), table)
        line.send({"type": "hello", "secrets": secrets, "changes": changes})
        return line


class Line:
    """One of them."""

    def __init__(self, device: Device, number: int, table: str) -> None:
        self.heard: list[Any] = []
        self._device, self._number, self._table = device, number, table
        self._said: list[asyncio.Task[None]] = []
        device.dial(number)

    def send(self, frame: dict[str, Any]) -> None:
        said = self._device.hear(self._number, self._table, json.dumps(frame))
        self._said.append(asyncio.create_task(said))

    async def leave(self) -> None:
        await asyncio.gather(*self._said)
        self._device.hang_up(self._number)


async def test_every_message_of_a_device_is_that_of_a_server(tmp_path: Path) -> None:
    async with host_on(f"sqlite:///{tmp_path}/tables.db", chance=CountedChance(1)) as host:
        there = await heard_at_tables(host, partial(Client, host))
    page = Page(tmp_path / "journal")
    async with page.device:
        here = await heard_at_tables(page.device.host, page.dial)
    kinds = {message["type"] for message in here}
    assert {"welcome", "update", "answer", "presence", "pong"} <= kinds
    games = {message["view"]["setup"]["game"] for message in here if "view" in message}
    assert games == {"dicetrip", "tumblin"}
    assert comparable(here) == comparable(there)


def comparable(messages: list[Any]) -> list[str]:
    """Messages as texts; which of two guests was greeted first is chance."""
    for message in messages:
        if message["type"] == "welcome":
            del message["presence"]
    return sorted(map(json.dumps, messages))
