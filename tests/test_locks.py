"""What playing needs is a part of what developing needs: the same versions, the same files."""

import re
from pathlib import Path

REQUIREMENTS = Path(__file__).parents[1] / "requirements"
ENTRY = re.compile(r"^[a-z0-9][^\n]*(?:\n +[^\n]+)*", re.MULTILINE)
NEEDED = {"fastapi", "numba", "mujoco", "typst", "typer", "hatchling", "editables"}
NOT_NEEDED = {"pytest", "mypy", "playwright", "schemathesis", "matplotlib", "ruff"}


def locked(name: str) -> dict[str, list[str]]:
    """The packages of a lock, each with its entries: version, marker and hashes."""
    found: dict[str, list[str]] = {}
    for entry in ENTRY.findall((REQUIREMENTS / name).read_text("utf-8")):
        found.setdefault(re.split(r"[=\[ ]", entry)[0], []).append(entry)
    return found


def files(entries: list[str]) -> list[set[str]]:
    """The version and the hashes of each entry; markers differ with what asks for a package."""
    return [{entry.split()[0], *re.findall(r"sha256:[0-9a-f]{64}", entry)} for entry in entries]


def test_the_lock_for_playing_names_the_files_of_the_lock_for_developing() -> None:
    play, dev = locked("play.lock"), locked("dev.lock")
    assert {name: files(dev[name]) for name in play} == {name: files(play[name]) for name in play}


def test_players_install_all_that_they_need_and_no_tools() -> None:
    play = locked("play.lock").keys()
    assert play >= NEEDED
    assert not play & NOT_NEEDED


def test_every_entry_has_a_hash_and_no_address() -> None:
    for name in ("play.lock", "dev.lock"):
        assert all("--hash=sha256:" in entry for entries in locked(name).values() for entry in entries)
        assert "://" not in (REQUIREMENTS / name).read_text("utf-8")
