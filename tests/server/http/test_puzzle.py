"""The puzzle of the day over HTTP: today's board only, one flick a device, nothing lost in a power cut."""

import json
import urllib.error
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.kit.server.servers import Server
from tumbletrip.fairness.days import share
from tumbletrip.games.tumblin.play import rest_json
from tumbletrip.tumblin.puzzles import lay_puzzle

pytestmark = pytest.mark.slow
LAUNCH = {"face_up": 6, "x": -0.06, "y": 0.0, "azimuth": 0.05, "speed_mps": 1.25}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("puzzle")
    running = Server(str(folder / "tables.db"), folder / "log", "--thinkers", "1").start()
    yield running
    running.kill()


def day(days: int = 0) -> str:
    return (datetime.now(UTC).date() + timedelta(days=days)).isoformat()


def flick(server: Server, device: str, **change: Any) -> Any:
    of = server.ask("GET", "/api/puzzle")["day"]
    return server.ask("POST", "/api/puzzle", {"id": device, "day": of, "launch": LAUNCH | change})


def refused(server: Server, body: Any) -> tuple[int, str]:
    with pytest.raises(urllib.error.HTTPError) as caught:
        server.ask("POST", "/api/puzzle", body)
    with caught.value as error:
        return error.code, json.load(error)["code"]


def test_everybody_sees_the_same_board_and_nobody_sees_flicks_before_their_own(server: Server) -> None:
    flick(server, "somebody-quite-else")
    seen = server.ask("GET", "/api/puzzle", Authorization="Device another-device-of-theirs")
    assert seen["rests"] == server.ask("GET", "/api/puzzle")["rests"]
    assert (seen["own"], seen["best"], seen["champion"]) == (None, None, None)
    assert seen["die"] not in [rest["die"] for rest in seen["rests"]]
    own = sum(rest["face"] * rest["zone"] for rest in seen["rests"] if rest["die"][0] == "a")
    assert seen["lead"] == own - sum(
        rest["face"] * rest["zone"] for rest in seen["rests"] if rest["die"][0] == "b"
    )


def test_a_flick_counts_once_also_when_it_comes_many_times_and_after_a_power_cut(server: Server) -> None:
    device = "a-device-of-their-own"
    with ThreadPoolExecutor(4) as many:
        answers = list(many.map(lambda n: flick(server, device, azimuth=n / 20), range(4)))
    assert len({answer["own"]["trajectory"] for answer in answers}) == 1
    players = answers[0]["players"]
    server.kill()
    server.start()
    again = flick(server, device, speed_mps=0.8)
    if again["day"] == answers[0]["day"]:  # midnight may have passed in between
        assert again["own"] == answers[0]["own"]
        assert again["players"] == players
        shown = server.ask("GET", "/api/puzzle", Authorization=f"Device {device}")
        assert shown["own"] == again["own"]


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"speed_mps": 50.0}, 409, "tumblin/too_fast"),
        ({"x": 0.2}, 409, "tumblin/off_the_track"),
        ({"face_up": 7}, 409, "tumblin/unknown_face"),
        ({"face_up": 0}, 422, "http/unfit"),
        ({"die": "b1"}, 422, "http/unfit"),
    ],
)
def test_impossible_flicks_are_refused_as_at_a_table(
    server: Server, change: dict[str, Any], status: int, code: str
) -> None:
    body = {"id": "a-clumsy-device-of-theirs", "day": day(), "launch": LAUNCH | change}
    assert refused(server, body) == (status, code)


@pytest.mark.parametrize("of", [day(2), day(-2), "today", "2026-02-31", ""])
def test_only_the_puzzle_of_today_can_be_flicked(server: Server, of: str) -> None:
    body = {"id": "a-curious-device-of-theirs", "day": of, "launch": LAUNCH}
    assert refused(server, body) == (409, "daily/closed")


def test_the_puzzle_of_a_past_day_is_recomputed_from_its_seed(server: Server) -> None:
    told = server.ask("GET", f"/api/daily/{day(-2)}")
    match = lay_puzzle(partial(share, bytes.fromhex(told["seed"])))
    assert told["puzzle"] == [rest_json(rest) for rest in match.rests]
    assert told["puzzle_results"] == []


def test_whoever_looks_without_end_is_asked_to_wait(tmp_path: Path) -> None:
    limits = ("--limit", "requests_burst=5", "--limit", "requests_rate=0.001")
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log", "--thinkers", "1", *limits).start()
    try:
        statuses = [_status(server, path) for path in ["/api/daily"] * 6 + ["/api/puzzle", "/health"]]
    finally:
        server.kill()
    assert statuses == [200] * 5 + [429, 429, 200]


def _status(server: Server, path: str) -> int:
    try:
        server.ask("GET", path)
    except urllib.error.HTTPError as error:
        with error:
            return error.code
    return 200
