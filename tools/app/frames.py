"""What motion at a Dice Trip table costs the main thread, frame by frame: `python -m tools.app.frames`.

Dice tumble, numbers are written, the road grows: the style sheet moves all of it, and scripts have next to
nothing to do meanwhile. Fails if they take more of a frame than promised.
"""

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import CDPSession, expect, sync_playwright

from hatch_build import build_app, static_folder
from tests.kit.browser.browser import ROOT, app_server, launch
from tests.kit.browser.visitor import Visitor, visitor

PROMISE_MS = 4.0  # of the 16.7 that a frame has; style, layout and painting need the rest
MOTION_MS = 900  # the slowest die, and the pencil with the road after it

# Resolves after a time with the frames that were drawn meanwhile.
FRAMES = """ms => new Promise(done => {
  const start = performance.now();
  let frames = 0;
  const next = now => (now - start < ms ? ((frames += 1), requestAnimationFrame(next)) : done(frames));
  requestAnimationFrame(next);
})"""


@dataclass(frozen=True)
class Cost:
    """What a stretch of motion took of the main thread."""

    frames: int
    script_ms: float
    style_ms: float

    @property
    def script_per_frame_ms(self) -> float:
        """The script's share of a frame, on average."""
        return self.script_ms / max(1, self.frames)


def measured(guest: Visitor, session: CDPSession, act: Callable[[], None]) -> Cost:
    """Do something that starts motion, and count while it moves."""
    before = _metrics(session)
    act()
    frames = guest.page.evaluate(FRAMES, MOTION_MS)
    after = _metrics(session)
    spent = {name: 1000 * (after[name] - before[name]) for name in before}
    style = spent["RecalcStyleDuration"] + spent["LayoutDuration"]
    return Cost(frames, spent["ScriptDuration"], style)


def _metrics(session: CDPSession) -> dict[str, float]:
    wanted = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
    found = session.send("Performance.getMetrics")["metrics"]
    return {one["name"]: one["value"] for one in found if one["name"] in wanted}


def costs(guest: Visitor) -> dict[str, Cost]:
    """A round at a table with own dice, so that the road is sure to grow."""
    guest.open_table("Ada", own_dice=True)
    session = guest.page.context.new_cdp_session(guest.page)
    session.send("Performance.enable")
    guest.type_dice(red=1, blue=2, green=1, yellow=4)
    found = {"dice tumble": measured(guest, session, lambda: guest.press("that_is_the_roll"))}
    guest.keep()
    guest.make_numbers("red", "blue")
    found["a number is written"] = measured(guest, session, lambda: guest.tap_city("lille"))
    found["and the road grows"] = measured(guest, session, lambda: guest.tap_city("amiens"))
    expect(guest.page.locator(".board .trip")).to_have_count(1)
    return found


def main() -> None:
    """Show the figures."""
    build_app(ROOT, static_folder(ROOT))
    with (
        tempfile.TemporaryDirectory() as folder,
        app_server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        found = costs(visitor(browser, server.url, is_still=False))
        browser.close()
    for name, cost in found.items():
        sys.stdout.write(
            f"{name:20} {cost.frames:3} frames, script {cost.script_per_frame_ms:4.1f} ms each, "
            f"style and layout {cost.style_ms / max(1, cost.frames):4.1f} ms each\n"
        )
    sys.exit(any(cost.script_per_frame_ms > PROMISE_MS for cost in found.values()))


if __name__ == "__main__":
    main()
