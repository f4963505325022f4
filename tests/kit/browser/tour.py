"""A tour of every screen, for pictures and for the checks that each screen must pass."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import expect

from tests.kit.browser.companion import Copyist, Scorer, published_marks
from tests.kit.browser.visitor import BOT_PATIENCE_MS, Visitor


def tour(guest: Visitor) -> Iterator[str]:
    """Go from screen to screen; at each the screen's name is given and the page can be looked at."""
    yield from _pages(guest)
    yield from companion(guest)
    yield from _before_a_game(guest)
    yield from _lesson(guest)
    yield from _game(guest)
    yield from _after_games(guest)


def _pages(guest: Visitor) -> Iterator[str]:
    guest.visit("/")
    expect(guest.page.locator(".picture .number").first).to_be_visible()
    yield "front-page"
    for path, name in (
        ("/rules", "rules"),
        ("/settings", "settings"),
        ("/boards", "boards"),
        ("/rules#tumblin", "rules-tumblin"),
        ("/nowhere", "missing-page"),
    ):
        guest.visit(path)
        expect(guest.page.get_by_role("heading", level=1)).to_be_visible()
        expect(guest.page.get_by_text(guest.says("loading"))).to_have_count(0)
        yield name
    guest.visit("/t/nothing-here")
    expect(guest.page.get_by_role("heading", name=guest.says("no_such_table"))).to_be_visible()
    yield "missing-table"


def companion(guest: Visitor) -> Iterator[str]:
    """The companion and the score pad."""
    copyist = Copyist(guest)
    copyist.begin(guest.edition_name("france"))
    yield from _paper(guest, copyist)
    guest.visit("/companion")
    expect(guest.page.locator(".stamp svg").first).to_be_visible()
    yield "companion"
    guest.visit("/scorepad")
    expect(guest.page.get_by_role("button", name=guest.says("scorepad_begin"), exact=True)).to_be_enabled()
    yield "pad-setup"
    scorer = Scorer(guest)
    scorer.begin("Ada", "Ben")
    yield "pad-who-begins"
    scorer.read_round(1, "6x4 5x3 off 2x1 3x2", "4x4 x0 1x1 6x2 6x3")
    scorer.read_round(2, "off rest:off", "5x4 rest:off")
    scorer.reading_button(3).click()
    scorer.read("6x3 off")
    yield "pad-reading"
    guest.press("td_standings")
    scorer.expect_totals(Ada=47, Ben=67)
    guest.page.locator("summary").last.click()
    yield "pad-standings"
    guest.visit("/scorepad")
    expect(guest.page.locator("li .sums")).to_be_visible()
    yield "pad-games"


def _paper(guest: Visitor, copyist: Copyist) -> Iterator[str]:
    for text in [*published_marks("france").values()][:14]:
        copyist.type(text)
    yield "paper-sheet"
    copyist.type("13*")  # stands in Lille already
    expect(guest.page.locator(".board .wrong")).to_have_count(2)
    yield "paper-mistake"
    for key in ("companion_why", "city_list"):
        if not guest.usable(key).is_visible():
            continue  # where there is room, the reasons stand beside the map
        guest.press(key)
        expect(guest.page.get_by_role("dialog")).to_be_visible()
        yield key.replace("_", "-")
        guest.press("close")


def _before_a_game(guest: Visitor) -> Iterator[str]:
    guest.visit("/new?mode=friends")
    expect(guest.page.locator(".stamp svg").first).to_be_visible()
    guest.page.get_by_label(guest.says("name_of", number=1)).fill("Ada")
    yield "new-table"
    guest.press("open_table")
    here = guest.says("only_here", command="tumbletrip serve --host 0.0.0.0")  # no QR code of 127.0.0.1
    expect(guest.page.get_by_text(here)).to_be_visible()
    yield "invitation"
    with _somebody_else(guest):
        guest.page.get_by_label(guest.says("your_name")).fill("Bob")
        yield "join"


def _watching(guest: Visitor) -> Iterator[str]:
    with _somebody_else(guest):
        expect(guest.page.locator(".watching")).to_be_visible()
        yield "watching"


@contextmanager
def _somebody_else(guest: Visitor) -> Iterator[None]:
    """Look at the same address as somebody who has no seat here, on a device like this one."""
    mine, browser = guest.page, guest.page.context.browser
    assert browser
    is_dark = mine.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    other = browser.new_context(
        locale=guest.language,
        viewport=mine.viewport_size,
        color_scheme="dark" if is_dark else "light",
        reduced_motion="reduce",
    )
    guest.page = other.new_page()
    guest.page.goto(mine.url)
    try:
        yield
    finally:
        guest.page = mine
        other.close()


def _lesson(guest: Visitor) -> Iterator[str]:
    guest.visit("/")
    guest.press("learn")
    assert guest.until_writing()
    guest.make_numbers()
    yield "lesson"


def _game(guest: Visitor) -> Iterator[str]:
    guest.open_table("Ada", "Bob", own_dice=True, hides=True)
    yield "own-dice"
    guest.open_table("Ada", "Bob", "Cleo")
    yield "roll"
    guest.press("roll")
    yield "keep-or-re-roll"
    guest.keep()
    guest.make_numbers()
    guest.open_all_ways()
    yield "all-ways"
    guest.close_all_ways()
    guest.fill_and_finish()
    guest.play_without_looking(until_round=8)
    assert guest.until_writing()
    guest.page.locator(f".board [data-city={guest.empty_cities()[0]}]").focus()
    expect(guest.page.locator(".help .fits")).not_to_have_text("…")
    yield "city-help"
    guest.make_numbers()
    yield "making-numbers"
    guest.cross_out(guest.empty_cities()[0])
    yield "writing"
    for key in ("city_list", "menu"):
        guest.press(key)
        expect(guest.page.get_by_role("dialog")).to_be_visible()
        yield key.replace("_", "-")
        guest.press("close")
    guest.page.get_by_role("button", name=guest.says("open_sheet", name="Bob")).click()
    yield "another-sheet"
    guest.press("close")
    yield from _watching(guest)
    guest.fill_and_finish()
    guest.play_without_looking(until_round=14)
    expect(guest.page.locator(".ranking")).to_be_visible()
    yield "end"
    guest.page.get_by_role("link", name=guest.says("replay")).click()
    expect(guest.page.get_by_role("slider")).to_be_visible()
    yield "replay"
    guest.page.get_by_role("link", name=guest.says("analysis")).click()
    curve = guest.page.get_by_role("heading", name=guest.says("analysis.curve"))
    expect(curve).to_be_visible(timeout=BOT_PATIENCE_MS)
    yield "analysis"


def _after_games(guest: Visitor) -> Iterator[str]:
    guest.visit("/sheets")
    expect(guest.page.locator("figure img")).to_be_visible()
    expect(guest.page.locator("figure .over")).to_have_count(0)
    yield "sheets"
    guest.visit("/daily")
    expect(guest.page.locator(".picture .rim").first).to_be_visible()
    expect(guest.usable("daily_play")).to_be_visible()
    guest.page.get_by_text(guest.says("daily_fair"), exact=True).click()
    yield "daily"
    guest.visit("/records")
    expect(guest.page.locator(".figures")).to_be_visible()
    yield "records"
