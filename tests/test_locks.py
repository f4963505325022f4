"""The lock for playing is a part of the lock for developing, and neither says where packages come from."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LOCKS = ("dev", "play", "build", "docs")
EXTRAS = ("fast", "physics", "server", "print")


def pins(name: str) -> dict[str, str]:
    """What is locked, with its marker, and the hashes that it may have."""
    text = (ROOT / "requirements" / f"{name}.lock").read_text("utf-8")
    parts = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    return {head.strip(): hashes for head, _, hashes in (part.partition("\\\n") for part in parts)}


def names_in(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=;\[ ]", requirement)[0].lower() for requirement in requirements}


def test_F67_what_is_played_with_is_what_is_developed_with() -> None:
    """What links a clone and builds its app, too."""
    developed = pins("dev")
    for head, hashes in (pins("play") | pins("build")).items():
        assert developed.get(head) == hashes, head


def test_building_the_documents_changes_no_version_that_developing_has() -> None:
    developed = dict(head.split("==", 1) for head in pins("dev"))
    shared = {head for head in pins("docs") if head.split("==")[0] in developed}
    assert shared
    assert shared <= set(pins("dev"))


def test_everything_that_playing_needs_is_locked_and_no_tool_is() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = project["project"]["optional-dependencies"]
    needed = names_in(
        [*project["project"]["dependencies"], *(word for name in EXTRAS for word in extras[name])]
    )
    locked = {head.split("==")[0] for head in pins("play")}
    assert needed <= locked
    assert not locked & names_in(project["dependency-groups"]["dev"])


@pytest.mark.parametrize("name", LOCKS)
def test_every_pin_has_hashes_and_no_address(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.lock").read_text("utf-8")
    assert "://" not in text
    assert "--index" not in text
    found = pins(name)
    assert len(found) > 5
    for head, hashes in found.items():
        assert re.fullmatch(r"[a-z0-9.-]+==\S+( ; .+)?", head), head
        assert re.match(r"\s+--hash=sha256:[0-9a-f]{64}", hashes), head
