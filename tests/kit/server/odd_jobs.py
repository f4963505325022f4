"""Jobs for worker processes that behave, sleep, die, swell or fail."""

import os
import signal
import time
from pathlib import Path

HUGE_BYTES = 64 * 1024**3  # more than any worker may have


def double(number: int) -> int:
    """A job that behaves."""
    return 2 * number


def process_id() -> int:
    """The process that works."""
    return os.getpid()


def sleep(seconds: float) -> float:
    """A job that takes its time."""
    time.sleep(seconds)
    return seconds


def die() -> None:
    """A job whose process is killed in the middle."""
    os.kill(os.getpid(), signal.SIGKILL)


def swell() -> int:
    """A job that wants more memory than there is."""
    return len(bytearray(HUGE_BYTES))


def fail(reason: str) -> None:
    """A job with a mistake in it."""
    raise ValueError(reason)


def wait_for(gate: Path) -> None:
    """A job that takes until a file is there."""
    while not gate.exists():
        time.sleep(0.005)


def append(path: Path, word: str) -> None:
    """A job that writes down when it ran."""
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{word}\n")


def mark_and_hang(mark: Path) -> None:
    """A job that says when it has begun, and never ends."""
    mark.touch()
    hang("")


def hang(_text: str) -> None:
    """A reader that never ends."""
    while True:
        time.sleep(1)
