"""The HTTP API of the real server: replays, pictures, boards, practice, names, headers, compression."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import segno

from tests.kit.server.servers import Server
from tumbletrip.server.guards.origins import SECURITY_HEADERS
from tumbletrip.tables.bot_names import bot_name
from tumbletrip.tumblin.launches import MAX_AZIMUTH, MAX_HIT, MAX_SPEED_MPS, MAX_YAW, MIN_SPEED_MPS

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parents[2] / "golden"
LAUNCH = {"face_up": 6, "x": -0.05, "y": 0.0, "speed_mps": 1.2}
FLAT = [0.1, 0.0, 0.1, 1.0, 0.0, 0.0, 0.0]  # a pose above the board's first step
PATIENCE = 300.0  # a new server may have to compile its physics first


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("api")
    options = ("--thinkers", "1", "--limit", "requests_burst=5000")
    running = Server(str(folder / "tables.db"), folder / "log", *options).start()
    yield running
    running.kill()


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=PATIENCE) as found:
        yield found


def new_table(client: httpx.Client, *names: str) -> Any:
    seats = [{"occupant": "person", "name": name} for name in names]
    return client.post("/api/tables", json={"game": "dicetrip", "seats": seats}).raise_for_status().json()


def imported(client: httpx.Client, record: str) -> str:
    text = (GOLDEN / record).read_bytes()
    return str(client.post("/api/records", content=text).raise_for_status().json()["table"])


def test_F51_a_padded_position_is_neither_stored_nor_shown(client: httpx.Client) -> None:
    sheet = f"france {' '.join(['..'] * 25)} | reroll double | 1"
    body = {
        "game": "dicetrip",
        "options": {"position": {"sheet": sheet.replace(" ", " " * 200)}},
        "seats": [{"occupant": "person", "name": "Ada"}],
    }
    opened = client.post("/api/tables", json=body).raise_for_status().json()
    shown = client.get(f"/api/tables/{opened['table']}").raise_for_status().json()
    assert shown["view"]["setup"]["options"] == {"position": {"sheet": sheet}}
    assert " " * 200 not in str(shown["events"])


# Finished games


def test_a_replay_tells_a_game_of_dice_trip_moment_by_moment(client: httpx.Client) -> None:
    table = imported(client, "published_france.trip")
    replay = client.get(f"/api/tables/{table}/replay").raise_for_status().json()
    first, *moments = replay["moments"]
    assert first["event"] is None
    assert first["play"]["sheets"][0]["marks"] == {}
    assert [moment["event"]["kind"] for moment in moments].count("rolled") == 13
    last = moments[-1]["play"]
    assert last["sheets"][0]["score"]["total"] == 39  # as published
    assert last["ranking"] == [[0]]
    assert [seat["name"] for seat in replay["seats"]] == ["Example"]
    totals = [len(moment["play"]["sheets"][0]["marks"]) for moment in moments]
    assert totals == sorted(totals)


def test_a_replay_tells_a_match_of_tumblin_dice_flick_by_flick(client: httpx.Client) -> None:
    table = imported(client, "duel_mujoco.tumble")
    replay = client.get(f"/api/tables/{table}/replay").raise_for_status().json()
    flicks = [moment for moment in replay["moments"] if (moment["event"] or {}).get("kind") == "flicked"]
    assert flicks
    for flick in flicks:
        assert flick["event"]["launch"]["die"]
        assert flick["event"]["rests"]
    assert replay["moments"][-1]["play"]["ranking"]


def test_a_game_that_goes_on_has_no_replay_and_no_record(client: httpx.Client) -> None:
    table = new_table(client, "Ada")["table"]
    for path in ("replay", "record"):
        answer = client.get(f"/api/tables/{table}/{path}")
        assert (answer.status_code, answer.json()["code"]) == (409, "table/not_over")
        assert client.get(f"/api/tables/nowhere/{path}").status_code == 404


def test_a_record_comes_back_as_a_file_that_can_be_brought_in_again(client: httpx.Client) -> None:
    table = imported(client, "published_france.trip")
    answer = client.get(f"/api/tables/{table}/record").raise_for_status()
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.headers["content-disposition"].endswith('.trip"')
    again = client.post("/api/records", content=answer.content).raise_for_status().json()["table"]
    assert client.get(f"/api/tables/{again}/record").content == answer.content
    assert client.get(f"/api/tables/{again}/replay").json()["imported"] is True  # F66


@pytest.mark.parametrize("text", [b"", b"nonsense", b"\xff\xfe", b'["tumblin"]'])
def test_what_is_no_record_is_refused_in_the_language_of_the_request(
    client: httpx.Client, text: bytes
) -> None:
    said = {
        language: client.post("/api/records", content=text, headers={"Accept-Language": language})
        for language in ("en", "de-CH, en;q=0.5")
    }
    assert {answer.status_code for answer in said.values()} == {422}
    assert len({answer.json()["message"] for answer in said.values()}) == 2


# Pictures and boards


def qr(client: httpx.Client, table: str, site: str) -> httpx.Response:
    return client.get(f"/api/tables/{table}/qr", params={"site": site})


def test_the_picture_of_a_link_leads_to_the_table(server: Server, client: httpx.Client) -> None:
    table, other = (new_table(client, "Ada")["table"] for _ in range(2))
    site = f"http://127.0.0.1:{server.port}"
    answer = qr(client, table, site).raise_for_status()
    assert answer.content == qr(client, table, site).content != qr(client, other, site).content
    assert qr(client, "nowhere", site).status_code == 404
    assert answer.headers["content-type"] == "image/svg+xml"
    size = segno.make(f"{site}/t/{table}", micro=False, error="m").symbol_size(scale=4, border=2)
    assert f'width="{size[0]}" height="{size[1]}"' in answer.text
    assert b"<script" not in answer.content


@pytest.mark.parametrize("site", ["https://evil.example", "javascript:alert(1)", "null", "http://[", ""])
def test_a_picture_never_leads_to_another_site(client: httpx.Client, site: str) -> None:
    table = new_table(client, "Ada")["table"]
    assert qr(client, table, site).status_code == 422
    assert (
        client.get("/api/tables/nowhere/qr", params={"site": str(client.base_url).rstrip("/")}).status_code
        == 404
    )


def test_a_board_comes_with_the_dice_that_are_played_on_it(client: httpx.Client) -> None:
    answer = client.get("/api/boards/classic").raise_for_status()
    assert answer.headers["cache-control"] == "public, max-age=3600"
    picture = answer.json()
    assert "source" not in picture["board"]
    assert picture["board"]["tiers"]
    assert {kind: len(shape["faces"]) for kind, shape in picture["kinds"].items()} == {
        "d6": 6, "d8": 8, "d10": 10, "d12": 12, "d20": 20,
    }  # fmt: skip
    track = picture["board"]["tiers"][0]["boxes"][0]
    assert picture["limits"] == {
        "track": track,
        "min_speed_mps": MIN_SPEED_MPS,
        "max_speed_mps": MAX_SPEED_MPS,
        "max_azimuth": MAX_AZIMUTH,
        "max_yaw": MAX_YAW,
        "max_hit": MAX_HIT,
    }


@pytest.mark.parametrize("name", ["nowhere", "..%2f..%2fetc%2fpasswd", "classic.json", "%00"])
def test_only_boards_by_name_can_be_had(client: httpx.Client, name: str) -> None:
    assert client.get(f"/api/boards/{name}").status_code == 404
    assert client.get(f"/api/editions/{name}").status_code == 404


# Practice


def test_a_practice_flick_answers_with_all_dice_at_rest_and_the_film(client: httpx.Client) -> None:
    answer = client.post("/api/practice", json={"launch": LAUNCH}).raise_for_status().json()
    assert [rest["die"] for rest in answer["rests"]] == ["a1"]
    assert [rest["points"] for rest in answer["rests"]] == [
        one["face"] * one["zone"] for one in answer["rests"]
    ]
    assert answer["trajectory"]
    two = client.post(
        "/api/practice", json={"dice": [{"pose": answer["rests"][0]["pose"]}], "launch": LAUNCH}
    )
    assert [rest["die"] for rest in two.raise_for_status().json()["rests"]] == ["a1", "a2"]


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"launch": {**LAUNCH, "speed_mps": 1000.0}}, 409),
        ({"launch": {**LAUNCH, "x": 5.0}}, 409),
        ({"launch": {**LAUNCH, "face_up": 7}}, 409),
        ({"launch": LAUNCH, "dice": [{"pose": [9.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]}]}, 409),
        ({"launch": LAUNCH, "dice": [{"pose": [0.0] * 7}]}, 409),
        ({"launch": LAUNCH, "dice": [{"pose": FLAT}] * 25}, 422),
        ({"launch": {**LAUNCH, "speed_mps": "fast"}}, 422),
        ({"launch": LAUNCH, "kind": "d7"}, 422),
        ({}, 422),
    ],
)
def test_F17_a_flick_that_is_impossible_is_refused_before_physics_is_asked(
    client: httpx.Client, wish: dict[str, Any], status: int
) -> None:
    assert client.post("/api/practice", json=wish).status_code == status


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "1" + "0" * 400])
def test_F17_numbers_that_are_none_never_reach_physics(client: httpx.Client, number: str) -> None:
    body = '{"launch": {"face_up": 6, "x": -0.05, "y": 0.0, "speed_mps": %s}}' % number  # noqa: UP031  # braces
    answer = client.post("/api/practice", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 409, 422)


# Names


def test_names_are_cleaned_before_anybody_sees_them(client: httpx.Client) -> None:
    table = new_table(client, "  Zoe\u0308\u202e ", "\u2066Ben\u2069")["table"]
    seats = client.get(f"/api/tables/{table}").json()["view"]["seats"]
    assert [seat["name"] for seat in seats] == ["Zoë", "Ben"]


def test_a_person_may_sit_down_without_a_name_and_a_bot_gets_one(client: httpx.Client) -> None:
    seats = [{"occupant": "person"}, {"occupant": "bot", "level": "casual"}]
    table = client.post("/api/tables", json={"game": "dicetrip", "seats": seats}).json()["table"]
    shown = client.get(f"/api/tables/{table}").json()["view"]["seats"]
    assert [(seat["occupant"], seat["name"]) for seat in shown] == [
        ("person", ""),
        ("bot", bot_name("casual", ())),
    ]


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["\u202e"], "table/bad_name"),
        (["x" * 41], "table/bad_name"),
        (["Zoë", "ZOE\u0308"], "table/name_taken"),
        (["Ada", "A\u200bda"], "table/name_taken"),
    ],
)
def test_names_that_cannot_be_told_apart_or_shown_are_refused(
    client: httpx.Client, names: list[str], code: str
) -> None:
    seats = [{"occupant": "person", "name": name} for name in names]
    answer = client.post("/api/tables", json={"game": "dicetrip", "seats": seats})
    assert (answer.status_code, answer.json()["code"]) == (409, code)


# What every answer carries

ANSWERS = [
    ("GET", "/health", 200),
    ("GET", "/ready", 200),
    ("GET", "/metrics", 200),
    ("GET", "/api/choices", 200),
    ("GET", "/api/openapi.json", 200),
    ("GET", "/api/editions/france", 200),
    ("GET", "/api/tables/nowhere", 404),
    ("GET", "/api/nothing", 404),
    ("HEAD", "/api/nothing", 404),
    ("DELETE", "/api/tables", 405),
    ("OPTIONS", "/api/tables", 405),
    ("POST", "/api/tables", 422),
]


@pytest.mark.parametrize(("method", "path", "status"), ANSWERS)
def test_F15_every_answer_carries_the_security_headers_once(
    client: httpx.Client, method: str, path: str, status: int
) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    for name, value in SECURITY_HEADERS.items():
        assert answer.headers.get_list(name) == [value]
    assert "server" not in answer.headers


def test_F15_refusals_before_the_framework_carry_them_too(client: httpx.Client) -> None:
    foreign = client.post("/api/tables", json={}, headers={"Origin": "https://evil.example"})
    large = client.post("/api/tables", content=b" " * 300_000)
    for answer, status in ((foreign, 403), (large, 413)):
        assert answer.status_code == status
        assert answer.headers["content-security-policy"] == SECURITY_HEADERS["Content-Security-Policy"]


def encoding(client: httpx.Client, path: str, **headers: str) -> str:
    answer = client.get(path, headers={"Accept-Encoding": "gzip", **headers}).raise_for_status()
    return str(answer.headers.get("content-encoding", ""))


def test_what_is_public_and_large_is_compressed(client: httpx.Client) -> None:
    table = imported(client, "published_france.trip")
    for path in (
        "/api/editions/france",
        "/api/boards/classic",
        "/api/openapi.json",
        f"/api/tables/{table}/replay",
    ):
        assert encoding(client, path) == "gzip"
        with client.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as small:
            raw = b"".join(small.iter_raw())
        plain = client.get(path, headers={"Accept-Encoding": "identity"})
        assert gzip.decompress(raw) == plain.content
        assert len(raw) < len(plain.content) / 2
        assert "accept-encoding" in plain.headers["vary"].lower()


def test_F13_no_answer_that_depends_on_a_secret_is_compressed(client: httpx.Client) -> None:
    """Compressed beside words of strangers, a secret's length would give it away."""
    opened = new_table(client, "Ada", "Ben")
    table, secret = opened["table"], opened["seats"][0]["secret"]
    path = f"/api/tables/{table}"
    assert len(client.get(path).content) > 1024
    assert encoding(client, path, Authorization=f"Seat {secret}") == ""
    assert encoding(client, path) == ""
    again = client.post(
        "/api/tables",
        json={
            "game": "dicetrip",
            "seats": [{"occupant": "person", "name": f"P{number}"} for number in range(4)],
        },
        headers={"Accept-Encoding": "gzip"},
    )
    assert "content-encoding" not in again.headers


def test_F45_what_people_see_of_tables_is_kept_by_no_cache(client: httpx.Client) -> None:
    opened = new_table(client, "Ada")
    headers = {"Authorization": f"Seat {opened['seats'][0]['secret']}"}
    for path in (f"/api/tables/{opened['table']}", f"/api/codes/{opened['code']}", "/api/daily", "/metrics"):
        answer = client.get(path, headers=headers if "tables" in path else {}).raise_for_status()
        assert answer.headers["Cache-Control"] == "no-store"
    assert client.get("/api/tables/unknown").headers["Cache-Control"] == "no-store"
    assert "max-age" in client.get("/api/editions/france").headers["Cache-Control"]
