"""F1, F18: the real server killed at random moments; see bench/faults/kill_harness.py for the long run."""

import asyncio
import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pytest

from bench.faults.kill_harness import OPTIONS, POLL_SECONDS, RunSettings, run
from bench.faults.kill_judging import Figures, judge
from tests.kit.server.clients import Person
from tests.kit.server.dying_server import MOMENTS
from tests.kit.server.servers import Server
from tests.kit.storage.postgres import PostgresServer
from tumbletrip.storage.opening import open_store

pytestmark = pytest.mark.slow

BOTH_GAMES = {"dicetrip": 4, "tumblin": 2}
LEAST_KILLS = 3
FIRE = RunSettings(moves=(1, 8), least_kills=LEAST_KILLS)
# With one of two servers killed people play on at the other: slower ones, so that more kills find them.
CALMER_FIRE = replace(FIRE, pause=0.9)
# 13 rounds of a roll and two who write; two who roll for the order, then two rounds of ten flicks.
FEWEST_MOVES = {"dicetrip": 13 * 3, "tumblin": 2 + 2 * 10}


def assert_nothing_went_wrong(figures: Figures) -> None:
    assert figures.faults == 0, figures
    assert figures.games == BOTH_GAMES
    assert figures.games_hit == sum(BOTH_GAMES.values())
    assert figures.kills >= LEAST_KILLS
    assert figures.checked >= 4 * 13  # every roll of Dice Trip, those that a kill interrupted as well
    assert figures.links > 0
    # An answer that the end of the game overtook is never asked for again.
    most_unasked = 2 * sum(BOTH_GAMES.values())
    moves = sum(count * FEWEST_MOVES[game] for game, count in BOTH_GAMES.items())
    assert figures.acknowledged >= moves - most_unasked


def test_F1_nothing_acknowledged_is_lost_doubled_or_drawn_again_on_sqlite(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    server = Server(database, tmp_path / "log", *OPTIONS)
    assert_nothing_went_wrong(asyncio.run(run([server], database, BOTH_GAMES, FIRE)))


def test_F3_nothing_is_lost_when_workers_on_sqlite_are_killed(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    server = Server(database, tmp_path / "log", *OPTIONS, "--workers", "2")
    fire = replace(CALMER_FIRE, workers=2)
    assert_nothing_went_wrong(asyncio.run(run([server], database, BOTH_GAMES, fire)))


def test_F3_players_of_one_table_at_two_servers_play_on_while_either_is_killed(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    url = postgres.empty_database()
    servers = [Server(url, tmp_path / f"log{number}", *OPTIONS) for number in range(2)]
    assert_nothing_went_wrong(asyncio.run(run(servers, url, BOTH_GAMES, CALMER_FIRE)))


def test_F1_a_server_that_dies_at_every_step_of_a_draw_draws_each_number_once(tmp_path: Path) -> None:
    database, deaths = str(tmp_path / "tables.db"), tmp_path / "deaths"
    deaths.mkdir()
    environment = {**os.environ, "DEATHS": str(deaths)}
    server = Server(
        database, tmp_path / "log", *OPTIONS, program="tests.kit.server.dying_server", environment=environment
    )
    server.start()
    try:
        figures = asyncio.run(played_through_deaths(server, database))
    finally:
        server.kill()
    assert {mark.name for mark in deaths.iterdir()} == {*MOMENTS}
    assert figures.faults == 0, figures
    assert figures.checked >= 13
    assert figures.links >= 2 * 13 - 2  # at most the one that was told and lost, on each side


async def played_through_deaths(server: Server, database: str) -> Figures:
    """A game of two, at a server that is started again whenever it dies."""
    seats = [{"occupant": "person", "name": name} for name in ("Ada", "Ben")]
    opened = server.ask("POST", "/api/tables", {"game": "dicetrip", "seats": seats})
    people = [
        Person(partial(server.socket_url, opened["table"]), own["seat"], own["secret"], Random(own["seat"]))
        for own in opened["seats"]
    ]
    games = asyncio.gather(*(person.play() for person in people))
    while not games.done():
        if server.is_dead:
            await asyncio.to_thread(server.start)
        await asyncio.sleep(POLL_SECONDS)
    await games
    server.stop()
    store = await open_store(database)
    stored = await store.load(opened["table"])
    await store.close()
    assert stored
    figures = Figures()
    judge(people, stored, figures)
    return figures


def test_F24_a_server_that_acknowledges_before_it_stores_is_found_out(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    hasty = Server(database, tmp_path / "log", *OPTIONS, program="tests.kit.server.hasty_server")
    figures = asyncio.run(run([hasty], database, {"dicetrip": 2}, RunSettings(pause=0.1, moves=(10, 20))))
    assert figures.lost > 0
    assert figures.changed > 0  # the same moves were shown to others
