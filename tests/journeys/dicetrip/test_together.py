"""Two devices and somebody who watches: a rematch, a cut line, leaving, coming back, a bot for the absent."""

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Welcome
from tests.kit.browser.browser import AppServer

pytestmark = pytest.mark.slow

STRETCHES = "paths => paths.map(path => path.getAttribute('d'))"


def test_people_stay_together_from_one_game_to_the_next(server: AppServer, welcome: Welcome) -> None:
    ada, bob, guest = welcome(server), welcome(server), welcome(server)
    ada.visit("/new?mode=friends")
    ada.page.get_by_label(ada.says("name_of", number=1)).fill("Ada")
    ada.press("open_table")
    expect(ada.page.locator(".code")).to_be_visible()
    first = ada.page.url
    bob.page.goto(first)
    bob.page.get_by_label(bob.says("your_name")).fill("Bob")
    bob.press("sit_down")
    for one in (ada, bob):
        one.expect_round(1)
    guest.page.goto(first)
    people = [*ada.people(), *bob.people()]
    while people[0].round <= 13:
        for person in people:
            person.move()
    for one in (ada, bob, guest):
        expect(one.page.locator(".end h2")).to_be_visible()  # counted
    road = bob.page.locator(".board path.trip")  # a stretch from city to city each
    drawn = road.evaluate_all(STRETCHES)
    assert drawn

    # A rematch is announced, changes nothing of what was counted, and those who watch go along.
    ada.press("again")
    expect(bob.page.get_by_text(bob.says("rematch_by", name="Ada"))).to_be_visible()
    assert road.evaluate_all(STRETCHES) == drawn
    expect(bob.page.get_by_text(bob.says("state.away"), exact=True)).to_have_count(0)
    bob.press("rematch_join")
    for one in (ada, bob, guest):
        expect(one.page).not_to_have_url(first)
        one.expect_round(1)
    assert ada.page.url == bob.page.url == guest.page.url

    # Without a network it is said at once, and what was done is sent by itself.
    ada.page.context.set_offline(True)
    expect(ada.page.get_by_text(ada.says("reconnecting"))).to_be_visible()
    ada.press("roll")
    expect(ada.page.get_by_text(ada.says("kept_here"))).to_be_visible()
    ada.page.context.set_offline(False)
    expect(ada.usable("keep")).to_be_visible()
    expect(ada.page.locator("p.ribbon")).to_have_count(0)

    # Leaving asks first, and the way back is in sight.
    ada.press("menu")
    ada.press("leave")
    ada.press("leave_no")
    ada.press("menu")
    ada.press("leave")
    ada.press("leave_yes")
    expect(ada.page.get_by_text(ada.says("stood_in", name="Ada"))).to_be_visible()
    ada.press("come_back")
    expect(ada.page.locator("p.ribbon")).to_have_count(0)

    # The front page begins with the game that goes on.
    guest.visit("/")
    bob.visit("/")
    going = bob.page.get_by_role("region", name=bob.says("go_on")).get_by_role("link")
    expect(going).to_contain_text("Ada, Bob")
    expect(going).to_have_attribute("href", re.compile(ada.page.url.rsplit("/", 1)[1]))
    expect(guest.page.get_by_role("region", name=guest.says("go_on"))).to_have_count(0)

    # A code that nobody has can be typed again.
    guest.visit("/c/QQQQQ")
    expect(guest.page.get_by_role("textbox", name=guest.says("code"))).to_have_value("QQQQQ")

    # Whoever waits reads when a bot may stand in.
    bob.visit("/rules")
    for person in ada.people():
        while person.seat in person.waiting_for:
            person.move()
    waiting = re.escape(ada.says("stand_in_after", name="Bob", seconds="?")).replace(r"\?", r"\d+")
    expect(ada.page.get_by_text(re.compile(waiting))).to_be_visible()
