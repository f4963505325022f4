"""Boards of one's own over HTTP: checked, made of countries, rated, learned. Only champions are kept."""

import hashlib
from importlib.util import find_spec
from typing import Annotated

from fastapi import APIRouter, Query, Request

from tumbletrip.analysis.analysis_jobs import Order
from tumbletrip.answers.analysis_desk import AnalysisDesk, DeskFull, ShareUsed, State
from tumbletrip.answers.own_boards import checked
from tumbletrip.core.errors import InputError, problem
from tumbletrip.dicetrip.edition_checks import CITY_COUNT
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.maps.playing.laying import LayWish, Spot, laying_work
from tumbletrip.maps.playing.work import (
    MAKING_GAMES,
    RATING_GAMES,
    MakeWish,
    countries,
    making_work,
    places_named,
    rating_work,
    training_order,
)
from tumbletrip.server.guards.rates import address_of
from tumbletrip.server.http.boards.schemas import (
    BoardDraft,
    BoardOrder,
    BoardPowers,
    BoardWork,
    CheckedBoard,
    Country,
    FoundPlace,
)
from tumbletrip.server.http.dicetrip import found_edition
from tumbletrip.server.http.problems import (
    NOT_FOUND,
    TOO_MANY,
    UNAVAILABLE,
    Refuse,
    documented,
    language_of_request,
)
from tumbletrip.server.http.tables import desk_of
from tumbletrip.server.settings import Settings

router = APIRouter(prefix="/api/own-boards")


@router.post("/check", responses=documented(UNAVAILABLE))
async def check(request: Request, body: BoardDraft) -> CheckedBoard:
    """What is wrong with a draft, its drawing, and the word that holds it once nothing is."""
    found = await desk_of(request).read_beside(
        address_of(request.scope), checked, body.document, language_of_request(request), body.places_names
    )
    return CheckedBoard.model_validate(found)


@router.get("/countries", responses=documented(UNAVAILABLE))
async def list_countries(request: Request) -> list[Country]:
    """The countries that have enough places for a board, by name."""
    _need_maps()
    found = await desk_of(request).read_beside(
        address_of(request.scope), countries, language_of_request(request)
    )
    return [Country(code=code, name=name) for code, name in found]


@router.get("/places", responses=documented(UNAVAILABLE))
async def find_places(
    request: Request, name: Annotated[str, Query(min_length=2, max_length=40)]
) -> list[FoundPlace]:
    """The biggest places whose names begin like this, accents or not."""
    _need_maps()
    found = await desk_of(request).read_beside(
        address_of(request.scope), places_named, name, language_of_request(request)
    )
    return [FoundPlace.model_validate(place._asdict()) for place in found]


@router.get("/powers")
async def powers(request: Request) -> BoardPowers:
    """What this server does for boards beside checking them."""
    settings: Settings = request.app.state.settings
    return BoardPowers(places=_has_maps(), training=settings.champions is not None)


@router.post("/jobs", status_code=202, responses=documented(NOT_FOUND, UNAVAILABLE))
async def work(request: Request, body: BoardOrder) -> BoardWork:
    """Make, rate or learn a board; asked again with the same wish, it says how far that is."""
    wish = f"{language_of_request(request)} {body.model_dump_json()}"
    key = f"board/{hashlib.sha256(wish.encode()).hexdigest()}"
    address = address_of(request.scope)
    known = _desk(request).find(key)
    is_under_way = known is not None and known.state is not State.FAILED
    edition = (
        None if is_under_way or body.kind in ("make", "lay") else await found_edition(request, body.word)
    )
    try:
        _desk(request).ask(key, address, lambda: _order(request, body, edition))
    except ShareUsed:
        raise Refuse(TOO_MANY, "analysis/yours_full") from None
    except DeskFull:
        raise Refuse(UNAVAILABLE, "analysis/full") from None
    return _state(request, key)


@router.delete("/jobs/{key}", responses=documented(NOT_FOUND))
async def stop_work(request: Request, key: str) -> BoardWork:
    """Stop work that is on its way, for the address that asked for it."""
    full = f"board/{key}"
    found = _desk(request).find(full)
    if found is None or found.address != address_of(request.scope):
        raise Refuse(NOT_FOUND, "table/not_found")
    _desk(request).cancel(full)
    return _state(request, full)


def _order(request: Request, body: BoardOrder, edition: Edition | None) -> Order:
    if body.kind == "make":
        _need_maps()
        wish = MakeWish(body.country, body.seed, language_of_request(request), body.places, body.name)
        return Order(making_work, wish, MAKING_GAMES)
    if body.kind == "lay":
        _need_maps()
        if len(body.spots) != CITY_COUNT:
            raise InputError(problem("maps.too_few", count=len(body.spots), needed=CITY_COUNT))
        spots = tuple(Spot(spot.name, spot.x, spot.y) for spot in body.spots)
        return Order(laying_work, LayWish(spots, body.seed, language_of_request(request)), MAKING_GAMES)
    assert edition is not None
    if body.kind == "rate":
        return Order(rating_work, edition, RATING_GAMES)
    settings: Settings = request.app.state.settings
    if settings.champions is None:
        raise Refuse(UNAVAILABLE, "boards.no_training")
    return Order(training_order, (edition, str(settings.champions)), settings.limits.training_games)


def _need_maps() -> None:
    """Refuse with 503 where the extra that makes boards is not installed."""
    if not _has_maps():
        raise Refuse(UNAVAILABLE, "boards.no_maps")


def _has_maps() -> bool:
    return find_spec("shapely") is not None


def _desk(request: Request) -> AnalysisDesk:
    return desk_of(request).analyses


def _state(request: Request, key: str) -> BoardWork:
    found = _desk(request).find(key)
    name = key.removeprefix("board/")
    if found is None:
        return BoardWork(key=name, state="none")
    return BoardWork(
        key=name,
        state=found.state.value,
        ahead=_desk(request).ahead_of(key),
        done=found.done,
        total=found.total,
        result=found.result,
    )
