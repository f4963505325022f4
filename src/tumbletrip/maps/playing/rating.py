"""How fair a board is: what many games of a bot show that plays alike everywhere."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice, pairwise
from statistics import fmean, pstdev

from tumbletrip.analysis.dicetrip.simulation import Pairing, Setup, each_alone, play_pairing
from tumbletrip.analysis.executor import Executor, Serial
from tumbletrip.dicetrip.dice import COLOURS
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.scoring import BonusReason, Score
from tumbletrip.maps.picture import Shown

LEVEL = "good"  # needs no training, so it is as strong on every board
COMPARED = ("france", "germany")
GAMES = 200
SEED = 15


@dataclass(frozen=True, slots=True)
class Rating:
    """What games on a board have shown; shares are of all games."""

    board: str
    games: int
    mean: float
    spread: float
    parts: dict[str, float]  # mean points of each line of the score
    crossed: dict[str, float]  # by city
    roads: dict[str, float]  # how often a road was part of the longest one, as "one–other"
    unused: tuple[str, ...]  # roads that never were
    dead_ends: tuple[str, ...]  # cities with one road
    colours: dict[str, float]  # bonus points of a colour's own die, in the mean
    colour_luck: float  # between the best and the worst colour

    def as_json(self) -> dict[str, object]:
        """For other programs."""
        return asdict(self)


def games_on(
    edition: Edition, games: int = GAMES, executor: Executor | None = None, first: int = 0
) -> Iterator[Score]:
    """The final scores of games that the bot plays alone, from the first on."""
    task = partial(score_alone, Setup(edition, (LEVEL,), SEED))
    return (executor or Serial()).map(task, islice(each_alone(1, games), first, None))


def score_alone(setup: Setup, pairing: Pairing) -> Score:
    """The final score of one game."""
    return play_pairing(setup, pairing).scores[0]


def rating(edition: Edition, scores: Iterable[Score]) -> Rating:
    """What scores on a board say about it."""
    played = list(scores)
    crossed = Counter(city for score in played for city in score.crossed_cities)
    used = Counter(frozenset(leg) for score in played for leg in pairwise(score.road))
    roads = {f"{one}–{other}": used[frozenset((one, other))] / len(played) for one, other in edition.roads}
    worn = Counter(
        edition.by_id[bonus.city].colour
        for score in played
        for bonus in score.bonus_cities
        if bonus.reason is BonusReason.COLOUR
    )
    colours = {colour.value: worn[colour] / len(played) for colour in COLOURS}
    return Rating(
        board=edition.id,
        games=len(played),
        mean=fmean(score.total for score in played),
        spread=pstdev(score.total for score in played),
        parts={
            "bonus": fmean(score.bonus for score in played),
            "crossed": fmean(score.crossed for score in played),
            "road": fmean(score.road_points for score in played),
            "series": fmean(score.series_points for score in played),
            "zones": fmean(score.zones for score in played),
        },
        crossed={city: crossed[city] / len(played) for city in edition.city_ids},
        roads=roads,
        unused=tuple(road for road, share in roads.items() if share == 0),
        dead_ends=tuple(city for city in edition.city_ids if len(edition.neighbours[city]) == 1),
        colours=colours,
        colour_luck=max(colours.values()) - min(colours.values()),
    )


def shown(edition: Edition, rated: Rating) -> Shown:
    """A rating on the board's picture: crossings in the circles, the use of roads beneath them."""
    most = max(*rated.crossed.values(), 0.01)
    widest = max(*rated.roads.values(), 0.01)
    return Shown(
        words={city: f"{100 * share:.0f}" for city, share in rated.crossed.items()},
        fullness={city: 0.75 * share / most for city, share in rated.crossed.items()},
        roads={(one, other): rated.roads[f"{one}–{other}"] / widest for one, other in edition.roads},
    )
