"""The loop that needs nothing else: some inputs are traced, and those that reach new lines are kept."""

import sys
from collections.abc import Callable, Sequence
from random import Random
from types import CodeType, FrameType
from typing import Any, Final

from tools.fuzz.breaking import broken, document_of, window
from tools.fuzz.feeding import Findings, Progress, feed
from tools.fuzz.readers import ROOT, Reader

OURS: Final = str(ROOT / "src" / "tumbletrip")
MOST_KEPT: Final = 2_000
TRACED: Final = 50  # every so many-th input is traced line by line, which is slow

Lines = set[tuple[CodeType, int]]


def fuzz(
    reader: Reader,
    inputs: int,
    seed: int,
    progress: Progress = lambda _: None,
    before: Sequence[str] = (),
) -> Findings:
    """Feed a reader with so many inputs; the same seed makes the same inputs.

    `before` are texts that an earlier piece of the same work kept.
    """
    rng, found, lines = Random(seed), Findings(), Lines()
    kept = [text if document_of(text) else window(text, rng) for text in reader.examples()]
    kept += before
    examples = len(kept)
    for number in range(examples + inputs):
        text = kept[number] if number < examples else broken(rng.choice(kept), rng)
        if _is_new(reader, text, found, lines) and len(kept) < MOST_KEPT:
            kept.append(text)
        progress(found)
    found.kept = kept
    return found


def _is_new(reader: Reader, text: str, found: Findings, lines: Lines) -> bool:
    """Feed one text; whether it reached a new line, or was refused for a new reason."""
    before = len(lines), len(found.reasons), len(found.faults)
    tracer, is_traced = sys.gettrace(), found.inputs % TRACED == 0
    if is_traced:
        sys.settrace(_tracer(lines))
    try:
        feed(reader, text, found, is_timed=not is_traced)
    finally:
        sys.settrace(tracer)
    found.reached = len(lines)
    return (len(lines), len(found.reasons), len(found.faults)) != before


def _tracer(lines: Lines) -> Callable[[FrameType, str, Any], Any]:
    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if not frame.f_code.co_filename.startswith(OURS):
            return None
        if event == "line":
            lines.add((frame.f_code, frame.f_lineno))
        return trace

    return trace
