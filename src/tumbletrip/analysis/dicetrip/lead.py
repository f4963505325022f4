"""What the best choices found will still gain over the guide who plays games on: the lead.

Games played on by the guide undervalue a sheet, for on its way the best choices found do better, more so on
weak sheets, and while dice may be thrown again, which the guide does plainly. The lead is a straight line in
what the guide's games promise, one for each round that is to come, and something more for the power; it was
learnt on each trained board from analysed games of all levels (`bench/analysis_lead.py`).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from statistics import fmean
from typing import NamedTuple

from tumbletrip.bots.dicetrip.learning.known_boards import is_trained
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.sheet import LAST_ROUND

FOLDER = "leads"


class Line(NamedTuple):
    """The lead before a round: so much for a sheet worth `centre`, and what each point of worth changes."""

    centre: float
    lead: float
    slope: float
    power: float  # more, for whoever may throw again (DT07) and rolls in all rounds to come

    def at(self, worth: float) -> float:
        """The lead of a sheet that the guide's games promise so much for."""
        return self.lead + self.slope * (worth - self.centre)


@dataclass(frozen=True, slots=True)
class Lead:
    """The lines of a board by the round that comes next; the last round is counted, not played on."""

    lines: Mapping[int, Line]

    def scale(self, round_number: int) -> float:
        """What a point of the guide's is worth before a round."""
        line = self.lines.get(round_number)
        return 1.0 + line.slope if line else 1.0

    def added(self, round_number: int, throws: int, ends: Sequence[float]) -> Sequence[float]:
        """How games end that the guide plays on from before a round, with the lead.

        `throws` is the number of rolls that may still be thrown again; who rolls in turn has fewer of them,
        and their power is worth what it is in a later round to whoever rolls alone.
        """
        line, later = self.lines.get(round_number), self.lines.get(LAST_ROUND + 1 - throws)
        if line is None:
            return ends
        power = later.power if later else 0.0
        return [end + line.at(end) + power for end in ends]


NO_LEAD = Lead({})


@lru_cache(maxsize=64)
def lead_on(edition: Edition) -> Lead:
    """The lead that was learnt on a board; where none was, the mean of all that were.

    The guide falls short of the best choices on every board, so leads are alike (those of
    France and Germany differ by 0.1 points at most), and their mean is nearer to the truth than none at all.
    """
    known = learnt_boards()
    if edition.id in known and is_trained(edition):
        return load(edition.id)
    return _mean([load(board) for board in known])


def learnt_boards() -> tuple[str, ...]:
    """The ids of the boards with a stored lead."""
    stored = files(__package__).joinpath(FOLDER).iterdir()
    return tuple(sorted(file.name.removesuffix(".json") for file in stored))


def _mean(leads: Sequence[Lead]) -> Lead:
    by_round = {at: [lead.lines[at] for lead in leads] for at in leads[0].lines}
    return Lead({at: Line(*map(fmean, zip(*lines, strict=True))) for at, lines in by_round.items()})


def load(board: str) -> Lead:
    """The lines that were learnt on a board."""
    return read(files(__package__).joinpath(FOLDER, f"{board}.json").read_text("utf-8"))


def read(text: str) -> Lead:
    """Lines as they are stored, checked."""
    lines = {line.pop("round"): Line(**line) for line in json.loads(text)["lines"]}
    if sorted(lines) != list(range(1, LAST_ROUND)):
        raise ValueError("there must be one line for each round but the last")
    if any(line.slope <= -1 for line in lines.values()):
        raise ValueError("with its lead a better sheet must still be the better one")
    return Lead(lines)
