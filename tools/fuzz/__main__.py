"""Feed the readers of strangers' texts with broken ones: `python -m tools.fuzz --inputs 100000`.

Inputs grow from good examples; those that reach code no other has reached are kept and broken further, by
libFuzzer where atheris is installed (`pip install atheris`) and by a loop of our own elsewhere. A reader may
refuse with its own error and with nothing else, take at most 50 ms for 8 kB, and no more than linear time.
"""

import argparse
import importlib.util
import subprocess
import sys
from functools import partial

from tools.fuzz.by_lines import fuzz
from tools.fuzz.readers import READERS
from tools.fuzz.reporting import finish, show_progress


def main() -> int:
    """Feed the readers that are named, or all, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("readers", nargs="*", metavar="reader", help=", ".join(READERS))
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    names = asked.readers or list(READERS)
    if unknown := set(names) - READERS.keys():
        parser.error(f"no reader {', '.join(sorted(unknown))}; there are {', '.join(READERS)}")
    feed_one = _by_atheris if importlib.util.find_spec("atheris") else _by_lines
    return max(feed_one(name, asked.inputs, asked.seed) for name in names)


def _by_lines(name: str, inputs: int, seed: int) -> int:
    found = fuzz(READERS[name], inputs, seed, partial(show_progress, name, inputs))
    return finish(name, READERS[name], found, seed)


def _by_atheris(name: str, inputs: int, seed: int) -> int:
    command = [sys.executable, "-m", "tools.fuzz.by_atheris", name, str(inputs), str(seed)]
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
