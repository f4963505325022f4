"""What the committed kernels were made of: their entries, their sources and the tools."""

import json
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from tumbletrip.bots.dicetrip.kernels import entries
from tumbletrip.dicetrip.fast.cache import sources_of

TOOLS = ("numba", "llvmlite", "numpy", "ziglang")
FOLDER = Path("src/tumbletrip/bots/dicetrip/machine")
WASM, MANIFEST = FOLDER / "kernels.wasm", FOLDER / "kernels.json"


def source_hash() -> str:
    """A hash of all sources that the entries lead to."""
    texts = [path.read_bytes() for path in sources_of(Path(entries.__file__))]
    return sha256(b"\0".join(texts)).hexdigest()


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
