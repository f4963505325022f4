"""When something goes wrong: refusals, a killed server, two tabs, missing tables, hostile names."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.conftest import Welcome
from tests.kit.browser.browser import AppServer
from tests.kit.browser.flicker import Flicker
from tumbletrip.core.texts import say

pytestmark = pytest.mark.slow

HOSTILE = "<img src=x onerror=alert(1)>"


def test_a_refused_move_names_its_rule_and_leaves_the_sheet_as_it_was(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server)
    ada.open_table("Ada", own_dice=True)
    for round_number in (1, 2):
        ada.roll_own(red=1, blue=2, green=3, yellow=4)
        ada.make_numbers("red", "blue")
        if round_number == 1:
            ada.fill_and_finish()
    city = ada.empty_cities()[0]
    ada.tap_city(city)
    expect(ada.page.get_by_role("alert")).to_have_text(say("dicetrip/number_repeated"))
    expect(ada.page.locator(".board .draft")).to_have_count(0)


def test_a_server_killed_in_the_middle_of_a_round_comes_back_to_the_exact_state(
    own_server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(own_server)
    ada.open_table("Ada", own_dice=True)
    ada.roll_own(red=1, blue=2, green=3, yellow=4)
    ada.make_numbers()
    ada.tap_city("paris")
    expect(ada.page.locator(".board .draft")).to_have_count(1)
    expect(ada.page.locator(".bar.pending")).to_have_count(0)
    numbers = _numbers(ada.page)
    own_server.kill()
    expect(ada.page.locator("p.ribbon")).to_be_visible()
    ada.tap_city("dijon")  # goes on its way as soon as there is a way
    expect(ada.page.locator(".board .draft")).to_have_count(2)
    own_server.start()
    expect(ada.page.locator("p.ribbon")).to_have_count(0)
    ada.press("done")
    ada.expect_round(2)
    ada.page.reload()
    ada.expect_round(2)
    assert numbers == {"paris": "13"}
    assert _numbers(ada.page) == {"paris": "13", "dijon": "24"}


def test_a_round_sent_into_the_void_survives_a_reload_and_is_written_once(
    own_server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(own_server)
    ada.open_table("Ada", own_dice=True)
    ada.page.evaluate("navigator.serviceWorker.ready")  # so that the page opens without a server
    ada.roll_own(red=1, blue=2, green=3, yellow=4)
    ada.make_numbers()
    for city in ("paris", "dijon"):
        ada.tap_city(city)
    expect(ada.page.locator(".board .draft")).to_have_count(2)
    expect(ada.page.locator(".bar.pending")).to_have_count(0)
    own_server.kill()
    expect(ada.page.locator("p.ribbon")).to_be_visible()
    ada.press("done")
    expect(ada.page.locator(".done[aria-busy=true]")).to_be_visible()
    ada.page.reload()
    own_server.start()
    ada.expect_round(2)
    assert _numbers(ada.page) == {"paris": "13", "dijon": "24"}
    assert ada.page.evaluate("Object.values(sessionStorage)") == ["[]"]


def test_a_round_made_without_a_line_is_taken_without_a_word_when_it_is_back(
    own_server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(own_server)
    ada.open_table("Ada", own_dice=True)
    ada.roll_own(red=1, blue=2, green=3, yellow=4)
    ada.make_numbers()
    own_server.kill()
    expect(ada.page.locator("p.ribbon")).to_be_visible()
    for city in ("paris", "dijon"):
        ada.tap_city(city)
    ada.press("done")  # behind two drafts, of which only the first is on its way
    own_server.start()
    ada.expect_round(2)
    all_answered = "Object.values(sessionStorage).every(asked => asked === '[]')"
    ada.page.wait_for_function(all_answered)
    assert ada.page.get_by_role("alert").count() == 0  # now: a refusal would vanish after a while
    assert _numbers(ada.page) == {"paris": "13", "dijon": "24"}


def _numbers(page: Page) -> dict[str, str]:
    return dict(
        page.eval_on_selector_all(
            ".board [data-city]",
            "all => all.filter(one => one.querySelector('.number'))"
            ".map(one => [one.dataset.city, one.querySelector('.number').textContent])",
        )
    )


def test_F11_two_tabs_on_one_seat_show_the_same_and_neither_doubles_anything(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server)
    ada.open_table("Ada", own_dice=True)
    other = ada.page.context.new_page()
    other.goto(ada.page.url)
    ada.roll_own(red=1, blue=2, green=3, yellow=4)
    ada.make_numbers()
    ada.tap_city("paris")
    expect(other.locator(".board .draft")).to_have_count(1)
    ada.tap_city("dijon")
    expect(other.locator(".board .draft")).to_have_count(2)
    other.get_by_role("button", name=ada.says("done"), exact=True).click()
    for page in (ada.page, other):
        expect(page.get_by_role("heading", name=ada.says("round_of", round=2))).to_be_visible()
    assert _numbers(other) == _numbers(ada.page)


def test_F13_other_devices_are_signed_out_and_our_own_tabs_play_on(
    server: AppServer, welcome: Welcome, browser: Browser
) -> None:
    ada = welcome(server)
    ada.open_table("Ada", own_dice=True)
    tab = ada.page.context.new_page()
    tab.goto(ada.page.url)
    copied = browser.new_context(storage_state=ada.page.context.storage_state())  # a device that knows it all
    thief = copied.new_page()
    thief.goto(ada.page.url)
    expect(thief.get_by_role("heading", name=ada.says("round_of", round=1))).to_be_visible()
    ada.press("menu")
    ada.press("sign_out_others")
    expect(ada.page.get_by_text(ada.says("others_signed_out"))).to_be_visible()
    expect(thief.get_by_role("heading", name=ada.says("no_such_table"))).to_be_visible()
    ada.roll_own(red=1, blue=2, green=3, yellow=4)
    ada.make_numbers()
    ada.tap_city("paris")
    expect(tab.locator(".board .draft")).to_have_count(1)
    tab.reload()
    expect(tab.locator(".board .draft")).to_have_count(1)
    copied.close()


@pytest.mark.parametrize(
    ("drawing", "heading"), [("editions", "round_of"), ("boards", "td_round")], ids=["dicetrip", "tumblin"]
)
def test_a_board_whose_drawing_is_lost_on_the_way_is_asked_for_until_it_comes(
    server: AppServer, welcome: Welcome, drawing: str, heading: str
) -> None:
    ada = welcome(server)
    if drawing == "editions":
        ada.open_table("Ada", "Ben")
    else:
        Flicker(ada).sit_down("Ada", "Ben")
    eve = welcome(server)
    eve.page.route(f"**/api/{drawing}/*", lambda route: route.abort())
    with eve.page.expect_event("requestfailed"):
        eve.visit(urlsplit(ada.page.url).path)
    title = eve.page.get_by_role("heading", name=eve.says(heading, round=1))
    expect(eve.page.get_by_text(eve.says("loading"))).to_be_visible()
    eve.page.unroute(f"**/api/{drawing}/*")
    expect(title).to_be_visible()


def test_the_challenge_of_the_day_is_asked_for_until_somebody_answers(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server)
    ada.page.route("**/api/daily", lambda route: route.abort())
    ada.visit("/daily")
    expect(ada.page.get_by_role("alert")).to_have_text(ada.says("offline"))
    ada.page.unroute("**/api/daily")
    expect(ada.usable("daily_play")).to_be_visible()
    expect(ada.page.get_by_role("alert")).to_have_count(0)


def test_a_table_that_does_not_exist_says_so_and_offers_a_new_one(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server)
    for path in ("/t/nothing-here", "/c/ZZZZZ"):
        ada.visit(path)
        expect(ada.page.get_by_role("heading", name=ada.says("no_such_table"))).to_be_visible()
        expect(ada.page.get_by_role("link", name=ada.says("new_table"))).to_be_visible()


def test_F15_hostile_names_are_shown_as_text_everywhere(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server)
    ada.page.on("dialog", lambda dialog: ada.complaints.append(f"a dialog opened: {dialog.message}"))
    ada.open_table(HOSTILE, "{name} & </script>")
    expect(ada.page.get_by_text(HOSTILE).first).to_be_visible()
    ada.page.get_by_role("button", name=ada.says("open_sheet", name=HOSTILE)).first.click()
    expect(ada.page.get_by_role("dialog").get_by_role("heading", name=HOSTILE)).to_be_visible()
    ada.page.keyboard.press("Escape")
    ada.play_without_looking(until_round=14)
    expect(ada.page.locator(".ranking")).to_contain_text(HOSTILE)
    ada.page.get_by_role("link", name=ada.says("replay")).click()
    expect(ada.page.get_by_role("button", name=HOSTILE)).to_be_visible()
    ada.visit("/")
    expect(ada.page.get_by_text(HOSTILE)).to_be_visible()
    assert ada.page.locator("img[src=x]").count() == 0


def test_offline_the_shell_opens_and_finished_games_can_be_read(
    own_server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(own_server)
    ada.open_table("Ada")
    ada.play_without_looking(until_round=14)
    ada.page.get_by_role("link", name=ada.says("replay")).click()
    expect(ada.page.get_by_role("slider")).to_be_visible()
    replay = ada.page.url
    ada.page.evaluate("navigator.serviceWorker.ready")
    ada.page.reload()  # now the worker has seen the game
    expect(ada.page.get_by_role("slider")).to_be_visible()
    own_server.kill()
    ada.page.goto(replay)
    expect(ada.page.get_by_role("slider")).to_be_visible()
    ada.visit("/")
    ada.press("play_now")
    expect(ada.page.get_by_role("alert")).to_have_text(ada.says("offline"))
