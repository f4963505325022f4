"""After one warm start, the next process finds everything compiled."""

import subprocess
import sys

from tumbletrip.dicetrip.fast.warm import warm

COUNT_COMPILED = """
from tumbletrip.dicetrip.fast import chance, kernels, random_games
from tumbletrip.dicetrip.fast.warm import warm
warm()
names = {**vars(chance), **vars(kernels), **vars(random_games)}
found = [kernel for kernel in names.values() if hasattr(kernel, "stats")]
print(sum(sum(kernel.stats.cache_hits.values()) for kernel in found) > 0)
print(sum(sum(kernel.stats.cache_misses.values()) for kernel in found))
"""


def test_warming_up_reports_its_progress_to_the_end() -> None:
    heard: list[tuple[int, int]] = []
    warm(lambda done, total: heard.append((done, total)))
    total = heard[0][1]
    assert heard == [(done, total) for done in range(total + 1)]


def test_a_second_process_compiles_nothing() -> None:
    warm()
    run = subprocess.run(
        [sys.executable, "-c", COUNT_COMPILED], capture_output=True, text=True, check=True, timeout=120
    )
    assert run.stdout.split() == ["True", "0"]
