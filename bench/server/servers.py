"""The contestants' servers as processes of their own: started, measured from outside, stopped."""

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from bench.server.posting import Site

ROOT = Path(__file__).parents[2]
SCRIPTS = Path(__file__).parent / "peers"
HERE = "127.0.0.1"
READY_SECONDS = 60.0
QUIET_CPU_SECONDS = 0.05  # in a second
NO_LIMITS = (  # the load comes from one address and faster than any person clicks
    "socket_rate=1e6",
    "socket_burst=1000000",
    "sockets_per_address=100000",
    "requests_rate=1e6",
    "requests_burst=1000000",
)


@dataclass(frozen=True)
class Usage:
    """What processes have used so far."""

    cpu_seconds: float
    memory_mb: float


class RunningServer:
    """A server process and those of its descendants that do its work."""

    def __init__(self, process: psutil.Popen, site: Site, generations: int, database: int | None) -> None:
        self._process = process
        self._generations = generations
        self._database = database
        self.site = site

    async def quiet(self) -> None:
        """Wait until nothing of the server works any more: thinkers compile code when they start."""
        deadline = time.monotonic() + READY_SECONDS
        used, before = self._used_by_all(), -1.0
        while used - before > QUIET_CPU_SECONDS and time.monotonic() < deadline:
            await asyncio.sleep(1.0)
            before, used = used, self._used_by_all()

    def _used_by_all(self) -> float:
        return _usage([self._process, *self._process.children(recursive=True)]).cpu_seconds

    def usage(self) -> Usage:
        """The server itself; thinkers (idle here, as no bot plays) are left out."""
        return _usage(_process_tree(self._process, self._generations))

    def database_usage(self) -> Usage | None:
        """The database server with all its processes, where there is one."""
        return _usage(_process_tree(psutil.Process(self._database), 1)) if self._database else None


def _process_tree(process: psutil.Process, generations: int) -> list[psutil.Process]:
    """A process and so many generations of its descendants, without Python's resource trackers."""
    found = [process]
    if generations:
        for child in process.children():
            if "resource_tracker" not in " ".join(child.cmdline()):
                found += _process_tree(child, generations - 1)
    return found


def _usage(processes: Sequence[psutil.Process]) -> Usage:
    cpu = memory = 0.0
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            cpu += times.user + times.system
            memory += _memory(process) / 2**20
    return Usage(cpu, memory)


def _memory(process: psutil.Process) -> int:
    """The bytes of a process; of what several share, its part (PSS), where the system can tell."""
    used = process.memory_full_info()
    share: int = getattr(used, "pss", used.rss)
    return share


@contextlib.contextmanager
def our_server(
    database: str | None = None,
    workers: int = 1,
    database_process: int | None = None,
    checkout: Path = ROOT,
) -> Iterator[RunningServer]:
    """The real `tumbletrip serve` of a checkout, on a new SQLite file or on a database that is there."""
    with tempfile.TemporaryDirectory(prefix="tumbletrip-bench-") as folder:
        port = free_port()
        command = [sys.executable, "-m", "tumbletrip", "serve", "--port", str(port), "--thinkers", "1"]
        command += ["--database", database or str(Path(folder) / "tables.sqlite"), "--workers", str(workers)]
        for limit in NO_LIMITS:
            command += ["--limit", limit]
        generations = 0 if workers == 1 else 1
        paths = os.pathsep.join([str(checkout / "src"), str(checkout)])
        with _running(command, {"PYTHONPATH": paths}, port, generations, database_process) as server:
            yield server


@contextlib.contextmanager
def peer_server(
    script: str, modules: Path, *, with_folder: bool = False, game: str = "./trip.cjs"
) -> Iterator[RunningServer]:
    """A peer's server on Node; `with_folder` gives it a folder to keep its files in."""
    with tempfile.TemporaryDirectory(prefix="tumbletrip-bench-", ignore_cleanup_errors=True) as folder:
        port = free_port()
        command = ["node", str(SCRIPTS / script), str(port), *([folder] if with_folder else [])]
        settings = {"NODE_PATH": str(modules), "NODE_ENV": "production", "GAME": game}
        with _running(command, settings, port, 0, None) as server:
            yield server


@contextlib.contextmanager
def _running(
    command: Sequence[str], settings: Mapping[str, str], port: int, generations: int, database: int | None
) -> Iterator[RunningServer]:
    with tempfile.TemporaryFile() as log:
        process = psutil.Popen(command, env={**os.environ, **settings}, stdout=log, stderr=log)
        try:
            _wait_for(port, process)
            yield RunningServer(process, Site(HERE, port), generations, database)
        finally:
            children = process.children(recursive=True) if process.is_running() else []
            with contextlib.suppress(psutil.NoSuchProcess):  # it may have ended by itself
                process.terminate()
            try:
                process.wait(15)
            except (psutil.TimeoutExpired, subprocess.TimeoutExpired):
                for left in (process, *children):
                    with contextlib.suppress(psutil.NoSuchProcess):
                        left.kill()
                process.wait(5)


def _wait_for(port: int, process: psutil.Popen) -> None:
    """Until the server takes connections."""
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection((HERE, port), timeout=1):
            return
        time.sleep(0.1)
    raise RuntimeError(f"the server does not answer on port {port}")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        port: int = probe.getsockname()[1]
        return port
