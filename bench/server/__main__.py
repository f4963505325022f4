"""Our durable server beside its peers: `python -m bench.server --tables 50,200,1000 --seconds 10`.

All contestants play games of the same course (13 rounds of roll, keep, write, write) with two players at each
table, driven by one process, and tell them the same: sheets with scores, options, no secrets of the other. A
move counts when its player gets the answer; ours comes after the durable commit. Finished games are followed
by new tables. Memory and CPU are those of the server processes alone: our thinkers, which have nothing to do
without bots, are left out. Memory that several processes share is counted once (PSS).
"""

import argparse
import contextlib
import json
import resource
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import uvloop

from bench.server.contestants import CONTESTANTS, Contestant
from bench.server.installing import CannotInstall
from bench.server.load import Load
from bench.server.measuring import measure
from bench.server.results import Result, markdown

USUAL = "ours,boardgame.io,flatfile,colyseus"
PACED = ("ours", "earlier", "ours-workers", "boardgame.io", "colyseus", "postgres")
PACED_TABLES = 1000


def main() -> None:
    """Measure what was asked for and print one table."""
    given = _given()
    _allow_many_sockets()
    results: list[Result] = []
    with contextlib.ExitStack() as stack:
        folder = given.peers or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="peers-")))
        for contestant, load in _runs(given, folder):
            try:
                results.append(uvloop.run(measure(contestant, load)))
            except (OSError, RuntimeError) as error:
                _tell(f"{contestant.title} with {load.tables} tables failed: {error}")
            else:
                _tell(
                    f"{contestant.title}: {results[-1].moves_per_second:,.0f} moves/s at {load.tables} tables"
                )
    print(json.dumps([result.as_json() for result in results], indent=1) if given.json else markdown(results))


def _given() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    parser.add_argument("--tables", default="50,200,1000", help="tables at a time, a run for each")
    parser.add_argument("--seconds", type=float, default=10.0, help="measured time of each run")
    parser.add_argument("--rounds", type=int, default=1, help="how often the contestants take turns")
    parser.add_argument("--contestants", default=USUAL, help="some of " + ",".join(CONTESTANTS))
    parser.add_argument("--peers", type=Path, help="a folder to keep the peers' npm packages in")
    parser.add_argument("--paced", action="store_true", help="also one move a second on 1,000 tables")
    parser.add_argument("--postgres", action="store_true", help="also two of our processes on PostgreSQL")
    parser.add_argument("--json", action="store_true", help="results as JSON")
    return parser.parse_args()


def _runs(given: argparse.Namespace, folder: Path) -> Iterator[tuple[Contestant, Load]]:
    """All contestants take turns under each load."""
    keys = given.contestants.split(",") + ["postgres"] * given.postgres
    chosen = [contestant for key in keys if (contestant := _contestant(key, folder))]
    for tables in given.tables.split(",") if given.tables else ():
        for _ in range(given.rounds):
            for contestant in chosen:
                yield contestant, Load(int(tables), given.seconds)
    for _ in range(given.rounds if given.paced else 0):
        for contestant in chosen:
            if contestant.key in PACED:
                yield contestant, Load(PACED_TABLES, given.seconds, pace=1.0)


def _contestant(key: str, folder: Path) -> Contestant | None:
    """A contestant, with its packages installed; None if they cannot be had."""
    if key not in CONTESTANTS:
        sys.exit(f"There is no contestant {key!r}; there are {', '.join(CONTESTANTS)}.")
    try:
        return CONTESTANTS[key](folder)
    except CannotInstall as error:
        _tell(f"{key} is left out: {error}")
        return None


def _allow_many_sockets() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
