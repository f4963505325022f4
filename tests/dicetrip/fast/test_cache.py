"""Machine code is kept between runs, thrown away when a file behind it changes, and not needed to play."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tumbletrip.dicetrip.fast import cache
from tumbletrip.dicetrip.fast.compiling import kernel


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small package of three files: the first leads to the second, the third stands alone."""
    root = tmp_path / "tumbletrip"
    (root / "room").mkdir(parents=True)
    (root / "room" / "one_kernels.py").write_text("from tumbletrip.room.two import (\n    THREE,\n)\n")
    (root / "room" / "two.py").write_text("THREE = 3\n")
    (root / "room" / "alone.py").write_text("FOUR = 4\n")
    monkeypatch.setattr(cache, "_PACKAGE", root)
    monkeypatch.setattr(cache.numba_settings, "CACHE_DIR", "")
    cache.folder_for.cache_clear()
    yield root
    cache.folder_for.cache_clear()


def _folder(package: Path) -> Path:
    cache.folder_for.cache_clear()
    folder = cache.folder_for(package / "room" / "one_kernels.py")
    assert folder is not None
    return folder


def test_the_same_files_have_the_same_folder(package: Path) -> None:
    assert _folder(package) == _folder(package)


def test_a_change_in_an_imported_file_gives_a_new_folder_and_removes_the_old_one(package: Path) -> None:
    before = _folder(package)
    (package / "room" / "two.py").write_text("THREE = 33\n")
    after = _folder(package)
    assert after != before
    assert after.is_dir()
    assert not before.exists()


def test_a_part_imported_from_its_folder_counts_too(package: Path) -> None:
    (package / "room" / "two.py").write_text("from tumbletrip.room import alone\n")
    before = _folder(package)
    (package / "room" / "alone.py").write_text("FOUR = 44\n")
    assert _folder(package) != before


def test_a_change_elsewhere_keeps_the_folder(package: Path) -> None:
    before = _folder(package)
    (package / "room" / "alone.py").write_text("FOUR = 44\n")
    assert _folder(package) == before


def test_who_names_a_folder_gets_it_there(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache.numba_settings, "CACHE_DIR", str(tmp_path / "mine"))
    assert _folder(package).parent == tmp_path / "mine"


def test_a_package_that_cannot_be_written_to_uses_the_cache_folder_of_the_user(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (package / "__pycache__").write_text("a file where the folder should be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert tmp_path / "home" / "tumbletrip" in _folder(package).parents


def test_where_nothing_can_be_written_kernels_are_compiled_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(cache, "_roots", lambda: iter([tmp_path / "file" / "no-folder"]))
    cache.folder_for.cache_clear()

    @kernel
    def twice(number: int) -> int:
        return number * 2

    cache.folder_for.cache_clear()
    assert twice(21) == 42
