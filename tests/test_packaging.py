"""What people install: the wheel serves the app without Node.js, the source distribution can build it."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from hatch_build import BUNDLED, FONTS
from tests.kit.server.servers import Server
from tools import release
from tools.release import complete
from tools.set_up import find_uv, in_words_of_uv, settings_of_pip
from tools.test_costs import spent
from tumbletrip import __version__

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
CODE = (".ts", ".svelte", ".css")
# A package in an import, with its scope; our own begin with a dot, a slash or $.
IMPORTED = re.compile(
    r"""(?:from|import\(?|@import|dirname\(resolve\()\s*['"]((?:@[\w-]+/)?[a-z][\w-]*)(?=[/'"])"""
)
MADE_BY_THE_BUILD = "virtual"
LOG = "## [9.9.9] – unreleased\n\n- What is new.\n\n## [0.1.0] – 2026-01-01\n\n- Old.\n"
TO_PLAY = "fast,physics,server,print"
FIRST_SCREEN_SECONDS = 40.0  # of processor: what an idle machine of one core would take


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all that a release of this checkout would consist of: the whole command, tried only."""
    folder = tmp_path_factory.mktemp("release")
    command = [sys.executable, "-m", "tools.release", "--dry-run", "--to", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return folder


@pytest.fixture
def installed(built: Path, tmp_path: Path) -> Iterator[Server]:
    """A server that runs from the unpacked wheel, with no Node.js on its PATH."""
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "site")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site"), "PATH": str(tmp_path)}
    server = Server(str(tmp_path / "t.db"), tmp_path / "log", "--thinkers", "1", environment=environment)
    yield server.start()
    server.kill()


def test_a_server_from_the_wheel_shows_the_page_its_scripts_and_its_boards(
    installed: Server, tmp_path: Path
) -> None:
    loaded = psutil.Process(installed.pid).environ()["PYTHONPATH"]
    assert loaded == str(tmp_path / "site")
    page = installed.text("/")
    assert '<div id="app"' in page
    scripts = [word for word in page.split('"') if word.startswith("/assets/") and word.endswith(".js")]
    assert scripts
    for script in scripts:
        assert installed.text(script)
    assert [*(tmp_path / "site/tumbletrip/server/static/assets").glob("*.js.gz")]
    assert len(installed.ask("GET", "/api/editions/germany")["cities"]) == 25
    assert installed.ask("GET", "/api/boards/classic")["board"]["tiers"]
    seats = [{"occupant": "person", "name": "Ada"}, {"occupant": "bot", "level": "casual"}]
    assert installed.ask("POST", "/api/tables", {"game": "dicetrip", "seats": seats})["code"]


def install_as_pipx_does(wheel: Path, home: Path) -> Path:
    """An environment with nothing but the wheel and what playing needs, in locked versions; its Python."""
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    locked = (ROOT / "requirements/play.lock").read_text("utf-8")
    versions = home / "versions.txt"  # without their hashes: a wheel just built has none
    pins = re.findall(r"^[a-z0-9].*?(?= \\$)", locked, re.MULTILINE)
    versions.write_text("\n".join(pins), "utf-8")
    told = settings_of_pip()
    uv = None if "no-index" in told else find_uv()
    pip = (uv, "pip", "install") if uv else (sys.executable, "-m", "pip", f"--python={python}", "install")
    into = (f"--python={python}",) if uv else ()
    what = ("--constraint", str(versions), f"tumbletrip[{TO_PLAY}] @ {wheel.as_uri()}")
    environment = {**in_words_of_uv(told), **os.environ}
    subprocess.run([*pip, *into, *what], check=True, capture_output=True, env=environment)
    return python


def test_installed_as_by_pipx_the_first_screen_comes_within_forty_seconds(
    built: Path, tmp_path: Path
) -> None:
    """By nothing of this checkout, without Node.js, in a home where nobody has played yet."""
    (wheel,) = built.glob("*.whl")
    before = spent()
    python = install_as_pipx_does(wheel, tmp_path / "venv")
    alone = {
        "PATH": str(python.parent),
        "HOME": str(tmp_path),
        "NUMBA_CACHE_DIR": str(tmp_path / "kernels"),
    }
    server = Server(str(tmp_path / "t.db"), tmp_path / "log", environment=alone, python=python).start()
    try:
        assert '<div id="app"' in server.text("/")
        took = spent() - before
    finally:
        server.kill()
    assert took < FIRST_SCREEN_SECONDS
    assert not shutil.which("node", path=alone["PATH"])
    doctor = [str(python.parent / "tumbletrip"), "doctor", "--json"]
    told = json.loads(subprocess.run(doctor, env=alone, capture_output=True, check=False).stdout)["checks"]
    lacking = {check for check, is_well in told.items() if not is_well}
    assert lacking <= {
        "extra_plots",
        "extra_maps",
        "extra_rl",
        "extra_cluster",
        "port",
        "compiled",
        "browser",
    }


def test_the_wheel_says_what_it_holds_and_what_it_runs_with(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        (name,) = [
            name for name in packed.namelist() if name.endswith(".dist-info/sboms/tumbletrip.cdx.json")
        ]
        bill = json.loads(packed.read(name))
    assert (bill["bomFormat"], bill["metadata"]["component"]["version"]) == ("CycloneDX", __version__)
    parts = {(part["name"], part["scope"]): part for part in bill["components"]}
    assert parts["uvicorn", "optional"]["purl"].startswith("pkg:pypi/uvicorn@")
    assert parts["svelte", "required"]["purl"].startswith("pkg:npm/svelte@")
    assert len({part["bom-ref"] for part in bill["components"]}) == len(bill["components"])
    assert "pytest" not in str(bill)


def test_what_the_app_holds_of_others_is_named_in_its_bill() -> None:
    sources = (path.read_text("utf-8") for path in (ROOT / "frontend/src").rglob("*") if path.suffix in CODE)
    found = {match for text in sources for match in IMPORTED.findall(text)}
    fonts = {"/".join(font.split("/")[:2]) for font in (f"@fontsource/{font}" for font in FONTS)}
    packing = (ROOT / "frontend/packing/build.mjs").read_text("utf-8")
    packed = {match for match in IMPORTED.findall(packing) if not match.startswith("node:")}
    assert (found - {MADE_BY_THE_BUILD}) | fonts | packed == set(BUNDLED)


def test_the_source_distribution_has_all_that_a_build_needs_and_nothing_built(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    needed = {"pyproject.toml", "hatch_build.py", "frontend/package-lock.json", "frontend/vite.config.ts"}
    needed |= {"requirements/play.lock"}
    assert needed <= names
    assert not [name for name in names if "node_modules" in name or "/server/static/" in name]


def test_a_release_has_wheel_sources_site_bill_notes_and_the_sums_of_all(built: Path) -> None:
    name = f"tumbletrip-{__version__}"
    sums = dict(line.split("  ")[::-1] for line in (built / "SHA256SUMS").read_text().splitlines())
    assert set(sums) == {
        f"{name}-py3-none-any.whl",
        f"{name}.tar.gz",
        f"{name}-site.zip",
        f"{name}.cdx.json",
        f"{name}-notes.md",
    }
    assert all(hashlib.sha256((built / file).read_bytes()).hexdigest() == told for file, told in sums.items())
    newest = (ROOT / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1].partition("\n")[2]
    assert (built / f"{name}-notes.md").read_text("utf-8") == newest.strip() + "\n"
    assert json.loads((built / f"{name}.cdx.json").read_text())["bomFormat"] == "CycloneDX"
    with zipfile.ZipFile(built / f"{name}-site.zip") as packed:
        assert {"index.html", "404.html", "pack/pack.json", "LICENCES.txt"} <= {*packed.namelist()}


def test_the_same_files_make_the_same_archive_and_the_newest_notes_are_told(
    built: Path, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    (site / "assets").mkdir(parents=True)
    (site / "index.html").write_text("<title>Tumbletrip</title>")
    (site / "assets" / "app.js").write_text("play()")
    made = []
    for folder in (tmp_path / "one", tmp_path / "other"):
        folder.mkdir()
        shutil.copy(next(built.glob("*.whl")), folder)
        complete(
            folder, site, "## [9.9.9] – unreleased\n\n- What is new.\n\n## [0.1.0] – 2026-01-01\n\n- Old.\n"
        )
        (site / "index.html").touch()  # files have other dates, and are the same
        made.append((folder / "SHA256SUMS").read_text())
    assert made[0] == made[1]
    (notes,) = (tmp_path / "one").glob("*-notes.md")
    assert notes.read_text() == "- What is new.\n"
    with zipfile.ZipFile(next((tmp_path / "one").glob("*-site.zip"))) as packed:
        assert packed.namelist() == ["assets/app.js", "index.html"]


def test_what_speaks_against_a_release_ends_it_before_anything_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(release, "__version__", "9.9.9")  # no entry of the changelog is about it
    monkeypatch.setattr(sys, "argv", ["release", "--to", str(tmp_path / "release")])
    with pytest.raises(SystemExit, match="1"):
        release.main()
    assert "the package is 9.9.9" in capsys.readouterr().err
    assert not (tmp_path / "release").exists()
