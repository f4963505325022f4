"""The results of bots over a series of Tumblin-Dice rounds: points, wins, where their dice lay, and time."""

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final

from tumbletrip.analysis.estimates import Interval, quantile, standard_error, wilson
from tumbletrip.analysis.plots import INK, blank_figure, save
from tumbletrip.analysis.tumblin.rounds import PlayedRound
from tumbletrip.tumblin.ports import LEVEL, OFF, TRACK

PLACES: Final = (OFF, TRACK, LEVEL, "1x", "2x", "3x", "4x")
PLACE_SHADES: Final = ("#b8b2a6", "#ddd6c8", "#ddd6c8", "#a9c4d8", "#6f9fc0", "#2f6f9f", "#c8553d")


@dataclass(slots=True)
class RoundTally:
    """One bot's rounds, counted as they come."""

    bot: str
    points: "array[int]" = field(default_factory=lambda: array("q"))
    places: Counter[str] = field(default_factory=Counter)
    wins: int = 0
    ties: int = 0
    microseconds: "array[float]" = field(default_factory=lambda: array("f"))

    @property
    def rounds(self) -> int:
        """How many rounds were counted."""
        return len(self.points)

    @property
    def points_per_die(self) -> float:
        """The mean over all dice, also those that do not count."""
        return sum(self.points) / self.places.total()

    @property
    def win_interval(self) -> Interval:
        """The 95 % interval of the share of rounds won; a tied round counts half."""
        return wilson(self.wins + self.ties / 2, self.rounds)

    def add(self, played: PlayedRound, seat: int) -> None:
        """Count a round for the bot in a seat; TD15: a tied round is won by nobody."""
        self.points.append(played.sheet.seats[seat])
        self.places.update(rest.tier for rest in played.rests if rest.die.seat == seat)
        self.microseconds.extend(played.microseconds[seat])
        best = max(played.sheet.sides)
        if played.sheet.sides[played.side_of[seat]] == best:
            self.wins += played.sheet.winner is not None
            self.ties += played.sheet.winner is None


def count_round(tallies: Sequence[RoundTally], played: PlayedRound) -> None:
    """Count a finished round for every bot at its table."""
    for seat, bot in enumerate(played.seats):
        tallies[bot].add(played, seat)


def round_summary(tally: RoundTally) -> dict[str, Any]:
    """One bot's figures as they stand in `--json`; nothing but its name if it has no round yet."""
    if not tally.rounds:
        return {"bot": tally.bot, "rounds": 0}
    return {
        "bot": tally.bot,
        "rounds": tally.rounds,
        "mean": fmean(tally.points),
        "se": standard_error(tally.points),
        "sd": stdev(tally.points) if tally.rounds > 1 else None,
        "points_per_die": tally.points_per_die,
        "wins": tally.wins,
        "ties": tally.ties,
        "win_interval": list(tally.win_interval),
        "places": {place: tally.places[place] for place in PLACES},
        "us_per_decision": quantile(tally.microseconds, 0.5),
        "us_per_decision_95%": quantile(tally.microseconds, 0.95),
    }


def draw_places(tallies: Sequence[RoundTally], path: Path, title: str) -> None:
    """A bar per bot: where its dice lay at the end of a round, and its points per die."""
    shown = [tally for tally in tallies if tally.rounds]
    figure, (axes,) = blank_figure(height=1.4 + 0.6 * len(shown))
    for row, tally in enumerate(shown):
        left = 0.0
        for place, shade in zip(PLACES, PLACE_SHADES, strict=True):
            share = tally.places[place] / tally.places.total()
            axes.barh(row, share, left=left, color=shade, height=0.62)
            if share > 0.04:
                axes.text(left + share / 2, row, place, ha="center", va="center", fontsize=8, color=INK)
            left += share
        axes.text(1.01, row, f"{tally.points_per_die:.2f}", va="center", color=INK, fontweight="bold")
    axes.set_yticks(range(len(shown)), [tally.bot for tally in shown], color=INK)
    axes.invert_yaxis()
    axes.set_xlim(0, 1.08)
    axes.set_xlabel("share of dice at the end of a round; on the right the points per die", color=INK)
    save(figure, path, title)
