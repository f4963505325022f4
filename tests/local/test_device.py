"""A device that is its own server: the same answers, and nothing lost that was shown as done."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.kit.dicetrip.own_boards import own_draft, own_word
from tests.kit.server.hosts import PATIENCE, action_for
from tests.kit.storage.file_journal import FileJournal
from tumbletrip.answers import analysis_desk
from tumbletrip.answers.analysis_desk import USUAL
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.pace import Pace
from tumbletrip.local.device import ANALYSES, MARK, Device
from tumbletrip.local.journal import NewerJournal

pytestmark = pytest.mark.anyio

SOLO = {
    "game": "dicetrip",
    "options": {"edition": "france"},
    "seats": [{"occupant": "person", "name": "Ada"}],
}


class Page:
    """What a page sees of its device."""

    def __init__(self, journal: FileJournal) -> None:
        self.said: list[tuple[int, dict[str, Any]]] = []
        self.closed: list[tuple[int, int]] = []
        self.answered = asyncio.Event()
        self.device = Device(
            journal,
            self._hear,
            lambda line, code, _: self.closed.append((line, code)),
            pace=Pace(bot_delay=0.0),
        )

    def _hear(self, line: int, text: str) -> None:
        message = json.loads(text)
        self.said.append((line, message))
        if message["type"] == "answer":
            self.answered.set()

    async def ask(self, method: str, path: str, body: Any = None, who: str = "") -> tuple[int, Any]:
        headers = {"Accept-Language": "de"} | ({"Authorization": who} if who else {})
        text = body if isinstance(body, str) else json.dumps(body)
        answer = await self.device.request(method, path, headers, text)
        is_json = answer.media_type == "application/json"
        return answer.status, json.loads(answer.body) if is_json else answer.body

    async def open(self, wish: dict[str, Any] = SOLO) -> tuple[str, str]:
        """A table's id, and the secret of its first seat."""
        status, opened = await self.ask("POST", "/tables", wish)
        assert status == 201, opened
        return opened["table"], opened["seats"][0]["secret"]

    async def play(self, table: str, secret: str, decisions: int, seed: int = 1) -> LiveTable:
        """Let random choices be made over HTTP until the game ends, or for so many decisions."""
        rng = Random(seed)
        live = await self.device.host.live(table)
        for number in range(decisions):
            now = live.durable.table
            if not now.waiting_for:
                break
            action = action_for(now, 0, rng)
            body = {"id": f"{seed}-{number}", "seat": 0, "round": now.round, "action": action}
            status, answer = await self.ask("POST", f"/tables/{table}/commands", body, f"Seat {secret}")
            assert status == 200, answer
        return live


@pytest.fixture
def journal(tmp_path: Path) -> FileJournal:
    return FileJournal(tmp_path / "journal")


@pytest.fixture
async def page(journal: FileJournal) -> AsyncIterator[Page]:
    page = Page(journal)
    async with page.device:
        yield page


async def test_a_table_of_a_device_bears_its_mark_and_is_there_again_after_a_reload(
    journal: FileJournal,
) -> None:
    first = Page(journal)
    async with first.device:
        table, secret = await first.open()
        assert table.startswith(MARK)
        before = (await first.play(table, secret, 5)).durable
    again = Page(journal)
    async with again.device:
        status, seen = await again.ask("GET", f"/tables/{table}", who=f"Seat {secret}")
        assert status == 200
        assert (seen["seq"], seen["seats"]) == (before.seq, [0])
        after = (await again.device.host.live(table)).durable
        assert after.hash == before.hash


async def test_what_was_acknowledged_survives_a_page_that_is_killed(
    journal: FileJournal, tmp_path: Path
) -> None:
    first = Page(journal)
    async with first.device:
        table, secret = await first.open()
        live = await first.play(table, secret, 3)
        rows = journal.path.read_bytes()  # as the disk is at this moment: nothing was closed or flushed
        seq = live.durable.seq
    left = FileJournal(tmp_path / "left")
    left.path.write_bytes(rows + b'[{"e/half')
    again = Page(left)
    async with again.device:
        assert (await again.device.host.live(table)).durable.seq == seq


