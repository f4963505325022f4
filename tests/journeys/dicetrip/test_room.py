"""Room for the map: nothing overflows, nothing meets, and the map stays in its place during a round."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.journeys.conftest import Welcome
from tests.kit.browser.browser import AppServer
from tests.kit.browser.visitor import Visitor
from tumbletrip.core.texts import LANGUAGES
from tumbletrip.dicetrip.sheet import LAST_ROUND

pytestmark = pytest.mark.slow

PHONE = (390, 844)
SIZES = ((320, 568), (360, 640), (375, 667), PHONE, (768, 1024), (844, 390), (720, 450), (1440, 900))
LEAST_CIRCLE_PX, LEAST_NAME_PX = 24, 11

# Resolves when the page has taken the new width and was painted with it.
SETTLED = """width => new Promise(done => {
  const paint = left => requestAnimationFrame(() => {
    if (document.documentElement.clientWidth !== width) paint(left);
    else if (left) paint(left - 1);
    else done(null);
  });
  paint(1);
})"""

# Buttons of the tray: on the screen, and where one is tapped nothing else is met. Then the place of the map.
ROOM = """() => {
  const page = document.documentElement;
  const wrong = [];
  if (page.scrollWidth > page.clientWidth) wrong.push(`${page.scrollWidth - page.clientWidth} px too wide`);
  const isOver = document.querySelector('.end') !== null;
  for (const button of isOver ? [] : document.querySelectorAll('.tray button')) {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const name = button.ariaLabel ?? button.textContent.trim();
    if (left < 0 || top < 0 || right > page.clientWidth || bottom > page.clientHeight) {
      wrong.push(`${name} is outside`);
    } else if (!button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))) {
      wrong.push(`${name} is covered`);
    }
  }
  const top = selector => document.querySelector(selector).getBoundingClientRect().top;
  if (top('.tray') < top('.side') - 0.5) wrong.push(`${top('.side') - top('.tray')} px of the tray are cut`);
  const map = document.querySelector('.board .map').getBoundingClientRect();
  const unit = document.querySelector('.board .place').getScreenCTM().a;
  return {
    wrong,
    map: [map.left, map.top, map.width, map.height].map(Math.round),
    circle: Math.min(...[...document.querySelectorAll('.board .rim')]
      .map(one => 2 * unit * one.r.baseVal.value)),
    name: Math.min(...[...document.querySelectorAll('.board .names tspan')]
      .map(one => unit * Number(one.getAttribute('font-size')))),
  };
}"""

# Letters reach about 0.74 of their size above the line they stand on, and 0.22 below it.
MEETINGS = """() => {
  const unit = document.querySelector('.board .place').getScreenCTM();
  const words = (selector, kind, up, down) => [...document.querySelectorAll(selector)].map(one => {
    const { left, right } = one.getBoundingClientRect();
    const size = unit.a * parseFloat(getComputedStyle(one).fontSize);
    const line = unit.d * Number(one.getAttribute('y')) + unit.f;
    return { kind, name: one.textContent, left, right, top: line - up * size, bottom: line + down * size };
  });
  const discs = (selector, kind) => [...document.querySelectorAll(selector)].map(one => {
    const { left, width, top } = one.getBoundingClientRect();
    const name = one.closest('[data-city]').dataset.city;
    return { kind, name, x: left + width / 2, y: top + width / 2, r: width / 2 };
  });
  const names = words('.board .names tspan', 'name', 0.74, 0.22);
  const all = [...names, ...words('.board .zone-name', 'zone', 0.7, 0),
    ...discs('.board .rim', 'circle'), ...discs('.board .badge', 'badge')];
  const meets = (one, other) => {
    if (one.r && other.r) return Math.hypot(one.x - other.x, one.y - other.y) < one.r + other.r;
    if (one.r) return meets(other, one);
    if (!other.r) return one.left < other.right && other.left < one.right
      && one.top < other.bottom && other.top < one.bottom;
    const x = Math.min(Math.max(other.x, one.left), one.right);
    const y = Math.min(Math.max(other.y, one.top), one.bottom);
    return Math.hypot(x - other.x, y - other.y) < other.r;
  };
  const found = all.flatMap((one, place) => all.slice(place + 1)
    .filter(other => meets(one, other) && !(one.r && one.name === other.name))
    .map(other => `${one.kind} ${one.name} meets ${other.kind} ${other.name}`));
  // The smallest screens begin with a part of the map: its edge is that of its sea.
  const map = document.querySelector('.board .sea').getBoundingClientRect();
  const cut = names.filter(one => one.left < map.left || one.right > map.right
    || one.top < map.top || one.bottom > map.bottom).map(one => `${one.name} is cut`);
  const button = document.querySelector('.zoom button.in:not(.close)')?.getBoundingClientRect();
  const hidden = names.filter(one => button && meets(one, button))
    .map(one => `${one.name} is under a button`);
  // A button lies on the paper or beside it, never across its edge.
  const paper = document.querySelector('.board .map').getBoundingClientRect();
  const across = [...document.querySelectorAll('.board .zoom button')]
    .map(one => one.getBoundingClientRect())
    .filter(({ left, right, top, bottom, width }) => width && left < paper.right && right > paper.left
      && (left < paper.left || right > paper.right || top < paper.top || bottom > paper.bottom))
    .map(({ right }) => `a button lies across the edge, up to ${right - paper.right} px`);
  return [...found, ...cut, ...hidden, ...across];
}"""


def _resize(guest: Visitor, width: int, height: int) -> None:
    guest.page.set_viewport_size(ViewportSize(width=width, height=height))
    guest.page.evaluate(SETTLED, width)


def _speak(guest: Visitor, language: str) -> None:
    """Come back to the same table in another language."""
    _resize(guest, *PHONE)
    guest.page.evaluate(
        "language => localStorage.setItem('tumbletrip.settings', JSON.stringify({ language }))",
        language,
    )
    guest.language = language
    guest.page.reload()
    expect(guest.page.locator(".board .names tspan").last).to_be_visible()


Seen = tuple[str, str, str]  # the size, the language, the screen


def _looks(guest: Visitor, language: str, screen: str) -> Iterator[tuple[Seen, dict[str, Any]]]:
    for width, height in SIZES:
        _resize(guest, width, height)
        yield (f"{width}x{height}", language, screen), guest.page.evaluate(ROOM)
    _resize(guest, *PHONE)


def test_no_screen_of_a_round_overflows_and_the_map_never_moves(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server)
    ada.open_table("Ada", "Bob", own_dice=True)
    adas, bobs = ada.people()
    # Bob's seat is on another device from now on.
    ada.page.evaluate(
        """() => {
          const [table] = JSON.parse(localStorage.getItem('tumbletrip.tables'));
          table.seats.length = 1;
          localStorage.setItem('tumbletrip.tables', JSON.stringify([table]));
        }"""
    )
    seen: dict[Seen, dict[str, Any]] = {}
    for language in LANGUAGES:
        _speak(ada, language)
        for screen in _round(ada):
            seen.update(_looks(ada, language, screen))
        # What was written counts in both places, while others still think.
        total = ada.page.locator(".count .total dd").inner_text()
        expect(ada.page.locator(".players .mine .points")).to_contain_text(total)
        bobs.move()
        round_of_bob = bobs.round
        while bobs.round == round_of_bob:
            for person in (adas, bobs):  # Bob is the last to write
                person.move()
    moved = {
        where: places
        for where in {(size, language) for size, language, _ in seen}
        if len(places := {tuple(found["map"]) for key, found in seen.items() if key[:2] == where}) > 1
    }
    assert moved == {}
    while adas.round <= LAST_ROUND:
        for person in (adas, bobs):
            person.move()
    for language in LANGUAGES:
        _speak(ada, language)
        expect(ada.page.locator(".ranking")).to_be_visible()
        seen.update(_looks(ada, language, "end"))
    assert {where: found["wrong"] for where, found in seen.items() if found["wrong"]} == {}
    played = [found for (_, _, screen), found in seen.items() if screen != "end"]
    assert min(found["circle"] for found in played) >= LEAST_CIRCLE_PX
    assert min(found["name"] for found in played) >= LEAST_NAME_PX


def _round(ada: Visitor) -> Iterator[str]:
    """A round that Ada rolls, from screen to screen."""
    ada.type_dice(red=1, blue=2, green=3, yellow=4)
    yield "type"
    ada.press("that_is_the_roll")
    expect(ada.usable("keep")).to_be_visible()
    yield "keep"
    ada.press("reroll")
    ada.die("blue").click()
    yield "re-roll"
    ada.keep()
    ada.make_numbers()
    expect(ada.page.locator(".slot .digits")).to_have_count(2)
    yield "write"
    ada.cross_out(ada.empty_cities()[-1])
    expect(ada.page.locator(".composer .crossed button")).to_be_visible()
    yield "cross"
    ada.fill_and_finish()
    expect(ada.page.locator(".prompt.waiting")).to_be_visible()
    yield "wait"


@pytest.mark.parametrize("edition", ["france", "germany", "great-britain"])
def test_no_name_circle_badge_or_zone_meets_another(
    server: AppServer, welcome: Welcome, edition: str
) -> None:
    ada = welcome(server)
    ada.open_table("Ada", "Bob", edition=ada.edition_name(edition))
    found = {}
    for language in LANGUAGES:
        _speak(ada, language)
        for width, height in SIZES:
            _resize(ada, width, height)
            found[language, width] = ada.page.evaluate(MEETINGS)
    assert {where: what for where, what in found.items() if what} == {}
