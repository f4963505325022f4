"""What a person asked `tumbletrip analyse` for."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Wish:
    """The options of the command, for either game."""

    games: int | None  # None: what the game usually needs
    seed: int
    jobs: int
    rounds: bool
    as_json: bool
    plot: Path | None
