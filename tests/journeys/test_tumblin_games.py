"""Tumblin-Dice in a browser: a round on one device, by buttons and by keyboard, on the flat board."""

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Welcome
from tests.kit.browser import AppServer
from tests.kit.visitor import Visitor

pytestmark = pytest.mark.slow

FLAT = "localStorage.setItem('tumbletrip.settings', JSON.stringify({board: 'flat'}))"
PEOPLE = ("Ada", "Bob")


def _sit_down(ada: Visitor) -> None:
    """Two people on one device, with the flat board, after the rolls for the order."""
    ada.visit("/")
    ada.page.evaluate(FLAT)
    ada.visit("/new?game=tumblin&mode=device")
    for number, name in enumerate(PEOPLE, start=1):
        ada.page.get_by_label(ada.says("name_of", number=number)).fill(name)
    ada.press("open_table")
    flick = ada.page.get_by_role("button", name=ada.says("td_flick"), exact=True)
    ada.page.locator(".rolls").wait_for()
    while not flick.is_visible():  # tied players roll again
        for name in PEOPLE:
            roll = ada.page.get_by_role("button", name=ada.says("td_roll_for", name=name), exact=True)
            if roll.is_visible():
                roll.click()
        ada.page.wait_for_timeout(200)


def test_a_round_on_one_device_ends_with_a_sheet_that_adds_up(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server)
    _sit_down(ada)
    for number in range(1, 11):
        if number % 2:
            ada.press("td_flick")
        else:
            ada.page.locator("[role=application]").press("Enter")
        expect(ada.page.locator("[data-die]")).to_have_count(10 if number == 10 else number + 1)
    expect(ada.page.get_by_role("heading", name=ada.says("td_round_over", round=1))).to_be_visible()
    for sheet in ada.page.locator(".sheet table").all():
        points = [int(cell) for cell in sheet.locator("tbody td:last-child").all_inner_texts()]
        assert len(points) == 5
        assert sum(points) == int(sheet.locator("caption b").inner_text())
    ada.press("td_go_on")
    expect(ada.page.get_by_role("heading", name=ada.says("td_round", round=2))).to_be_visible()
