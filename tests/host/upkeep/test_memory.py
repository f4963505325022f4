"""What was freed goes back to the system, also from between blocks that are still in use."""

import subprocess
import sys

import pytest

BLOCKS, SIGNS = 100_000, 600  # small ones, of the heap of the C library and not of Python's own
SCRIPT = f"""
import psutil
from tumbletrip.host.upkeep.memory import return_holes
held = [bytes({SIGNS}) for _ in range({BLOCKS})]
del held[:-1]
full = psutil.Process().memory_info().rss
return_holes()
print(full - psutil.Process().memory_info().rss)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other C libraries have no such heap")
def test_F77_memory_between_blocks_in_use_is_given_back() -> None:
    ended = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert int(ended.stdout) > 0.8 * BLOCKS * SIGNS
