"""What is written on the maps can be read: on every board, on every screen, in every language."""

import json
import urllib.request

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.journeys.conftest import Welcome
from tests.kit.browser.browser import AppServer
from tumbletrip.dicetrip.editions import EDITION_NAMES, builtin_edition

pytestmark = pytest.mark.slow

SIZES = ((320, 568), (360, 740), (390, 844), (768, 1024), (844, 390), (1440, 900))
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))"
# Names, circles, badges and zone words that meet, and the buttons to look closer: not the one that shows
# the whole of a map that begins close on a small screen, for that map is moved.
# A line of text is as high as its letters, not as its font. A button lies on the map or beside it, never
# across its edge.
MEETING = """words => {
  const lines = [...document.querySelectorAll('.board .names text')].flatMap((name, owner) =>
    [...name.children].map(line => ({ owner, what: line.textContent, ...letters(line) })));
  const circles = [...document.querySelectorAll('.board .rim, .board .badge')].map(round);
  const zones = [...document.querySelectorAll('.board .zone-name')];
  const buttons = [...document.querySelectorAll('.board .zoom button')].filter(one => one.offsetWidth);
  const isSmall = buttons.length === 1 && !buttons[0].matches('.in');
  const paper = document.querySelector('.board .map').getBoundingClientRect();
  const found = [];
  for (const one of lines) {
    for (const other of lines)
      if (one.owner < other.owner && meet(one, other)) found.push(`${one.what} and ${other.what}`);
    for (const circle of circles)
      if (apart(one, circle) < circle.r - 0.5) found.push(`${one.what} and the circle of ${circle.what}`);
  }
  for (const button of isSmall ? [] : buttons.map(round)) {
    for (const one of lines.filter(shows))
      if (apart(seen(one), button) < button.r) found.push(`${one.what} and a button`);
    for (const { x, y, r, what } of circles)
      if (Math.hypot(x - button.x, y - button.y) < r + button.r) found.push(`${what} and a button`);
  }
  for (const { left, right, top, bottom } of buttons.map(one => one.getBoundingClientRect())) {
    const touches = left < paper.right && right > paper.left && top < paper.bottom && bottom > paper.top;
    if (touches && (left < paper.left || right > paper.right || top < paper.top || bottom > paper.bottom))
      found.push(`a button across the edge of the map, from ${left} to ${right}`);
  }
  for (const texts of words) {
    zones.forEach((zone, place) => (zone.textContent = texts[place]));
    for (const zone of zones.map(zone => ({ what: zone.textContent, ...letters(zone) }))) {
      for (const line of lines)
        if (meet(line, zone)) found.push(`${line.what} and the zone word ${zone.what}`);
      for (const circle of circles)
        if (apart(zone, circle) < circle.r - 0.5)
          found.push(`the zone word ${zone.what} and the circle of ${circle.what}`);
    }
  }
  return [...new Set(found)];

  function letters(text) {
    const { left, right, top, bottom, height } = text.getBoundingClientRect();
    return { left, right, top: top + 0.22 * height, bottom: bottom - 0.2 * height };
  }
  function round(circle) {
    const { left, top, width, height } = circle.getBoundingClientRect();
    const what = circle.closest('[data-city]')?.dataset.city;
    return { x: left + width / 2, y: top + height / 2, r: width / 2, what };
  }
  function meet(one, other) {
    const across = Math.max(one.left - other.right, other.left - one.right);
    return Math.max(across, one.top - other.bottom, other.top - one.bottom) < -0.5;
  }
  function shows({ left, right, top, bottom }) {
    return right > paper.left && left < paper.right && bottom > paper.top && top < paper.bottom;
  }
  function seen({ left, right, top, bottom }) {
    return {
      left: Math.max(left, paper.left), right: Math.min(right, paper.right),
      top: Math.max(top, paper.top), bottom: Math.min(bottom, paper.bottom),
    };
  }
  function apart({ left, right, top, bottom }, { x, y }) {
    return Math.hypot(x - clamp(x, left, right), y - clamp(y, top, bottom));
  }
  function clamp(value, least, most) { return Math.min(Math.max(value, least), most); }
}"""


def _table(server: AppServer, edition: str) -> str:
    seats = [{"occupant": "person", "name": name} for name in ("Ada", "Ben")]
    wish = {"game": "dicetrip", "options": {"edition": edition}, "seats": seats}
    ask = urllib.request.Request(
        f"{server.url}/api/tables", json.dumps(wish).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(ask, timeout=120) as answer:
        return str(json.load(answer)["table"])


def test_no_name_meets_another_a_circle_a_badge_a_zone_s_word_or_a_button_on_any_board(
    server: AppServer, welcome: Welcome
) -> None:
    guest = welcome(server)
    found: dict[tuple[str, int], list[str]] = {}
    for edition in EDITION_NAMES:
        zones = builtin_edition(edition).document["zones"]
        words = [[zone["abbr"][language].upper() for zone in zones] for language in zones[0]["abbr"]]
        guest.visit(f"/t/{_table(server, edition)}")
        expect(guest.page.locator(".board .names text")).to_have_count(25)
        for width, height in SIZES:
            guest.page.set_viewport_size(ViewportSize(width=width, height=height))
            guest.page.evaluate(PAINTED)
            found[edition, width] = guest.page.evaluate(MEETING, words)
    assert {where: wrong for where, wrong in found.items() if wrong} == {}
