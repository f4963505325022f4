"""The weight of the pack that lets a device play by itself, and of each game's part, beside their limits."""

import json
import sys
from pathlib import Path
from typing import Any, Final

PACK: Final = Path(__file__).parents[2] / "src" / "tumbletrip" / "local" / "pack" / "pack.json"
ALWAYS: Final = "always"
# Gzipped (docs/decisions/0008); the last is what bots have learned on further boards, each fetched alone.
MOST_PACKED_BYTES: Final = {ALWAYS: 6_000_000, "tumblin": 2_800_000, "board": 1_500_000}


def main() -> int:
    """Print the size of each file and of all that is fetched together; 1 if it is too heavy."""
    files = json.loads(PACK.read_text("utf-8"))["files"]
    too_heavy = [_is_too_heavy(part, files) for part in MOST_PACKED_BYTES]
    return int(any(too_heavy))


def _is_too_heavy(part: str, files: list[dict[str, Any]]) -> bool:
    own = [file for file in files if file.get("part", ALWAYS).split("/")[0] == part]
    for file in own:
        print(f"{file['name']:20} {file['packed'] / 1e6:6.2f} MB packed {file['bytes'] / 1e6:6.2f} MB here")
    packed: int = sum(file["packed"] for file in own)
    most = MOST_PACKED_BYTES[part]
    print(f"{part:20} {packed / 1e6:6.2f} MB packed, at most {most / 1e6:.2f}\n")
    return packed > most


if __name__ == "__main__":
    sys.exit(main())
