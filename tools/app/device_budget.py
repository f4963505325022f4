"""What a device costs that is its own server, in a real Chromium: `python -m tools.app.device_budget`.

Processor time, which a busy machine does not change much: of the page's whole process for a start, and of the
worker's own thread for moves, which the browser's compilers work beside. Fails above a limit. Linux only.
"""

import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

from playwright.sync_api import Browser, CDPSession, Page, expect, sync_playwright

from tests.kit.browser.browser import launch
from tests.kit.browser.file_host import BASE, site_host
from tests.kit.browser.flicker import Flicker
from tests.kit.browser.visitor import Visitor, visitor
from tools.app.films.film_start import film_starts

ROUNDS: Final = 10
WORK: Final = "for (const start = performance.now(); performance.now() < start + 500;);"
LOOK_SECONDS: Final = 0.03
WORKER_THREAD: Final = "DedicatedWorker"  # as Chromium names it
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
        self._process = self._own_process()
        self.most_megabytes = 0.0

    def _busy_s(self) -> dict[int, float]:
        """The processor time that each process with pages has had so far."""
        processes = self._browser.send("SystemInfo.getProcessInfo")["processInfo"]
        return {one["id"]: one["cpuTime"] for one in processes if one["type"] == "renderer"}

    def _own_process(self) -> int:
        """The process of the page: the one that works when it is made to."""
        before = self._busy_s()
        self._page.evaluate(WORK)
        after = self._busy_s()
        return max(after, key=lambda process: after[process] - before.get(process, 0))

    def boot_ms(self) -> float:
        """The processor time until the device is ready, of all threads together."""
        before = self._busy_s()[self._process]
        with self._watching_memory():
            self._page.evaluate("([worker, pack]) => begin(worker, pack)", [self._worker, self._pack])
        return 1000 * (self._busy_s()[self._process] - before)

    def _worker_ms(self) -> float:
        """The processor time that the worker's thread has had so far."""
        threads = Path(f"/proc/{self._process}/task").iterdir()
        (worker,) = (one for one in threads if (one / "comm").read_text().startswith(WORKER_THREAD))
        return int((worker / "schedstat").read_text().split()[0]) / 1e6

    def end(self) -> None:
        """Stop the device."""
        self._page.evaluate("end()")

    def round_ms(self, *levels: str) -> tuple[float, int]:
        """The worker's time for a round against these bots, once all is warm, and a person's moves in it."""
        table = self._page.evaluate("levels => open_table(levels)", list(levels))
        self._page.evaluate("table => play(table, 1)", table)
        before = self._worker_ms()
        moves = self._page.evaluate("([table, rounds]) => play(table, rounds)", [table, ROUNDS])
        return (self._worker_ms() - before) / ROUNDS, moves // ROUNDS

    def megabytes(self) -> float:
        """The memory of the page's process; of what it shares with others, its share."""
        rollup = Path(f"/proc/{self._process}/smaps_rollup").read_text("utf-8")
        share = next(line for line in rollup.splitlines() if line.startswith("Pss:"))
        return int(share.split()[1]) / 1000

    @contextmanager
    def _watching_memory(self) -> Iterator[None]:
        """Note the highest share of memory meanwhile: looked at again and again, so a short peak may hide."""
        self.most_megabytes = 0.0
        is_over = threading.Event()

        def look() -> None:
            while not is_over.wait(LOOK_SECONDS):
                self.most_megabytes = max(self.most_megabytes, self.megabytes())

        looking = threading.Thread(target=look)
        looking.start()
        try:
            yield
        finally:
            is_over.set()
            looking.join()


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


def probe_of(guest: Visitor, browser: Browser, folder: Path, url: str) -> tuple[Probe, Page, str]:
    """A page that holds nothing but a device, in a process of its own, and the name of its kept pack."""
    pack = guest.page.evaluate("caches.keys().then(all => all.find(name => name.startsWith('pack-')))")
    worker = next((folder / "assets").glob("device.worker-*.js")).name
    (folder / "probe.html").write_text(PROBE, "utf-8")
    page = guest.page.context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    guest.page.close()
    page.goto(f"{url}/probe.html")
    page.wait_for_function("window.isThere")
    place = f"{url}/pack/{pack.removeprefix('pack-')}/"
    return Probe(browser, page, f"{url}/assets/{worker}", place), page, pack


def figures(browser: Browser, folder: Path) -> Iterator[Figure]:
    """Everything measured, one after the other."""
    with site_host(folder) as host:
        guest = playing_alone(browser, host.url)
        probe, page, pack = probe_of(guest, browser, folder / BASE.strip("/"), host.url)
        assert page.evaluate("pack => forget_memory(pack)", pack)  # the app has started once already
        first = probe.boot_ms()
        yield Figure("first start, processor", first / 1000, 3, "s")
        page.evaluate("pack => until_memory(pack)", pack)
        yield Figure("… the highest share of memory in it", probe.most_megabytes, 200, "MB")
        probe.end()
        later = probe.boot_ms()
        yield Figure("later start, processor", later / 1000, 1, "s")
        yield Figure("… the highest share of memory in it", probe.most_megabytes, 200, "MB")
        alone, moves = probe.round_ms()
        yield Figure("a move with its answer and view, worker", alone / moves, 10, "ms")
        expert, champion = (probe.round_ms(level)[0] for level in ("expert", "champion"))
        yield Figure("an expert's decision, worker", expert - alone, 100, "ms")
        yield Figure("a champion's decision, worker", champion - alone, 1000, "ms")
        yield Figure("memory of the page's process after three games", probe.megabytes(), 200, "MB")
        page.context.close()
        flicks = flick_ms(playing_alone(browser, host.url))
        yield Figure("a flick from letting go to its film, by the clock", flicks, 60, "ms")


def main() -> int:
    """Print all figures; 1 if one is above its limit."""
    expect.set_options(timeout=PATIENCE_MS)
    is_within = True
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        for figure in figures(browser, Path(folder)):
            sys.stdout.write(f"{figure}\n")
            sys.stdout.flush()
            is_within = is_within and figure.is_within
        browser.close()
    return int(not is_within)


if __name__ == "__main__":
    sys.exit(main())
