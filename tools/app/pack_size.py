"""The weight of the pack that lets a device play by itself, beside its limit."""

import json
import sys
from pathlib import Path
from typing import Final

PACK: Final = Path(__file__).parents[2] / "src" / "tumbletrip" / "local" / "pack" / "pack.json"
MOST_PACKED_BYTES: Final = 6_000_000  # over the line, gzipped (docs/decisions/0008)


def main() -> int:
    """Print the size of each file and of all; 1 if they are too heavy."""
    files = json.loads(PACK.read_text("utf-8"))["files"]
    for file in files:
        print(f"{file['name']:20} {file['packed'] / 1e6:6.2f} MB packed {file['bytes'] / 1e6:6.2f} MB here")
    packed = sum(file["packed"] for file in files)
    print(f"{'all':20} {packed / 1e6:6.2f} MB packed, at most {MOST_PACKED_BYTES / 1e6:.2f}")
    return int(packed > MOST_PACKED_BYTES)


if __name__ == "__main__":
    sys.exit(main())
