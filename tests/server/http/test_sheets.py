"""Printed sheets from the real server: PDFs, previews, keepsakes, and what it says when it cannot."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.pdf import Pdf
from tests.kit.server.servers import PATIENCE, Server

pytestmark = pytest.mark.slow
RECORD = Path(__file__).parents[2] / "golden" / "published_france.trip"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("sheets")
    running = Server(str(folder / "tables.db"), folder / "log", "--thinkers", "1").start()
    yield running
    running.kill()


def fetch(server: Server, path: str, header: str = "Content-Type") -> tuple[str, bytes]:
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}", timeout=PATIENCE) as answer:
        return answer.headers[header], answer.read()


def test_a_pad_is_printed_and_comes_from_memory_the_second_time(server: Server) -> None:
    path = "/api/sheets/dicetrip?edition=germany&paper=letter&per_page=2&copies=3&lang=fr"
    kind, made = fetch(server, path)
    assert kind == "application/pdf"
    pdf = Pdf(made)
    assert len(pdf.pages) == 2
    assert "München" in pdf.words()
    assert fetch(server, path)[1] == made


def test_the_first_page_can_be_looked_at(server: Server) -> None:
    for game in ("dicetrip", "tumblin"):
        kind, picture = fetch(server, f"/api/sheets/{game}?copies=200&form=svg")
        assert kind == "image/svg+xml"
        assert picture.startswith(b"<svg")


def test_a_finished_table_becomes_a_keepsake(server: Server) -> None:
    address = f"http://127.0.0.1:{server.port}"
    body = RECORD.read_bytes()
    request = urllib.request.Request(
        f"{address}/api/records", body, {"Content-Type": "text/plain"}, method="POST"
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        table = json.load(answer)["table"]
    caching, made = fetch(server, f"/api/tables/{table}/keepsake?lang=de", "Cache-Control")
    assert "private" in caching  # names of people stand in it (F45)
    pdf = Pdf(made)
    assert len(pdf.pages) == 2
    assert "Example: 39 Punkte" in pdf.words()


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/sheets/dicetrip?edition=atlantis", 404),
        ("/api/sheets/dicetrip?edition=../../etc/passwd.json", 404),
        ("/api/sheets/dicetrip?per_page=3", 422),
        ("/api/sheets/dicetrip?copies=201", 422),
        ("/api/sheets/tumblin?players=17", 422),
        ("/api/tables/nothing-here/keepsake", 404),
    ],
)
def test_what_cannot_be_printed_is_refused(server: Server, path: str, status: int) -> None:
    with pytest.raises(urllib.error.HTTPError) as caught:
        fetch(server, path)
    with caught.value as error:
        assert error.code == status
        assert json.load(error)["message"]


def test_a_game_that_goes_on_is_no_keepsake_yet(server: Server) -> None:
    wish = {"game": "dicetrip", "options": {}, "seats": [{"occupant": "person", "name": "Ada"}]}
    table = server.ask("POST", "/api/tables", wish)["table"]
    with pytest.raises(urllib.error.HTTPError) as caught:
        fetch(server, f"/api/tables/{table}/keepsake")
    with caught.value as error:
        assert error.code == 409
