"""Finished games are analysed in the browser: progress, the way out, what was found, trying it oneself."""

import itertools
import json
import urllib.request
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.journeys.conftest import Welcome
from tests.kit.browser.axe import violations
from tests.kit.browser.browser import ROOT, AppServer
from tests.kit.browser.visitor import BOT_PATIENCE_MS, Visitor
from tests.kit.dicetrip.studies import record_by
from tumbletrip.core.texts import LANGUAGES
from tumbletrip.dicetrip.notation.records import format_record

pytestmark = pytest.mark.slow

ON_ITS_WAY = {"state": "running", "ahead": 0, "done": 3, "total": 28, "result": None}


@cache
def a_game() -> str:
    return format_record(record_by(["casual", "beginner"], seed=5))


def bring_in(server: AppServer, record: str) -> str:
    """A finished game brought in from its record; its table."""
    headers = {"Content-Type": "text/plain"}
    request = urllib.request.Request(f"{server.url}/api/records", record.encode(), headers, method="POST")
    with urllib.request.urlopen(request) as answer:
        table: str = json.load(answer)["table"]
    return table


def expect_report(guest: Visitor) -> None:
    curve = guest.page.get_by_role("heading", name=guest.says("analysis.curve"))
    expect(curve).to_be_visible(timeout=BOT_PATIENCE_MS)


def test_what_cost_most_is_shown_on_the_board_and_can_be_tried(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server)
    ada.visit(f"/t/{bring_in(server, a_game())}/replay")
    ada.page.get_by_role("link", name=ada.says("analysis")).click()
    expect_report(ada)
    assert violations(ada.page) == []
    dearest = ada.page.locator(".dearest button")
    expect(dearest).to_have_count(3)
    dearest.nth(1).click()
    expect(dearest.nth(1)).to_have_attribute("aria-pressed", "true")
    played = ada.page.locator(".told").inner_text()
    ada.page.get_by_role("button", name=ada.says("analysis.best")).click()
    expect(ada.page.locator(".told")).not_to_have_text(played)
    assert ada.page.locator(".told").inner_text() in dearest.nth(1).inner_text()
    ada.page.get_by_text(ada.says("analysis.all_rounds")).click()
    ada.page.get_by_role("button", name=ada.says("analysis.look_at", round=7), exact=True).click()
    expect(ada.page.get_by_role("heading", name=ada.says("round_of", round=7))).to_be_visible()
    assert violations(ada.page) == []
    ada.press("analysis.try")
    ada.page.wait_for_url("**/t/*")
    ada.expect_round(7)


def test_an_analysis_can_be_stopped_and_asked_for_again(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server)

    asked = itertools.count()

    def hold(route: Route) -> None:
        """As if the analysis never came to its end, and one answer were lost."""
        if route.request.method == "DELETE":
            route.continue_()
        elif (times := next(asked)) == 1:
            route.abort()
        else:
            route.fulfill(json={**ON_ITS_WAY, "done": min(3 + times, 5)})

    ada.page.route("**/api/tables/*/analysis", hold)
    ada.visit(f"/t/{bring_in(server, a_game())}/analysis")
    expect(ada.page.get_by_text(ada.says("analysis.progress", done=5, total=28))).to_be_visible()
    expect(ada.page.get_by_role("progressbar")).to_be_visible()
    assert violations(ada.page) == []
    ada.press("analysis.cancel")
    expect(ada.page.get_by_text(ada.says("analysis.cancelled"))).to_be_visible()
    ada.page.unroute("**/api/tables/*/analysis")
    ada.press("analysis.start")
    expect_report(ada)


def test_a_game_that_is_not_over_gives_no_hints(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server)
    ada.open_table("Ada")
    table = ada.page.url.rsplit("/", 1)[1]
    ada.visit(f"/t/{table}/analysis")
    expect(ada.page.get_by_role("heading", name=ada.says("analysis.none"))).to_be_visible()
    ada.complaints.clear()  # the browser notes the refusal


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_speaks_every_language_and_fits_a_phone(
    server: AppServer, welcome: Welcome, language: str
) -> None:
    guest = welcome(server, language=language)
    guest.visit(f"/t/{bring_in(server, a_game())}/analysis")
    expect_report(guest)
    assert "app." not in guest.page.inner_text("body")
    guest.expect_to_fit()


def test_a_match_of_tumblin_dice_is_analysed_flick_by_flick(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server)
    record = (ROOT / "tests" / "golden" / "duel_bonus_falling.tumble").read_text("utf-8")
    ada.visit(f"/t/{bring_in(server, record)}/analysis")
    hands = ada.page.get_by_role("heading", name=ada.says("analysis.hands"))
    expect(hands).to_be_visible(timeout=BOT_PATIENCE_MS)
    assert violations(ada.page) == []
    ada.expect_to_fit()


def answered(server: AppServer, table: str, method: str) -> Any:
    request = urllib.request.Request(f"{server.url}/api/tables/{table}/analysis", method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def test_over_http_an_analysis_is_asked_for_once_and_kept(server: AppServer) -> None:
    table = bring_in(server, format_record(record_by(["beginner"], seed=6)))
    assert answered(server, table, "GET")["state"] == "none"
    assert answered(server, table, "POST")["state"] in ("waiting", "running")
    assert answered(server, table, "DELETE")["state"] == "none"
