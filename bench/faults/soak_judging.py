"""Whether the memory and the descriptors of a server stayed where they were, from samples of its lives."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import groupby
from statistics import linear_regression, median
from typing import Final

MOST_GROWTH: Final = 0.05  # of the memory of a life's second quarter, in its last quarter
MOST_MB: Final = 8.0  # more are always forgiven: a table or two that is loaded, a worker that met a new board
MOST_DESCRIPTORS: Final = 8  # more: people who came for another table
LEAST_SAMPLES: Final = 16  # of a life whose own growth is judged


@dataclass(frozen=True)
class Sample:
    """A look at the server: its own process, and its workers together."""

    at: float  # seconds since the soak began
    life: int  # 0 for the first; each stop and each kill begins the next
    server_mb: float
    workers_mb: float
    descriptors: int
    workers_descriptors: int
    cpu_seconds: float = 0.0


@dataclass(frozen=True)
class Growth:
    """One figure in the longest life (second and last quarter) or in short lives (first and last of them)."""

    figure: str
    where: str
    before: float
    after: float
    most: float  # that `after` may be
    slope_per_hour: float

    @property
    def is_flat(self) -> bool:
        return self.after <= self.most


@dataclass(frozen=True)
class Verdict:
    """What a soak has shown."""

    is_flat: bool
    growths: tuple[Growth, ...]
    orphans: int  # processes that outlived their server
    lives: int
    cpu_share: float  # of one core, over the longest life


def _most_mb(mb: float) -> float:
    return max(mb * (1 + MOST_GROWTH), mb + MOST_MB)


def _most_descriptors(count: float) -> float:
    return count + MOST_DESCRIPTORS


FIGURES: Final[Mapping[str, Callable[[float], float]]] = {  # with the most that each may become
    "server_mb": _most_mb,
    "workers_mb": _most_mb,
    "descriptors": _most_descriptors,
    "workers_descriptors": _most_descriptors,
}


def samples_in(lines: str) -> list[Sample]:
    """The samples among the JSON lines that a soak writes."""
    names = [field.name for field in fields(Sample)]
    found = (json.loads(line) for line in lines.splitlines())
    return [Sample(*(line[name] for name in names)) for line in found if "server_mb" in line]


def verdict(samples: Sequence[Sample], orphans: int = 0) -> Verdict:
    """Judge the longest life by its quarters, and the short lives by the first and the last of them."""
    lives = [list(group) for _, group in groupby(samples, lambda sample: sample.life)]
    longest = max(lives, key=len)
    assert len(longest) >= LEAST_SAMPLES, f"no life has {LEAST_SAMPLES} samples"
    short = [life for life in lives if life is not longest]
    growths = [*_within(longest), *(_between(short) if len(short) > 1 else ())]
    seconds = longest[-1].at - longest[0].at
    share = (longest[-1].cpu_seconds - longest[0].cpu_seconds) / seconds
    return Verdict(
        all(growth.is_flat for growth in growths) and not orphans,
        tuple(growths),
        orphans,
        len(lives),
        round(share, 3),
    )


def _within(life: Sequence[Sample]) -> list[Growth]:
    quarter = len(life) // 4
    return [_growth(name, "long life", life[quarter : 2 * quarter], life[-quarter:]) for name in FIGURES]


def _between(lives: Sequence[Sequence[Sample]]) -> list[Growth]:
    """The second halves of lives, when a server is warm."""
    halves = [life[len(life) // 2 :] for life in lives]
    return [_growth(name, "short lives", halves[0], halves[-1]) for name in FIGURES]


def _growth(name: str, where: str, before: Sequence[Sample], after: Sequence[Sample]) -> Growth:
    first, last = (median(getattr(sample, name) for sample in part) for part in (before, after))
    both = [*before, *after]
    slope = linear_regression(
        [sample.at for sample in both], [getattr(sample, name) for sample in both]
    ).slope
    most = FIGURES[name](first)
    return Growth(name, where, round(first, 1), round(last, 1), round(most, 1), round(slope * 3600, 2))
