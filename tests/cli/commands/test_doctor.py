"""`tumbletrip doctor`, from outside."""

import asyncio
import contextlib
import json
import socket
import tomllib
from pathlib import Path

import pytest

from tests.kit.command_line import ROOT, tumbletrip_says
from tests.kit.server.damage import EVENTS_EACH, GAMES, full_database, overwrite_root


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "tables.sqlite"
    asyncio.run(full_database(path))
    return path


def test_a_healthy_database_is_called_healthy(database: Path) -> None:
    answer = tumbletrip_says("doctor", database)
    assert answer.code == 0, answer
    assert "is healthy" in answer.out
    assert f"Games that are whole: {GAMES}" in answer.out


def test_F28_a_damaged_one_is_told_of_and_saved(database: Path, tmp_path: Path) -> None:
    overwrite_root(database, "events")
    told = tumbletrip_says("--lang", "de", "doctor", database)
    assert told.code == 1
    assert "ist beschädigt" in told.out
    assert "--save-to" in told.out
    answer = tumbletrip_says("doctor", "--json", "--save-to", tmp_path / "saved.sqlite", database)
    assert answer.code == 1
    document = json.loads(answer.out)
    assert document["healthy"] is False
    assert document["unreadable"] == ["events"]
    assert document["games"] == {"whole": GAMES, "cut": 0, "lost": 0}
    assert document["events"] == {"good": GAMES * EVENTS_EACH, "lost": 0}
    assert tumbletrip_says("doctor", tmp_path / "saved.sqlite").code == 0


@pytest.mark.parametrize(
    ("word", "sentence"),
    [("nothing.sqlite", "cannot be read"), ("postgresql://me@here/it", "pg_amcheck")],
)
def test_what_cannot_be_examined_is_refused_in_a_sentence(word: str, sentence: str, tmp_path: Path) -> None:
    tumbletrip_says("doctor", word, folder=tmp_path).assert_refused(sentence)


def test_a_text_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ada, " * 500)
    tumbletrip_says("doctor", "letter.txt", folder=tmp_path).assert_refused("cannot be used as a database")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine where nobody has played yet; it has a browser."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("BROWSER", "true")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kernels"))
    return tmp_path


def with_parts() -> list[str]:
    """The extras that bring something of their own, as the package declares them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [extra for extra, parts in project["optional-dependencies"].items() if parts and extra != "all"]


def test_without_a_database_it_says_what_this_machine_lacks(home: Path) -> None:
    told = json.loads(tumbletrip_says("doctor", "--json").out)["checks"]
    assert told == {
        **{f"extra_{extra}": True for extra in with_parts()},
        "app": True,
        "port": told["port"],  # somebody may play on this machine
        "tables": True,
        "compiled": False,
        "browser": True,
    }
    answer = tumbletrip_says("--lang", "de", "doctor")
    assert "– Der schnelle Code ist noch nicht übersetzt" in answer.out
    assert str(home / "data") in answer.out.replace("\n", "")


def test_a_taken_port_keeps_people_from_playing_and_is_named(home: Path) -> None:
    del home
    with contextlib.ExitStack() as until_told:
        with contextlib.suppress(OSError):  # then somebody plays on this machine
            until_told.enter_context(socket.create_server(("127.0.0.1", 8765)))
        answer = tumbletrip_says("doctor")
        assert answer.code == 1, answer
        assert "✗ Port 8765 is taken" in answer.out
        assert "--port 8766" in answer.out
        assert json.loads(tumbletrip_says("doctor", "--json").out)["can_play"] is False


HIDE = (
    "import importlib.util as u; find = u.find_spec; u.find_spec = lambda n: None if n == {!r} else find(n)"
)


@pytest.mark.parametrize(("package", "extra"), [("mujoco", "physics"), ("numba", "fast")])
def test_a_missing_extra_is_named_with_the_way_to_get_it(home: Path, package: str, extra: str) -> None:
    """A package that cannot be found, as for somebody who installed a part only."""
    (home / "sitecustomize.py").write_text(HIDE.format(package))
    answer = tumbletrip_says("doctor", environment={"PYTHONPATH": str(home)})
    assert answer.code == 1, answer
    assert f"✗ {extra} is missing" in answer.out
    assert f'pip install "tumbletrip[{extra}]"' in answer.out.replace("\n", " ")


def test_saving_needs_a_database() -> None:
    tumbletrip_says("doctor", "--save-to", "new.sqlite").assert_refused("--save-to needs the database")
