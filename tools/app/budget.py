"""What the browser app may cost, measured: `python -m tools.app.budget`; fails above any budget.

The weight of the first load, Lighthouse's verdict on the front page and on a table, and how soon a full table
answers a finger.
"""

import gzip
import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from hatch_build import static_folder
from tests.kit.browser.browser import ROOT, app_server, launch
from tools.app.lighthouse import verdicts
from tools.app.quickness import BUDGET_MS, SLOW, quickness

BUDGET_BYTES = 120 * 1000  # script and style, for the front page and the Dice Trip table
STATIC = static_folder(ROOT)
IMPORTED = re.compile(r"""(?:from|import)\s*["'](\./[^"']+\.js)["']""")
DICE_TRIP = {"shell", "trip"}  # the chunks of its table; see vite.config.ts
LAZY = re.compile(r"""[/"'`]((?:Table|en)-[\w-]+\.(?:js|css))""")


def first_load(static: Path = STATIC) -> dict[str, int]:
    """Every script and style that the front page and a table need, with its gzipped size."""
    page = (static / "index.html").read_text("utf-8")
    found: dict[str, int] = {}
    waiting = re.findall(r"/assets/([\w.-]+\.(?:js|css))", page)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        text = (static / "assets" / name).read_bytes()
        found[name] = len(gzip.compress(text, 9))
        code = text.decode()
        waiting += [imported.removeprefix("./") for imported in IMPORTED.findall(code)]
        waiting += [lazy for lazy in LAZY.findall(code) if not _is_for_others(static, lazy)]
        waiting += _styles_of_table(code)
    return found


def _is_for_others(static: Path, name: str) -> bool:
    """A language's rules share its name with its texts, and the tables of all games are called Table."""
    text = (static / "assets" / name).read_text("utf-8")
    if name.startswith("en-"):
        return "DT01" in text
    imported = {part.removeprefix("./").partition("-")[0] for part in IMPORTED.findall(text)}
    return name.endswith(".js") and not imported <= DICE_TRIP


def _styles_of_table(code: str) -> list[str]:
    """Styles that come with what the table loads; Vite lists them beside the scripts."""
    return re.findall(
        r"/((?:Lobby|ScoreBar|SheetMap|MapBase|Die|MiniMap|TopBar|Missing|Dialog)-[\w-]+\.css)", code
    )


def check_weight() -> bool:
    """Print the weight of the first load; True if it is within the budget."""
    sizes = first_load()
    for name, size in sorted(sizes.items(), key=lambda item: -item[1]):
        sys.stdout.write(f"{size:8,d}  {name}\n")
    total = sum(sizes.values())
    sys.stdout.write(f"{total:8,d}  in all, gzipped; the budget is {BUDGET_BYTES:,d}\n")
    return total <= BUDGET_BYTES


def check_screens() -> bool:
    """Measure a running app with Lighthouse and with quick taps; True if all is within the budget."""
    with (
        tempfile.TemporaryDirectory() as folder,
        app_server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        judged = verdicts(playwright, server)
        browser = launch(playwright)
        taps, slow_taps = quickness(browser, server), quickness(browser, server, SLOW)
        browser.close()
    for verdict in judged:
        sys.stdout.write(f"{verdict}\n")
    sys.stdout.write(
        f"Taps on a table with four sheets: the slowest of {len(taps.durations_ms)} noted took "
        f"{taps.worst_ms} ms; the budget is below {BUDGET_MS} "
        f"({slow_taps.worst_ms} ms on a processor slowed down {SLOW} times)\n"
    )
    return all(verdict.is_within for verdict in judged) and taps.is_within


def main() -> None:
    """Show everything, and fail if something is above its budget."""
    is_within = check_weight()
    sys.exit(not (check_screens() and is_within))


if __name__ == "__main__":
    main()
