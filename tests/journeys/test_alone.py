"""A site of plain files, whose host is then stopped: the device plays on by itself, and loses nothing."""

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from hatch_build import build_pack
from tests.kit.browser.browser import ROOT, AppServer
from tests.kit.browser.companion import Copyist, published_marks
from tests.kit.browser.flicker import Flicker
from tests.kit.browser.visitor import Visitor, visitor
from tumbletrip.local.site import write_site

pytestmark = pytest.mark.slow

BASE = "/games/"
FETCHED_MS = 120_000  # the pack, and Python's first start on a busy machine


class FileHost:
    """The plainest of file hosts: files by their names, and nothing else."""

    def __init__(self, folder: Path) -> None:
        class Quiet(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                """Says nothing."""

        handler = functools.partial(Quiet, directory=str(folder))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}{BASE[:-1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Nobody answers any more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def file_host(tmp_path: Path) -> Iterator[FileHost]:
    """The app as `tumbletrip site` writes it, under a path."""
    build_pack(ROOT)
    write_site(tmp_path / BASE.strip("/"), BASE)
    host = FileHost(tmp_path)
    yield host
    host.stop()


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
    practise(player)  # with which the physics of Tumblin-Dice is fetched
    file_host.stop()

    page.goto(table)
    play_rounds(ada, 2)
    ada.expect_round(3)
    page.reload()  # a deep address, and nobody who serves it
    ada.expect_round(3)
    assert len(ada.empty_cities()) == 25 - 2 * 2
    play_rounds(ada, 1)

    ada.visit("/")  # the game waits on the front page, which says where it is
    page.reload()  # the page before has not let go of the device yet
    going = page.get_by_role("link", name=ada.says("local.here"))
    expect(going).to_be_visible()
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
    practise(player)

    ada.visit("/settings")
    ada.press("local.remove")
    expect(ada.usable("local.fetch")).to_be_visible()
    assert ada.complaints == []
    page.context.close()


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
    assert ada.complaints + ben.complaints == []
    for one in (ada, ben):
        one.page.context.close()


def continue_with(ada: Visitor, where: str) -> None:
    """Ask the table's menu to take the game to friends, or to this device."""
    ada.page.get_by_role("button", name=ada.says("menu"), exact=True).click()
    ada.press(f"moving.{where}")
