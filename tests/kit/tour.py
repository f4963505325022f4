"""A tour of every screen, for pictures and for the checks that each screen must pass."""

from collections.abc import Iterator

from playwright.sync_api import expect

from tests.kit.visitor import Visitor


def tour(guest: Visitor) -> Iterator[str]:
    """Go from screen to screen; at each the screen's name is given and the page can be looked at."""
    yield from _pages(guest)
    yield from _before_a_game(guest)
    yield from _lesson(guest)
    yield from _game(guest)
    yield from _after_games(guest)


def _pages(guest: Visitor) -> Iterator[str]:
    guest.visit("/")
    expect(guest.page.locator(".picture .number").first).to_be_visible()
    yield "front-page"
    for path, name in (("/rules", "rules"), ("/settings", "settings"), ("/nowhere", "missing-page")):
        guest.visit(path)
        expect(guest.page.get_by_role("heading", level=1)).to_be_visible()
        expect(guest.page.get_by_text(guest.says("loading"))).to_have_count(0)
        yield name
    guest.visit("/t/nothing-here")
    expect(guest.page.get_by_role("heading", name=guest.says("no_such_table"))).to_be_visible()
    yield "missing-table"


def _before_a_game(guest: Visitor) -> Iterator[str]:
    guest.visit("/new?mode=friends")
    expect(guest.page.locator(".stamp svg").first).to_be_visible()
    guest.page.get_by_label(guest.says("name_of", number=1)).fill("Ada")
    yield "new-table"
    guest.press("open_table")
    expect(guest.page.get_by_role("img", name=guest.says("qr_alt"))).to_be_visible()
    yield "invitation"
    context = guest.page.context.browser
    assert context
    friend = context.new_context(locale=guest.language, viewport=guest.page.viewport_size).new_page()
    friend.goto(guest.page.url)
    friend.get_by_label(guest.says("your_name")).fill("Bob")
    mine, guest.page = guest.page, friend
    yield "join"
    guest.page = mine
    friend.context.close()


def _lesson(guest: Visitor) -> Iterator[str]:
    guest.visit("/")
    guest.press("learn")
    assert guest.until_writing()
    guest.make_numbers()
    yield "lesson"


def _game(guest: Visitor) -> Iterator[str]:
    guest.visit("/settings")
    guest.page.get_by_role("checkbox", name=guest.says("hide_at_hand_over")).check()
    guest.open_table("Ada", "Bob", own_dice=True)
    yield "own-dice"
    guest.visit("/settings")
    guest.page.get_by_role("checkbox", name=guest.says("hide_at_hand_over")).uncheck()
    guest.open_table("Ada", "Bob", "Cleo")
    yield "roll"
    guest.press("roll")
    yield "keep-or-re-roll"
    guest.press("keep")
    guest.make_numbers()
    guest.page.get_by_role("button", name=guest.says("all_ways")).click()
    yield "all-ways"
    guest.fill_and_finish()
    guest.play_without_looking(until_round=8)
    assert guest.until_writing()
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
    guest.fill_and_finish()
    guest.play_without_looking(until_round=14)
    expect(guest.page.locator(".ranking")).to_be_visible()
    yield "end"
    guest.page.get_by_role("link", name=guest.says("replay")).click()
    expect(guest.page.get_by_role("slider")).to_be_visible()
    yield "replay"


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
