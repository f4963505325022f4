"""What results depend on besides their seed: this program to the letter, and what compiles it."""

import sys
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TypeAlias

import tumbletrip

Software: TypeAlias = dict[str, str]

PACKAGES = ("numpy", "numba", "mujoco")
OURS = ("*.py", "*.json", "*.steps")  # code, boards, weights
MADE = ("server/static", "local/pack")  # the app in the browser


@cache
def software_here() -> Software:
    """Names and versions; of this package also a digest, since a version says little about a clone."""
    versions = {name: _version(name) for name in PACKAGES}
    python = ".".join(map(str, sys.version_info[:2]))
    return {"tumbletrip": f"{tumbletrip.__version__} ({_digest()})", "Python": python, **versions}


def first_difference(ours: Software, theirs: Software) -> tuple[str, str, str] | None:
    """The first that differs, with both versions; None if all are the same."""
    return next(((name, ours[name], theirs[name]) for name in ours if theirs[name] != ours[name]), None)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "–"


def _digest() -> str:
    """The first letters of a digest of all files that results may depend on."""
    root = Path(tumbletrip.__file__).parent
    files = sorted(file for pattern in OURS for file in root.rglob(pattern))
    read = sha256()
    for file in files:
        place = file.relative_to(root).as_posix()
        if not place.startswith(MADE):
            read.update(place.encode() + b"\0" + sha256(file.read_bytes()).digest())
    return read.hexdigest()[:10]
