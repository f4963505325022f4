"""The options of `tumbletrip analyse`."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class AnalyseOptions:
    """What the command was asked for; the same for either game."""

    games: int | None  # None: what the game usually needs
    seed: int
    jobs: int
    rounds: bool
    as_json: bool
    plot: Path | None
