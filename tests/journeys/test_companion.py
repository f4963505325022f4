"""At the kitchen table: a paper sheet copied and counted, an evening on a real board, also offline."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Welcome
from tests.kit.browser.browser import AppServer
from tests.kit.browser.companion import Copyist, Scorer, published_marks
from tumbletrip.core.texts import LANGUAGES, say
from tumbletrip.dicetrip.notation.sheet_line import parse_sheet
from tumbletrip.dicetrip.scoring import score
from tumbletrip.tumblin.score_pad.text_form import pad_from_text

pytestmark = pytest.mark.slow


def test_the_published_sheet_is_copied_by_thumb_and_counts_39(server: AppServer, welcome: Welcome) -> None:
    ada = welcome(server)
    copyist = Copyist(ada)
    copyist.begin("France")
    for text in published_marks("france").values():  # each next city is proposed, in the order of the edition
        copyist.type(text)
    copyist.expect_total(39)
    assert ada.page.locator(".board .trip").count() == 13  # stretches between fourteen cities
    assert ada.page.locator(".board .series").count() == 1
    ada.press("companion_why")
    lines = ada.page.get_by_role("dialog").locator(".lines")
    expect(lines).to_contain_text("Caen 11 – Amiens 12 – Lille 13")
    expect(lines).to_contain_text("14 cities")
    ada.press("close")

    ada.page.reload()  # kept on the device
    copyist.expect_total(39)
    ada.press("menu")
    line = ada.page.locator("code").inner_text()
    assert score(parse_sheet(line)).total == 39
    ada.press("close")

    ada.press("scorepad_add_player")  # a second sheet in the same game
    copyist.type("11")
    ada.press("companion_why")
    ranking = ada.page.get_by_role("dialog").locator(".ranking li")
    expect(ranking.locator("span")).to_have_text(["1. Player 1", "2. Player 2"])
    expect(ranking.locator("b")).to_have_text(["39", "10"])  # a double, and three zones without a cross


def test_mistakes_on_paper_are_shown_where_they_are_and_nothing_is_lost(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server, phone=False)
    copyist = Copyist(ada)
    copyist.begin("Germany")
    keys = ada.page.keyboard
    keys.type("1313")  # Kiel is not coloured, so the next city is proposed at once
    copyist.tap_city("dresden")
    keys.press("ArrowUp")  # to Berlin, by the arrow keys of the map
    keys.type("70")
    copyist.tap_city("dresden")
    keys.type("x")
    mistakes = ada.page.locator("aside .mistakes li")
    expect(mistakes).to_have_count(2)
    twice = copyist.wrong_cities() - {"berlin"}
    assert len(twice) == 2
    ada.page.locator("aside").get_by_label(ada.says("companion_rounds")).select_option("1")
    expect(mistakes).to_have_count(3)  # four cities in one round
    expect(ada.page.locator("aside .mistakes")).to_contain_text(
        say("companion.too_many_cities", count=1, found=4, most=2)
    )
    ada.page.locator("aside").get_by_label(ada.says("companion_rounds")).select_option("13")

    # The list, which needs no map: the field names its mistake, and putting it right counts at once.
    ada.press("city_list")
    field = ada.page.get_by_role("dialog").get_by_role("textbox", name="Berlin", exact=True)
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("14")
    expect(field).to_have_attribute("aria-invalid", "false")
    ada.press("close")
    assert copyist.wrong_cities() == twice
    mistakes.get_by_role("button").first.click()  # leads to the city
    keys.type("12")
    expect(mistakes).to_have_count(0)
    expect(ada.page.locator(".board .number")).to_have_count(3)
    expect(ada.page.locator(".board .cross")).to_have_count(1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_companion_and_pad_speak_every_language(server: AppServer, welcome: Welcome, language: str) -> None:
    guest = welcome(server, language=language)
    copyist = Copyist(guest)
    copyist.begin(guest.edition_name("france"))
    copyist.type("34*")
    copyist.expect_total(10)  # own colour, and three zones without a cross
    guest.press("companion_why")
    expect(guest.page.get_by_role("dialog")).to_contain_text(say("score.reason.colour", language))
    scorer = Scorer(guest)
    scorer.begin("Ada", "Ben")
    scorer.read_round(1, "6x4 rest:off", "x0 rest:off")
    scorer.expect_totals(Ada=24, Ben=0)
    assert "app." not in guest.page.inner_text("body")
    guest.expect_to_fit()


def test_four_dice_are_read_with_four_taps_and_everything_can_be_taken_back(
    server: AppServer, welcome: Welcome, tmp_path: Path
) -> None:
    scorer = Scorer(welcome(server))
    page = scorer.guest.page
    scorer.begin("Ada", "Ben", "Cleo")
    for roll, name in ((2, "Ada"), (6, "Ben"), (4, "Cleo")):
        page.get_by_role("button", name=f"{name}: {roll}", exact=True).click()
    expect(scorer.reading_button(1)).to_contain_text(scorer.guest.says("scorepad_starts", name="Ben"))
    scorer.reading_button(1).click()
    for name, row, most in (
        ("Ben", "6x4 6x4 5x3 off", 4),  # 24 + 24 + 15
        ("Cleo", "1x1 rest:off", 2),
        ("Ada", "2x2 x0 3x1 4x1", 4),  # 4 + 3 + 4
    ):
        expect(page.get_by_role("heading", name=name)).to_be_visible()
        scorer.taps = 0
        scorer.read(row)
        assert scorer.taps <= most
    scorer.expect_totals(Ada=11, Ben=63, Cleo=1)

    # An old round put right, and taken back again.
    page.locator("summary").first.click()
    page.get_by_role("button", name=scorer.guest.says("scorepad_correct")).click()
    scorer.read("1x1")  # Ben's first die was a 1 after all
    scorer.guest.press("done")
    scorer.expect_totals(Ben=63 - 24 + 1)
    scorer.guest.press("undo")
    scorer.guest.press("done")
    scorer.expect_totals(Ben=63)

    scorer.guest.press("menu")
    with page.expect_download() as saving:
        scorer.guest.press("scorepad_save_text")
    saving.value.save_as(tmp_path / "evening.pad")
    assert pad_from_text((tmp_path / "evening.pad").read_text("utf-8")).totals == (11, 63, 1)
    with page.expect_download() as saving:
        scorer.guest.press("scorepad_save_csv")
    saving.value.save_as(tmp_path / "evening.csv")
    assert (tmp_path / "evening.csv").read_text("utf-8").startswith("round,player")
    scorer.guest.press("close")

    # Undo without end: back to the first roll for the order.
    for _ in range(3 + 10):
        page.get_by_role("button", name=scorer.guest.says("undo"), exact=True).click()
    expect(page.get_by_role("button", name=scorer.guest.says("undo"), exact=True)).to_be_disabled()


def test_TD17_odd_dice_TD10_teams_and_TD09_bonus_dice_are_read_as_they_lie(
    server: AppServer, welcome: Welcome, tmp_path: Path
) -> None:
    scorer = Scorer(welcome(server))
    page = scorer.guest.page
    scorer.set_up("Ada", "Ben", "Cleo", "Dan")
    scorer.share_out(dice=4, teams=2, kinds=("d8", "d10", "d12", "d20"))
    teams = page.get_by_role("list", name=scorer.guest.says("scorepad_teams")).get_by_role("listitem")
    expect(teams).to_have_text(["Ada + Cleo", "Ben + Dan"])
    scorer.start()
    scorer.reading_button(1).click()
    expect(page.get_by_role("button", name=scorer.guest.says("scorepad_slot_bonus"))).to_have_count(1)
    for face, largest in enumerate((8, 10, 12, 20)):
        page.locator(".slot").nth(face).click()
        expect(page.locator(".cell")).to_have_count(largest)
        scorer.guest.expect_to_fit()
    page.locator(".slot").first.click()
    for row in (
        "8x4 10x3 12x2 20x1 6x2",  # Ada: 32 + 30 + 24 + 20, and the bonus die twice 12
        "1x1 off x0 off 8x4",  # Ben: 1, and the bonus die twice 32
        "7x2 x0 11x3 19x4 off",  # Cleo: 14 + 33 + 76
        "off off off off x0",  # Dan: nothing at all
    ):
        scorer.read(row)
    scorer.expect_totals(**{"Ada + Cleo": 130 + 123, "Ben + Dan": 65})

    scorer.guest.press("menu")
    with page.expect_download() as saving:
        scorer.guest.press("scorepad_save_text")
    saving.value.save_as(tmp_path / "odd.pad")
    assert pad_from_text((tmp_path / "odd.pad").read_text("utf-8")).totals == (253, 65)


def test_an_evening_without_a_line_is_kept_shown_as_uncounted_and_counted_once(
    own_server: AppServer, welcome: Welcome
) -> None:
    scorer = Scorer(welcome(own_server))
    page = scorer.guest.page
    target = say("tumblin.variant.target.title")
    scorer.begin("Ada", "Ben", variants=(target,))
    page.evaluate("navigator.serviceWorker.ready")
    scorer.read_round(1, "6x4 6x4 6x4 6x4 6x4", "off x0 1x1 1x1 1x1")
    scorer.expect_totals(Ada=120, Ben=3)
    own_server.kill()
    for number in range(2, 6):
        scorer.read_round(number, "6x4 6x4 6x4 6x4 6x4", "5x4 rest:off")
        expect(scorer.state).to_have_text(scorer.guest.says("companion_waiting"))
    page.reload()  # the shell and the evening are both on the device
    expect(scorer.reading_button(6)).to_be_visible()
    expect(page.locator("details")).to_have_count(5)
    own_server.start()
    scorer.expect_totals(Ada=600, Ben=83)
    expect(page.get_by_role("heading", name="Ada wins: the target is reached.")).to_be_visible()
    scorer.guest.press("again")  # the same table, ready at once
    expect(scorer.reading_button(1)).to_be_visible()
    scorer.expect_totals(Ada=0, Ben=0)  # counted: the list shows the last count
    page.get_by_role("button", name=scorer.guest.says("scorepad_games")).click()
    games = page.locator("li .sums")
    expect(games).to_have_text(["0 : 0", "600 : 83"])


def test_a_copy_without_a_line_is_kept_and_counted_later(own_server: AppServer, welcome: Welcome) -> None:
    ada = welcome(own_server)
    copyist = Copyist(ada)
    copyist.begin("France")
    page = ada.page
    page.wait_for_function(
        "caches.open('games-1').then(one => one.match('/api/editions/france')).then(Boolean)"
    )  # the map is on the device
    page.evaluate("navigator.serviceWorker.ready")  # and so is the shell
    own_server.kill()
    copyist.type("11")
    expect(page.locator("[data-state]")).to_have_text(ada.says("companion_waiting"))
    page.reload()
    copyist.type("12")
    expect(page.locator(".board .number")).to_have_count(2)
    own_server.start()
    copyist.expect_total(12)  # a double, a road of two, three clean zones


def test_a_copied_sheet_is_printed_with_its_whole_map_and_every_line_named(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server)
    copyist = Copyist(ada)
    copyist.begin("France")
    for text in published_marks("france").values():
        copyist.type(text)
    copyist.expect_total(39)
    ada.press("menu")
    ada.page.emulate_media(media="print")
    for part in ("dialog", ".screen"):
        expect(ada.page.locator(part).first).to_be_hidden()
    page = ada.page.locator(".print")
    expect(page.locator("dt")).to_have_count(7)
    expect(page.locator("dt").first).to_have_text(say("score.bonus"))
    expect(page.locator(".total dd")).to_have_text("39")
    box = page.locator(".picture").bounding_box()
    assert box
    assert box["width"] / box["height"] == pytest.approx(1.05, abs=0.01)  # as the map is: nothing is cut off


def test_a_game_is_deleted_by_the_second_tap(server: AppServer, welcome: Welcome) -> None:
    scorer = Scorer(welcome(server))
    scorer.begin("Ada", "Ben")
    ada = scorer.guest
    ada.press("menu")
    ada.press("scorepad_delete")
    ada.press("close")
    ada.page.reload()
    expect(scorer.reading_button(1)).to_be_visible()  # one tap has done no harm
    ada.press("menu")
    ada.press("scorepad_delete")
    ada.press("companion_sure")
    expect(ada.page.get_by_role("heading", name=ada.says("scorepad"))).to_be_visible()
    kept = ada.page.evaluate("Object.keys(localStorage)")
    assert [key for key in kept if key.startswith("tumbletrip.pad.")] == []


def test_what_contradicts_itself_is_refused_by_name_before_anybody_plays(
    server: AppServer, welcome: Welcome
) -> None:
    guest = welcome(server)
    guest.visit("/scorepad")
    for variant in ("target", "rounds"):
        guest.page.get_by_role("checkbox", name=say(f"tumblin.variant.{variant}.title")).check()
    expect(guest.page.get_by_role("alert")).to_have_text(say("tumblin/target_and_rounds"))
    begin = guest.page.get_by_role("button", name=guest.says("scorepad_begin"), exact=True)
    expect(begin).to_be_disabled()
    guest.page.get_by_role("checkbox", name=say("tumblin.variant.rounds.title")).uncheck()
    expect(begin).to_be_enabled()


def test_real_dice_with_the_sheets_on_this_phone_begin_with_one_tap(
    server: AppServer, welcome: Welcome
) -> None:
    ada = welcome(server)
    ada.visit("/companion")
    ada.press("dice_one_phone")
    ada.expect_round(1)
    ada.type_dice(red=1, blue=2, green=3, yellow=4)
    ada.press("that_is_the_roll")
    ada.press("correct_dice")  # red shows a six
    ada.type_dice(red=6)
    ada.press("that_is_the_roll")
    expect(ada.die("red")).to_have_accessible_name(re.compile("6"))
    expect(ada.die("blue")).to_have_accessible_name(re.compile("2"))
    ada.visit("/companion")
    ada.press("dice_own_phones")
    here = ada.says("only_here", command="tumbletrip serve --host 0.0.0.0")  # no QR code of 127.0.0.1
    expect(ada.page.get_by_text(here)).to_be_visible()
