"""The journal of a device in a real browser, when the browser has no room, clears it, or kept it long ago."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.storage.logs import append, linked_table, new_table
from tests.kit.storage.page_journal import Chromium, JournalPage, chromium_of_its_own
from tumbletrip.answers.analysis_desk import AnalysisDesk
from tumbletrip.dicetrip.editions import named_edition
from tumbletrip.host.host import Host
from tumbletrip.local.journal import JournalFull, JournalLost, NewerJournal
from tumbletrip.local.learning import nothing_to_learn
from tumbletrip.local.requests import DeviceDesk, answer_request
from tumbletrip.local.thinking import think_here
from tumbletrip.tables.chain import broken_at
from tumbletrip.tables.ports import Appended, StoreDown

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

GOLDEN = Path(__file__).parents[1] / "golden" / "device_journal.json"
STORED = Appended.STORED
ROOM_BYTES = 200_000
CLEARED = """new Promise(async resolve => {
  while ((await indexedDB.databases()).length) await new Promise(later => setTimeout(later, 10));
  resolve();
})"""
WRITE = "([rows, gone]) => window.journal0.write(JSON.stringify(rows), JSON.stringify(gone))"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chromium]:
    with chromium_of_its_own() as running:
        yield running


@pytest.fixture
def page(chromium: Chromium) -> JournalPage:
    return JournalPage(chromium)


async def test_a_full_device_says_so_keeps_what_it_has_and_goes_on_once_there_is_room(
    page: JournalPage,
) -> None:
    await page.visit()
    await page.tell_browser("Storage.overrideQuotaForOrigin", quotaSize=ROOM_BYTES)
    store = await page.open()
    assert await store.create(new_table("a", "one"))
    with pytest.raises(StoreDown):
        await store.append([append("a", 2, "x" * 2 * ROOM_BYTES)])
    assert isinstance(store.trouble, JournalFull)
    await page.tell_browser("Storage.overrideQuotaForOrigin")
    assert await store.append([append("a", 2, "two")]) == [STORED]
    assert store.trouble is None
    kept = await (await page.open()).load("a")
    assert kept is not None
    assert [event.body for event in kept.events] == ["one", "two"]


async def test_storage_that_is_cleared_under_an_open_game_is_noticed_with_the_next_move(
    page: JournalPage,
) -> None:
    store = await page.open()
    assert await store.create(new_table("a", "one"))
    await page.tell_browser("Storage.clearDataForOrigin", storageTypes="indexeddb")
    await page.do(CLEARED)
    with pytest.raises(StoreDown):
        await store.append([append("a", 2, "two")])
    assert isinstance(store.trouble, JournalLost)
    assert await (await page.open()).load("a") is None  # nothing half is left


async def test_a_journal_cut_in_the_middle_loses_that_table_only(page: JournalPage) -> None:
    store = await page.open()
    for table in ("a", "b"):
        assert await store.create(linked_table(table, "one", "two", "three"))
    await page.do(WRITE, [{}, ["e/a/00000002"]])
    again = await page.open()
    hurt, whole = await again.load("a"), await again.load("b")
    assert hurt is not None
    assert whole is not None
    assert (broken_at(hurt), broken_at(whole)) == (2, None)


async def test_a_journal_of_the_first_version_is_played_on_and_one_of_a_newer_is_left_alone(
    page: JournalPage,
) -> None:
    await page.open()
    golden = json.loads(GOLDEN.read_text("utf-8"))
    await page.do(WRITE, [golden["rows"], []])
    async with Host(await page.open(), think_here) as host:
        desk = DeviceDesk(host, think_here, named_edition, AnalysisDesk(think_here), learn=nothing_to_learn)
        who = {"Authorization": f"Seat {golden['secret']}"}
        seen = await answer_request(desk, "GET", f"/tables/{golden['table']}", who)
        shown: Any = json.loads(seen.body)
        assert (shown["seats"], shown["view"]["round"], shown["view"]["status"]) == ([0], 13, "playing")
        wish = {"id": "go-on", "seat": 0, "round": 13, "action": {"do": "roll"}}
        path = f"/tables/{golden['table']}/commands"
        assert (await answer_request(desk, "POST", path, who, json.dumps(wish))).status == 200
    await page.do(WRITE, [{"form": "2"}, []])
    with pytest.raises(NewerJournal):
        await page.open()
