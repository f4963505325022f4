"""Every screen for everybody: axe in light and dark, four languages, no foreign requests, no jumping."""

from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.journeys.conftest import Welcome
from tests.kit.browser.axe import violations
from tests.kit.browser.browser import AppServer
from tests.kit.browser.tour import tour
from tests.kit.browser.visitor import PHONE, Visitor
from tumbletrip.core.texts import LANGUAGES

pytestmark = pytest.mark.slow

# By night a screen differs in its colours only: style sheets know the light, the markup does not.
COLOUR_RULES = ("color-contrast", "link-in-text-block")
# Colours glide from day to night; axe looks when they have arrived.
SETTLED = """Promise.all(document.getAnimations()
  .filter(one => one.effect?.getTiming().iterations !== Infinity).map(one => one.finished.catch(() => null)))
  .then(() => null)"""

NARROW = ViewportSize(width=320, height=568)
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))"
# What reaches over the right edge of a page that is too wide.
TOO_WIDE = """() => {
  const page = document.documentElement;
  if (page.scrollWidth <= page.clientWidth) return [];
  return [...document.querySelectorAll('body *')]
    .filter(one => one.getBoundingClientRect().right > page.clientWidth + 0.5)
    .map(one => `${one.outerHTML.slice(0, 60)} ${Math.round(one.getBoundingClientRect().right)}`).slice(0, 8);
}"""
HIDDEN_PX = "(tray => tray.scrollWidth - tray.clientWidth)(document.querySelector('.tray'))"
THUMB_PX = 44
# What can be tapped, with the label around it; links in the middle of a text are as high as its lines.
TOO_SMALL = """least => [...document.querySelectorAll('button, a, select, summary, input')]
  .filter(one => !one.closest('.hidden, .ways') && getComputedStyle(one).display !== 'inline'
    && one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .map(one => [one, (one.matches('[type=radio], [type=checkbox]') && one.closest('label') || one)
    .getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < least - 0.5)
  .map(([one, box]) => `${one.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)"""


def expect_to_fit_when_narrow(guest: Visitor, screen: str) -> None:
    """On the narrowest phones, and on pages enlarged four times, nothing has to be pushed sideways."""
    guest.page.set_viewport_size(NARROW)
    guest.page.evaluate(PAINTED)
    too_wide = guest.page.evaluate(TOO_WIDE)
    assert not too_wide, (screen, too_wide)
    guest.page.set_viewport_size(PHONE)
    guest.page.evaluate(PAINTED)


def test_axe_finds_nothing_on_a_phone_where_every_screen_fits_and_every_button_suits_a_thumb(
    server: AppServer, welcome: Welcome
) -> None:
    guest = welcome(server, language="de", keeps_app=True)  # its words are long
    found: dict[tuple[str, str], list[Any]] = {}
    for screen in tour(guest):
        guest.expect_to_fit()
        expect_to_fit_when_narrow(guest, screen)
        found[screen, "thumb"] = guest.page.evaluate(TOO_SMALL, THUMB_PX)
        found[screen, "day"] = violations(guest.page)
        guest.page.emulate_media(color_scheme="dark")
        guest.page.evaluate(SETTLED)
        found[screen, "night"] = violations(guest.page, COLOUR_RULES)
        guest.page.emulate_media(color_scheme="light")
    assert {where: wrong for where, wrong in found.items() if wrong} == {}


def test_axe_finds_nothing_on_a_wide_screen_by_night(server: AppServer, welcome: Welcome) -> None:
    guest = welcome(server, phone=False, dark=True)
    found = {screen: violations(guest.page) for screen in tour(guest)}
    assert {screen: wrong for screen, wrong in found.items() if wrong} == {}


COVERED = """() => {
  const box = one => one.getBoundingClientRect();
  const button = box(document.querySelector('.zoom button'));
  const touches = one => one.left < button.right && button.left < one.right
    && one.top < button.bottom && button.top < one.bottom;
  return [...document.querySelectorAll('.board svg text')].filter(name => touches(box(name)))
    .map(name => name.textContent.trim());
}"""


@pytest.mark.parametrize("edition", ["france", "germany"])
def test_no_button_stands_before_a_city_s_name(server: AppServer, welcome: Welcome, edition: str) -> None:
    ada = welcome(server)
    ada.open_table("Ada", "Ben", edition=ada.edition_name(edition), own_dice=True)
    expect(ada.page.locator(".board svg text").last).to_be_visible()
    assert ada.page.evaluate(COVERED) == []
    ada.roll_own(red=1, blue=2, green=3, yellow=4)
    expect(ada.die("red")).to_be_visible()
    assert ada.page.evaluate(COVERED) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_round_can_be_played_in_every_language(server: AppServer, welcome: Welcome, language: str) -> None:
    guest = welcome(server, language=language)
    guest.visit("/")
    expect(guest.page.locator("html")).to_have_attribute("lang", language)
    expect(guest.page.get_by_text(guest.says("claim"))).to_be_visible()
    guest.open_table("Ada", edition=guest.edition_name("germany"))
    assert guest.until_writing()
    for width in (320, 360):
        guest.page.set_viewport_size(ViewportSize(width=width, height=740))
        guest.page.evaluate(PAINTED)
        assert guest.page.evaluate(HIDDEN_PX) == 0  # what would be cut at the tray's edge
    guest.page.set_viewport_size(PHONE)
    guest.write_round()
    guest.expect_round(2)
    assert "app." not in guest.page.inner_text("body")
    guest.expect_to_fit()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_both_games_are_a_tap_apart(server: AppServer, welcome: Welcome, language: str) -> None:
    guest = welcome(server, language=language)
    guest.visit("/rules")
    for game, last_rule in (("Dice Trip", "DT15"), ("Tumblin-Dice", "TD18")):
        guest.page.get_by_role("radio", name=game).check()
        expect(guest.page.get_by_role("heading", level=1)).to_have_text(guest.says("rules_title", game=game))
        expect(guest.page.get_by_role("article").locator(f"#{last_rule}")).to_be_visible()
        guest.expect_to_fit()
    guest.page.reload()
    expect(guest.page.get_by_role("article").locator("#TD18")).to_be_visible()


def test_the_language_can_be_changed_anywhere(server: AppServer, welcome: Welcome) -> None:
    guest = welcome(server)
    guest.visit("/settings")
    guest.page.get_by_label(guest.says("language")).select_option("nl")
    guest.language = "nl"
    expect(guest.page.get_by_role("heading", name=guest.says("settings"))).to_be_visible()


def test_nothing_is_asked_of_another_host_and_nothing_jumps(server: AppServer, welcome: Welcome) -> None:
    guest = welcome(server)
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url))
    guest.visit("/")
    expect(guest.page.locator(".picture .number").first).to_be_visible()
    guest.press("play_now")
    guest.expect_round(1)
    assert [url for url in asked if not url.startswith(server.url)] == []
    shift = guest.page.evaluate(
        """() => new Promise(resolve => {
          let sum = 0;
          new PerformanceObserver(list => {
            for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(sum), 500);
        })"""
    )
    assert shift < 0.1
