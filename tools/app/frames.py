"""What motion at a Dice Trip table costs the main thread, frame by frame: `python -m tools.app.frames`.

Dice tumble, numbers are written, the road grows: the style sheet moves all of it, and scripts have next to
nothing to do meanwhile. Fails if they take more of a frame than promised.
"""

import json
import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import expect

from tests.kit.browser.browser import built_app
from tests.kit.browser.visitor import Visitor, visitor

PROMISE_MS = 4.0  # of the 16.7 that a frame has; style, layout and painting need the rest
MOTION_MS = 900  # the slowest die, and the pencil with the road after it
SLOWED = (1, 4)  # this processor as it is, and as slow as Lighthouse takes a phone of the middle to be

# Resolves after a time with the frames that were drawn meanwhile.
FRAMES = """ms => new Promise(done => {
  const start = performance.now();
  let frames = 0;
  const next = now => (now - start < ms ? ((frames += 1), requestAnimationFrame(next)) : done(frames));
  requestAnimationFrame(next);
})"""


# What the browser calls the parts of its work; durations are of the thread's own time, whoever else is busy.
SCRIPT = ("FunctionCall", "EvaluateScript", "RunMicrotasks")
STYLE = ("UpdateLayoutTree", "Layout")
CATEGORIES = ["devtools.timeline", "__metadata"]


@dataclass(frozen=True)
class Cost:
    """What a stretch of motion took of the main thread, in milliseconds of its own time for each frame."""

    frames: int
    script_ms: float
    style_ms: float


def measured(guest: Visitor, act: Callable[[], None]) -> Cost:
    """Do something that starts motion, and count while it moves."""
    browser = guest.page.context.browser
    assert browser
    browser.start_tracing(page=guest.page, categories=CATEGORIES)
    act()
    frames: int = guest.page.evaluate(FRAMES, MOTION_MS)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    return Cost(frames, _spent_ms(events, SCRIPT) / frames, _spent_ms(events, STYLE) / frames)


def _spent_ms(events: list[dict[str, Any]], names: Collection[str]) -> float:
    """The time of the outermost parts with these names; those within them are counted already."""
    spent, until = 0.0, -1.0
    parts = [one for one in events if one["name"] in names and "tdur" in one]
    for one in sorted(parts, key=lambda part: (part["ts"], -part["dur"])):
        if one["ts"] >= until:
            spent, until = spent + one["tdur"], one["ts"] + one["dur"]
    return spent / 1000


def costs(guest: Visitor, slowed: int) -> dict[str, Cost]:
    """A round at a table with own dice, so that the road is sure to grow."""
    guest.open_table("Ada", own_dice=True)
    session = guest.page.context.new_cdp_session(guest.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    guest.type_dice(red=1, blue=2, green=1, yellow=4)
    found = {"dice tumble": measured(guest, lambda: guest.press("that_is_the_roll"))}
    guest.keep()
    guest.make_numbers("red", "blue")
    found["a number is written"] = measured(guest, lambda: guest.tap_city("lille"))
    found["and the road grows"] = measured(guest, lambda: guest.tap_city("amiens"))
    expect(guest.page.locator(".board .trip")).to_have_count(1)
    return found


def main() -> None:
    """Show the figures."""
    with built_app() as (browser, url):
        found = {
            (slowed, name): cost
            for slowed in SLOWED
            for name, cost in costs(visitor(browser, url, is_still=False), slowed).items()
        }
    for (slowed, name), cost in found.items():
        sys.stdout.write(
            f"{slowed} x  {name:20} {cost.frames:3} frames, script {cost.script_ms:4.2f} ms each, "
            f"style and layout {cost.style_ms:4.2f} ms each\n"
        )
    sys.exit(any(cost.script_ms > PROMISE_MS for cost in found.values()))


if __name__ == "__main__":
    main()
