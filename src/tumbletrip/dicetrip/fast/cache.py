"""Where machine code is kept between runs, and when it is too old to be used.

Numba renews the code of a kernel when the kernel's own file changes. It does not notice a change in another
file the kernel calls or takes constants from, and would go on with stale code. So the folder's name carries
a hash of every file of the project that the kernel's file leads to.
"""

import re
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from numba import config
from numba.misc.appdirs import AppDirs

numba_settings = cast(Any, config)  # its names are made at run time

_PACKAGE = Path(__file__).parents[2]
_IMPORT = re.compile(r"^from (tumbletrip[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)


@cache
def folder_for(source: Path) -> Path | None:
    """The folder for the code of a source file; None where nothing can be written."""
    name = f"{source.stem}-{_fingerprint(source)}"
    return next((root / name for root in _roots() if _is_usable(root, name)), None)


def sources_of(source: Path) -> list[Path]:
    """The source files of the project that a file leads to, itself included."""
    return sorted(_leads_to(source, {source}))


def _fingerprint(source: Path) -> str:
    texts = [path.read_bytes() for path in sources_of(source)]
    return sha256(b"\0".join(texts)).hexdigest()[:16]


def _leads_to(source: Path, found: set[Path]) -> set[Path]:
    """The source files of the project that a file imports, itself included, and what these import."""
    for module, names in _IMPORT.findall(source.read_text("utf-8")):
        for path in _files_of(module, re.findall(r"\w+", names)):
            if path not in found:
                found.add(path)
                _leads_to(path, found)
    return found


def _files_of(module: str, names: list[str]) -> Iterator[Path]:
    """The file of a module, and those of its parts that are imported by name."""
    place = _PACKAGE.joinpath(*module.split(".")[1:])
    candidates = [place.with_suffix(".py"), *(place / f"{name}.py" for name in names)]
    return (path for path in candidates if path.is_file())


def _roots() -> Iterator[Path]:
    """Beside the package, where Python keeps its own compiled files, or else in the user's cache folder."""
    if numba_settings.CACHE_DIR:  # set by whoever runs us, in NUMBA_CACHE_DIR
        yield Path(numba_settings.CACHE_DIR)
        return
    yield _PACKAGE / "__pycache__" / "kernels"
    install = sha256(str(_PACKAGE).encode()).hexdigest()[:16]
    own = AppDirs("tumbletrip")  # type: ignore[no-untyped-call]  # Numba's copy of appdirs has no types
    yield Path(own.user_cache_dir) / install


def _is_usable(root: Path, name: str) -> bool:
    """Make the folder if it is new, in place of those for older texts of the file, and try to write to it."""
    folder = root / name
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            _remove_older(folder)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _remove_older(folder: Path) -> None:
    stem = folder.name.rsplit("-", 1)[0]
    for other in folder.parent.glob(f"{stem}-*"):
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)
