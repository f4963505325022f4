"""Boards made and rated as work for several processes, for a server that must stay awake."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tumbletrip.analysis.analysis_jobs import Work
from tumbletrip.core.errors import InputError
from tumbletrip.core.texts import LANGUAGES
from tumbletrip.dicetrip.edition_checks import CITY_COUNT
from tumbletrip.dicetrip.editions import Edition, builtin_edition
from tumbletrip.dicetrip.own.ids import word_for
from tumbletrip.dicetrip.scoring import Score

if TYPE_CHECKING:
    from tumbletrip.maps.ground import Ground
    from tumbletrip.maps.making import Draft, Wishes

MAKING_GAMES: Final = 300  # on each network
RATING_GAMES: Final = 60  # on each of two boards
BATCH: Final = 10
COMPARED_WITH: Final = "france"
MOST_FOUND: Final = 8  # places with a name
SPARE_PLACES: Final = 5  # more than a board has, so that there is something to choose


class MakeWish(NamedTuple):
    """A country or a list of places, the seed of its board, and the language in which a refusal is said."""

    country: str
    seed: int
    language: str
    places: str = ""  # as CSV, instead of a country …
    name: str = ""  # … and what they are together


def countries(language: str) -> list[tuple[str, str]]:
    """The countries with enough places for a board, by code and name, in the order of their names."""
    from tumbletrip.maps.world import country_codes, country_names, places_of, plain

    found = [code for code in country_codes() if len(places_of(code)) >= CITY_COUNT + SPARE_PLACES]
    named = [(code, country_names(code)[language]) for code in found]
    return sorted(named, key=lambda pair: plain(pair[1]))


class FoundPlace(NamedTuple):
    """A place found by its name."""

    name: str
    country: str
    latitude: float
    longitude: float
    population: int


def places_named(word: str, language: str) -> list[FoundPlace]:
    """The places whose names begin with a word, however it is accented, those with most people first."""
    from tumbletrip.maps.world import country_names, places_like

    return [
        FoundPlace(
            place.name, country_names(code)[language], place.latitude, place.longitude, place.population
        )
        for code, place in places_like(word, MOST_FOUND)
    ]


def making_work(wish: MakeWish, games: int) -> Work:
    """A board of a country or of places: networks are played on one by one, then the fairest is drawn."""
    from tumbletrip.maps.making import BOARDS

    return Work(list(range(BOARDS)), partial(_unlikeness, wish, games), partial(_made, wish))


def _unlikeness(wish: MakeWish, games: int, number: int) -> float | InputError | None:
    """How unlike France a network plays; None if there are not so many, or why there is none."""
    from tumbletrip.maps.making import plain_document
    from tumbletrip.maps.playing.fairness import unlikeness

    try:
        _, wishes, drafts = _drafts(wish)
    except InputError as error:
        return error
    return unlikeness(plain_document(drafts[number], wishes), games) if number < len(drafts) else None


def _made(wish: MakeWish, found: Sequence[float | InputError | None]) -> dict[str, Any]:
    from tumbletrip.maps.making import made

    refused = next((one for one in found if isinstance(one, InputError)), None)
    if refused:
        return {"refused": refused.sentence(wish.language)}
    ground, wishes, _ = _drafts(wish)
    numbers = [one for one in found if isinstance(one, float)]
    order = sorted(range(len(numbers)), key=numbers.__getitem__)
    return {"document": made(ground, wishes, lambda _: order)}


@lru_cache(maxsize=2)  # a process does several pieces of the same work
def _drafts(wish: MakeWish) -> "tuple[Ground, Wishes, list[Draft]]":
    from tumbletrip.maps.ground import ground_of_country, ground_of_places
    from tumbletrip.maps.making import Wishes, drafts
    from tumbletrip.maps.place_list import places_from
    from tumbletrip.maps.world import country_code, country_names

    if wish.places:
        names = dict.fromkeys(LANGUAGES, wish.name)
        ground = ground_of_places(places_from(wish.places))
    else:
        code = country_code(wish.country)
        names = dict(country_names(code))
        ground = ground_of_country(code)
    wishes = Wishes(word_for(names["en"]), names, wish.seed)
    return ground, wishes, list(drafts(ground, wishes))


def training_order(lesson: tuple[Edition, str], games: int) -> Work:
    """A champion for a board, kept in a folder."""
    from tumbletrip.maps.playing.champions import Lesson, training_work  # a second to import

    return training_work(Lesson(*lesson), games)


def rating_work(edition: Edition, games: int) -> Work:
    """A board rated: batches of games on it and on the board it is compared with."""
    boards = (edition, builtin_edition(COMPARED_WITH))
    pieces = [(board, first) for first in range(0, games, BATCH) for board in range(len(boards))]
    return Work(pieces, partial(_batch, boards, games), partial(_rated, boards, pieces))


def _batch(boards: Sequence[Edition], games: int, piece: tuple[int, int]) -> list[Score]:
    from tumbletrip.maps.playing.rating import games_on

    board, first = piece
    return list(games_on(boards[board], min(games, first + BATCH), first=first))


def _rated(
    boards: Sequence[Edition], pieces: Sequence[tuple[int, int]], batches: Sequence[list[Score]]
) -> dict[str, Any]:
    from tumbletrip.maps.playing.rating import rating

    def of(number: int) -> list[Score]:
        return [
            score
            for (board, _), batch in zip(pieces, batches, strict=True)
            for score in batch
            if board == number
        ]

    rated = [rating(board, of(number)).as_json() for number, board in enumerate(boards)]
    return {"rating": rated[0], "compared": rated[1]}
