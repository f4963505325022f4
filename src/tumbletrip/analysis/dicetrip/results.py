"""The results of bots over a series of games: scores, parts of the score, wins and thinking time."""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev
from typing import Any

from tumbletrip.analysis.dicetrip.simulation import Played
from tumbletrip.analysis.estimates import Interval, quantile, standard_error, wilson
from tumbletrip.dicetrip.scoring import LINES

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(slots=True)
class Tally:
    """One bot's games so far."""

    bot: str
    totals: list[int] = field(default_factory=list)
    parts: Counter[str] = field(default_factory=Counter)
    against_others: int = 0  # games with somebody to win against; a solo game ends with its score (DT15)
    wins: int = 0  # shared ones included
    shared_wins: int = 0
    win_points: float = 0.0  # a win shared by two is half a win for each
    microseconds: "array[float]" = field(default_factory=lambda: array("f"))

    @property
    def games(self) -> int:
        """How many games the bot has played."""
        return len(self.totals)

    @property
    def win_share(self) -> float | None:
        """The share of wins that fell to it, shared ones in part; None if it has only played alone."""
        return self.win_points / self.against_others if self.against_others else None

    @property
    def win_interval(self) -> Interval | None:
        """The 95 % interval of its win share."""
        return wilson(self.win_points, self.against_others) if self.against_others else None

    def add(self, played: Played, seat: int) -> None:
        """Count one seat of a finished game."""
        self.totals.append(played.totals[seat])
        self.parts.update(played.scores[seat].lines)
        self.microseconds.extend(played.microseconds[seat])
        if len(played.scores) > 1:
            self._add_result(seat, played.places[0])

    def _add_result(self, seat: int, winners: tuple[int, ...]) -> None:
        self.against_others += 1
        if seat in winners:
            self.wins += 1
            self.shared_wins += len(winners) > 1
            self.win_points += 1 / len(winners)


def tallies_for(bots: Sequence[str]) -> list[Tally]:
    """An empty tally for every bot."""
    return [Tally(bot) for bot in bots]


def count(tallies: Sequence[Tally], played: Played) -> None:
    """Count a finished game for every bot that sat at its table."""
    for seat, bot in enumerate(played.pairing.seats):
        tallies[bot].add(played, seat)


def short_name(bot: str) -> str:
    """A bot's name for a column heading: of `path/to/file.py:Class` only the class."""
    return bot.rpartition(":")[2]


def summary(tally: Tally) -> dict[str, Any]:
    """One bot's figures as they stand in `--json`; nothing but its name if it has no game yet."""
    if not tally.games:
        return {"bot": tally.bot, "games": 0, "wins": 0, "mean": None, "se": None, "us_per_decision": None}
    interval = tally.win_interval
    return {
        "bot": tally.bot,
        "games": tally.games,
        "mean": fmean(tally.totals),
        "se": standard_error(tally.totals),
        "sd": stdev(tally.totals) if tally.games > 1 else None,
        "min": min(tally.totals),
        "max": max(tally.totals),
        "quantiles": {f"{share:.0%}": quantile(tally.totals, share) for share in QUANTILES},
        "parts": mean_parts(tally),
        "wins": tally.wins,
        "shared_wins": tally.shared_wins,
        "win_share": tally.win_share,
        "win_interval": list(interval) if interval else None,
        "decisions": len(tally.microseconds),
        "us_per_decision": quantile(tally.microseconds, 0.5),
        "us_per_decision_mean": fmean(tally.microseconds),
        "us_per_decision_95%": quantile(tally.microseconds, 0.95),
        "histogram": histogram(tally.totals),
    }


def mean_parts(tally: Tally) -> Mapping[str, float]:
    """The mean of each line of the score column."""
    return {part: tally.parts[part] / tally.games for part in LINES}


def histogram(totals: Iterable[int]) -> dict[str, int]:
    """How often each total was reached."""
    return {str(total): times for total, times in sorted(Counter(totals).items())}
