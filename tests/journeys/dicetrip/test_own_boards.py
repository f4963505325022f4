"""All one can do with a map of one's own: coast, places, rating, champion, print, file, link, country."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.journeys.conftest import Welcome
from tests.kit.browser.axe import violations
from tests.kit.browser.browser import AppServer, app_server
from tests.kit.browser.visitor import BOT_PATIENCE_MS, Visitor
from tests.kit.dicetrip.own_boards import own_word, school
from tumbletrip.dicetrip.editions import own_edition

pytestmark = pytest.mark.slow

# As over plain http, where browsers have none; this test keeps it to read what was copied.
NO_CLIPBOARD = """async () => {
  window.kept = navigator.clipboard;
  await kept.writeText('');
  Object.defineProperty(navigator, 'clipboard', { value: undefined });
}"""
ISLAND = ((0.3, 0.25), (0.7, 0.25), (0.75, 0.7), (0.3, 0.75), (0.28, 0.3))


@pytest.fixture
def teacher(tmp_path: Path) -> Iterator[AppServer]:
    """A server where champions learn from few games."""
    with app_server(
        tmp_path, "--champions", str(tmp_path / "champions"), "--limit", "training_games=500"
    ) as it:
        yield it


def _tool(guest: Visitor, tool: str) -> None:
    guest.page.locator(".tools").get_by_text(guest.says(f"boards.tool.{tool}"), exact=True).click()


def _draw(page: Page, shares: tuple[tuple[float, float], ...]) -> None:
    """Draw on the map with the mouse, by shares of its width and height."""
    box = page.locator(".frame svg[role=group]").bounding_box()
    assert box
    points = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in shares]
    page.mouse.move(*points[0])
    page.mouse.down()
    for point in points[1:]:
        page.mouse.move(*point, steps=8)
    page.mouse.up()


def _open(guest: Visitor, name: str, content: str) -> None:
    kind = "text/csv" if name.endswith(".csv") else "application/json"
    file = FilePayload(name=name, mimeType=kind, buffer=content.encode())
    guest.page.locator("input[type=file]").set_input_files(file)


def test_an_island_with_places_of_the_world_is_drawn_in_french(server: AppServer, welcome: Welcome) -> None:
    guest = welcome(server, phone=True, language="fr")
    guest.visit("/boards")
    guest.press("boards.empty")
    for typed, name in (("geneve", "Genève"), ("zuric", "Zürich"), ("lugano", "Lugano")):
        guest.page.get_by_label(guest.says("boards.find")).fill(typed)
        guest.page.get_by_role("button", name=re.compile(f"^{name}")).first.click()
        expect(guest.page.get_by_role("button", name=re.compile(f"^{name},"))).to_be_visible()
    guest.page.get_by_label(guest.says("boards.find")).fill("xqxq")
    expect(guest.page.get_by_text(guest.says("boards.find_none", typed="xqxq"))).to_be_visible()

    map_ = guest.page.locator(".frame svg[role=group]")
    guest.spread(map_, 2)
    whole = guest.page.get_by_role("button", name=guest.says("zoom_whole"))
    whole.click()
    expect(whole).to_be_hidden()
    assert guest.page.locator("[data-city]").count() == 3  # two fingers look, they add no city

    _tool(guest, "coast")
    _draw(guest.page, ISLAND[:2])
    expect(guest.page.get_by_role("alert")).to_contain_text(guest.says("boards.coast_small"))
    _draw(guest.page, ISLAND)
    around = guest.page.get_by_role("button", name=guest.says("boards.coast"))
    expect(around).to_be_visible()
    assert violations(guest.page) == []
    guest.expect_to_fit()
    around.click()
    expect(around).to_be_hidden()
    guest.press("undo")
    expect(around).to_be_visible()


def test_a_map_is_rated_learned_printed_saved_opened_and_shared(teacher: AppServer, welcome: Welcome) -> None:
    guest = welcome(teacher, phone=False, language="de")
    guest.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    guest.visit(f"/boards#{own_word()}")
    expect(guest.page.get_by_text(guest.says("boards.fine"))).to_be_visible()

    with guest.page.expect_download() as printed:
        guest.page.get_by_role("link", name=guest.says("boards.print")).click()
    assert Path(printed.value.path()).read_bytes().startswith(b"%PDF")
    with guest.page.expect_download() as saved:
        guest.press("boards.save")
    assert saved.value.suggested_filename == "Utopia.json"
    content = Path(saved.value.path()).read_text("utf-8")

    guest.press("boards.rate")
    rated = guest.page.get_by_text(re.compile(r"in Frankreich"))
    expect(guest.page.get_by_role("progressbar")).to_be_visible()
    expect(rated).to_be_visible(timeout=BOT_PATIENCE_MS)
    guest.press("boards.train")
    learned = guest.page.get_by_text(re.compile(r"^(Fertig: )?Nach 500 Spielen"))
    expect(learned).to_be_visible(timeout=BOT_PATIENCE_MS)
    assert violations(guest.page) == []

    guest.page.evaluate("navigator.share = undefined")
    guest.press("boards.share")
    expect(guest.page.get_by_role("button", name=guest.says("link_copied"))).to_be_visible()
    assert guest.page.evaluate("navigator.clipboard.readText()") == f"{teacher.url}/boards#{own_word()}"
    guest.page.evaluate(NO_CLIPBOARD)
    guest.page.get_by_role("button", name=guest.says("link_copied")).click()
    guest.page.wait_for_function(
        "async link => (await kept.readText()) === link", arg=f"{teacher.url}/boards#{own_word()}"
    )

    guest.press("boards.own")
    _open(guest, "nothing.json", "{")
    expect(guest.page.get_by_role("alert")).to_contain_text(guest.says("boards.no_json"))
    draft = json.loads(content)
    for wrong in ({**draft, "cities": draft["cities"][:3]}, {**draft, "cities": draft["cities"] * 2}, "NaN"):
        _open(guest, "wrong.json", json.dumps(wrong))
        expect(guest.page.get_by_role("alert")).not_to_be_empty()
    _open(guest, "Utopia.json", content)
    expect(guest.page.get_by_text(guest.says("boards.fine"))).to_be_visible()


def test_a_country_is_asked_for_followed_and_stopped(server: AppServer, welcome: Welcome) -> None:
    guest = welcome(server, phone=True, language="nl")
    guest.visit("/boards")
    guest.page.get_by_label(guest.says("boards.country")).select_option("DK")
    guest.press("boards.make_country")
    expect(guest.page.get_by_role("progressbar")).to_be_visible()
    assert violations(guest.page) == []
    guest.press("analysis.cancel")
    expect(guest.page.get_by_role("progressbar")).to_be_hidden()
    expect(guest.usable("boards.make_country")).to_be_visible()


def test_a_list_of_rooms_becomes_a_map_on_the_narrowest_phone(server: AppServer, welcome: Welcome) -> None:
    guest = welcome(server, phone=True, language="fr")
    guest.page.set_viewport_size({"width": 320, "height": 568})
    guest.visit("/boards")
    _open(guest, "rooms.csv", "Here,48,2\nThere,49,3\nEverywhere,50,4")
    expect(guest.page.get_by_role("alert")).to_contain_text("3")
    guest.expect_to_fit()
    _open(guest, "Our School.csv", school())
    expect(guest.page.get_by_text(guest.says("boards.fine"))).to_be_visible(timeout=BOT_PATIENCE_MS)
    expect(guest.page.get_by_label(guest.says("boards.name"))).to_have_value("Our School")
    assert guest.page.locator("[data-city]").count() == 25
    guest.expect_to_fit()
    assert violations(guest.page) == []


def test_on_tapped_cities_roads_zones_and_colours_are_laid_by_themselves(
    server: AppServer, welcome: Welcome
) -> None:
    guest = welcome(server, phone=True, language="nl")
    guest.visit("/boards")
    guest.press("boards.empty")
    add = guest.usable("boards.add")
    cities = guest.page.locator("[data-city]")
    for number in range(25):
        expect(guest.usable("boards.lay")).to_have_count(0)
        expect(cities).to_have_count(number)
        add.click()
    guest.press("boards.lay")
    fine = guest.page.get_by_text(guest.says("boards.fine"))
    expect(fine).to_be_visible(timeout=BOT_PATIENCE_MS)
    guest.expect_to_fit()
    guest.press("undo")
    expect(fine).to_be_hidden()
    expect(cities).to_have_count(25)


def test_a_map_is_changed_with_the_keyboard_alone(server: AppServer, welcome: Welcome) -> None:
    guest = welcome(server, phone=False)
    guest.visit(f"/boards#{own_word()}")
    fine = guest.page.get_by_text(guest.says("boards.fine"))
    wrong = guest.page.locator(".state li").first
    keys = guest.page.keyboard
    expect(fine).to_be_visible()
    board = own_edition(own_word())
    one, other = board.roads[0]
    first = set(board.zones[0].cities)
    far = next(city.id for city in board.cities if not first & {city.id, *board.neighbours[city.id]})
    red = next(city.id for city in board.cities if city.colour == "red")

    def town(id_: str) -> Locator:
        return guest.page.locator(f'[data-city="{id_}"]')

    def choose(tool: str) -> None:
        chosen = guest.page.locator("input[name=tool]:checked")
        guest.tab_to(chosen)
        while chosen.get_attribute("value") != tool:
            keys.press("ArrowRight")

    def enter(id_: str) -> None:
        guest.tab_to(town(id_))
        keys.press("Enter")

    def spoilt_and_mended() -> None:
        expect(wrong).to_be_visible()
        keys.press("Control+z")
        expect(fine).to_be_visible()

    before = town(one).get_attribute("aria-label")
    choose("road")
    enter(one)
    enter(other)
    expect(town(one)).not_to_have_attribute("aria-label", before or "")
    keys.press("Control+z")
    expect(town(one)).to_have_attribute("aria-label", before or "")
    keys.press("Control+y")
    expect(town(one)).not_to_have_attribute("aria-label", before or "")
    keys.press("Control+z")
    choose("zone")
    enter(far)
    spoilt_and_mended()
    choose("colour")
    guest.tab_to(guest.page.locator("input[name=colour]:checked"))
    keys.press("ArrowLeft")
    enter(red)
    spoilt_and_mended()
    choose("move")
    guest.tab_to(town(one))
    keys.press("Delete")
    spoilt_and_mended()
    undo = guest.page.get_by_role("button", name=guest.says("undo"), exact=True)
    expect(undo).to_be_disabled()
    guest.reach("boards.labels")
    keys.press("Enter")
    expect(undo).to_be_enabled()  # names stand elsewhere
    expect(fine).to_be_visible()
    guest.reach("play_now")
    keys.press("Enter")
    guest.expect_round(1)
