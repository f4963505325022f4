"""Make the bots' kernels for pages: `make kernels`, or `python -m tools.kernels --out FOLDER`.

Needs `ziglang` beside what developing needs; docs/decisions/0013 says why it is not locked.
"""

import argparse
import os
from pathlib import Path
from tempfile import TemporaryDirectory


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, help="another folder than that of the package")
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        os.environ["NUMBA_CACHE_DIR"] = folder  # what is compiled already has no text to record
        make(arguments.out)


def make(out: Path | None) -> None:
    """Write the compiled kernels and their manifest."""
    from tools.kernels.manifest import MANIFEST, WASM, manifest
    from tools.kernels.recording import recorded
    from tools.kernels.retargeting import wasm

    code = wasm(*recorded())
    for path, content in ((WASM, code), (MANIFEST, manifest(code).encode())):
        target = out / path.name if out else path
        target.write_bytes(content)
        print(f"{target}: {len(content)} bytes")


if __name__ == "__main__":
    main()
