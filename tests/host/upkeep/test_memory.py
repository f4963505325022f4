"""What was freed goes back to the system, also from between blocks that are still in use."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other C libraries have no such heap")

BLOCKS, BYTES = 100_000, 600  # small ones, of the heap of the C library and not of Python's own
LARGE, LARGE_BYTES = 200, 300_000
HOLES = f"""
import psutil
from tumbletrip.host.upkeep.memory import return_holes
held = [bytes({BYTES}) for _ in range({BLOCKS})]
del held[:-1]
full = psutil.Process().memory_info().rss
return_holes()
print(full - psutil.Process().memory_info().rss)
"""
LARGE_BLOCKS = f"""
import psutil
from tumbletrip.host.upkeep.memory import return_large_blocks
return_large_blocks()
gone = b"x" * 30_000_000
del gone  # from now on glibc would take smaller ones from its heap
held = [(b"x" * {LARGE_BYTES}, b"y" * 20_000) for _ in range({LARGE})]
full = psutil.Process().memory_info().rss
held = [small for _, small in held]
print(full - psutil.Process().memory_info().rss)
"""


def given_back(script: str) -> int:
    """How many bytes the system has back, as a process of its own says."""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return int(ended.stdout)


def test_F74_large_blocks_are_given_back_although_small_ones_between_them_are_in_use() -> None:
    assert given_back(LARGE_BLOCKS) > 0.8 * LARGE * LARGE_BYTES


def test_F77_memory_between_blocks_in_use_is_given_back() -> None:
    assert given_back(HOLES) > 0.8 * BLOCKS * BYTES
