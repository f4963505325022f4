"""One text for a reader, and what came of it: its own refusal, a fault, or too much time."""

import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappush, heappushpop
from typing import Final

from tools.fuzz.breaking import LONGEST
from tools.fuzz.readers import Reader
from tumbletrip.core.errors import InputError

SECONDS_EACH: Final = 0.05  # of the processor, for a text of LONGEST characters
MOST_SLOW: Final = 12


@dataclass
class Findings:
    """What came of feeding one reader."""

    inputs: int = 0
    accepted: int = 0
    reached: int = 0  # lines of our code, where they are counted
    reasons: set[str] = field(default_factory=set)
    faults: dict[str, str] = field(default_factory=dict)  # what happened -> the first text that caused it
    slowest: list[tuple[float, str]] = field(default_factory=list)  # a heap
    kept: list[str] = field(default_factory=list)  # good examples, and texts that reached something new

    def line(self, name: str) -> str:
        """What came of it, in one line."""
        parts = (
            f"{self.inputs:,} inputs",
            f"{self.accepted:,} accepted",
            f"{len(self.reasons)} kinds of refusal",
            f"{self.reached} lines reached" if self.reached else "",
            f"slowest {1000 * max(self.slowest, default=(0.0, ''))[0]:.1f} ms",
            f"{len(self.faults)} faults",
        )
        return f"{name}: {', '.join(filter(None, parts))}"


Progress = Callable[[Findings], None]


def feed(reader: Reader, text: str, found: Findings, *, is_timed: bool = True) -> None:
    """Let a reader read one text, and write down what came of it."""
    found.inputs += 1
    start = time.thread_time()
    try:
        reader.read(text)
        found.accepted += 1
    except reader.own as error:
        found.reasons.add(error.problem.key if isinstance(error, InputError) else type(error).__name__)
    except Exception:  # anything else that a reader raises is what is looked for
        found.faults.setdefault(traceback.format_exc(), text)
    if is_timed:
        _note_time(reader, text, time.thread_time() - start, found)


def _note_time(reader: Reader, text: str, seconds: float, found: Findings) -> None:
    """Keep the slowest texts; one that is too slow three times is a fault."""
    is_full = len(found.slowest) == MOST_SLOW
    if is_full and seconds <= found.slowest[0][0]:
        return
    seconds = min(seconds, seconds_of(reader, text), seconds_of(reader, text))  # others' work is no slowness
    seconds /= max(1.0, len(text) / LONGEST)
    if is_full:
        heappushpop(found.slowest, (seconds, text))
    else:
        heappush(found.slowest, (seconds, text))
    if seconds > SECONDS_EACH:
        found.faults.setdefault(f"{seconds:.3f} s of the processor\n", text)


def seconds_of(reader: Reader, text: str) -> float:
    """The processor time that reading takes, however it ends."""
    start = time.thread_time()
    try:
        reader.read(text)
    except Exception:  # what it raises is seen by `feed`
        return time.thread_time() - start
    return time.thread_time() - start
