"""Whole games of Dice Trip in a browser: alone, two people, bots, keyboard, touch."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Welcome
from tests.kit.browser.axe import violations
from tests.kit.browser.browser import AppServer
from tests.kit.browser.visitor import Visitor
from tumbletrip.core.texts import say
from tumbletrip.dicetrip.editions import find_edition

pytestmark = pytest.mark.slow

# Two taps into the sea off Bordeaux, at once however slow the machine is.
DOUBLE_TAP = """sea => {
  const { left, top, width, height } = sea.getBoundingClientRect();
  const at = { pointerId: 7, clientX: left + 0.06 * width, clientY: top + 0.9 * height, bubbles: true };
  for (const kind of ['pointerdown', 'pointerup', 'pointerdown', 'pointerup']) {
    sea.dispatchEvent(new PointerEvent(kind, at));
  }
}"""


def test_a_whole_solo_game_ends_with_its_score_and_can_be_replayed(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server, keeps_app=True)
    ada.open_table("Ada")
    ada.play_to_the_end()
    expect(ada.page.get_by_role("heading", name=ada.says("solo_end"))).to_be_visible()
    points = ada.score()
    ada.page.get_by_role("link", name=ada.says("replay")).click()
    expect(ada.page.locator(".total dd")).to_have_text(str(points))
    ada.page.get_by_role("slider").fill("0")
    expect(ada.page.locator(".board .number, main .number")).to_have_count(0)


def test_two_people_play_in_two_browsers_and_see_the_same_ranking_and_checked_dice(
    server: AppServer, welcome: Welcome, tmp_path: Path
) -> None:
    ada, bob = welcome(server), welcome(server, phone=False)
    ada.visit("/new?mode=friends")
    ada.page.get_by_label(ada.says("name_of", number=1)).fill("Ada")
    ada.press("open_table")
    code = ada.page.locator(".code")
    expect(code).to_have_text(code.inner_text())
    bob.visit("/")
    bob.page.get_by_role("textbox", name=bob.says("code")).fill(code.inner_text().lower())
    bob.press("join")
    bob.page.get_by_label(bob.says("your_name")).fill("Bob")
    bob.press("sit_down")
    for number in range(1, 14):
        for player in (ada, bob):
            player.expect_round(number)
        first, second = (ada, bob) if ada.until_rolled() else (bob, ada)
        for player in (first, second):
            assert player.until_writing()
            if number < 3:
                expect_checked(player, number)
            player.write_round()
    rankings = []
    for player in (ada, bob):
        expect(player.page.locator(".ranking li")).to_have_count(2)
        rankings.append(player.page.locator(".ranking").inner_text())
    assert rankings[0] == rankings[1]
    expect_page_to_keep(bob, tmp_path)
    ada.visit("/fair")
    expect(ada.page.get_by_role("heading", name=say("fair.stats.title", ada.language))).to_be_visible()
    expect(ada.page.locator("strong")).to_contain_text(say("fair.stats.fine", ada.language, evidence="")[:30])
    expect(ada.page.get_by_role("heading", name=say("fair.stats.missers", ada.language))).to_be_visible()
    ada.expect_to_fit()
    assert violations(ada.page) == []


def expect_checked(player: Visitor, number: int) -> None:
    """The dice were made by the server and both devices, and the shield explains it with this very draw."""
    player.page.get_by_role("button", name=say("fair.checked.other", player.language, count=3)).click()
    explained = player.page.get_by_role("dialog")
    expect(explained).to_contain_text(say("fair.worked_out", player.language, draw=number))
    expect(explained).to_contain_text("Ada")
    expect(explained).to_contain_text(say("fair.remainder", player.language))  # byte by byte
    assert number > 1 or violations(player.page) == []
    player.page.keyboard.press("Escape")
    expect(explained).to_have_count(0)


def expect_page_to_keep(player: Visitor, folder: Path) -> None:
    """The page of a finished game checks it without any connection."""
    with player.page.expect_download() as saving:
        player.page.get_by_role("link", name=say("fair.check_game", player.language)).click()
    kept = folder / "kept.html"
    saving.value.save_as(kept)
    alone = player.page.context.new_page()
    player.page.context.set_offline(True)
    alone.goto(kept.as_uri())
    expect(alone.get_by_role("status")).to_have_class("good")
    assert violations(alone) == []
    player.page.context.set_offline(False)


def test_a_game_against_a_bot_starts_with_two_taps(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server)
    ada.watch_motion()
    ada.visit("/")
    ada.press("play_now")
    ada.press("roll")
    ada.play_to_the_end()
    expect(ada.page.locator(".ranking li")).to_have_count(2)
    ada.score()  # the last line is counted, the road drawn
    assert ada.moved() == set(), (
        "she asked for no motion: no die, road, stroke, stamp or scrap of paper moves"
    )


def test_dice_numbers_roads_and_the_bot_s_stamp_move_for_those_who_like_it(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server, is_still=False)
    ada.watch_motion()
    ada.visit("/")
    ada.press("play_now")
    for number in (2, 3):
        assert ada.until_writing()
        ada.write_round()
        ada.expect_round(number)
    assert {"tumble", "write", "pop"} <= ada.moved()


def test_three_people_pass_one_phone_around_and_hide_their_sheets(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server)
    ada.visit("/settings")
    expect(ada.page.get_by_role("checkbox", name=ada.says("hide_at_hand_over"))).to_be_checked()
    ada.visit("/new?mode=device")
    expect(ada.page.get_by_role("button", name=ada.says("open_table"))).to_be_disabled()
    expect(ada.page.get_by_role("alert")).to_have_text(ada.says("td_names_missing"))  # it says why
    ada.open_table("Ada", "Bob", "Cleo", edition="Germany", hides=True)
    for name in ("Ada", "Bob", "Cleo"):
        if name != "Ada":
            expect(ada.page.get_by_role("heading", name=ada.says("hand_over", name=name))).to_be_visible()
            ada.press("i_am_here", name=name)
        assert ada.until_writing()
        ada.write_round()
    ada.expect_round(2)


def test_own_dice_are_typed_and_used(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server)
    ada.open_table("Ada", own_dice=True)
    ada.roll_own(red=4, blue=3, green=6, yellow=1)
    ada.make_numbers("red", "blue")
    expect(ada.page.locator(".slot .digits").first).to_have_text("43")
    ada.press("correct_dice")  # mistyped, and nobody has written
    ada.roll_own(blue=2)
    ada.make_numbers("red", "blue")
    expect(ada.page.locator(".slot .digits").first).to_have_text("42")
    ada.fill_and_finish()
    ada.expect_round(2)


def test_DT04_of_two_equal_numbers_one_is_written_and_a_cross_stands_for_the_other(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server)
    ada.open_table("Ada", own_dice=True)
    ada.roll_own(red=3, blue=3, green=4, yellow=4)
    ada.make_numbers("red", "green")
    expect(ada.page.locator(".slot .digits")).to_have_text(["34", "34"])
    expect(ada.page.locator(".slot .struck")).to_have_count(0)
    ada.tap_city("paris")
    expect(ada.page.locator(".slot .struck")).to_have_text("34")
    ada.cross_out("dijon")
    ada.press("done")
    ada.expect_round(2)
    expect(ada.page.locator(".board .number")).to_have_text("34")
    expect(ada.page.locator(".board [data-city=dijon] .cross")).to_be_visible()


def test_keyboard_alone_is_enough_for_a_round(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server, phone=False)
    ada.open_table("Ada")
    keys = ada.page.keyboard
    ada.page.locator("body").press("?")
    expect(ada.page.get_by_role("dialog")).to_contain_text(ada.says("keys.cross"))
    keys.press("Escape")
    ada.page.reload()  # from the page's start, rolling is two Tabs away
    expect(ada.usable("roll")).to_be_visible()
    keys.press("Tab")
    keys.press("Enter")
    keys.press("Tab")
    expect(ada.usable("roll")).to_be_focused()
    for key in ("roll", "keep"):
        ada.reach(key)
        keys.press("Enter")
    expect(ada.die("red")).to_be_visible()
    for colour in ("red", "blue"):
        ada.tab_to(ada.die(colour))
        keys.press("Enter")
    ada.tab_to(ada.page.locator(".board [data-city][tabindex='0']"))
    keys.press("Enter")
    expect(ada.page.locator(".board .draft")).to_have_count(1)
    keys.press("ArrowDown")
    keys.press("x")
    expect(ada.page.locator(".board .cross")).to_have_count(1)
    keys.press("x")  # a city crossed out already stays as it is
    ada.reach("done")
    keys.press("Enter")
    ada.expect_round(2)


def test_a_whole_game_by_keyboard_in_the_list_of_cities(server: AppServer, welcome: Welcome) -> None:
    """The map is also a list: nothing in it needs a pointer."""
    ada = welcome(server, phone=False)
    ada.open_table("Ada")
    keys = ada.page.keyboard
    while ada.until_writing():
        ada.reach("city_list")
        keys.press("Enter")
        dialog = ada.page.get_by_role("dialog")
        for cross in range(2):
            button = dialog.get_by_role("button", name=re.compile(f"^{ada.says('cross_out')}: ")).first
            if not button.is_visible():
                break
            button.focus()
            keys.press("Enter")
            expect(dialog.get_by_role("button", name=re.compile(ada.says("take_back")))).to_have_count(
                cross + 1
            )
        keys.press("Escape")
        ada.reach("done")
        keys.press("Enter")
        ada.expect_taken()
    assert ada.score() == -25  # DT10: every city crossed out


def test_touch_on_a_phone_writes_takes_back_crosses_with_a_long_press_and_pinches(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server, phone=True)
    ada.open_table("Ada")
    assert ada.until_writing()
    ada.die("red").tap()
    ada.die("green").tap()
    paris, brest = (ada.page.locator(f".board [data-city={city}] .disc") for city in ("paris", "brest"))
    paris.tap(force=True)
    expect(ada.page.locator(".board .draft")).to_have_count(1)
    paris.tap(force=True)
    expect(ada.page.locator(".board .draft")).to_have_count(0)
    second = ada.page.locator(".slot .number").nth(1)
    ada.drag(second, onto=ada.page.locator(".board [data-city=lyon] .disc"))
    expect(ada.page.locator(".board [data-city=lyon] .draft")).to_be_visible()
    ada.drag(second, onto=ada.page.locator(".board [data-city=nice] .disc"))  # a number that stands is moved
    expect(ada.page.locator(".board [data-city=nice] .draft")).to_be_visible()
    expect(ada.page.locator(".board .draft")).to_have_count(1)
    ada.hold(brest, until=ada.page.locator(".board [data-city=brest] .cross"))
    whole = brest.bounding_box()
    assert whole
    shown = "document.querySelector('[data-city=brest] .disc').getBoundingClientRect().width"
    is_larger, is_whole = f"width => {shown} > width", f"width => {shown} < width"
    sea = ada.page.locator(".board svg[role]")
    for is_as_wished, width in ((is_larger, 1.5 * whole["width"]), (is_whole, 1.1 * whole["width"])):
        sea.evaluate(DOUBLE_TAP)
        ada.page.wait_for_function(is_as_wished, arg=width)
    ada.spread(ada.page.locator(".board svg").first, 2.0)
    ada.page.wait_for_function(is_larger, arg=1.5 * whole["width"])
    ada.expect_to_fit()


def test_the_lesson_has_a_goal_answers_what_was_done_and_ends_with_a_real_game(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server)
    ada.visit("/")
    ada.press("learn")
    lesson = ada.page.locator(".lesson [role=status]")
    expect(lesson).to_have_text(ada.says("lesson.roll", goal=5))
    pointed_city = ada.page.locator(".board [data-city]:has(.pointed)")
    trip = ada.page.locator(".board .trip")
    for number in range(1, 4):
        ada.expect_round(number)
        assert ada.until_writing()
        for _ in ("tens", "units"):
            ada.page.locator(".die-button.pointed").click()
        expect(pointed_city).not_to_have_count(0)
        ada.tap_city(pointed_city.first.get_attribute("data-city") or "")
        expect(ada.page.locator(".board .draft")).to_have_count(1)
        if number == 1:  # Ajaccio is no neighbour: nothing glows, and nothing is said to
            ada.tap_city("ajaccio")
            expect(lesson).to_have_text(ada.says("lesson.not_grown"))
            expect(trip).to_have_count(0)
            ada.press("undo")
        if number < 3:
            expect(pointed_city).not_to_have_count(0)
            ada.tap_city(pointed_city.first.get_attribute("data-city") or "")
            expect(lesson).to_have_text(ada.says("lesson.grew", cities=2 * number))
            expect(trip).not_to_have_count(0)
        else:
            ada.cross_out(ada.empty_cities()[-1])
            expect(lesson).to_have_text(ada.says("lesson.reached", cities=5))
        ada.press("done")
    ada.expect_round(4)
    assert ada.until_writing()
    ada.write_round()
    expect(lesson).to_contain_text(ada.says("lesson.end", cities="|").split("|")[1])
    ada.press("lesson.real_game")
    expect(ada.page.locator(".players li")).to_have_count(2)


def test_a_round_takes_the_roller_six_taps_and_everybody_else_five(
    server: AppServer, welcome: Welcome
) -> None:
    """The first tap on a die keeps the roll: nobody is asked for it, and it makes the tens of a number."""
    ada = welcome(server)
    ada.open_table("Ada", "Bob", own_dice=True)
    ada.type_dice(red=1, blue=2, green=3, yellow=4)
    with ada.counting_taps() as of_the_roller:
        ada.press("that_is_the_roll")
        ada.write_round()
    bobs_turn = ada.page.get_by_text(ada.says("prompt.named", name="Bob", prompt=ada.says("prompt.tens")))
    expect(bobs_turn).to_be_visible()
    with ada.counting_taps() as of_another:
        ada.write_round()
    ada.expect_round(2)
    assert (of_the_roller.taps, of_another.taps) == (6, 5)


def test_cities_light_up_with_what_the_number_in_hand_would_bring_unless_it_is_turned_off(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server)
    ada.open_table("Ada", own_dice=True)
    ada.roll_own(red=4, blue=4, green=1, yellow=2)
    ada.make_numbers("red", "blue")
    halos = ada.page.locator(".board .halo")
    expect(halos).to_have_text(["+1"] * 25)  # DT09: a double, wherever it is
    ada.tap_city("paris")
    neighbours = find_edition("france").neighbours["paris"]
    expect(ada.page.locator(".board .halo .road")).to_have_count(len(neighbours))  # DT11: 12, then 44
    ada.tap_city("dijon")
    ada.expect_to_explain("road", points="+2", cities={"paris", "dijon"})  # DT11: 12 in Dijon, 44 in Paris
    ada.expect_to_explain("zones", points="+9", row="3")  # DT13: no cross yet
    ada.tap_city("dijon")
    expect(ada.page.locator(".slot.in-hand .digits")).to_have_text("12")
    table = ada.page.url
    ada.visit("/settings")
    ada.page.get_by_role("checkbox", name=ada.says("places")).uncheck()
    ada.page.goto(table)
    expect(ada.page.locator(".slot.in-hand .digits")).to_have_text("12")
    ada.page.locator(".board [data-city=dijon]").focus()
    expect(ada.page.locator(".help .fit")).to_have_count(1)  # a later question has been answered
    expect(halos).to_have_count(0)
