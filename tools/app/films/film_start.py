"""How soon a flicked die moves after the finger let go: `python -m tools.app.films.film_start`."""

import statistics
import sys
from typing import Final

from tests.kit.browser.browser import built_app
from tests.kit.browser.flicker import Flicker
from tests.kit.browser.visitor import visitor

FLICKS: Final = 10
PROMISE_MS: Final = 300

# From the moment the finger leaves to the first frame in which its die is somewhere else.
WATCH = """() => {
  window.waited = [];
  const place = key => document.querySelector(`[data-die="${key}"]`)?.getAttribute('transform');
  addEventListener('pointerup', () => {
    const letGo = performance.now();
    const key = [...document.querySelectorAll('[data-die]')].at(-1).dataset.die;
    const start = place(key);
    const look = now => {
      if (place(key) !== start) window.waited.push(now - letGo);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, true);
}"""


def film_starts(player: Flicker) -> list[float]:
    """The milliseconds from letting go to the first movement, for some flicks of two people on one device."""
    player.choose_board(flat=True)  # painting without a graphics chip is not the question
    player.sit_down("Ada", "Bob")
    player.expect_turn()
    player.guest.page.evaluate(WATCH)
    for number in range(1, FLICKS + 1):
        player.expect_turn()
        player.swipe(sideways=0.1 * (number % 3 - 1))
        player.until("count => window.waited.length === count", number)
    found: list[float] = player.guest.page.evaluate("window.waited")
    return found


def film_starts_online() -> list[float]:
    """The same, with a server on this machine."""
    with built_app() as (browser, url):
        return film_starts(Flicker(visitor(browser, url, is_still=False)))


def main() -> None:
    """Show the figures; the first flick also wakes the process that simulates."""
    waited = film_starts_online()
    sys.stdout.write(" ".join(f"{one:.0f}" for one in waited) + " ms\n")
    middle = statistics.median(waited)
    sys.stdout.write(f"middle {middle:.0f} ms, longest {max(waited):.0f} ms; promised {PROMISE_MS} ms\n")
    sys.exit(middle > PROMISE_MS)


if __name__ == "__main__":
    main()