async def test_a_line_says_hello_then_plays_and_hears_of_it(page: Page) -> None:
    table, secret = await page.open()
    page.device.dial(7)
    await page.device.hear(7, table, json.dumps({"type": "hello", "secrets": [secret], "changes": True}))
    line, welcome = page.said[0]
    assert (line, welcome["seats"]) == (7, [0])
    roll = {"type": "command", "id": "r", "seat": 0, "round": 1, "action": {"do": "roll"}}
    await page.device.hear(7, table, json.dumps(roll))
    await asyncio.wait_for(page.answered.wait(), PATIENCE)
    kinds = [message["type"] for _, message in page.said]
    assert kinds.index("update") < kinds.index("answer")
    await page.device.hear(7, table, '{"type": "ping"}')
    assert page.said[-1][1] == {"type": "pong"}


async def test_a_line_to_a_table_that_is_not_here_is_closed(page: Page) -> None:
    page.device.dial(1)
    await page.device.hear(1, "~none", '{"type": "hello"}')
    assert page.closed == [(1, 4404)]


async def test_a_whole_game_is_recorded_replayed_and_brought_in_again(page: Page) -> None:
    table, secret = await page.open()
    await page.play(table, secret, 200)
    status, record = await page.ask("GET", f"/tables/{table}/record")
    assert status == 200
    assert record.startswith("[Game")
    status, replay = await page.ask("GET", f"/tables/{table}/replay")
    assert len(replay["moments"]) > 26
    status, brought = await page.ask("POST", "/records", record)
    assert status == 201
    assert brought["table"].startswith(MARK)
    status, again = await page.ask("POST", f"/tables/{table}/rematch", who=f"Seat {secret}")
    assert (status, again["table"][0]) == (201, MARK)


async def test_an_analysis_is_done_in_the_background_with_fewer_games_than_on_a_server(page: Page) -> None:
    table, secret = await page.open()
    place = f"/tables/{table}/analysis"
    assert (await page.ask("POST", place))[0] == 409, "it would be a hint"
    await page.play(table, secret, 200)
    assert (await page.ask("POST", place))[0] == 202
    seen: list[tuple[int, int]] = []
    async with asyncio.timeout(PATIENCE):
        while (found := (await page.ask("GET", place))[1])["state"] in ("waiting", "running"):
            seen.append((found["done"], found["total"]))
            await asyncio.sleep(0)
    assert found["state"] == "ready"
    assert {(done, 14) for done in range(1, 14)} <= set(seen), "between two pieces others have their turn"
    assert found["result"]["games"] == ANALYSES.games < USUAL.games


