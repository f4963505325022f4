"""What the committed kernels were made of: their entries, their sources and the tools."""

import json
from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import numpy as np

from tumbletrip.bots.dicetrip.kernels import entries
from tumbletrip.dicetrip.fast.cache import sources_of

TOOLS = ("numba", "llvmlite", "numpy", "ziglang")
PACKAGE = Path(entries.__file__).parents[3]
FOLDER = Path("src/tumbletrip/bots/dicetrip/machine")
WASM, MANIFEST = FOLDER / "kernels.wasm", FOLDER / "kernels.json"

# Of all that the entries lead to, this is compiled; of the rest, rules and texts, they know constants only.
COMPILED = ("bots/dicetrip/kernels/", "bots/dicetrip/machine/", "bots/dicetrip/learning/", "dicetrip/fast/")
KEEPING = "dicetrip/fast/cache.py"  # where machine code is kept says nothing about it


def source_hash() -> str:
    """A hash of the kernels' sources, and of the constants that these take from elsewhere."""
    found = sha256()
    for name in _compiled_files():
        found.update((PACKAGE / name).read_bytes())
        for constant in _constants(name):
            found.update(constant.encode())
    return found.hexdigest()


def _compiled_files() -> list[str]:
    names = [path.relative_to(PACKAGE).as_posix() for path in sources_of(Path(entries.__file__))]
    return [name for name in names if name.startswith(COMPILED) and name != KEEPING]


def _constants(name: str) -> Iterator[str]:
    """The numbers that a module knows by name, its own and those from elsewhere."""
    module = import_module("tumbletrip." + name.removesuffix(".py").replace("/", "."))
    for constant, value in sorted(vars(module).items()):
        if isinstance(value, int | float | np.generic | np.ndarray):
            yield f"{constant}={np.asarray(value).tolist()}"


def manifest(code: bytes) -> str:
    """The text of the manifest of some compiled kernels."""
    told = {
        "entries": [entry.__name__ for entry in entries.ENTRIES],
        "arguments": ["mind", "question", "answer"],  # addresses; what lies there: machine/places.py
        "sources": source_hash(),
        "tools": {tool: version(tool) for tool in TOOLS},
        "wasm": sha256(code).hexdigest(),
    }
    return json.dumps(told, indent=1) + "\n"
