"""The app's files: hashed ones for ever, the page for every address of the app, 404 for the rest."""

from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from tumbletrip.server.static_files import AppFiles

pytestmark = pytest.mark.anyio


@pytest.fixture
def client(tmp_path: Path) -> httpx.AsyncClient:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>page</title>")
    (tmp_path / "assets" / "index-abc.js").write_text("1")
    (tmp_path / "sw.js").write_text("2")
    return client_of(tmp_path)


def client_of(folder: Path) -> httpx.AsyncClient:
    app = Starlette()
    app.mount("/", AppFiles(folder))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://here")


@pytest.mark.parametrize("path", ["/", "/t/some-table", "/t/some-table/replay", "/c/ABCDE", "/rules", "/new"])
async def test_every_address_of_the_app_gets_its_page(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path)
    assert answer.status_code == 200
    assert "page" in answer.text
    assert answer.headers["cache-control"] == "no-cache"


async def test_hashed_files_are_kept_and_the_worker_is_asked_for_again(client: httpx.AsyncClient) -> None:
    assert "immutable" in (await client.get("/assets/index-abc.js")).headers["cache-control"]
    assert (await client.get("/sw.js")).headers["cache-control"] == "no-cache"


async def test_a_missing_file_is_missing_but_a_person_still_gets_the_page(client: httpx.AsyncClient) -> None:
    assert (await client.get("/assets/old.js", headers={"accept": "*/*"})).status_code == 404
    typed = await client.get("/nowhere", headers={"accept": "text/html"})
    assert typed.status_code == 404
    assert "page" in typed.text


async def test_without_a_built_app_there_is_no_page(tmp_path: Path) -> None:
    assert (await client_of(tmp_path / "never-built").get("/")).status_code == 404


async def test_files_outside_the_folder_cannot_be_had(client: httpx.AsyncClient) -> None:
    answer = await client.get("/assets/%2e%2e/%2e%2e/etc/passwd", headers={"accept": "*/*"})
    assert answer.status_code == 404
