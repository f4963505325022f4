"""What the board in space costs: `python -m tools.app.scene_budget`; fails above the budget.

The weight of its script, draw calls and triangles with 18 dice in the finest light, script time a frame, and
what stays in memory after 200 flicks. Pictures are small: painting them without a chip is not the question.
"""

import gzip
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, ViewportSize, expect

from hatch_build import static_folder
from tests.kit.browser.browser import ROOT, built_app
from tests.kit.browser.flicker import Flicker
from tests.kit.browser.tumblin_tour import KINDS, ROUND
from tests.kit.browser.visitor import Visitor, visitor

CHUNK_BYTES: Final = 200 * 1000
DRAW_CALLS: Final = 60
TRIANGLES: Final = 60_000
SCRIPT_MS: Final = 4.0
GROWTH_BYTES: Final = (
    1_000_000  # of script memory over 200 flicks; a leak of one film's poses would be tens of millions
)
DICE: Final = 18
FLICKS: Final = 200
FRAMES: Final = 60
SMALL = ViewportSize(width=320, height=560)

SHOW_DICE = """async ({kinds, count, frames}) => {
  const {stage} = document.querySelector('[role=application] canvas');
  const times = [];
  for (let frame = 0; frame < frames; frame++) {
    stage.showDice(Array.from({length: count}, (_, number) => ({
      key: `die ${number}`, kind: kinds[number % kinds.length], bonus: number === 0,
      colour: ['red', 'blue', 'green', 'yellow'][number % 4],
      pose: [0.1 + number * 0.02, (number % 5 - 2) * 0.06, 0.08, 1, 0, 0, frame * 0.01],
    })));
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    times.push(stage.cost.scriptMs);
  }
  times.sort((one, other) => one - other);
  return {...stage.cost, scriptMs: times[frames >> 1]};
}"""

# Goes through the flicks of a match as somebody with the replay bar would, some moments of each.
WATCH_FLICKS = """async ({after, before, moment, flicks}) => {
  const named = name => document.querySelector(`button[aria-label="${name}"]`);
  const slider = document.querySelector(`input[aria-label="${moment}"]`);
  let forward = true;
  for (let flick = 0; flick < flicks; flick++) {
    if (named(forward ? after : before).disabled) forward = !forward;
    named(forward ? after : before).click();
    for (const second of [0.1, 0.3, 0.6]) {
      slider.value = second;
      slider.dispatchEvent(new Event('input', {bubbles: true}));
      await new Promise(requestAnimationFrame);
    }
  }
}"""


@dataclass(frozen=True, slots=True)
class Memory:
    """What is kept: bytes of script memory after a collection, and the pieces on the graphics chip."""

    script: int
    geometries: int
    textures: int


def scene_weight(static: Path) -> int:
    """The script of the board in space, gzipped."""
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in static.glob("assets/Board3D-*.js"))


def frame_cost(guest: Visitor, frames: int = FRAMES) -> dict[str, float]:
    """What a frame with 18 dice of all kinds costs on the practice board."""
    guest.visit("/practice")
    Flicker(guest).expect_board()
    found: dict[str, float] = guest.page.evaluate(
        SHOW_DICE, {"kinds": KINDS, "count": DICE, "frames": frames}
    )
    return found


def _memory(guest: Visitor) -> Memory:
    session = guest.page.context.new_cdp_session(guest.page)
    session.send("HeapProfiler.collectGarbage")
    used = session.send("Runtime.getHeapUsage")["usedSize"]
    session.detach()
    cost = guest.page.evaluate("document.querySelector('[role=application] canvas').stage.cost")
    return Memory(int(used), cost["geometries"], cost["textures"])


def growth(guest: Visitor) -> tuple[Memory, Memory]:
    """Memory before and after watching 200 flicks of a finished match."""
    player = Flicker(guest)
    player.sit_down("Ada", "Bob", house=["target=1"])
    player.flick_without_looking(ROUND)
    expect(guest.page.locator(".ranking li")).to_have_count(2)
    guest.page.goto(f"{guest.page.url}/replay")
    player.expect_board()
    names = {key: guest.says(f"td_{word}") for key, word in _WORDS.items()}
    guest.page.evaluate(WATCH_FLICKS, {**names, "flicks": 20})  # caches fill
    before = _memory(guest)
    guest.page.evaluate(WATCH_FLICKS, {**names, "flicks": FLICKS})
    return before, _memory(guest)


_WORDS = {"after": "flick_after", "before": "flick_before", "moment": "moment"}


def small_visitor(browser: Browser, url: str, effects: str) -> Visitor:
    """Somebody with a small window."""
    guest = visitor(browser, url, phone=False)
    guest.page.set_viewport_size(SMALL)
    Flicker(guest).choose_board(flat=False, effects=effects)
    return guest


def _line(name: str, found: float, most: float) -> bool:
    sys.stdout.write(f"{found:14,.1f}  of {most:12,.1f}  {name}\n")
    return found <= most


def _measured(browser: Browser, url: str) -> dict[str, Any]:
    cost = frame_cost(small_visitor(browser, url, "fine"))
    before, after = growth(small_visitor(browser, url, "plain"))
    return {
        **cost,
        "growth": after.script - before.script,
        "pieces": after.geometries - before.geometries + after.textures - before.textures,
    }


def main() -> None:
    """Measure, and fail above the budget."""
    with built_app() as (browser, url):
        found = _measured(browser, url)
    kept = [
        _line(
            "bytes of script for the board in space, gzipped", scene_weight(static_folder(ROOT)), CHUNK_BYTES
        ),
        _line(f"draw calls with {DICE} dice", found["calls"], DRAW_CALLS),
        _line(f"triangles with {DICE} dice", found["triangles"], TRIANGLES),
        _line("ms of script for the middle frame", found["scriptMs"], SCRIPT_MS),
        _line(f"bytes of script memory more after {FLICKS} flicks", found["growth"], GROWTH_BYTES),
        _line(f"geometries and textures more after {FLICKS} flicks", found["pieces"], 0),
    ]
    sys.exit(not all(kept))


if __name__ == "__main__":
    main()
