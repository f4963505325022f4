"""Honest games among greedy, slow, broken and lying guests: nothing is lost, and memory stays bounded."""

import asyncio
from pathlib import Path

import pytest

from bench.faults.guests import DEEDS
from bench.faults.hostile_guests import Plan, run
from tests.kit.server.servers import Server

pytestmark = pytest.mark.slow
MOST_MORE_MB = 200.0  # than after honest games alone; a single replay once took five times as much


def test_honest_games_among_hostile_guests_end_and_lose_nothing(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    limits = ("--limit", "head_seconds=2", "--limit", "body_seconds=2", "--limit", "write_seconds=2")
    server = Server(database, tmp_path / "log", "--thinkers", "1", *limits)
    plan = Plan(games=2, guests=len(DEEDS), seed=3, least_deeds=14)
    report = asyncio.run(run(server, database, plan))
    assert report.judged.faults == 0
    assert report.judged.acknowledged == len(report.alone.waits) + len(report.among.waits)
    assert report.deeds.total() >= 14
    assert report.memory_after_mb < report.memory_before_mb + MOST_MORE_MB
    assert report.errors == []
