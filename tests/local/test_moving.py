"""A game under way moves house: from a device to a server, where friends take seats, and back."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.kit.server.hosts import PATIENCE, action_for
from tests.kit.storage.file_journal import FileJournal
from tumbletrip.answers.analysis_desk import AnalysisDesk
from tumbletrip.answers.secrecy import hash_of
from tumbletrip.dicetrip.editions import named_edition
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.host import Host
from tumbletrip.host.pace import Pace
from tumbletrip.local.device import Device
from tumbletrip.local.learning import nothing_to_learn
from tumbletrip.local.requests import DeviceDesk, answer_request
from tumbletrip.local.thinking import think_here
from tumbletrip.storage.opening import open_store
from tumbletrip.tables.ports import Status
from tumbletrip.tables.seats import Occupant, Seat
from tumbletrip.tables.table import TableSetup

pytestmark = pytest.mark.anyio

ADA, BEN = {"occupant": "person", "name": "Ada"}, {"occupant": "person", "name": "Ben"}
BOT = {"occupant": "bot", "level": "beginner"}


class House:
    """Where tables are, asked with the words of HTTP: a device or a server."""

    def __init__(self, desk: DeviceDesk) -> None:
        self.desk = desk
        self.host = desk.host

    async def ask(self, method: str, path: str, body: Any = None, secret: str = "") -> tuple[int, Any]:
        headers = {"Authorization": f"Seat {secret}"} if secret else {}
        answer = await answer_request(self.desk, method, path, headers, json.dumps(body))
        return answer.status, json.loads(answer.body) if "json" in answer.media_type else answer.body

    async def open(self, *seats: Any, **more: Any) -> tuple[LiveTable, dict[int, str]]:
        """A table, and the secrets that were given out for it."""
        status, opened = await self.ask("POST", "/tables", {"game": "dicetrip", "seats": seats, **more})
        assert status == 201, opened
        secrets = {own["seat"]: own["secret"] for own in opened["seats"]}
        return await self.host.live(opened["table"]), secrets

    async def act(self, live: LiveTable, seat: int, secret: str, /, **action: Any) -> None:
        now = live.durable.table
        body = {"id": f"{live.durable.seq}-{seat}", "seat": seat, "round": now.round, "action": action}
        status, answer = await self.ask("POST", f"/tables/{live.id}/commands", body, secret)
        assert status == 200, answer

    async def play(self, live: LiveTable, secrets: dict[int, str], until_round: int) -> None:
        """Let our seats do something until a round, the end, or the turn of another."""
        rng = Random(until_round)
        while live.durable.table.round < until_round and live.durable.table.waiting_for:
            seat = live.durable.table.waiting_for[0]
            if seat not in secrets:
                break
            await self.act(live, seat, secrets[seat], **action_for(live.durable.table, seat, rng))

    async def flick(self, live: LiveTable, secrets: dict[int, str], times: int) -> None:
        """Roll for the order of Tumblin-Dice as long as that goes on, then let our seats flick."""
        lying = len(match_of(live)["rests"]) + times
        while len(match_of(live)["rests"]) < lying:
            seat = live.durable.table.waiting_for[0]
            await self.act(live, seat, secrets[seat], **action_for(live.durable.table, seat, Random(lying)))

    async def so_far(self, live: LiveTable, secret: str) -> str:
        status, record = await self.ask("GET", f"/tables/{live.id}/so-far", secret=secret)
        assert status == 200, record
        return str(record)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[House]:
    store = await open_store(f"sqlite:///{tmp_path}/tables.db")
    async with Host(store, think_here, pace=Pace(bot_delay=0.0, away_after=0.0)) as host:
        yield House(
            DeviceDesk(host, think_here, named_edition, AnalysisDesk(think_here), learn=nothing_to_learn)
        )
    await store.close()


@pytest.fixture
async def device(tmp_path: Path) -> AsyncIterator[House]:
    journal = FileJournal(tmp_path / "journal")
    async with Device(journal, lambda *_: None, lambda *_: None) as found:
        yield House(
            DeviceDesk(
                found.host, think_here, named_edition, AnalysisDesk(think_here), learn=nothing_to_learn
            )
        )


def sheets_of(live: LiveTable) -> Any:
    play = live.durable.table.play
    assert play is not None
    return play.public_view()["sheets"]


def match_of(live: LiveTable) -> Any:
    """Where the dice of a match lie, whose turn it is, and how it stands."""
    play = live.durable.table.play
    assert play is not None
    view = play.public_view()
    return {name: view[name] for name in ("rests", "turn", "in_hand", "phase", "totals")}


async def test_a_game_goes_on_at_a_server_where_a_friend_takes_a_seat(device: House, server: House) -> None:
    here, secrets = await device.open(ADA, BEN)
    await device.play(here, secrets, until_round=4)
    await device.act(here, 1, secrets[1], do="roll")  # in the middle of round 4: its dice go along
    record = await device.so_far(here, secrets[0])
    there, own = await server.open(ADA, {"occupant": "open", "name": "Ben"}, record=record)
    assert sheets_of(there) == sheets_of(here)
    moved, before = there.durable.table, here.durable.table
    assert moved.play
    assert before.play
    assert moved.play.public_view()["roll"] == before.play.public_view()["roll"]
    assert (moved.round, moved.waiting_for, moved.setup.is_imported) == (4, (1,), True)
    assert moved.seats[1] == Seat(Occupant.OPEN, "Ben")
    assert list(own) == [0]
    nonce = "a-friend-of-ours-1"
    status, seat = await server.ask(
        "POST", f"/tables/{there.id}/seats", {"id": nonce, "seat": 1, "name": "Benni"}
    )
    assert status == 201, seat
    await server.play(there, {**own, 1: seat["secret"]}, until_round=99)
    assert there.durable.table.status is Status.OVER
    status, told = await server.ask("GET", f"/tables/{there.id}/record")
    assert (status, '[B "Benni"]' in told, '[Origin "imported"]' in told) == (200, True, True)


async def test_a_match_of_tumblin_dice_goes_on_at_a_server_and_comes_back(
    device: House, server: House
) -> None:
    game = {"game": "tumblin", "options": {"house": ["target=1"]}}  # and it ends after a round or two
    here, secrets = await device.open(ADA, BEN, **game)
    await device.flick(here, secrets, times=3)
    record = await device.so_far(here, secrets[0])
    there, own = await server.open(ADA, {"occupant": "open", "name": "Ben"}, game="tumblin", record=record)
    assert match_of(there) == match_of(here)
    assert (there.durable.table.setup.is_imported, list(own)) == (True, [0])
    sitting = {"id": "a-friend-of-ours-2", "seat": 1, "name": "Benni"}
    status, seat = await server.ask("POST", f"/tables/{there.id}/seats", sitting)
    assert status == 201, seat
    await server.flick(there, {**own, 1: seat["secret"]}, times=2)
    record = await server.so_far(there, own[0])
    back, both = await device.open(ADA, {**BEN, "name": "Benni"}, game="tumblin", record=record)
    assert match_of(back) == match_of(there)
    await device.play(back, both, until_round=99)
    assert back.durable.table.status is Status.OVER
    status, told = await device.ask("GET", f"/tables/{back.id}/record")
    assert (status, "Benni" in told, '[Origin "imported"]' in told) == (200, True, True)


async def test_what_was_decided_in_secret_does_not_go_along(device: House, server: House) -> None:
    there, secrets = await server.open(ADA, BEN)
    for action in ("roll", "keep"):
        await server.act(there, 0, secrets[0], do=action)
    assert there.durable.table.play
    cities = there.durable.table.play.private_view(1, None)["options"]["open_cities"][:2]
    entries = [{"city": city, "dice": None} for city in cities]
    await server.act(there, 1, secrets[1], do="write", entries=entries)
    of_ada = await server.so_far(there, secrets[0])
    of_ben = await server.so_far(there, secrets[1])
    assert of_ben.startswith(of_ada.rstrip("\n"))
    assert of_ben.removeprefix(of_ada.rstrip("\n")).split() == ["B:", *(f"x={city}" for city in cities)]
    here, own = await device.open(ADA, BEN, record=of_ada)
    assert here.durable.table.waiting_for == (0, 1)
    await device.play(here, own, until_round=99)
    assert here.durable.table.status is Status.OVER


async def test_a_bot_goes_along_or_gives_its_seat_to_a_friend(device: House, server: House) -> None:
    here, secrets = await device.open(ADA, BEN)
    await device.play(here, secrets, until_round=2)
    record = await device.so_far(here, secrets[0])
    with_bot, _ = await server.open(ADA, BOT, record=record)
    assert with_bot.durable.table.seats[1].level == "beginner"
    free, _ = await server.open(ADA, {"occupant": "open"}, record=record)
    assert free.durable.table.seats[1] == Seat(Occupant.OPEN)


async def test_what_cannot_move_is_refused_with_a_sentence(device: House, server: House) -> None:
    here, secrets = await device.open(ADA, BEN)
    record = await device.so_far(here, secrets[0])
    for status, code, body in (
        (409, "table/other_seats", {"seats": [ADA], "record": record}),
        (409, "table/nobody", {"seats": [BOT, {"occupant": "open"}], "record": record}),
        (422, "record.tag_missing", {"seats": [ADA], "record": "nonsense"}),
    ):
        found, problem = await server.ask("POST", "/tables", {"game": "dicetrip", **body})
        assert (found, problem["code"]) == (status, code), problem
    assert (await device.ask("GET", f"/tables/{here.id}/so-far"))[0] == 404
    assert (await device.ask("GET", f"/tables/{here.id}/so-far", secret="x"))[0] == 404
    await device.play(here, secrets, until_round=99)
    status, problem = await device.ask("GET", f"/tables/{here.id}/so-far", secret=secrets[0])
    assert (status, problem["code"]) == (409, "table/over")
    _, finished = await device.ask("GET", f"/tables/{here.id}/record")
    found, problem = await server.ask(
        "POST", "/tables", {"game": "dicetrip", "seats": [ADA, BEN], "record": finished}
    )
    assert (found, problem["code"]) == (409, "table/over")


async def test_a_day_and_a_position_stay_where_they_are(server: House) -> None:
    secret = "of-this-test"
    sheet = f"france {' '.join(['..'] * 25)} | reroll double | 1"
    for options, code in (
        ({"edition": "france", "daily": "2026-11-18"}, "table/daily_stays"),
        ({"position": {"sheet": sheet}}, "table/from_position"),
    ):
        setup = TableSetup("dicetrip", options, (Seat(Occupant.PERSON, "Ada"),))
        live = await server.host.open(setup, {0: hash_of(secret)})
        status, problem = await server.ask("GET", f"/tables/{live.id}/so-far", secret=secret)
        assert (status, problem["code"]) == (409, code)


async def test_a_bot_stands_in_on_a_free_seat_and_nobody_sits_down_after_the_end(
    device: House, server: House
) -> None:
    here, secrets = await device.open(ADA, BEN)
    await device.play(here, secrets, until_round=13)
    record = await device.so_far(here, secrets[0])
    there, own = await server.open(ADA, {"occupant": "open", "name": "Ben"}, record=record)
    stranger = {"id": "somebody-who-comes", "seat": 0, "name": "Eve"}
    status, problem = await server.ask("POST", f"/tables/{there.id}/seats", stranger)
    assert (status, problem["code"]) == (409, "table/seat_not_open")
    await server.act(there, 0, own[0], do="stand_in", seat=1)
    async with asyncio.timeout(PATIENCE):
        while there.durable.table.status is not Status.OVER:
            if 0 in there.durable.table.waiting_for:
                await server.play(there, own, until_round=99)
            await asyncio.sleep(0)
    status, problem = await server.ask("POST", f"/tables/{there.id}/seats", {**stranger, "seat": 1})
    assert (status, problem["code"]) == (409, "table/over")
