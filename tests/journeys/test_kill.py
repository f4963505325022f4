"""F1, F18: the real server killed at random moments; see bench/kill_harness.py for the long run."""

import asyncio
from pathlib import Path

import pytest

from bench.kill_harness import OPTIONS, Figures, run
from tests.kit.postgres import PostgresServer
from tests.kit.servers import Server

pytestmark = pytest.mark.slow


def judge(figures: Figures, games: int) -> None:
    assert figures.faults == 0, figures
    assert figures.games == games
    assert figures.kills > 2
    assert figures.acknowledged > 40 * games
    assert figures.rolls >= 13 * games


def test_F1_nothing_acknowledged_is_lost_doubled_or_drawn_again_on_sqlite(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    server = Server(database, tmp_path / "log", *OPTIONS)
    figures = asyncio.run(run([server], database, {"dicetrip": 8}, 12, pause=0.3, gap=(0.1, 2.0)))
    judge(figures, 8)


def test_F3_players_of_one_table_at_two_servers_play_on_while_either_is_killed(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    url = postgres.empty_database()
    servers = [Server(url, tmp_path / f"log{number}", *OPTIONS) for number in range(2)]
    figures = asyncio.run(run(servers, url, {"dicetrip": 4}, 8, pause=0.6, gap=(0.1, 2.0)))
    judge(figures, 4)
