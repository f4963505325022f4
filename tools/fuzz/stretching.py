"""Slow texts, stretched: a piece of one is repeated, and twice the text must not be four times the work."""

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from tools.fuzz.feeding import Findings, seconds_of
from tools.fuzz.readers import Reader

SIZES: Final = (8_192, 16_384, 32_768, 65_536)
WORTH_MEASURING: Final = 0.02  # seconds; below it noise decides
DOUBLING: Final = 3.0  # twice the text: 2 if the work is linear, 4 with a loop in a loop

Cost: TypeAlias = Callable[[Reader, str], float]  # of reading a text, in seconds


def stretch(reader: Reader, found: Findings, stretches: int, seed: int, cost: Cost = seconds_of) -> None:
    """Repeat pieces of the slowest texts; what grows faster than its length is a fault."""
    rng = Random(seed)
    texts = [text for _, text in found.slowest if text]
    for _ in range(stretches if texts else 0):
        text = rng.choice(texts)
        start = rng.randrange(len(text))
        piece = text[start : start + rng.choice((1, 2, 5, 20, 80, len(text)))]
        grown = [_with_repeated(text, start, piece, size) for size in SIZES]
        if is_steeper_than_linear(reader, grown, cost):
            found.faults.setdefault(f"more than linear in {piece!r}\n", grown[0])


def is_steeper_than_linear(reader: Reader, grown: list[str], cost: Cost) -> bool:
    """Whether reading grows faster than texts that double, at the last two doublings."""
    if cost(reader, grown[-1]) < WORTH_MEASURING:
        return False
    *_, small, middle, large = (min(cost(reader, text) for _ in range(3)) for text in grown)
    return large > DOUBLING * middle > DOUBLING * DOUBLING * small


def _with_repeated(text: str, start: int, piece: str, size: int) -> str:
    times = max(1, (size - len(text)) // len(piece))
    return text[:start] + piece * times + text[start:]
