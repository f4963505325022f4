"""How soon a full table answers a finger: interaction to next paint, painted by the processor alone."""

from dataclasses import dataclass

from playwright.sync_api import Browser

from tests.kit.browser.browser import AppServer
from tests.kit.browser.visitor import visitor

SLOW = (
    4  # the processor of Lighthouse's phone, compared with a computer's: measured too, but without a budget
)
BUDGET_MS = 100

# The browser's own measure: from the touch to the next picture, for every event of an interaction.
WATCH = """() => {
  window.taps = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, name } of list.getEntries()) {
      if (interactionId && duration > (window.taps.get(interactionId)?.duration ?? 0))
        window.taps.set(interactionId, { duration, name });
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}"""


@dataclass(frozen=True)
class Quickness:
    """The interactions of a visit, the slowest first; those below 16 ms are not told by the browser."""

    durations_ms: tuple[int, ...]

    @property
    def worst_ms(self) -> int:
        """Interaction to next paint: with fewer than fifty interactions, the slowest."""
        return max(self.durations_ms, default=0)

    @property
    def is_within(self) -> bool:
        """Whether every tap was answered in time."""
        return self.worst_ms < BUDGET_MS


def quickness(browser: Browser, server: AppServer, slowdown: int = 1) -> Quickness:
    """Tap through two rounds on a table with four sheets, as a phone would."""
    guest = visitor(browser, server.url)
    guest.open_full_table()
    session = guest.page.context.new_cdp_session(guest.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    guest.page.evaluate(WATCH)
    for _ in range(2):
        guest.make_numbers()
        guest.open_all_ways()
        guest.close_all_ways()
        city, other = guest.empty_cities()[:2]
        guest.cross_out(city)
        guest.cross_out(other)
        guest.page.get_by_role("button", name=guest.says("open_sheet", name="Cleo")).click()
        guest.press("close")
        for key in ("undo", "undo", "zoom_in", "zoom_whole"):
            guest.press(key)
    guest.fill_and_finish()
    guest.page.wait_for_timeout(500)  # the browser tells of the last taps a little later
    durations = guest.page.evaluate("[...window.taps.values()].map(({ duration }) => duration)")
    guest.page.context.close()
    return Quickness(tuple(sorted(map(round, durations), reverse=True)))
