"""The app's files: hashed ones for ever, the page for every address of the app, 404 for the rest."""

from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from hatch_build import compress
from tumbletrip.server.http.static_files import AppFiles, PackFiles

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


TEXT = "let text = 'again and again';" * 100


@pytest.fixture
def zipped(tmp_path: Path) -> httpx.AsyncClient:
    """Files as the build leaves them: with gzipped copies beside those that gain from it."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(TEXT)
    (tmp_path / "assets" / "index-abc.js").write_text(TEXT)
    (tmp_path / "assets" / "small.js").write_text("1")
    compress(tmp_path)
    return client_of(tmp_path)


@pytest.mark.parametrize("path", ["/", "/t/some-table", "/assets/index-abc.js"])
async def test_who_reads_gzip_gets_the_copy_of_the_build_and_others_the_file(
    zipped: httpx.AsyncClient, path: str
) -> None:
    small = await zipped.get(path, headers={"accept-encoding": "br, GZIP;q=0.5"})
    assert small.headers["content-encoding"] == "gzip"
    assert int(small.headers["content-length"]) < len(TEXT) / 10
    for refusing in ("identity", "gzip;q=0", "br, gzip; q=0.0", "*"):
        plain = await zipped.get(path, headers={"accept-encoding": refusing})
        assert "content-encoding" not in plain.headers
        assert plain.headers["content-type"] == small.headers["content-type"]
        assert plain.headers["vary"] == small.headers["vary"] == "Accept-Encoding"
        assert plain.headers["etag"] != small.headers["etag"]
        assert plain.text == small.text == TEXT


async def test_what_a_browser_has_is_not_sent_again(zipped: httpx.AsyncClient) -> None:
    asked = {"accept-encoding": "gzip"}
    first = await zipped.get("/", headers=asked)
    again = await zipped.get("/", headers={**asked, "if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = await zipped.get("/", headers={"accept-encoding": "", "if-none-match": first.headers["etag"]})
    assert plain.status_code == 200


async def test_a_file_without_a_copy_is_sent_as_it_is(zipped: httpx.AsyncClient) -> None:
    answer = await zipped.get("/assets/small.js", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in answer.headers
    assert answer.text == "1"


def test_the_copies_of_a_build_are_the_same_every_time(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text(TEXT)
    compress(tmp_path)
    first = (tmp_path / "a.js.gz").read_bytes()
    compress(tmp_path)
    assert (tmp_path / "a.js.gz").read_bytes() == first
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.js", "a.js.gz"]


async def test_only_the_worker_of_a_device_may_run_webassembly(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    for name in ("index-abc.js", "device.worker-abc.js"):
        (tmp_path / "assets" / name).write_text("1")
    async with client_of(tmp_path) as client:
        policy = (await client.get("/assets/device.worker-abc.js")).headers["content-security-policy"]
        assert "'wasm-unsafe-eval'" in policy
        assert "'unsafe-eval'" not in policy
        assert "content-security-policy" not in (await client.get("/assets/index-abc.js")).headers


async def test_the_list_of_the_pack_is_asked_for_again_and_its_files_are_kept(tmp_path: Path) -> None:
    (tmp_path / "abc").mkdir()
    (tmp_path / "pack.json").write_text("{}")
    (tmp_path / "abc" / "tumbletrip.zip.pack").write_bytes(b"packed")
    app = Starlette()
    app.mount("/pack", PackFiles(tmp_path))
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
        assert (await client.get("/pack/pack.json")).headers["cache-control"] == "no-cache"
        kept = await client.get("/pack/abc/tumbletrip.zip.pack")
        assert "immutable" in kept.headers["cache-control"]
        assert "content-encoding" not in kept.headers
        assert (await client.get("/pack/other")).status_code == 404
