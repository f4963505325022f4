"""Lighthouse on the front page and on a full table, with its own phone profile; a part of `make budget`."""

import json
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Playwright

from hatch_build import node_environment, npm_command, run, static_folder
from tests.kit.browser.browser import ARGUMENTS, ROOT, AppServer, chromium_path
from tests.kit.browser.visitor import PHONE, Visitor
from tests.kit.server.servers import free_port

FOLDER = ROOT / "frontend" / "budget"  # its own: 200 packages that only this command needs
PROGRAM = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
LEAST_PERFORMANCE, LEAST_ACCESSIBILITY = 95, 100
PATIENCE_S = 300
RUNS = 5


@dataclass(frozen=True)
class Verdict:
    """What Lighthouse says of one screen."""

    screen: str
    performance: int
    accessibility: int
    layout_shift: float
    foreign: tuple[str, ...]  # requests to other hosts
    largest_paint_ms: int
    blocking_ms: int

    @property
    def is_within(self) -> bool:
        """Whether the screen keeps to the budget."""
        return (
            self.performance >= LEAST_PERFORMANCE
            and self.accessibility >= LEAST_ACCESSIBILITY
            and round(self.layout_shift, 3) == 0
            and not self.foreign
        )

    def __str__(self) -> str:
        """One line."""
        return (
            f"{self.screen}: performance {self.performance}, accessibility {self.accessibility}, "
            f"layout shift {self.layout_shift:.3f}, largest paint {self.largest_paint_ms} ms, "
            f"blocked {self.blocking_ms} ms, requests elsewhere {len(self.foreign)}"
        )


def verdicts(playwright: Playwright, server: AppServer) -> list[Verdict]:
    """Judge the front page, and a table of four in the middle of its game as one of them sees it."""
    _install()
    with tempfile.TemporaryDirectory() as folder:
        seated = Path(folder) / "seated"
        pages = _take_seat(playwright, server, seated)
        return [
            _median([_judge(playwright, seated, screen, url, server.url) for _ in range(RUNS)])
            for screen, url in pages.items()
        ]


def _median(verdicts: list[Verdict]) -> Verdict:
    """The median verdict: single ones of the same page differ by several points."""
    return sorted(verdicts, key=lambda verdict: verdict.performance)[len(verdicts) // 2]


def _take_seat(playwright: Playwright, server: AppServer, profile: Path) -> dict[str, str]:
    """Take a seat at a full table and close the browser; the addresses of the screens to judge."""
    context = _launch(playwright, profile, f"--disk-cache-dir={profile.parent / 'forgotten'}")
    guest = Visitor(context.new_page(), server.url)
    guest.open_full_table()
    pages = {"front page": f"{server.url}/", "table": guest.page.url}
    context.close()
    return pages


def _launch(playwright: Playwright, profile: Path, option: str) -> BrowserContext:
    return playwright.chromium.launch_persistent_context(
        profile,
        executable_path=chromium_path(playwright),
        args=[*ARGUMENTS, option],
        viewport=PHONE,
        service_workers="block",  # nothing is kept while we sit down; visitors have theirs
    )


def _install() -> None:
    """Bring Lighthouse in, once."""
    if not PROGRAM.is_file():
        run([*npm_command(), "ci", "--no-audit", "--no-fund"], FOLDER, node_environment(static_folder(ROOT)))


def _judge(playwright: Playwright, seated: Path, screen: str, url: str, own: str) -> Verdict:
    """Let Lighthouse judge a screen on a device that has its seat and nothing else."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        device = Path(shutil.copytree(seated, Path(folder) / "device"))
        report = Path(folder) / "report.json"
        context = _launch(playwright, device, f"--remote-debugging-port={port}")
        options = ["--disable-storage-reset", "--only-categories=performance,accessibility", "--quiet"]
        output = ["--output=json", f"--output-path={report}"]
        subprocess.run(
            ["node", str(PROGRAM), url, f"--port={port}", *options, *output],
            check=True,
            capture_output=True,
            timeout=PATIENCE_S,
        )
        context.close()
        return _read(screen, json.loads(report.read_text("utf-8")), own)


def _read(screen: str, report: dict[str, Any], own: str) -> Verdict:
    audits = report["audits"]
    asked = [item["url"] for item in audits["network-requests"]["details"]["items"]]
    return Verdict(
        screen,
        performance=round(100 * report["categories"]["performance"]["score"]),
        accessibility=round(100 * report["categories"]["accessibility"]["score"]),
        layout_shift=float(audits["cumulative-layout-shift"]["numericValue"]),
        foreign=tuple(url for url in asked if not url.startswith((own, own.replace("http", "ws"), "data:"))),
        largest_paint_ms=round(audits["largest-contentful-paint"]["numericValue"]),
        blocking_ms=round(audits["total-blocking-time"]["numericValue"]),
    )
