"""Feed the readers of strangers' texts with broken ones: `python -m tools.fuzz --inputs 100000`.

Inputs grow from good examples; those that reach code no other has reached are kept and broken further, by
libFuzzer where atheris is installed (`pip install atheris`) and by a loop of our own elsewhere. A reader may
refuse with its own error and with nothing else, take at most 50 ms for 8 kB, and no more than linear time.
"""

import argparse
import hashlib
import importlib.util
import json
import subprocess
import sys
from functools import partial
from pathlib import Path

from tools.fuzz.by_lines import fuzz
from tools.fuzz.readers import READERS
from tools.fuzz.reporting import finish, show_progress


def main() -> int:
    """Feed the readers that are named, or all, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("readers", nargs="*", metavar="reader", help=", ".join(READERS))
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kept", type=Path, help="a folder: pieces of long work go on from what was kept")
    asked = parser.parse_args()
    names = asked.readers or list(READERS)
    if unknown := set(names) - READERS.keys():
        parser.error(f"no reader {', '.join(sorted(unknown))}; there are {', '.join(READERS)}")
    if importlib.util.find_spec("atheris") and not asked.kept:
        return max(_by_atheris(name, asked.inputs, asked.seed) for name in names)
    return max(_by_lines(name, asked.inputs, asked.seed, asked.kept) for name in names)


def _by_lines(name: str, inputs: int, seed: int, folder: Path | None) -> int:
    before = _kept_in(folder / name) if folder else []
    found = fuzz(READERS[name], inputs, seed, partial(show_progress, name, inputs), before)
    if folder:
        _keep_in(folder / name, found.kept)
    return finish(name, READERS[name], found, seed)


def _kept_in(folder: Path) -> list[str]:
    return [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]


def _keep_in(folder: Path, kept: list[str]) -> None:
    """Each text in a file of its own, as JSON: a broken text need not be one that a file can hold."""
    folder.mkdir(parents=True, exist_ok=True)
    for text in kept:
        name = hashlib.sha256(json.dumps(text).encode()).hexdigest()[:16]
        (folder / f"{name}.json").write_text(json.dumps(text), "utf-8")


def _by_atheris(name: str, inputs: int, seed: int) -> int:
    command = [sys.executable, "-m", "tools.fuzz.by_atheris", name, str(inputs), str(seed)]
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
