"""Who takes part: our server with one process and with workers, boardgame.io with both stores, Colyseus."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from bench.server.boardgame_io import BoardgameTable
from bench.server.colyseus import ColyseusTable
from bench.server.installing import BOARDGAME_IO, COLYSEUS, CannotInstall
from bench.server.load import Meter, Table
from bench.server.ours import OurTable
from bench.server.posting import Site
from bench.server.servers import RunningServer, our_server, peer_server
from tests.kit.storage.postgres import postgres_server

EARLIER = "TUMBLETRIP_EARLIER"
COURSE = "./course.cjs"  # the peers' game without scores, options and secrets


class MakeTable(Protocol):
    """How a contestant's tables are made."""

    def __call__(self, site: Site, meter: Meter, *, closed_loop: bool) -> Table:
        """A table that is not open yet."""


@dataclass(frozen=True)
class Contestant:
    """A server and the tables that speak its protocol."""

    key: str
    title: str
    server: Callable[[], AbstractContextManager[RunningServer]]
    table: MakeTable


def ours(_: Path) -> Contestant:
    return Contestant("ours", "Tumbletrip, SQLite FULL", our_server, OurTable)


def ours_earlier(_: Path) -> Contestant:
    """Another state of our own server, so that before and after are measured in one run."""
    checkout = os.environ.get(EARLIER)
    if not checkout:
        raise CannotInstall(f"{EARLIER} must name a folder with an earlier checkout")
    server = partial(our_server, checkout=Path(checkout))
    return Contestant("earlier", "Tumbletrip, an earlier checkout", server, OurTable)


def ours_with_workers(_: Path) -> Contestant:
    server = partial(our_server, workers=2)
    return Contestant("ours-workers", "Tumbletrip, SQLite FULL, 2 processes", server, OurTable)


def ours_on_postgres(_: Path) -> Contestant:
    return Contestant("postgres", "Tumbletrip, PostgreSQL, 2 processes", _two_on_postgres, OurTable)


@contextmanager
def _two_on_postgres() -> Iterator[RunningServer]:
    with (
        postgres_server() as database,
        our_server(database.url(), workers=2, database_process=database.pid()) as server,
    ):
        yield server


def boardgame_in_memory(folder: Path) -> Contestant:
    server = partial(peer_server, "boardgame_io.cjs", BOARDGAME_IO.modules(folder))
    return Contestant("boardgame.io", "boardgame.io, in memory", server, BoardgameTable)


def boardgame_course(folder: Path) -> Contestant:
    server = partial(peer_server, "boardgame_io.cjs", BOARDGAME_IO.modules(folder), game=COURSE)
    return Contestant("boardgame.io-course", "boardgame.io, in memory, bare course", server, BoardgameTable)


def boardgame_in_files(folder: Path) -> Contestant:
    server = partial(peer_server, "boardgame_io.cjs", BOARDGAME_IO.modules(folder), with_folder=True)
    return Contestant("flatfile", "boardgame.io, FlatFile", server, BoardgameTable)


def colyseus(folder: Path) -> Contestant:
    server = partial(peer_server, "colyseus.cjs", COLYSEUS.modules(folder))
    return Contestant("colyseus", "Colyseus, in memory", server, ColyseusTable)


def colyseus_course(folder: Path) -> Contestant:
    server = partial(peer_server, "colyseus.cjs", COLYSEUS.modules(folder), game=COURSE)
    return Contestant("colyseus-course", "Colyseus, in memory, bare course", server, ColyseusTable)


# Each is made with the folder of the peers' packages; raises CannotInstall if they cannot be had.
CONTESTANTS: dict[str, Callable[[Path], Contestant]] = {
    "ours": ours,
    "earlier": ours_earlier,
    "ours-workers": ours_with_workers,
    "boardgame.io": boardgame_in_memory,
    "flatfile": boardgame_in_files,
    "colyseus": colyseus,
    "boardgame.io-course": boardgame_course,
    "colyseus-course": colyseus_course,
    "postgres": ours_on_postgres,
}
