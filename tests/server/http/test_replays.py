"""F39, F40: a replay is sent moment by moment, others get their turn meanwhile, and nobody has them all."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.server.servers import Server
from tumbletrip.server.http.tables import replay_parts

GOLDEN = Path(__file__).parents[2] / "golden"
GREEDY = "192.0.2.66"


def test_F39_no_moment_is_worked_out_before_the_one_ahead_of_it_was_sent() -> None:
    worked_out: list[int] = []
    turns_of_others = 0

    def told() -> Iterator[dict[str, Any]]:
        for number in range(50):
            worked_out.append(number)
            yield {"event": None, "play": {"number": number}}

    async def others() -> None:
        nonlocal turns_of_others
        while True:
            turns_of_others += 1
            await asyncio.sleep(0)

    async def story() -> bytes:
        beside = asyncio.create_task(others())
        sent = b""
        parts = 0
        async for part in replay_parts(b'{"table":"t"}', told()):
            sent += part
            parts += 1
            assert len(worked_out) == min(parts, 50)
        beside.cancel()
        return sent

    replay = json.loads(asyncio.run(story()))
    assert [moment["play"]["number"] for moment in replay["moments"]] == list(range(50))
    assert turns_of_others >= 50


def test_F39_a_game_without_a_moment_is_whole_json_too() -> None:
    async def story() -> bytes:
        return b"".join([part async for part in replay_parts(b'{"table":"t"}', iter(()))])

    assert json.loads(asyncio.run(story())) == {"table": "t", "moments": []}


@pytest.mark.slow
def test_F40_whoever_reads_replays_without_end_waits_and_another_does_not(tmp_path: Path) -> None:
    server = Server(
        str(tmp_path / "tables.db"), tmp_path / "log", "--thinkers", "1", "--limit", "requests_rate=0.001"
    ).start()
    try:
        record = (GOLDEN / "published_france.trip").read_text("utf-8")
        table = server.send_text("/api/records", record)["table"]
        path = f"/api/tables/{table}/replay"
        greedy = [server.status("GET", path, **{"X-Forwarded-For": GREEDY}) for _ in range(13)]
        assert greedy == [200] * 12 + [429]
        assert server.status("GET", path) == 200
    finally:
        server.kill()
