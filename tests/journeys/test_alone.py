"""A site of plain files, whose host is then stopped: the device plays on by itself, and loses nothing."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FilePayload, expect

from tests.kit.browser.axe import violations
from tests.kit.browser.browser import ROOT
from tests.kit.browser.companion import Copyist, Scorer, published_marks
from tests.kit.browser.file_host import BASE, FileHost, site_host
from tests.kit.browser.flicker import Flicker
from tests.kit.browser.visitor import BOT_PATIENCE_MS, FETCHED_MS, Visitor, play_rounds, visitor
from tumbletrip.bots.dicetrip.levels import LEVELS
from tumbletrip.core.texts import LANGUAGES
from tumbletrip.local.device import ANALYSES

pytestmark = pytest.mark.slow

GOLDEN = ROOT / "tests" / "golden"
KEEP_ROWS = """({ table, secrets, rows, game }) => new Promise(resolve => {
  const seats = secrets.map((secret, seat) => ({ seat, secret }));
  const known = { table, code: '', seats, names: ['Ada'], game, edition: 'france', at: Date.now(),
    isOver: false };
  const tables = JSON.parse(localStorage['tumbletrip.tables']);
  localStorage['tumbletrip.tables'] = JSON.stringify([known, ...tables]);
  const asked = indexedDB.open('tumbletrip');
  asked.onsuccess = () => {
    const change = asked.result.transaction('rows', 'readwrite');
    for (const name in rows) change.objectStore('rows').put(rows[name], name);
    change.oncomplete = () => resolve(asked.result.close());
  };
})"""
PUT_ROW = """([name, text]) => new Promise(resolve => {
  const asked = indexedDB.open('tumbletrip');
  asked.onsuccess = () => {
    const change = asked.result.transaction('rows', 'readwrite'), rows = change.objectStore('rows');
    if (text === null) rows.delete(name); else rows.put(text, name);
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
SPEAK = """language => {
  const chosen = JSON.parse(localStorage['tumbletrip.settings'] ?? '{}');
  localStorage['tumbletrip.settings'] = JSON.stringify({ ...chosen, language });
}"""
USED = "navigator.storage.estimate().then(({ usage }) => usage)"
PACKS = "caches.keys().then(all => all.filter(name => name.startsWith('pack-')))"
SPARE_BYTES = 2000  # less than a first table takes


@pytest.fixture
def file_host(tmp_path: Path) -> Iterator[FileHost]:
    """The app on a host that can be stopped."""
    with site_host(tmp_path) as host:
        yield host


def test_a_device_plays_counts_and_keeps_everything_after_its_host_is_gone(
    browser: Browser, file_host: FileHost
) -> None:
    ada = visitor(browser, file_host.url)
    page = ada.page
    fetch_in_spite_of_all(ada, file_host)
    ada.visit()
    ada.press("play_now")
    expect(ada.usable("roll")).to_be_visible(timeout=FETCHED_MS)
    assert "/games/t/~" in page.url
    table = page.url
    player = Flicker(ada)
    player.choose_board(flat=True)
    fetch_the_rest(ada)
    take_a_newer_pack(ada, file_host, table)
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

    with speaking(ada, "fr"):
        play_against_all_levels(ada)
        finish_the_game_of_the_first_version(ada)
    with speaking(ada, "de"):
        flick_against_a_bot(player)
        flick_around_one_device(player)
        practise(player)
        finish_the_match_of_the_first_version(player)
    with speaking(ada, "nl"):
        play_around_one_device(ada)
        play_with_own_dice(ada)
        count_paper_and_dice(ada)
        play_on_an_own_board(ada)
    try_what_needs_no_server(ada)
    speak_all_languages(ada)
    expect_trouble_to_be_told(ada)
    assert ada.complaints == []
    page.context.close()


@contextmanager
def speaking(ada: Visitor, language: str) -> Iterator[None]:
    """Speak another language from the next page on, and English again afterwards."""
    speak(ada, language)
    yield
    speak(ada, "en")


def speak(ada: Visitor, language: str) -> None:
    """Speak a language from the next page on."""
    ada.language = language
    ada.page.evaluate(SPEAK, language)


@contextmanager
def little_room(ada: Visitor, spare_bytes: int) -> Iterator[None]:
    """A device that is nearly full meanwhile."""
    storage = ada.page.context.new_cdp_session(ada.page)
    origin = {"origin": ada.page.evaluate("location.origin")}
    quota = ada.page.evaluate(USED) + spare_bytes
    storage.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": quota})
    yield
    storage.send("Storage.overrideQuotaForOrigin", origin)
    storage.detach()


def fetch_in_spite_of_all(ada: Visitor, host: FileHost) -> None:
    """Fetch the pack without room, with a pause, to its end; start on a full device, and remove the pack."""
    ada.visit("/settings")  # a first visit, and the host knows no such file
    ada.page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    with little_room(ada, spare_bytes=1_000_000):
        ada.press("local.fetch")
        expect(ada.page.get_by_text(ada.says("local.trouble.no_room"))).to_be_visible()
        assert ada.page.evaluate(PACKS) == []  # what came before takes no room
    with host.holding("python_stdlib.zip.pack") as is_wanted:
        ada.press("local.fetch")
        assert is_wanted.wait(FETCHED_MS / 1000)  # so the files before it are here
        expect(ada.page.get_by_role("progressbar")).to_be_visible()
        ada.press("local.stop")
        expect(ada.usable("local.fetch")).to_be_visible()
        assert ada.page.get_by_role("alert").count() == 0  # now: it was paused, and nothing has failed
    before = host.asked.count("pyodide.asm.wasm.pack")
    ada.press("local.fetch")
    expect(ada.usable("local.remove")).to_be_visible(timeout=FETCHED_MS)
    assert host.asked.count("pyodide.asm.wasm.pack") == before  # it was here already
    with little_room(ada, SPARE_BYTES):
        ada.visit("/")
        ada.press("play_now")
        expect(ada.page.get_by_text(ada.says("local.trouble.full")).first).to_be_visible(timeout=FETCHED_MS)
    ada.visit("/settings")
    ada.press("local.remove")
    expect(ada.usable("local.fetch")).to_be_visible()


def fetch_the_rest(ada: Visitor) -> None:
    """The first game brought what it needed; Tumblin-Dice and what bots know of maps come if wanted."""
    ada.visit("/settings")
    assert not ada.page.evaluate(IS_KEPT, "mujoco.wasm")
    ada.press("local.fetch_rest")
    expect(ada.usable("local.remove")).to_be_visible(timeout=FETCHED_MS)
    expect(ada.usable("local.fetch_rest")).to_have_count(0)
    assert ada.page.evaluate(IS_KEPT, "mujoco.wasm")
    assert ada.page.evaluate(IS_KEPT, "spain.steps")


def take_a_newer_pack(ada: Visitor, host: FileHost, table: str) -> None:
    """The host has another pack: the next start takes what has changed in it, and nothing else again."""
    offered = host.site / "pack" / "pack.json"
    pack: dict[str, Any] = json.loads(offered.read_text("utf-8"))
    changed = next(file for file in pack["files"] if file["name"] == "pyodide.mjs")
    (host.site / "pack" / pack["version"]).rename(host.site / "pack" / "newer")
    pack["version"] = "newer"
    changed["hash"] = sha256(b"newer").hexdigest()[:12]
    offered.write_text(json.dumps(pack), "utf-8")
    host.asked.clear()
    ada.page.goto(table)
    ada.expect_round(1)
    assert ada.page.evaluate(PACKS) == ["pack-newer"]
    assert [name for name in host.asked if name.endswith(".pack")] == ["pyodide.mjs.pack"]
    assert ada.page.evaluate(IS_KEPT, "mujoco.wasm")


def play_against_all_levels(ada: Visitor) -> None:
    """Play a round of Dice Trip against bots of each level, and find it again after a reload."""
    second = ada.page.get_by_role("heading", name=ada.says("round_of", round=2))
    for levels in (list(LEVELS)[:3], list(LEVELS)[3:]):
        ada.visit("/new?mode=device")
        for place, level in enumerate(levels, start=1):
            if place > 1:
                ada.press("add_seat")
            ada.page.locator(f"#who-{place}").select_option("bot")
            ada.page.locator(f"#level-{place}").select_option(level)
        ada.page.get_by_label(ada.says("name_of", number=1)).fill("Ada")
        ada.press("open_table")
        ada.expect_round(1)
        play_rounds(ada, 1)
        expect(second).to_be_visible(timeout=BOT_PATIENCE_MS)  # so every bot has written
    ada.page.reload()
    expect(second).to_be_visible()
    assert violations(ada.page) == []


def play_around_one_device(ada: Visitor) -> None:
    """Two people write in turn on one device, and find both sheets again after a reload."""
    ada.open_table("Ada", "Ben")
    play_rounds(ada, 2)
    ada.expect_round(2)
    ada.page.reload()
    ada.expect_round(2)
    assert len(ada.empty_cities()) == 25 - 2


def play_with_own_dice(ada: Visitor) -> None:
    """Dice that lie on a real table are typed, and are still there after a reload."""
    ada.open_table("Ada", own_dice=True)
    ada.roll_own(red=3, blue=4, green=1, yellow=6)
    ada.page.reload()
    ada.write_round()
    ada.expect_round(2)


def count_paper_and_dice(ada: Visitor) -> None:
    """Paper sheets and a real board are counted here, at once."""
    copyist = Copyist(ada)
    copyist.begin(ada.edition_name("france"))
    for text in published_marks("france").values():
        copyist.type(text)
    copyist.expect_total(39)
    ada.visit("/companion")
    expect(ada.usable("dice_one_phone")).to_be_visible()
    expect(ada.page.get_by_text(ada.says("dice_own_phones"))).to_have_count(0)  # no phone would find it
    scorer = Scorer(ada)
    scorer.begin("Ada", "Ben")
    scorer.read_round(1, "6x4 rest:off", "x0 rest:off")
    ada.page.reload()
    scorer.expect_totals(Ada=24, Ben=0)
    assert violations(ada.page) == []


def play_on_an_own_board(ada: Visitor) -> None:
    """A map from the editor is played on, and known again after a reload."""
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
    ada.press("play_now")
    ada.expect_round(1)
    play_rounds(ada, 1)
    ada.page.reload()
    ada.expect_round(2)
    assert len(ada.empty_cities()) == 25 - 2


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
    assert violations(player.guest.page) == []


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


def finish_the_game_of_the_first_version(ada: Visitor) -> None:
    """What an earlier version kept is opened; its game ends, is seen again, analysed and counted as mine."""
    golden = json.loads((GOLDEN / "device_journal.json").read_text("utf-8"))
    ada.page.evaluate(KEEP_ROWS, {**golden, "secrets": [golden["secret"]], "game": "dicetrip"})
    ada.visit(f"/t/{golden['table']}")
    ada.expect_round(13)
    play_rounds(ada, 1)
    expect(ada.over).to_be_visible()
    expect(ada.page.get_by_role("link", name=ada.says("record"), exact=True)).to_be_visible()
    expect(ada.usable("share")).to_have_count(0)  # nobody else could open a link to this device
    look_back(ada, golden["table"])
    expect(ada.page.get_by_text(ada.says("analysis.method", games=ANALYSES.games))).to_be_visible()
    assert violations(ada.page) == []
    ada.visit("/records")
    expect(ada.page.locator(f"a[href$='{golden['table']}/replay']")).to_be_visible()
    assert violations(ada.page) == []


def finish_the_match_of_the_first_version(player: Flicker) -> None:
    """A match that an earlier version kept ends with its last flick, is seen again, analysed and counted."""
    ada = player.guest
    golden = json.loads((GOLDEN / "device_journal_tumblin.json").read_text("utf-8"))
    ada.page.evaluate(KEEP_ROWS, {**golden, "game": "tumblin"})
    ada.visit(f"/t/{golden['table']}")
    player.expect_turn()
    player.swipe()
    expect(ada.page.get_by_role("heading", name=ada.says("td_match_over"))).to_be_visible()
    expect(ada.page.get_by_role("link", name=ada.says("record"), exact=True)).to_be_visible()
    expect(ada.usable("share")).to_have_count(0)
    look_back(ada, golden["table"])
    expect(ada.page.get_by_role("heading", name=ada.says("analysis.hands"))).to_be_visible()
    assert violations(ada.page) == []
    ada.visit("/records")
    ada.page.get_by_role("radio", name="Tumblin-Dice").check(force=True)
    expect(ada.page.locator(f"a[href$='{golden['table']}/replay']").first).to_be_visible()


def look_back(ada: Visitor, table: str) -> None:
    """See a finished game again, and have it analysed on this device."""
    ada.visit(f"/t/{table}/replay")
    expect(ada.page.get_by_role("slider")).to_be_visible()
    expect(ada.usable("td_share_flick")).to_have_count(0)
    ada.page.get_by_role("link", name=ada.says("analysis"), exact=True).click()
    expect(ada.page.get_by_text(ada.says("analysis.done_here"))).to_be_visible(timeout=FETCHED_MS)


def try_what_needs_no_server(ada: Visitor) -> None:
    """The rules, the lesson, and a sentence where there is nothing without a server."""
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
        with speaking(ada, language):
            ada.visit("/settings")
            expect(ada.page.get_by_text(ada.says("local.removed_text"))).to_be_visible()
            assert violations(ada.page) == []
    ada.visit("/")
    expect(ada.page.get_by_role("link", name=ada.says("local.here")).first).to_be_visible()
    assert violations(ada.page) == []


def expect_trouble_to_be_told(ada: Visitor) -> None:
    """A newer journal, one cut in the middle, one cleared under an open game, and no pack: each is told."""
    page = ada.page
    ada.visit("/rules")  # nobody has the journal open
    page.evaluate(PUT_ROW, ["form", "2"])
    ada.visit("/")
    expect(page.get_by_text(ada.says("local.trouble.newer")).first).to_be_visible()
    page.evaluate(PUT_ROW, ["form", "1"])
    ada.open_table("Ada")
    ada.usable("roll").click()
    expect(ada.usable("keep")).to_be_visible()
    table = page.url
    page.evaluate(PUT_ROW, [f"e/{table.rpartition('/')[2]}/00000002", None])
    page.reload()
    expect(page.get_by_text(ada.says("local.gone"))).to_be_visible()

    ada.open_table("Ada")  # others are whole
    ada.usable("roll").click()
    expect(ada.usable("keep")).to_be_visible()
    storage = page.context.new_cdp_session(page)
    origin = {"origin": page.evaluate("location.origin")}
    storage.send("Storage.clearDataForOrigin", {**origin, "storageTypes": "indexeddb"})
    page.wait_for_function("indexedDB.databases().then(found => found.length === 0)")
    ada.usable("keep").click()
    expect(page.get_by_text(ada.says("local.trouble.lost"))).to_be_visible()
    page.reload()
    expect(page.get_by_text(ada.says("local.gone"))).to_be_visible()
    ada.visit("/settings")
    ada.press("local.remove")
    expect(ada.usable("local.fetch")).to_be_visible()
