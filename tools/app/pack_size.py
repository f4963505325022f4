"""The weight of the pack that lets a device play by itself, and of each game's part, beside their limits.

It travels as gzip. What brotli would make of it is printed as well, as hosts that pack by themselves would.
"""

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

PACK: Final = Path(__file__).parents[2] / "src" / "tumbletrip" / "local" / "pack" / "pack.json"
ALWAYS: Final = "always"
# Gzipped (docs/decisions/0008); the last is what bots have learned on further boards, each fetched alone.
MOST_PACKED_BYTES: Final = {ALWAYS: 6_000_000, "tumblin": 2_800_000, "board": 1_500_000}
MOST_BROTLI_BYTES: Final = {ALWAYS: 4_500_000, "tumblin": 2_200_000}
BROTLI: Final = """const { brotliCompressSync, constants } = require('zlib');
const chunks = [];
process.stdin.on('data', chunk => chunks.push(chunk)).on('end', () => {
  const all = Buffer.concat(chunks);
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: all.length,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  };
  console.log(brotliCompressSync(all, { params }).length);
});"""


def main() -> int:
    """Print the size of each file and of all that is fetched together; 1 if it is too heavy."""
    pack = json.loads(PACK.read_text("utf-8"))
    folder = PACK.parent / pack["version"]
    too_heavy = [_is_too_heavy(part, pack["files"], folder) for part in MOST_PACKED_BYTES]
    return int(any(too_heavy))


def _is_too_heavy(part: str, files: list[dict[str, Any]], folder: Path) -> bool:
    own = [file for file in files if file.get("part", ALWAYS).split("/")[0] == part]
    by_brotli = 0
    for file in own:
        brotli = _brotli_bytes(folder / f"{file['name']}.pack") if part in MOST_BROTLI_BYTES else 0
        by_brotli += brotli
        told = f" {brotli / 1e6:6.2f} MB by brotli" if brotli else ""
        sizes = f"{file['packed'] / 1e6:6.2f} MB packed {file['bytes'] / 1e6:6.2f} MB here"
        print(f"{file['name']:20} {sizes}{told}")
    packed: int = sum(file["packed"] for file in own)
    print(f"{part:20} {packed / 1e6:6.2f} MB packed, at most {MOST_PACKED_BYTES[part] / 1e6:.2f}")
    most = MOST_BROTLI_BYTES.get(part, 0)
    if most:
        print(f"{'':20} {by_brotli / 1e6:6.2f} MB by brotli, at most {most / 1e6:.2f}")
    print()
    return packed > MOST_PACKED_BYTES[part] or by_brotli > most > 0


def _brotli_bytes(packed: Path) -> int:
    """How small Node's brotli makes a file; Python has none."""
    content = gzip.decompress(packed.read_bytes())
    done = subprocess.run(["node", "-e", BROTLI], input=content, capture_output=True, check=True)
    return int(done.stdout)


if __name__ == "__main__":
    sys.exit(main())
