"""What the best choices found will still gain over the guide who plays games on: the lead.

Games played on by the guide undervalue a sheet, for on its way the best choices found do better, and more so
on weak sheets. The lead is a straight line in what the guide's games promise, one for each round that is to
come, learnt on each trained board from analysed games of all levels (`bench/analysis_lead.py`).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple, TypeVar

from tumbletrip.bots.dicetrip.known_boards import is_trained
from tumbletrip.bots.dicetrip.sheet_kernels import Floats
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.sheet import LAST_ROUND

FOLDER = "leads"

Ends = TypeVar("Ends", float, Floats)


class Line(NamedTuple):
    """The lead before a round: so much for a sheet worth `centre`, and what each point of worth changes."""

    centre: float
    lead: float
    slope: float

    def at(self, worth: Ends) -> Ends:
        """The lead of a sheet that the guide's games promise so much for."""
        return self.lead + self.slope * (worth - self.centre)


@dataclass(frozen=True, slots=True)
class Lead:
    """The lines of a board by the round that comes next; the last round is counted, not played on."""

    lines: Mapping[int, Line]

    def added(self, round_number: int, ends: Floats) -> Floats:
        """How games end that the guide plays on from before a round, with the lead."""
        line = self.lines.get(round_number)
        return ends + line.at(ends) if line else ends


NO_LEAD = Lead({})


@cache
def lead_on(edition: Edition) -> Lead:
    """The lead on a trained board; none on others, where nobody learnt one."""
    return load(edition.id) if is_trained(edition) else NO_LEAD


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
