"""What a device can do: shake, install, print, help for a city, and the operator's own map."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from hatch_build import build_pack
from tests.journeys.conftest import Welcome
from tests.kit.browser.browser import ROOT, AppServer, app_server
from tumbletrip.dicetrip.editions import find_edition

pytestmark = pytest.mark.slow

SHAKE = """times => {
  for (let jolt = 0; jolt < times; jolt++) {
    const acceleration = { x: jolt % 2 ? 25 : -25, y: 0, z: 0 };
    dispatchEvent(new DeviceMotionEvent('devicemotion', { acceleration, interval: 16 }));
  }
}"""
UNTIL_PACK = """async () => {
  while (!(await caches.match('/pack/whole'))) await new Promise(resolve => setTimeout(resolve, 50));
}"""
NEEDED = ("format", "id", "name", "cities", "zones", "roads")  # the rest only draws


class SlowLine:
    """The socket of a page's table, on which what the page says can be held back."""

    def __init__(self, page: Page) -> None:
        """A line that is quick until it is told otherwise."""
        self._held: list[str | bytes] | None = None
        self._server: WebSocketRoute | None = None
        page.route_web_socket("**/socket", self._connect)

    def hold(self) -> None:
        """Keep what the page says from here on."""
        self._held = []

    def let_go(self) -> None:
        """Pass on what was held, and everything after it."""
        held, self._held = self._held or [], None
        for message in held:
            self._send(message)

    def _connect(self, page_side: WebSocketRoute) -> None:
        self._server = page_side.connect_to_server()
        page_side.on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        if self._held is None:
            self._send(message)
        else:
            self._held.append(message)

    def _send(self, message: str | bytes) -> None:
        assert self._server is not None
        self._server.send(message)


def test_a_shake_rolls_the_dice_unless_it_is_turned_off(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server)
    ada.open_table("Ada")
    expect(ada.usable("roll")).to_be_visible()
    ada.page.evaluate(SHAKE, 2)
    expect(ada.usable("roll")).to_be_visible()  # picked up, not shaken
    ada.page.evaluate(SHAKE, 4)
    expect(ada.usable("keep")).to_be_visible()
    ada.visit("/settings")
    ada.page.get_by_role("checkbox", name=ada.says("shake")).uncheck()
    ada.open_table("Ada")
    expect(ada.usable("roll")).to_be_visible()
    ada.page.evaluate(SHAKE, 6)
    ada.press("roll")  # a shake that had been felt would have been first, and refuse this one
    expect(ada.usable("keep")).to_be_visible()
    assert ada.page.get_by_role("alert").count() == 0  # now: a refusal would vanish after a while


def test_a_city_one_looks_at_says_which_numbers_fit(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server, phone=False)
    line = SlowLine(ada.page)
    ada.open_table("Ada", own_dice=True)
    ada.roll_own(red=2, blue=1, green=5, yellow=5)
    ada.make_numbers("red", "blue")
    line.hold()
    ada.tap_city("paris")
    dijon = ada.page.locator(".board [data-city=dijon] .disc")
    dijon.hover(force=True)
    expect(ada.page.locator(".help")).to_contain_text(ada.says("fits_nothing"))  # nothing stands yet
    line.let_go()
    fits = ada.page.locator(".help .fit")
    expect(fits).to_have_text([f"11–66 {ada.says('fit_road', cities=2)}"])  # though the mouse never moved
    ada.visit("/settings")
    ada.page.get_by_role("checkbox", name=ada.says("help")).uncheck()
    ada.page.go_back()
    expect(ada.page.locator(".board .draft")).to_have_count(1)
    dijon.hover(force=True)
    expect(fits).to_have_count(0)


def test_the_app_can_be_installed_and_then_plays_without_a_line_by_itself(
    server: AppServer, welcome: Welcome
) -> None:
    build_pack(ROOT)
    ada = welcome(server, keeps_app=True)
    ada.visit("/")
    ada.page.evaluate("navigator.serviceWorker.ready")
    session = ada.page.context.new_cdp_session(ada.page)
    assert session.send("Page.getAppManifest")["errors"] == []
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Playwright's windows leave no trace, and such are never installed; nothing else may be wrong.
    assert [error["errorId"] for error in found if error["errorId"] != "in-incognito"] == []
    ada.page.evaluate("dispatchEvent(new Event('appinstalled'))")  # as browsers say once it is
    ada.page.evaluate(UNTIL_PACK)
    ada.visit("/settings")
    expect(ada.usable("local.remove")).to_be_visible()


def test_a_printed_table_is_the_sheet_alone(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server, dark=True)
    ada.open_table("Ada", "Bob")
    ada.press("menu")  # where the button is
    ada.page.emulate_media(media="print")
    for part in ("header", ".players", ".tray", ".zoom", "dialog"):
        expect(ada.page.locator(part).first).to_be_hidden()
    for part in (".board svg", ".count", ".ribbon"):
        expect(ada.page.locator(part).first).to_be_visible()
    assert (
        ada.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        == "rgb(255, 255, 255)"
    )


@pytest.fixture
def server_with_own_map(tmp_path: Path) -> Iterator[AppServer]:
    """A server whose operator offers a map that holds only what the rules need."""
    document = find_edition("germany").document
    own = {key: value for key, value in document.items() if key in NEEDED}
    own |= {"id": "homeland", "name": {"en": "Homeland"}}
    own["zones"] = [{"id": zone["id"], "cities": zone["cities"]} for zone in document["zones"]]
    path = tmp_path / "homeland.json"
    path.write_text(json.dumps(own), "utf-8")
    with app_server(tmp_path, "--edition", str(path)) as running:
        yield running


def test_a_map_of_the_operator_s_own_is_offered_drawn_and_played(
    server_with_own_map: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server_with_own_map)
    ada.open_table("Ada", edition="Homeland")
    expect(ada.page.locator(".board [data-city]")).to_have_count(25)
    assert ada.until_writing()
    ada.write_round()
    ada.expect_round(2)
