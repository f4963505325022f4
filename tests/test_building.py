"""npm packages for the app: those of its lock, installed by real npm when they are not there."""

import json
from pathlib import Path

import pytest

from hatch_build import has_packages, install_packages, packages_stamp

pytestmark = pytest.mark.slow

NEEDS = {"dependencies": {"die": "file:die"}}
DIE = {"name": "die", "version": "1.0.0"}
LOCKED = {
    "name": "tiny",
    "lockfileVersion": 3,
    "packages": {"": NEEDS, "die": {}, "node_modules/die": {"resolved": "die", "link": True}},
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project that needs one package, which lies beside it."""
    frontend = tmp_path / "frontend"
    (frontend / "die").mkdir(parents=True)
    (frontend / "die" / "package.json").write_text(json.dumps(DIE))
    (frontend / "package.json").write_text(json.dumps({"name": "tiny", **NEEDS}))
    (frontend / "package-lock.json").write_text(json.dumps(LOCKED))
    return tmp_path


def test_packages_are_installed_once_and_again_when_the_lock_is_another(root: Path) -> None:
    die = root / "frontend/node_modules/die"
    install_packages(root, root)
    assert die.is_symlink()
    assert has_packages(root)
    die.unlink()
    install_packages(root, root)
    assert not die.is_symlink(), "nothing was to be done"
    (root / "frontend/package-lock.json").write_text(json.dumps(LOCKED, indent=1))
    assert not has_packages(root)
    install_packages(root, root)
    assert die.is_symlink()


def test_an_installation_that_was_cut_off_is_made_anew(root: Path) -> None:
    install_packages(root, root)
    packages_stamp(root).unlink()  # which comes last
    (root / "frontend/node_modules/die").unlink()
    install_packages(root, root)
    assert (root / "frontend/node_modules/die").is_symlink()


def test_an_installation_that_fails_is_not_taken_for_a_whole_one(root: Path) -> None:
    install_packages(root, root)
    lock = root / "frontend/package-lock.json"
    before = lock.read_text()
    lock.write_text("{}")
    with pytest.raises(SystemExit):
        install_packages(root, root)
    lock.write_text(before)
    assert not has_packages(root)
