"""A site of plain files, whose host is then stopped: the device plays on by itself, and loses nothing."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, expect

from hatch_build import build_pack
from tests.kit.browser.axe import violations
from tests.kit.browser.browser import ROOT, AppServer
from tests.kit.browser.companion import Copyist, published_marks
from tests.kit.browser.file_host import BASE, FileHost, site_host
from tests.kit.browser.flicker import Flicker
from tests.kit.browser.visitor import Visitor, visitor
from tumbletrip.core.texts import LANGUAGES
from tumbletrip.local.device import ANALYSES

pytestmark = pytest.mark.slow

GOLDEN = ROOT / "tests" / "golden" / "device_journal.json"
KEEP_ROWS = """({ table, secret, rows }) => new Promise(resolve => {
  const known = { table, code: '', seats: [{ seat: 0, secret }], names: ['Ada'], game: 'dicetrip',
    edition: 'france', at: Date.now(), isOver: false };
  const tables = JSON.parse(localStorage['tumbletrip.tables']);
  localStorage['tumbletrip.tables'] = JSON.stringify([known, ...tables]);
  const asked = indexedDB.open('tumbletrip');
  asked.onsuccess = () => {
    const change = asked.result.transaction('rows', 'readwrite');
    for (const name in rows) change.objectStore('rows').put(rows[name], name);
    change.oncomplete = () => resolve(asked.result.close());
  };
})"""
# The copy of Python's memory that a start leaves behind: spoilt; and waited for until a whole one is there.
SPOIL_MEMORY = """async () => {
  const cache = await caches.open((await caches.keys()).find(one => one.startsWith('pack-')));
  const place = (await cache.keys()).find(({ url }) => url.endsWith('/memory'));
  await cache.put(place, new Response('cut off'));
}"""
UNTIL_MEMORY = """async () => {
  const cache = await caches.open((await caches.keys()).find(one => one.startsWith('pack-')));
  for (;;) {
    const place = (await cache.keys()).find(({ url }) => url.endsWith('/memory'));
    if (place && (await (await cache.match(place)).blob()).size > 1e7) return;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}"""
IS_KEPT = """async name => {
  const cache = await caches.open((await caches.keys()).find(one => one.startsWith('pack-')));
  return (await cache.keys()).some(({ url }) => url.endsWith(`/${name}`));
}"""
SPEAK = """language => (localStorage['tumbletrip.settings'] = JSON.stringify({ language }))"""
FETCHED_MS = 120_000  # the pack, and Python's first start on a busy machine


@pytest.fixture
def file_host(tmp_path: Path) -> Iterator[FileHost]:
    """The app on a host that can be stopped."""
    with site_host(tmp_path) as host:
        yield host


def play_rounds(ada: Visitor, rounds: int) -> None:
    for _ in range(rounds):
        assert ada.until_writing()
        ada.write_round()


def practise(player: Flicker) -> None:
    """Flick once on the practice board."""
    player.guest.visit("/practice")
    player.expect_turn()
    player.swipe()
    lying, *_ = player.expect_dice(2)  # and the next one in the hand
    assert player.dice()[lying][0] > 0


def flick_against_a_bot(player: Flicker) -> None:
    """Flick once, wait for the bot's answer, and find all dice where they lay after a reload."""
    player.sit_down("Ada", bots=1)
    player.expect_turn()
    assert "/games/t/~" in player.guest.page.url
    before = len(player.dice())
    player.swipe()
    lying = dict(list(player.expect_dice(before + 2).items())[:-1])
    player.expect_turn()
    player.guest.page.reload()
    player.expect_turn()
    player.expect_places(lying)


def flick_around_one_device(player: Flicker) -> None:
    """Two people flick in turn on one device, and find all dice where they lay after a reload."""
    player.sit_down("Ada", "Ben")
    for _ in range(2):
        player.expect_turn()
        before = player.dice()
        player.swipe()
        player.until("before => document.querySelectorAll('[data-die]').length > before", len(before))
    player.expect_turn()
    lying = dict(list(player.dice().items())[:-1])
    assert len(lying) == 2
    player.guest.page.reload()
    player.expect_turn()
    player.expect_places(lying)


def test_a_device_plays_counts_and_keeps_everything_after_its_host_is_gone(
    browser: Browser, file_host: FileHost
) -> None:
    ada = visitor(browser, file_host.url)
    page = ada.page
    ada.visit()
    ada.press("play_now")
    expect(ada.usable("roll")).to_be_visible(timeout=FETCHED_MS)
    assert "/games/t/~" in page.url
    table = page.url
    player = Flicker(ada)
    player.choose_board(flat=True)
    fetch_the_rest(ada)
    file_host.stop()

    page.goto(table)
    play_rounds(ada, 2)
    ada.expect_round(3)
    page.reload()  # a deep address, and nobody who serves it
    ada.expect_round(3)
    assert len(ada.empty_cities()) == 25 - 2 * 2
    page.evaluate(UNTIL_MEMORY)
    page.evaluate(SPOIL_MEMORY)
    page.reload()  # it starts all the same, and makes a new one
    ada.expect_round(3)
    page.evaluate(UNTIL_MEMORY)
    play_rounds(ada, 1)

    ada.visit("/")  # the game waits on the front page, which says where it is
    page.reload()  # the page before has not let go of the device yet
    going = page.get_by_role("link", name=ada.says("local.here"))
    expect(going).to_be_visible()
    assert str(going.get_attribute("href")).startswith(BASE)  # a new tab finds it, too
    going.click()
    ada.expect_round(4)

    second = page.context.new_page()  # one tab at a time, and a sentence that says so
    second.goto(page.url)
    expect(second.get_by_text(ada.says("local.trouble.taken"))).to_be_visible(timeout=FETCHED_MS)
    second.close()

    copyist = Copyist(ada)  # paper is counted here, too
    copyist.begin("France")
    for text in published_marks("france").values():
        copyist.type(text)
    copyist.expect_total(39)

    flick_against_a_bot(player)
    flick_around_one_device(player)
    practise(player)
    finish_the_game_of_the_first_version(ada)
    try_what_needs_no_server(ada)
    speak_all_languages(ada)
    expect_trouble_to_be_told(ada)
    assert ada.complaints == []
    page.context.close()


def fetch_the_rest(ada: Visitor) -> None:
    """The first game brought what it needed; Tumblin-Dice and what bots know of maps come if wanted."""
    ada.visit("/settings")
    ada.press("local.fetch_rest")
    expect(ada.usable("local.remove")).to_be_visible(timeout=FETCHED_MS)
    expect(ada.usable("local.fetch_rest")).to_have_count(0)
    assert ada.page.evaluate(IS_KEPT, "mujoco.wasm")
    assert ada.page.evaluate(IS_KEPT, "spain.steps")


def finish_the_game_of_the_first_version(ada: Visitor) -> None:
    """What an earlier version kept is opened; its game ends, is seen again, analysed and counted as mine."""
    golden = json.loads(GOLDEN.read_text("utf-8"))
    ada.page.evaluate(KEEP_ROWS, golden)
    ada.visit(f"/t/{golden['table']}")
    ada.expect_round(13)
    play_rounds(ada, 1)
    expect(ada.over).to_be_visible()
    ada.page.get_by_role("link", name=ada.says("replay"), exact=True).click()
    expect(ada.page.get_by_role("slider")).to_be_visible()
    ada.page.get_by_role("link", name=ada.says("analysis"), exact=True).click()
    expect(ada.page.get_by_text(ada.says("analysis.done_here"))).to_be_visible(timeout=FETCHED_MS)
    expect(ada.page.get_by_text(ada.says("analysis.method", games=ANALYSES.games))).to_be_visible()
    assert violations(ada.page) == []
    ada.visit("/records")
    expect(ada.page.locator(f"a[href$='{golden['table']}/replay']")).to_be_visible()


def try_what_needs_no_server(ada: Visitor) -> None:
    """Own dice, a map of one's own, the lesson and the rules."""
    ada.open_table("Ada", own_dice=True)
    ada.roll_own(red=3, blue=4, green=1, yellow=6)
    ada.visit("/boards")
    expect(ada.page.get_by_text(ada.says("boards.needs_server"))).to_be_visible()
    rooms = FilePayload(name="rooms.csv", mimeType="text/csv", buffer=b"Hall,48,2")
    ada.page.locator("input[type=file]").set_input_files(rooms)
    expect(ada.page.get_by_role("alert")).to_have_text(ada.says("boards.needs_server"))
    ada.page.get_by_role("button", name=ada.edition_name("germany")).click()
    expect(ada.page.get_by_text(ada.says("boards.fine"))).to_be_visible()
    expect(ada.page.get_by_text(ada.says("boards.alone"))).to_be_visible()
    for missing in ("boards.rate", "boards.train"):
        expect(ada.page.get_by_role("button", name=ada.says(missing))).to_be_hidden()
    for path in ("/sheets", "/daily"):
        ada.visit(path)
        expect(ada.page.get_by_role("heading", name=ada.says("local.needs_server"))).to_be_visible()
    ada.visit("/rules")
    expect(ada.page.get_by_role("heading", level=1)).to_be_visible()
    ada.visit("/")
    ada.press("learn")
    expect(ada.page.locator(".lesson [role=status]")).to_have_text(ada.says("lesson.roll", goal=5))


def speak_all_languages(ada: Visitor) -> None:
    """The device's own words in every language, on a screen with which axe finds nothing wrong."""
    for language in LANGUAGES:
        ada.language = language
        ada.page.evaluate(SPEAK, language)
        ada.visit("/settings")
        expect(ada.page.get_by_text(ada.says("local.removed_text"))).to_be_visible()
        assert violations(ada.page) == []
    ada.visit("/")
    expect(ada.page.get_by_role("link", name=ada.says("local.here")).first).to_be_visible()
    assert violations(ada.page) == []


def expect_trouble_to_be_told(ada: Visitor) -> None:
    """A device whose storage is cleared under an open game, and one without its pack."""
    storage = ada.page.context.new_cdp_session(ada.page)
    origin = {"origin": ada.page.evaluate("location.origin")}
    ada.open_table("Ada")
    ada.usable("roll").click()
    expect(ada.usable("keep")).to_be_visible()
    storage.send("Storage.clearDataForOrigin", {**origin, "storageTypes": "indexeddb"})
    ada.page.wait_for_function("indexedDB.databases().then(found => found.length === 0)")
    ada.usable("keep").click()
    expect(ada.page.get_by_text(ada.says("local.trouble.lost"))).to_be_visible()
    ada.page.reload()
    expect(ada.page.get_by_text(ada.says("local.gone"))).to_be_visible()
    ada.visit("/settings")
    ada.press("local.remove")
    expect(ada.usable("local.fetch")).to_be_visible()


def test_what_a_server_gave_is_played_on_when_the_server_is_gone(
    own_server: AppServer, browser: Browser
) -> None:
    build_pack(ROOT)
    ada = visitor(browser, own_server.url, language="de")
    ada.visit()
    offer = ada.page.get_by_role("region", name=ada.says("local.title"))
    expect(ada.usable("play_now")).to_be_visible()
    expect(offer).to_have_count(0)
    ada.page.evaluate("sessionStorage.clear()")  # as a new tab would have it: the second visit
    ada.page.reload()
    offer.get_by_role("button", name=ada.says("local.fetch")).click()
    expect(ada.page.get_by_text(ada.says("local.ready"))).to_be_visible(timeout=FETCHED_MS)
    own_server.kill()

    ada.open_table("Ada", "Ben")  # around one device
    assert "/t/~" in ada.page.url
    play_rounds(ada, 2)
    continue_with(ada, "friends")
    expect(ada.page.get_by_text(ada.says("moving.no_server"))).to_be_visible()
    own_server.start()  # what was begun here stays here
    ada.page.reload()
    play_rounds(ada, 2)
    ada.expect_round(3)

    begun_here = ada.page.url
    continue_with(ada, "friends")  # Ben's seat is free for his own phone
    ada.press("moving.go")
    expect(ada.page).not_to_have_url(begun_here)
    ada.expect_round(3)
    ben = visitor(browser, own_server.url)
    ben.page.goto(ada.page.url)
    ben.press("sit_down")
    ben.page.get_by_label(ben.says("your_name")).fill("Benni")
    ben.page.get_by_role("dialog").get_by_role("button", name=ben.says("sit_down")).click()
    play_rounds(ada, 1)
    play_rounds(ben, 1)
    ada.expect_round(4)

    ada.page.goto(begun_here)  # the old table leads to the new one
    ada.press("moving.open")
    ada.expect_round(4)
    continue_with(ada, "here")  # and back, with what was played there
    ada.press("moving.go")
    ada.page.wait_for_url("**/t/~*")
    ada.expect_round(4)
    move_a_match(Flicker(ada))
    assert ada.complaints + ben.complaints == []
    for one in (ada, ben):
        one.page.context.close()


def move_a_match(player: Flicker) -> None:
    """Take a match of Tumblin-Dice from the server to this device and back; its dice stay where they lie."""
    ada = player.guest
    player.choose_board(flat=True)
    player.sit_down("Ada", "Ben")
    player.expect_turn()
    player.swipe()
    lying = dict(list(player.expect_dice(2).items())[:-1])
    player.expect_turn()
    for where, address in (("here", "**/t/~*"), ("friends", re.compile(r"/t/[^~/]+$"))):
        continue_with(ada, where)
        ada.press("moving.go")
        ada.page.wait_for_url(address)
        if where == "here":  # among friends it may be the turn of one who has not come yet
            player.expect_turn()
        player.expect_places(lying)


def continue_with(ada: Visitor, where: str) -> None:
    """Ask the table's menu to take the game to friends, or to this device."""
    ada.page.get_by_role("button", name=ada.says("menu"), exact=True).click()
    ada.press(f"moving.{where}")
