"""The README's pictures of both games, as the app shows them: `python -m tools.app.pictures`."""

import io
from typing import Any

from PIL import Image

from tests.kit.browser.browser import ROOT, built_app
from tests.kit.browser.flicker import Flicker
from tests.kit.browser.tumblin_tour import ROUND as FLICKS
from tests.kit.browser.visitor import Fast, Visitor, visitor
from tumbletrip.dicetrip.notation.records import parse_record
from tumbletrip.dicetrip.rules import Corrected, Event, Kept, Rerolled, Rolled, Wrote
from tumbletrip.games.dicetrip.play import entries_json

GAME = ROOT / "tests" / "golden" / "published_france.trip"
FOLDER = ROOT / "docs" / "pictures"
ROUND = 13  # its one number closes the long road
QUALITY = 82


def main() -> None:
    """Take them: each game on a phone by day, a wide screen by night, and the front page."""
    with built_app() as (browser, url):
        for name, phone in (("dice-trip-phone", True), ("dice-trip-desktop", False)):
            guest = visitor(browser, url, phone=phone, dark=not phone)
            _play_the_example(guest)
            _keep(guest, name)
        guest = visitor(browser, url)
        _play_a_round(guest)
        _keep(guest, "tumblin-dice-phone")
        guest = visitor(browser, url, phone=False)
        guest.visit("/")
        guest.page.locator(".picture .number").first.wait_for()
        _keep(guest, "front-page")


def _play_a_round(guest: Visitor) -> None:
    """Flick most dice of a first round, on the board in all its light."""
    player = Flicker(guest)
    player.choose_board(flat=False, effects="fine")
    player.sit_down("Ada", "Bob")
    player.flick_without_looking(FLICKS[:8])
    player.expect_turn()
    player.expect_dice(9)


def _play_the_example(guest: Visitor) -> None:
    """Bring a table to the roll of a late round of the published game, with a number half decided."""
    guest.open_table("Ada", own_dice=True)
    (ada,) = guest.people()
    events = [recorded.event for recorded in parse_record(GAME.read_text("utf-8")).events]
    written = 0
    for event in events:
        if isinstance(event, Wrote):
            written += 1
            if written == ROUND:
                _think_of(guest, event)
                return
        send(ada, event)


def send(player: Fast, event: Event) -> None:
    """Do over HTTP what a record tells."""
    action: dict[str, Any]
    match event:
        case Rolled(_, roll):
            action = {"do": "roll", "faces": list(roll)}
        case Rerolled(_, dice, roll):
            by_colour = roll._asdict()
            action = {"do": "reroll", "dice": list(dice), "faces": [by_colour[die] for die in dice]}
        case Kept():
            action = {"do": "keep"}
        case Corrected(_, roll):
            action = {"do": "correct", "faces": list(roll)}
        case Wrote(_, entries, _, _):
            action = {"do": "write", "entries": entries_json(entries)}
    player.send(action)


def _think_of(guest: Visitor, event: Wrote) -> None:
    """Make the numbers of a round and write the first of them, without saying done."""
    guest.expect_round(ROUND)
    first = next(entry for entry in event.entries if entry.pair)
    assert first.pair
    guest.make_numbers(first.pair.tens, first.pair.units)
    guest.tap_city(first.city)
    guest.page.locator(".board .draft .number").wait_for()
    guest.page.locator(".trip").wait_for()
    guest.page.locator(".bar:not(.pending)").wait_for()
    guest.page.mouse.move(0, 0)


def _keep(guest: Visitor, name: str) -> None:
    guest.page.evaluate("document.fonts.ready")
    picture = Image.open(io.BytesIO(guest.page.screenshot()))
    picture.convert("RGB").save(FOLDER / f"{name}.webp", quality=QUALITY, method=6)


if __name__ == "__main__":
    main()
