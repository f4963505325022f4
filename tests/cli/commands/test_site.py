"""`tumbletrip site`: a folder for any file host, and what it says when it cannot."""

from pathlib import Path

import pytest

from hatch_build import build_app, build_pack, static_folder
from tests.kit.command_line import ROOT, tumbletrip_says


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    build_app(ROOT, static_folder(ROOT))
    build_pack(ROOT)


def test_a_site_has_its_pages_its_policy_and_no_server(tmp_path: Path) -> None:
    out = tmp_path / "site"
    answer = tumbletrip_says("site", out, "--base", "/games/")
    assert answer.code == 0, answer
    page, lost = ((out / name).read_text("utf-8") for name in ("index.html", "404.html"))
    assert 'name="tumbletrip-server" content="none"' in page
    assert "script-src 'self';" in page
    assert 'src="./assets/' in page  # wherever it lies
    assert 'src="/games/assets/' in lost  # at any depth below
    assert '="/assets/' not in page + lost
    assert lost.replace('="/games/', '="./') == page
    licences = (out / "LICENCES.txt").read_text("utf-8")
    assert all(name in licences for name in ("Pyodide", "MuJoCo", "three.js"))
    assert (out / "pack" / "pack.json").is_file()
    assert "Lille" in (out / "api" / "editions" / "france.json").read_text("utf-8")
    assert (out / "index.html.gz").is_file()


@pytest.mark.parametrize("base", ["games/", "/games", "https://example.org/", "/a b/", '/"/'])
def test_a_base_that_is_no_path_is_refused(tmp_path: Path, base: str) -> None:
    answer = tumbletrip_says("site", tmp_path / "site", "--base", base)
    assert answer.code == 2
    assert base in answer.err


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").touch()
    answer = tumbletrip_says("site", tmp_path)
    assert answer.code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
