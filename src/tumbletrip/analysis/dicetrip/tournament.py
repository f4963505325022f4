"""A tournament: every group of bots in every seating order, all on the same dice, rated with openskill."""

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import combinations, permutations
from math import perm
from typing import Any, NamedTuple

from tumbletrip.analysis.dicetrip.results import Tally, count, summary, tallies_for
from tumbletrip.analysis.dicetrip.simulation import Pairing, Played
from tumbletrip.analysis.estimates import Z95, Interval
from tumbletrip.analysis.extras import MissingExtra


def schedule(bots: int, players: int, deals: int) -> Iterator[Pairing]:
    """Deal by deal, all ways to seat that many of the bots: luck and seats are the same for everybody."""
    for deal in range(deals):
        yield from (Pairing(deal, seats) for seats in permutations(range(bots), players))


def games_in(bots: int, players: int, deals: int) -> int:
    """How many games the schedule has."""
    return deals * perm(bots, players)


class Rating(NamedTuple):
    """A bot's strength on openskill's scale, where everybody starts at 25, and how sure that is."""

    mu: float
    sigma: float

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the strength."""
        return Interval(self.mu - Z95 * self.sigma, self.mu + Z95 * self.sigma)


class Ratings:
    """Strengths that learn from every game (Plackett–Luce)."""

    def __init__(self, bots: int) -> None:
        """Everybody starts equal."""
        if find_spec("openskill") is None:
            raise MissingExtra("openskill", "fast")
        from openskill.models import PlackettLuce

        # tau = 0: people change over time, bots do not, so certainty may grow with every game.
        self._model = PlackettLuce(tau=0)
        self._ratings = [self._model.rating() for _ in range(bots)]

    def add(self, played: Played) -> None:
        """Learn from the order in which the bots of a game finished."""
        seats = played.pairing.seats
        places = {seat: place for place, equals in enumerate(played.places) for seat in equals}
        rated = self._model.rate(
            [[self._ratings[bot]] for bot in seats], ranks=[places[seat] for seat in range(len(seats))]
        )
        for bot, (rating,) in zip(seats, rated, strict=True):
            self._ratings[bot] = rating

    def __getitem__(self, bot: int) -> Rating:
        """The strength of one bot as it is known now."""
        return Rating(self._ratings[bot].mu, self._ratings[bot].sigma)


class Duels:
    """Who finished ahead of whom when both sat at one table."""

    def __init__(self, bots: int) -> None:
        """Nobody has met anybody."""
        self._ahead = [[0.0] * bots for _ in range(bots)]
        self._met = [[0] * bots for _ in range(bots)]

    def add(self, played: Played) -> None:
        """Compare every two bots of a game; a tie is half for each."""
        seated = tuple(zip(played.pairing.seats, played.totals, strict=True))
        for (one, ones), (other, others) in combinations(seated, 2):
            lead = 0.5 if ones == others else float(ones > others)
            self._ahead[one][other] += lead
            self._ahead[other][one] += 1 - lead
            self._met[one][other] += 1
            self._met[other][one] += 1

    def share(self, one: int, other: int) -> float | None:
        """How often one finished ahead of the other; None if they never met."""
        met = self._met[one][other]
        return self._ahead[one][other] / met if met else None


class Standings:
    """A tournament as it stands: figures, ratings and duels of every bot."""

    def __init__(self, bots: Sequence[str]) -> None:
        """Nothing played yet."""
        self.tallies: list[Tally] = tallies_for(bots)
        self.ratings = Ratings(len(bots))
        self.duels = Duels(len(bots))
        self.games = 0

    def add(self, played: Played) -> None:
        """Count a finished game."""
        count(self.tallies, played)
        self.ratings.add(played)
        self.duels.add(played)
        self.games += 1

    @property
    def order(self) -> list[int]:
        """The bots from strongest to weakest."""
        return sorted(range(len(self.tallies)), key=lambda bot: -self.ratings[bot].mu)

    def matrix(self) -> list[list[float | None]]:
        """For every bot its share of duels won against every other, in the order of the setup."""
        bots = range(len(self.tallies))
        return [[self.duels.share(one, other) for other in bots] for one in bots]

    def documents(self) -> list[dict[str, Any]]:
        """The results of all bots as they stand in `--json`, strongest first."""
        return [self._document(bot) for bot in self.order]

    def _document(self, bot: int) -> dict[str, Any]:
        rating = self.ratings[bot]
        own = {"rating": rating.mu, "sigma": rating.sigma, "rating_interval": list(rating.interval)}
        return summary(self.tallies[bot]) | own
