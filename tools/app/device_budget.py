"""What a device costs that is its own server, in a real Chromium: `python -m tools.app.device_budget`.

Processor time of the page's process, which a busy machine does not change much; fails above a limit.
"""

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.kit.browser.browser import launch
from tests.kit.browser.file_host import BASE, site_host
from tests.kit.browser.flicker import Flicker
from tests.kit.browser.visitor import Visitor, visitor
from tools.app.film_start import film_starts

ROUNDS: Final = 10
PATIENCE_MS: Final = 180_000
# A page without the app: it starts the device's worker, and talks to it as the app does.
PROBE: Final = """<!doctype html><title>probe</title><script type="module">
const ROOT = new URL('.', location).pathname;
let worker, number = 0, waiting = new Map(), heard = () => {};
window.begin = (script, pack) => new Promise((resolve, reject) => {
  worker = new Worker(script, { type: 'module' });
  worker.onmessage = ({ data }) => {
    if (data.kind === 'ready') resolve();
    else if (data.kind === 'none') reject(new Error(data.why));
    else if (data.kind === 'answer') waiting.get(data.id)(data);
    else if (data.kind === 'said') heard(JSON.parse(data.text));
  };
  worker.postMessage({ kind: 'begin', pack });
});
window.end = () => worker.terminate();
// A start leaves a copy of Python's memory behind, from which later ones begin.
const memory = (pack) => `${ROOT}pack/${pack.slice('pack-'.length)}/memory`;
window.forget_memory = async (pack) => (await caches.open(pack)).delete(memory(pack));
window.until_memory = async (pack) => {
  while (!(await (await caches.open(pack)).match(memory(pack)))) await new Promise(go => setTimeout(go, 50));
};
const ask = (method, path, body, secret) => new Promise(resolve => {
  const headers = JSON.stringify(secret ? { Authorization: `Seat ${secret}` } : {});
  waiting.set(++number, ({ body }) => resolve(JSON.parse(body)));
  const text = body ? JSON.stringify(body) : '';
  worker.postMessage({ kind: 'ask', id: number, method, path, headers, body: text });
});
window.open_table = async (levels) => {
  const seats = [{ occupant: 'person', name: 'Ada' }, ...levels.map(level => ({ occupant: 'bot', level }))];
  const made = await ask('POST', '/tables', { game: 'dicetrip', options: { edition: 'france' }, seats });
  const { secret } = made.seats[0];
  worker.postMessage({ kind: 'dial', line: 1 });
  const text = JSON.stringify({ type: 'hello', secrets: [secret] });
  worker.postMessage({ kind: 'frame', line: 1, table: made.table, text });
  return [made.table, secret];
};
const news = () => new Promise(resolve => (heard = ({ type }) => type === 'update' && resolve()));
window.play = async ([table, secret], rounds) => {
  let moves = 0, last = 0;
  for (;;) {
    const next = news();
    const { view } = await ask('GET', `/tables/${table}`, null, secret);
    last ||= view.round + rounds;
    if (view.round >= last || !view.waiting_for.length) return moves;
    if (!view.waiting_for.includes(0)) { await next; continue; }
    const { phase } = view.play, open = view.you['0'].options;
    const cross = () => open.open_cities.slice(0, open.cities_to_fill).map(city => ({ city, dice: null }));
    const action = phase === 'roll' ? { do: 'roll' } : phase === 'reroll' ? { do: 'keep' }
      : { do: 'write', entries: cross() };
    const wanted = { id: `m${++moves}`, seat: 0, round: view.round, action };
    await ask('POST', `/tables/${table}/commands`, wanted, secret);
  }
};
window.isThere = true;
</script>"""


@dataclass(frozen=True)
class Figure:
    """Something measured, beside its limit."""

    what: str
    value: float
    limit: float
    unit: str

    @property
    def is_within(self) -> bool:
        """Whether it may be so."""
        return self.value <= self.limit

    def __str__(self) -> str:
        """As a line."""
        return f"{self.what:44} {self.value:8.1f} {self.unit}, at most {self.limit:g}"


