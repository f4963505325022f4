"""A map of one's own in a real browser: copied, spoilt, mended, played on, still there later."""

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Welcome
from tests.kit.browser.axe import violations
from tests.kit.browser.browser import AppServer
from tests.kit.browser.visitor import Visitor

pytestmark = pytest.mark.slow


def _move(guest: Visitor, city: str, dx: float, dy: float) -> None:
    """Drag a city by so many pixels."""
    box = guest.page.locator(f'[data-city="{city}"] .disc').bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    guest.page.mouse.move(x, y)
    guest.page.mouse.down()
    guest.page.mouse.move(x + dx, y + dy, steps=4)
    guest.page.mouse.up()


def test_a_copied_map_is_changed_mended_played_on_and_kept(server: AppServer, welcome: Welcome) -> None:
    guest = welcome(server, phone=True)
    guest.visit("/boards")
    guest.page.get_by_role("button", name=guest.edition_name("france")).click()
    fine = guest.page.get_by_text(guest.says("boards.fine"))
    expect(fine).to_be_visible()
    guest.expect_to_fit()
    assert violations(guest.page) == []

    paris = guest.page.locator('[data-city="paris"]')
    _move(guest, "paris", 40, -14)  # onto Reims
    expect(guest.page.locator(".state li").first).to_be_visible()
    expect(guest.page.locator(".place .wrong").first).to_be_visible()
    expect(guest.page.get_by_role("button", name=guest.says("play_now"))).to_be_disabled()
    assert violations(guest.page) == []
    guest.press("undo")
    expect(fine).to_be_visible()
    paris.focus()
    guest.page.keyboard.press("ArrowDown")
    guest.page.keyboard.press("Enter")
    guest.page.get_by_label(guest.says("boards.city_name")).fill("Lutetia")
    expect(guest.page.get_by_role("button", name="Lutetia", exact=False).first).to_be_visible()

    guest.page.get_by_text(guest.says("boards.tool.road"), exact=True).click()
    for city in ("caen", "dijon"):
        guest.page.locator(f'[data-city="{city}"]').focus()
        guest.page.keyboard.press("Enter")
    expect(guest.page.get_by_role("alert")).to_contain_text("Caen–Dijon")  # and it is not laid
    expect(fine).to_be_visible()

    guest.page.reload()
    expect(guest.page.locator('[data-city="paris"]')).to_have_attribute("aria-label", re.compile("Lutetia"))
    expect(fine).to_be_visible()
    guest.press("play_now")
    guest.expect_round(1)
    guest.play_without_looking(until_round=2)
    guest.page.reload()
    guest.expect_round(2)
    expect(guest.page.locator('[data-city="lutetia"]')).to_be_visible()
    guest.visit("/boards")
    expect(guest.page.get_by_role("heading", name=guest.says("boards.own"))).to_be_visible()
    expect(guest.page.locator(".picture svg").first).to_be_visible()
