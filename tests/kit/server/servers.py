"""The real server as a process of its own: started, asked over HTTP, killed as often as a test likes."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psutil

# On top of uvicorn's protocols, and as plain ASGI: what a socket promises holds for both.
WAYS_IN = {"direct": "tumbletrip", "plain": "tests.kit.server.plain_server"}
PATIENCE = 120.0  # seconds until a server that does not come up is a failure


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """`tumbletrip serve` on a port of its own."""

    def __init__(
        self,
        database: str,
        log: Path,
        *options: str,
        port: int | None = None,
        program: str = "tumbletrip",
        environment: Mapping[str, str] | None = None,
        python: str | Path = sys.executable,
    ) -> None:
        self.port = port or free_port()
        self.log = log
        self.program = program
        self.patience = PATIENCE  # of who asks
        self._environment = environment
        self._command = [str(python), "-m", program, "serve", "--port", str(self.port)]
        self._command += ["--database", database, *options]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> "Server":
        """Start it and wait until it answers."""
        with self.log.open("ab") as log:  # a session of its own, so that its workers die with it
            self._process = subprocess.Popen(
                self._command, stderr=log, start_new_session=True, env=self._environment
            )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self._process.poll() is None, self.log.read_text("utf-8")[-2000:]
            try:
                self.ask("GET", "/health")
                return self
            except OSError:
                time.sleep(0.02)
        raise AssertionError("the server does not come up")

    @property
    def is_dead(self) -> bool:
        """Whether it ended by itself, or was killed by somebody else."""
        return self._process is not None and self._process.poll() is not None

    def workers(self) -> set[int]:
        """The worker processes that are alive; the parent takes a moment to reap a dead one."""
        found = set()
        for child in psutil.Process(self.pid).children():
            with contextlib.suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
                if child.status() != psutil.STATUS_ZOMBIE and "resource_tracker" not in " ".join(
                    child.cmdline()
                ):
                    found.add(child.pid)
        return found

    def kill(self) -> None:
        """End it without a word, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """Ask it to stop."""
        self._end(sign)

    def _end(self, sign: signal.Signals) -> None:
        if self._process is not None:
            send = os.killpg if sign is signal.SIGKILL else os.kill
            send(self._process.pid, sign)
            self._process.wait(PATIENCE)
            self._process = None

    def ask(self, method: str, path: str, body: Any = None, secret: str = "", **headers: str) -> Any:
        """A request's JSON; raises OSError (HTTPError included) if it is not answered or refused."""
        sent = {"Content-Type": "application/json", **headers}
        if secret:
            sent["Authorization"] = f"Seat {secret}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, sent, method=method)
        with urllib.request.urlopen(request, timeout=self.patience) as answer:
            return json.load(answer)

    def send_text(self, path: str, text: str) -> Any:
        """The JSON that answers a plain text."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", text.encode(), {"Content-Type": "text/plain"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def text(self, path: str) -> str:
        """A page as it is."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE) as answer:
            found: bytes = answer.read()
            return found.decode()

    def socket_url(self, table: str) -> str:
        return f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"

    def status(self, method: str, path: str, body: Any = None, secret: str = "", **headers: str) -> int:
        """A request's status."""
        try:
            self.ask(method, path, body, secret, **headers)
        except urllib.error.HTTPError as error:
            error.close()
            return error.code
        return 200
