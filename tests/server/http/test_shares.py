"""F37, F38: what one address asks of the server takes nothing from another; each is told why it waits."""

import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.server.servers import PATIENCE, Server
from tumbletrip.core.texts import say

pytestmark = pytest.mark.slow
GOLDEN = Path(__file__).parents[2] / "golden"
GREEDY, HONEST = "192.0.2.66", "192.0.2.7"
OPTIONS = ("--thinkers", "1", "--limit", "analysis_games=50000")  # no analysis ends within these tests


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("shares")
    running = Server(str(folder / "tables.db"), folder / "log", *OPTIONS).start()
    yield running
    running.kill()


def send(
    server: Server, address: str, method: str, path: str, body: bytes = b""
) -> http.client.HTTPConnection:
    """A request on its way; the server believes a proxy on its own machine about the visitor's address."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, PATIENCE)
    line.request(method, path, body, {"X-Forwarded-For": address, "Content-Type": "text/plain"})
    return line


def answer(line: http.client.HTTPConnection) -> tuple[int, bytes]:
    response = line.getresponse()
    found = response.status, response.read()
    line.close()
    return found


def ask(server: Server, address: str, method: str, path: str, body: bytes = b"") -> tuple[int, Any]:
    status, text = answer(send(server, address, method, path, body))
    return status, json.loads(text)


def imported(server: Server, number: int) -> str:
    """A finished game; each number has another hash, so that its analysis is one of its own."""
    record = (GOLDEN / "published_france.trip").read_text("utf-8").replace("Example", f"Example {number}")
    table: str = ask(server, HONEST, "POST", "/api/records", record.encode())[1]["table"]
    return table


def test_F37_many_prints_of_one_address_are_refused_in_a_fitting_sentence_and_another_s_is_printed(
    server: Server,
) -> None:
    paths = [f"/api/sheets/dicetrip?copies={copies}" for copies in range(8, 16)]
    lines = [send(server, GREEDY, "GET", path) for path in paths]
    status, _ = answer(send(server, HONEST, "GET", "/api/sheets/dicetrip?copies=1"))
    assert status == 200
    answers = [answer(line) for line in lines]
    refused = [json.loads(text) for status, text in answers if status == 503]
    assert len(refused) == len(paths) - 4  # one is printed, three wait
    assert {problem["message"] for problem in refused} == {say("sheets.busy", "en")}
    assert sum(status == 200 for status, _ in answers) == 4


def test_F38_an_address_has_two_analyses_under_way_and_only_it_can_stop_them(server: Server) -> None:
    tables = [imported(server, number) for number in range(3)]
    paths = [f"/api/tables/{table}/analysis" for table in tables]
    assert [ask(server, GREEDY, "POST", path)[0] for path in paths[:2]] == [202, 202]
    status, problem = ask(server, GREEDY, "POST", paths[2])
    assert (status, problem["code"]) == (429, "analysis/yours_full")
    assert ask(server, HONEST, "POST", paths[2])[0] == 202
    assert ask(server, HONEST, "DELETE", paths[1])[0] == 404
    assert ask(server, HONEST, "GET", paths[1])[1]["state"] in ("waiting", "running")
    assert ask(server, GREEDY, "DELETE", paths[1])[0] == 200
    assert ask(server, HONEST, "DELETE", paths[2])[0] == 200
