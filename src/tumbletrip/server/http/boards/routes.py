"""Boards of one's own over HTTP: checked, made of countries, rated. Nothing is kept."""

import hashlib
from importlib.util import find_spec

from fastapi import APIRouter, Request

from tumbletrip.analysis.analysis_jobs import Order
from tumbletrip.answers.analysis_desk import AnalysisDesk, DeskFull, ShareUsed
from tumbletrip.answers.own_boards import checked
from tumbletrip.maps.playing.work import (
    MAKING_GAMES,
    RATING_GAMES,
    MakeWish,
    countries,
    making_work,
    rating_work,
)
from tumbletrip.server.guards.rates import address_of
from tumbletrip.server.http.boards.schemas import BoardDraft, BoardOrder, BoardWork, CheckedBoard, Country
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


@router.post("/jobs", status_code=202, responses=documented(NOT_FOUND, UNAVAILABLE))
async def work(request: Request, body: BoardOrder) -> BoardWork:
    """Make or rate a board; asked again with the same wish, it says how far that is."""
    wish = f"{language_of_request(request)} {body.model_dump_json()}"
    key = f"board/{hashlib.sha256(wish.encode()).hexdigest()}"
    address = address_of(request.scope)
    try:
        _desk(request).ask(key, address, lambda: _order(request, body))
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


def _order(request: Request, body: BoardOrder) -> Order:
    if body.kind == "make":
        _need_maps()
        return Order(
            making_work, MakeWish(body.country, body.seed, language_of_request(request)), MAKING_GAMES
        )
    return Order(rating_work, found_edition(request, body.word), RATING_GAMES)


def _need_maps() -> None:
    """Refuse with 503 where the extra that makes boards is not installed."""
    if find_spec("shapely") is None:
        raise Refuse(UNAVAILABLE, "boards.no_maps")


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
