"""Moving pictures of both games for the README, from the real app: `python -m tools.app.moving_pictures`."""

import io
from collections.abc import Iterator

from PIL import Image
from playwright.sync_api import expect

from tests.kit.browser.browser import built_app
from tests.kit.browser.flicker import Flicker
from tests.kit.browser.tumblin_tour import ROUND
from tests.kit.browser.visitor import PATIENCE_MS, Visitor, visitor
from tools.app.pictures import FOLDER, GAME, send
from tumbletrip.dicetrip.notation.records import parse_record
from tumbletrip.dicetrip.rules import Wrote
from tumbletrip.dicetrip.sheet import LAST_ROUND

SIZE = (300, 649)  # of a phone's screen
QUALITY = 70
MOST_BYTES = 1_000_000
ROUND_MS, MOMENT_MS, REST_MS = 700, 80, 1800
FLICKS = (4, 7)  # of the round: one of each player, with others on the board
MOMENTS = 16  # of each flick
Frames = Iterator[tuple[Image.Image, int]]


def main() -> None:
    """Film a game of Dice Trip round by round, and flicks of Tumblin-Dice moment by moment."""
    expect.set_options(timeout=PATIENCE_MS)
    with built_app() as (browser, url):
        _write("dice-trip-moving", _a_game(visitor(browser, url)))
        _write("tumblin-dice-moving", _flicks(visitor(browser, url)))


def _a_game(guest: Visitor) -> Frames:
    """The published example, a picture after each round."""
    guest.open_table("Ada", own_dice=True)
    (ada,) = guest.people()
    written = 0
    for recorded in parse_record(GAME.read_text("utf-8")).events:
        send(ada, recorded.event)
        if isinstance(recorded.event, Wrote):
            written += 1
            if written < LAST_ROUND:
                guest.expect_round(written + 1)
            else:
                expect(guest.over).to_be_visible()
            yield _look(guest), REST_MS if written == LAST_ROUND else ROUND_MS


def _flicks(guest: Visitor) -> Frames:
    """Some flicks of a round, seen again."""
    player = Flicker(guest)
    player.choose_board(flat=False, effects="fine")
    player.sit_down("Ada", "Bob", house=["target=1"])
    player.flick_without_looking(ROUND)
    expect(guest.page.locator(".ranking li")).to_have_count(2)
    table = guest.page.url
    for flick in FLICKS:
        guest.page.goto(f"{table}/replay?flick={flick}")
        player.expect_dice(flick)
        moment = guest.page.get_by_role("slider", name=guest.says("td_moment"))
        length = float(moment.get_attribute("max") or 0)
        step = float(moment.get_attribute("step") or 0.01)
        for number in range(MOMENTS + 1):
            moment.fill(f"{round(length * number / MOMENTS / step) * step:.3f}")
            yield _look(guest), REST_MS if number == MOMENTS else MOMENT_MS


def _look(guest: Visitor) -> Image.Image:
    guest.page.evaluate("document.fonts.ready")
    picture = Image.open(io.BytesIO(guest.page.screenshot())).convert("RGB")
    return picture.resize(SIZE, Image.Resampling.LANCZOS)


def _write(name: str, frames: Frames) -> None:
    pictures, durations = zip(*frames, strict=True)
    path = FOLDER / f"{name}.webp"
    first, *others = pictures
    first.save(
        path, save_all=True, append_images=others, duration=list(durations), loop=0, quality=QUALITY, method=6
    )
    assert path.stat().st_size <= MOST_BYTES, f"{path} has {path.stat().st_size} bytes"


if __name__ == "__main__":
    main()