class Probe:
    """A page that asks a device's worker, and the process in which both run."""

    def __init__(self, browser: Browser, page: Page, worker: str, pack: str) -> None:
        """The page is there; the worker is not started yet."""
        self._browser: CDPSession = browser.new_browser_cdp_session()
        self._page = page
        self._worker, self._pack = worker, pack

    def _renderer(self) -> dict[str, Any]:
        """The process of the page: of all renderers the one that has worked most."""
        processes = self._browser.send("SystemInfo.getProcessInfo")["processInfo"]
        found: dict[str, Any] = max(
            (one for one in processes if one["type"] == "renderer"), key=lambda one: one["cpuTime"]
        )
        return found

    def cpu_ms(self, script: str, *values: Any) -> tuple[float, Any]:
        """The processor time that a script costs, and what it returns."""
        before = self._renderer()["cpuTime"]
        found = self._page.evaluate(script, list(values))
        return 1000 * (self._renderer()["cpuTime"] - before), found

    def boot_ms(self) -> float:
        """The processor time until the device is ready."""
        return self.cpu_ms("([worker, pack]) => begin(worker, pack)", self._worker, self._pack)[0]

    def end(self) -> None:
        """Stop the device."""
        self._page.evaluate("end()")

    def round_ms(self, *levels: str) -> tuple[float, int]:
        """The processor time of a round against these bots, once all is warm, and a person's moves in it."""
        table = self._page.evaluate("levels => open_table(levels)", list(levels))
        self._page.evaluate("table => play(table, 1)", table)
        spent, moves = self.cpu_ms("([table, rounds]) => play(table, rounds)", table, ROUNDS)
        return spent / ROUNDS, moves // ROUNDS

    def megabytes(self) -> float:
        """The memory of the page's process; of what it shares with others, its share."""
        rollup = Path(f"/proc/{self._renderer()['id']}/smaps_rollup").read_text("utf-8")
        share = next(line for line in rollup.splitlines() if line.startswith("Pss:"))
        return int(share.split()[1]) / 1000


def playing_alone(browser: Browser, url: str) -> Visitor:
    """Somebody whose device has fetched its pack and started."""
    guest = visitor(browser, url, is_still=False)
    guest.page.set_default_timeout(PATIENCE_MS)
    guest.visit()
    guest.press("play_now")
    guest.usable("roll").wait_for(timeout=PATIENCE_MS)
    return guest


def flick_ms(guest: Visitor) -> float:
    """The middle time from letting go of a die to the first frame of its film, once physics is warm."""
    player = Flicker(guest)
    player.choose_board(flat=True)
    guest.visit("/practice")  # with which the physics is fetched
    player.expect_turn()
    player.swipe()
    player.expect_dice(2)
    return median(film_starts(player))


def figures(browser: Browser, folder: Path) -> list[Figure]:
    """Everything measured, one after the other."""
    with site_host(folder) as host:
        (folder / BASE.strip("/") / "probe.html").write_text(PROBE, "utf-8")
        guest = playing_alone(browser, host.url)
        page = guest.page
        pack = page.evaluate("caches.keys().then(all => all.find(name => name.startsWith('pack-')))")
        worker = next((folder / BASE.strip("/") / "assets").glob("device.worker-*.js")).name
        guest.visit("/probe.html")
        page.wait_for_function("window.isThere")
        place = f"{host.url}/pack/{pack.removeprefix('pack-')}/"
        probe = Probe(browser, page, f"{host.url}/assets/{worker}", place)
        assert page.evaluate("pack => forget_memory(pack)", pack)  # the app has started once already
        first = probe.boot_ms()
        alone, moves = probe.round_ms()
        bots = {level: probe.round_ms(level)[0] for level in ("expert", "champion")}
        memory = probe.megabytes()
        probe.end()
        page.evaluate("pack => until_memory(pack)", pack)
        later = probe.boot_ms()
        page.context.close()
        flicks = flick_ms(playing_alone(browser, host.url))
    return [
        Figure("first start, processor", first / 1000, 3, "s"),
        Figure("later start, processor", later / 1000, 1, "s"),
        Figure("a flick from letting go to its film, by the clock", flicks, 60, "ms"),
        Figure("a move with its answer and view, processor", alone / moves, 10, "ms"),
        Figure("an expert's decision, processor", bots["expert"] - alone, 100, "ms"),
        Figure("a champion's decision, processor", bots["champion"] - alone, 1000, "ms"),
        Figure("memory of the page's process after three games", memory, 200, "MB"),
    ]


def main() -> int:
    """Print all figures; 1 if one is above its limit."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        found = figures(browser, Path(folder))
        browser.close()
    for figure in found:
        sys.stdout.write(f"{figure}\n")
    return int(not all(figure.is_within for figure in found))


if __name__ == "__main__":
    sys.exit(main())
