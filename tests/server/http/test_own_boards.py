"""Boards of one's own on the real server: checked, played on across a restart, printed, rated."""

import json
import time
import urllib.error
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.dicetrip.own_boards import own_draft, own_word
from tests.kit.server.servers import PATIENCE, Server

pytestmark = pytest.mark.slow


POLL_SECONDS = 0.2


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("boards")
    options = ("--thinkers", "1", "--limit", "requests_burst=5000")
    running = Server(str(folder / "tables.db"), folder / "log", *options).start()
    yield running
    running.kill()


def refusal(server: Server, method: str, path: str, body: Any = None) -> tuple[int, str]:
    with pytest.raises(urllib.error.HTTPError) as caught:
        server.ask(method, path, body)
    with caught.value as error:
        return error.code, json.load(error)["code"]


def test_a_table_on_an_own_board_is_there_after_a_power_cut(server: Server) -> None:
    checked = server.ask("POST", "/api/own-boards/check", {"document": own_draft()})
    assert checked["word"] == own_word()
    seats = [{"occupant": "person", "name": "Ada"}, {"occupant": "bot", "level": "good"}]
    wish = {"game": "dicetrip", "options": {"edition": checked["word"]}, "seats": seats}
    opened = server.ask("POST", "/api/tables", wish)
    server.kill()
    server.start()
    seen = server.ask("GET", f"/api/tables/{opened['table']}", secret=opened["seats"][0]["secret"])
    assert seen["view"]["setup"]["options"]["edition"] == checked["word"]
    drawing = server.ask("GET", f"/api/editions/{checked['word']}")
    assert drawing["cities"][0]["name"] == "Shangri-La"


def test_an_own_board_is_printed(server: Server) -> None:
    own, copied = (
        server.text(f"/api/sheets/dicetrip?form=svg&edition={word}") for word in (own_word(), "germany")
    )
    assert own.startswith("<svg")
    assert own != copied


def test_what_is_no_board_is_refused(server: Server) -> None:
    assert refusal(server, "GET", "/api/editions/own-nothing") == (404, "table/not_found")
    work = {"kind": "rate", "word": "own-nothing"}
    assert refusal(server, "POST", "/api/own-boards/jobs", work) == (404, "table/not_found")
    assert refusal(server, "DELETE", "/api/own-boards/jobs/nothing") == (404, "table/not_found")
    too_much = {"document": "x" * 300_000}
    assert refusal(server, "POST", "/api/own-boards/check", too_much)[0] == 413


def test_work_is_followed_and_stopped(server: Server) -> None:
    order = {"kind": "rate", "word": own_word()}
    state = server.ask("POST", "/api/own-boards/jobs", order)
    until = time.monotonic() + PATIENCE
    while not state["done"] and time.monotonic() < until:
        time.sleep(POLL_SECONDS)  # whoever asks without a pause is refused (429)
        state = server.ask("POST", "/api/own-boards/jobs", order)
    assert 0 < state["done"] <= state["total"] == 12
    stopped = server.ask("DELETE", f"/api/own-boards/jobs/{state['key']}")
    assert stopped["state"] in ("none", "ready")


def test_roads_are_laid_between_all_cities_of_a_draft_or_none(server: Server) -> None:
    spots = [{"x": city["x"], "y": city["y"]} for city in own_draft()["cities"]]
    assert refusal(server, "POST", "/api/own-boards/jobs", {"kind": "lay", "spots": spots[1:]}) == (
        422,
        "maps.too_few",
    )
    order = {"kind": "lay", "spots": spots}
    until = time.monotonic() + PATIENCE
    state = server.ask("POST", "/api/own-boards/jobs", order)
    while state["state"] in ("waiting", "running") and time.monotonic() < until:
        time.sleep(POLL_SECONDS)
        state = server.ask("POST", "/api/own-boards/jobs", order)
    assert len(state["result"]["laid"]["roads"]) >= 44


def test_countries_are_listed_by_name(server: Server) -> None:
    found = server.ask("GET", "/api/own-boards/countries", **{"Accept-Language": "de"})
    assert {"code": "DK", "name": "Dänemark"} in found
    assert len(found) > 60


def test_F76_tables_on_maps_of_one_s_own_are_rationed_and_others_are_not(server: Server) -> None:
    seats = [{"occupant": "person", "name": "Mal"}]

    def opens(edition: str) -> int:
        wish = {"game": "dicetrip", "options": {"edition": edition}, "seats": seats}
        return server.status("POST", "/api/tables", wish)

    opened = 0
    while (status := opens(own_word())) == 200 and opened < 500:
        opened += 1
    assert status == 429
    assert opens("france") == 200
