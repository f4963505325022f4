"""Watching without a seat: what is shown, what stays hidden, and sitting down while a seat is free."""

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Welcome
from tests.kit.browser.browser import AppServer

pytestmark = pytest.mark.slow


def test_a_spectator_sees_every_sheet_but_no_thought_before_the_round_closes(
    server: AppServer, welcome: Welcome
) -> None:
    ada, guest = welcome(server), welcome(server)
    ada.open_table("Ada", "Bob", own_dice=True)
    guest.page.goto(ada.page.url)
    expect(guest.page.get_by_text(guest.says("watching"), exact=True).first).to_be_visible()
    ada.roll_own(red=1, blue=2, green=3, yellow=4)
    expect(guest.page.locator(".panel .face")).to_have_text(["1", "2", "3", "4"])
    expect(guest.page.locator("main button.primary, .tray button:not(.shield)")).to_have_count(0)
    ada.make_numbers()
    ada.tap_city("paris")
    ada.tap_city("dijon")
    ada.press("done")
    expect(guest.page.get_by_text(guest.says("prompt.waiting", names="Bob"))).to_be_visible()
    expect(guest.page.locator(".board .number")).to_have_count(0)  # Ada's numbers, until Bob is done
    ada.write_round()
    guest.expect_round(2)
    guest.page.get_by_role("button", name=guest.says("open_sheet", name="Ada")).click()
    expect(guest.page.get_by_text(guest.says("watching_sheet", name="Ada"))).to_be_visible()
    expect(guest.page.locator(".board [data-city=paris] .number")).to_have_text("13")
    expect(guest.page.locator(".board .number")).to_have_count(2)


def test_whoever_has_the_link_may_sit_down_while_a_seat_is_free_and_watch_afterwards(
    server: AppServer, welcome: Welcome
) -> None:
    ada, bob, late = welcome(server), welcome(server), welcome(server)
    ada.visit("/new?mode=friends")
    ada.page.get_by_label(ada.says("name_of", number=1)).fill("Ada")
    ada.press("open_table")
    expect(ada.page.locator(".code")).to_be_visible()
    for guest in (bob, late):
        guest.page.goto(ada.page.url)
        expect(guest.page.get_by_label(guest.says("your_name"))).to_be_visible()
    bob.page.get_by_label(bob.says("your_name")).fill("Bob")
    bob.press("sit_down")
    for guest in (ada, bob, late):
        guest.expect_round(1)
    expect(late.page.get_by_text(late.says("watching"), exact=True).first).to_be_visible()
    expect(bob.page.get_by_text(bob.says("watching"), exact=True)).to_have_count(0)
