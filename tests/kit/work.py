"""How much work something is, so that a test can say: twice the text is twice the work, not four times."""

import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

Act = Callable[[], object]


def steps_of(act: Act) -> int:
    """The instructions of Python that an act takes: the same on every machine, however busy."""
    steps = 0

    def count(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal steps
        frame.f_trace_opcodes = True
        steps += event == "opcode"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        act()
    finally:
        sys.settrace(before)
    return steps


def processor_time_of(act: Act) -> float:
    """The least processor time of three tries: what others do on the machine does not count.

    It sees what `steps_of` cannot: a search in a list is one instruction, however long the list.
    """

    def once() -> float:
        start = time.thread_time()
        act()
        return time.thread_time() - start

    return min(once() for _ in range(3))


def assert_linear(act_on: Callable[[int], Act], size: int) -> None:
    """Eight times the size is about eight times the work; with a loop in a loop it would be 64 times."""
    small, large = act_on(size), act_on(8 * size)
    small()  # what is loaded and kept once is not counted
    assert steps_of(large) <= 12 * steps_of(small)
    assert processor_time_of(large) <= 28 * max(processor_time_of(small), 1e-4)
