"""The companion's API on the real server: paper sheets and pads go in, counted answers come out."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.kit.server.servers import PATIENCE, Server
from tumbletrip.core.texts import say
from tumbletrip.tumblin.score_pad.text_form import pad_from_text

pytestmark = pytest.mark.slow
GOLDEN = Path(__file__).parents[2] / "golden"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("companion")
    running = Server(str(folder / "tables.db"), folder / "log", "--thinkers", "1").start()
    yield running
    running.kill()


def refusal(server: Server, path: str, body: Any, language: str = "en") -> tuple[int, dict[str, Any]]:
    with pytest.raises(urllib.error.HTTPError) as caught:
        server.ask("POST", path, body, **{"Accept-Language": language})
    with caught.value as error:
        return error.code, json.load(error)


def marks(board: str) -> dict[str, str]:
    found: dict[str, Any] = json.loads((GOLDEN / f"example_{board}.json").read_text("utf-8"))
    coloured = found["bonus"]["coloured"]
    return {
        city: "x" if text == "X" else text + "*" * (city in coloured)
        for city, text in found["assignment"].items()
    }


def test_the_published_sheet_is_counted_and_explained(server: Server) -> None:
    sheets = [{"name": "Ada", "marks": marks("france")}, {"name": "Ben", "marks": {"lille": "13"}}]
    answer = server.ask("POST", "/api/companion/sheets/count", {"edition": "france", "sheets": sheets})
    assert [one["score"]["total"] for one in answer["sheets"]] == [39, 9]  # Ben: no cross in any zone
    assert answer["ranking"] == [[0], [1]]
    assert answer["sheets"][1]["missing"] == 24
    assert answer["sheets"][0]["score"]["road_path"][0] == "caen"


def test_mistakes_come_with_their_cities_in_the_language_asked_for(server: Server) -> None:
    body = {"edition": "france", "sheets": [{"marks": {"lille": "13", "paris": "13", "nice": "70"}}]}
    answer = server.ask("POST", "/api/companion/sheets/count", body, **{"Accept-Language": "fr"})
    found = {one["code"]: (set(one["cities"]), one["message"]) for one in answer["sheets"][0]["mistakes"]}
    assert answer["ranking"] is None
    assert found["companion.twice"][0] == {"lille", "paris"}
    assert found["companion.no_number"] == (
        {"nice"},
        say("companion.no_number", "fr", city="Nice", text="70"),
    )


def test_asking_again_gives_the_same_answer(server: Server) -> None:
    body = {"players": ["Ada", "Ben"], "preset": "duel", "rounds": [[["6x4"] * 5, ["off"] * 5]]}
    first, again = (server.ask("POST", "/api/companion/score-pad/count", body) for _ in range(2))
    assert first == again
    assert [side["total"] for side in first["sides"]] == [120, 0]
    assert first["rounds"][0]["dice"][1][0] == {"points": 0, "why": "tumblin.why.off"}


def test_a_pad_says_who_starts_and_who_has_won(server: Server) -> None:
    body = {"players": ["Ada", "Ben"], "preset": "duel", "house": ["target=200", "pass-start"]}
    rounds = [[["6x4"] * 5, ["5x4"] * 5]]
    counted = server.ask("POST", "/api/companion/score-pad/count", {**body, "rounds": rounds})
    assert (counted["order"], counted["end"]) == ([1, 0], None)
    ended = server.ask("POST", "/api/companion/score-pad/count", {**body, "rounds": 2 * rounds})["end"]
    assert ended["ranking"] == [[0], [1]]
    assert ended["message"] == "Ada wins: the target is reached."


def test_what_the_phone_exports_the_command_line_reads(server: Server) -> None:
    pad = {"players": ["Ada", "Ben O."], "preset": "duel", "rounds": [[["6x4"] * 5, ["x0"] * 5]]}
    texts = {}
    for form in ("pad", "csv"):
        request = urllib.request.Request(
            f"http://127.0.0.1:{server.port}/api/companion/score-pad/export",
            json.dumps({"pad": pad, "form": form}).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            texts[form] = answer.read().decode()
    assert pad_from_text(texts["pad"]).totals == (120, 0)
    assert texts["csv"].count("Ben O.") == 2 * 5  # as a player and as a side


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"preset": "trios"}, 422, "tumblin.preset.players"),
        ({"preset": "nonsense"}, 422, "table.option"),
        ({"players": ["Ada"], "dice": 3}, 409, "tumblin/too_few_players"),
        ({"players": ["Ada", " Ada "], "dice": 3}, 409, "tumblin/same_name"),
        ({"players": ["Ada", ""], "dice": 3}, 409, "tumblin/bad_name"),
        ({"players": ["A", "B", "C"], "dice": 3, "teams": 2}, 409, "tumblin/unequal_teams"),
        ({"players": [f"P{number}" for number in range(16)], "dice": 4}, 409, "tumblin/too_many_dice"),
        ({"house": ["target=501", "rounds=4"]}, 409, "tumblin/target_and_rounds"),
        ({"house": ["flying"]}, 422, "tumblin.house.unknown"),
        ({"preset": "duel", "rounds": [[["7x1"] * 5, ["off"] * 5]]}, 422, "companion.at"),
    ],
)
def test_TD09_TD18_what_cannot_be_played_is_refused_by_name(
    server: Server, wish: dict[str, Any], status: int, code: str
) -> None:
    answers = [
        refusal(server, "/api/companion/score-pad/count", {"players": ["Ada", "Ben"], **wish}, one)
        for one in ("en", "de")
    ]
    assert [(found, problem["code"]) for found, problem in answers] == [(status, code)] * 2
    assert answers[0][1]["message"] != answers[1][1]["message"]


@pytest.mark.parametrize("edition", ["atlantis", "../secrets", ""])
def test_an_edition_the_server_does_not_have_is_refused(server: Server, edition: str) -> None:
    assert refusal(server, "/api/companion/sheets/count", {"edition": edition, "sheets": [{}]})[0] == 422


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/companion/sheets/count", {"edition": "france", "sheets": [{}]}),
        ("/api/companion/score-pad/count", {"players": ["Ada", "Ben"]}),
        (
            "/api/tables",
            {
                "game": "dicetrip",
                "options": {"position": {"sheet": f"france {'..    ' * 25} {' ' * 300}| reroll double | 1"}},
                "seats": [{"occupant": "person", "name": "Ada"}],
            },
        ),
    ],
)
def test_F65_strangers_words_are_read_by_another_process(
    server: Server, monkeypatch: pytest.MonkeyPatch, path: str, body: Any
) -> None:
    """While the other processes stand still there is no answer, and the server itself goes on."""
    server.ask("POST", path, body)
    others = psutil.Process(server.pid).children(recursive=True)
    for process in others:
        process.suspend()
    try:
        monkeypatch.setattr(server, "patience", 2.0)
        with pytest.raises(TimeoutError):
            server.ask("POST", path, body)
        monkeypatch.undo()
        assert server.status("GET", "/health") == 200
    finally:
        for process in others:
            process.resume()
    assert server.ask("POST", path, body)
