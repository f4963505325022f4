"""A real Chromium and a real server for the journeys; without a browser, a sentence that says how."""

import contextlib
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from playwright.async_api import Playwright as AsyncPlaywright
from playwright.sync_api import Browser, Playwright, sync_playwright

from hatch_build import build_app, static_folder

ROOT = Path(__file__).parents[3]
PATIENCE_SECONDS = 300  # on a busy machine a start has taken more than a minute
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# Playwright's own list, since only the last one given counts, and the suggestions below an address bar that
# nobody sees: Chromium loads a page for them in every new window, more than half of what a window costs.
OFF = (
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
)
ARGUMENTS = (
    f"--disable-features={','.join(OFF)}",
    "--no-sandbox",  # the sandbox refuses to run as root, as in containers
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--enable-unsafe-swiftshader",  # WebGL without a graphics chip; everything else is painted as usual
)


class NoBrowser(Exception):
    """There is no Chromium, and none could be had."""


def chromium_path(playwright: Playwright | AsyncPlaywright) -> str:
    """A Chromium: one on the PATH, else Playwright's own, else the distribution's package."""
    path = _on_path() or _fetched(playwright)
    if path is None:
        raise NoBrowser(
            "The journeys need Chromium and found none: install the package `chromium` of your system, "
            "or run `python -m playwright install chromium`."
        )
    return path


def launch(playwright: Playwright) -> Browser:
    """A running Chromium."""
    return playwright.chromium.launch(executable_path=chromium_path(playwright), args=list(ARGUMENTS))


def _on_path() -> str | None:
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def _fetched(playwright: Playwright | AsyncPlaywright) -> str | None:
    """One for all test processes: package managers refuse the second who asks, so the others wait."""
    with (Path(tempfile.gettempdir()) / f"tumbletrip-browser-{os.getuid()}.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        return _on_path() or _own(playwright) or _installed()


def _own(playwright: Playwright | AsyncPlaywright) -> str | None:
    path = Path(playwright.chromium.executable_path)
    if not path.exists():
        command = [sys.executable, "-m", "playwright", "install", "chromium"]
        subprocess.run(command, capture_output=True, check=False, timeout=300)
    return str(path) if path.exists() else None


def _installed() -> str | None:
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return None
    for command in (["apt-get", "update"], ["apt-get", "install", "-y", "chromium"]):
        subprocess.run(command, capture_output=True, check=False, timeout=600)
    return _on_path()


# Bots that do not dawdle, and analyses with little effort: what they find is tested elsewhere.
# All guests of all journeys come from one address and play faster than people: it has the budget of a crowd.
QUICK = (
    *("--bot-delay", "0.1", "--thinkers", "1", "--limit", "analysis_games=24"),
    *("--limit", "requests_rate=1000", "--limit", "requests_burst=10000"),
)


class AppServer:
    """`tumbletrip serve` in a process of its own, which can be killed and started again."""

    def __init__(self, folder: Path, *options: str) -> None:
        """A server that keeps its tables in a folder."""
        self._folder = folder
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, and wait until it answers."""
        database = self._folder / "tables.sqlite"
        command = [sys.executable, "-m", "tumbletrip", "serve", "--port", str(self.port)]
        with (self._folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--database", str(database), *QUICK, *self._options],
                stdout=log,
                stderr=log,
                cwd=ROOT,
            )
        until = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.url}/ready", timeout=2):
                return
            time.sleep(0.2)
        raise TimeoutError((self._folder / "server.log").read_text("utf-8")[-2000:])

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        if self._process:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None


@contextlib.contextmanager
def app_server(folder: Path, *options: str) -> Iterator[AppServer]:
    """A running server."""
    server = AppServer(folder, *options)
    try:
        server.start()
        yield server
    finally:
        server.kill()


@contextlib.contextmanager
def built_app() -> Iterator[tuple[Browser, str]]:
    """The app, built from the sources as they are, on a server of its own: a browser, and where to look."""
    build_app(ROOT, static_folder(ROOT))
    with (
        tempfile.TemporaryDirectory() as folder,
        app_server(Path(folder)) as server,
        sync_playwright() as playwright,
        launch(playwright) as browser,
    ):
        yield browser, server.url