async def test_an_analysis_can_be_stopped_and_one_that_fails_says_so(page: Page, monkeypatch: Any) -> None:
    table, secret = await page.open()
    await page.play(table, secret, 200)
    place = f"/tables/{table}/analysis"
    await page.ask("POST", place)
    assert (await page.ask("DELETE", place, who=f"Seat {secret}"))[1]["state"] == "none"
    assert (await page.ask("GET", place))[1]["state"] == "none"

    def broken(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(analysis_desk, "do_piece", broken)
    await page.ask("POST", place)
    async with asyncio.timeout(PATIENCE):
        while (await page.ask("GET", place))[1]["state"] != "failed":
            await asyncio.sleep(0)


async def test_what_needs_a_server_says_so(page: Page) -> None:
    status, problem = await page.ask("GET", "/daily")
    assert (status, problem["code"]) == (503, "http/needs_server")
    assert "Server" in problem["message"]


async def test_bots_of_every_level_play_on_the_device(page: Page) -> None:
    _, choices = await page.ask("GET", "/choices")
    game, other = choices["games"]
    assert (game["key"], other["key"]) == ("dicetrip", "tumblin")
    assert len(game["levels"]) == 5
    for line, level in enumerate(game["levels"]):
        seats = [{"occupant": "person", "name": "Ada"}, {"occupant": "bot", "level": level}]
        table, secret = await page.open({**SOLO, "seats": seats})
        live = await page.device.host.live(table)
        page.device.dial(line)
        await page.device.hear(line, table, json.dumps({"type": "hello", "secrets": [secret]}))
        async with asyncio.timeout(PATIENCE):
            while live.durable.table.round < 3:
                await page.play(table, secret, 1, seed=live.durable.seq)
                while 0 not in live.durable.table.waiting_for:
                    await asyncio.sleep(0)


async def test_a_full_device_refuses_the_move_and_keeps_the_table(journal: FileJournal) -> None:
    page = Page(journal)
    async with page.device:
        table, secret = await page.open()
        journal.room = journal.path.stat().st_size
        body = {"id": "a", "seat": 0, "round": 1, "action": {"do": "roll"}}
        status, problem = await page.ask("POST", f"/tables/{table}/commands", body, f"Seat {secret}")
        assert (status, problem["code"]) == (503, "table/retry")
        assert type(page.device.store.trouble).__name__ == "JournalFull"
        journal.room = None
        status, _ = await page.ask("POST", f"/tables/{table}/commands", {**body, "id": "b"}, f"Seat {secret}")
        assert status == 200


async def test_a_table_whose_journal_lost_a_row_is_gone_and_the_others_stay(journal: FileJournal) -> None:
    page = Page(journal)
    async with page.device:
        (hurt, secret), (whole, _) = await page.open(), await page.open()
        await page.play(hurt, secret, 4)
    await journal.write({}, [f"e/{hurt}/00000003"])
    again = Page(journal)
    async with again.device:
        assert (await again.ask("GET", f"/tables/{hurt}"))[0] == 404
        assert (await again.ask("GET", f"/tables/{whole}"))[0] == 200


async def test_a_journal_of_a_newer_program_is_left_alone(journal: FileJournal) -> None:
    await journal.write({"form": "2"}, ())
    with pytest.raises(NewerJournal):
        async with Page(journal).device:
            pass


async def test_paper_and_pads_are_counted_here(page: Page) -> None:
    paper = {"edition": "france", "sheets": [{"marks": {"lille": "15", "brest": "x"}}]}
    status, counted = await page.ask("POST", "/companion/sheets/count", paper)
    assert (status, counted["sheets"][0]["missing"]) == (200, 23)
    pad = {
        "players": ["Ada", "Ben"],
        "rounds": [[["5x3", "off", "off", "off"], ["1x1", "off", "off", "off"]]],
    }
    status, counted = await page.ask("POST", "/companion/score-pad/count", pad)
    assert (status, [side["total"] for side in counted["sides"]]) == (200, [15, 1])


async def test_a_game_on_an_own_board_survives_a_reload_and_moves_house_with_its_board(
    journal: FileJournal, tmp_path: Path
) -> None:
    word = own_word()
    first = Page(journal)
    async with first.device:
        status, _ = await first.ask("POST", "/own-boards/check", {"document": own_draft()})
        assert status == 200
        table, secret = await first.open({**SOLO, "options": {"edition": word}})
        await first.play(table, secret, 20)
    again = Page(journal)  # all that was kept is events: they name the board, and its name holds it
    async with again.device:
        await again.play(table, secret, 200, seed=2)
        _, record = await again.ask("GET", f"/tables/{table}/record")
    elsewhere = Page(FileJournal(tmp_path / "elsewhere"))
    async with elsewhere.device:
        status, brought = await elsewhere.ask("POST", "/records", record)
        assert status == 201
        live = await elsewhere.device.host.live(brought["table"])
        assert live.durable.table.setup.options["edition"] == word
        _, drawing = await elsewhere.ask("GET", f"/editions/{word}")
        assert drawing["cities"][0]["name"] == "Shangri-La"


async def test_bots_and_the_companion_take_an_own_board(page: Page) -> None:
    word = own_word("france")
    for line, level in enumerate(("good", "expert", "champion")):
        seats = [{"occupant": "person", "name": "Ada"}, {"occupant": "bot", "level": level}]
        table, secret = await page.open({**SOLO, "options": {"edition": word}, "seats": seats})
        live = await page.device.host.live(table)
        page.device.dial(line)
        await page.device.hear(line, table, json.dumps({"type": "hello", "secrets": [secret]}))
        async with asyncio.timeout(PATIENCE):
            while live.durable.table.round < 2:
                await page.play(table, secret, 1, seed=live.durable.seq)
                while 0 not in live.durable.table.waiting_for:
                    await asyncio.sleep(0)
    paper = {"edition": word, "sheets": [{"marks": {"shangri-la": "13", "paris": "x"}}]}
    status, counted = await page.ask("POST", "/companion/sheets/count", paper)
    assert status == 200
    assert counted["sheets"][0]["missing"] == 23


async def test_a_table_on_a_board_that_is_none_is_refused_with_a_sentence(page: Page) -> None:
    status, problem = await page.ask("POST", "/tables", {**SOLO, "options": {"edition": "own-nothing"}})
    assert (status, problem["code"]) == (422, "edition.own_broken")
