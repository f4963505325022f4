"""Bodies of requests about boards of one's own."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from tumbletrip.dicetrip.edition_checks import CITY_COUNT, FARTHEST
from tumbletrip.dicetrip.own.packing import LONGEST_WORD
from tumbletrip.server.http.schemas import Strict

LONGEST_LIST = 200_000  # more than so many places need
LONGEST_NAME = 40


class BoardDraft(Strict):
    """A board that is being drawn."""

    document: Any = Field(description="an edition file, see docs/adding-an-edition.md")
    places_names: bool = Field(default=False, description="whether names are placed anew")


class BoardFlaw(BaseModel):
    """Something that is wrong with a draft."""

    kind: str
    at: list[str] = Field(description="the cities it is at; of roads, their ends")
    text: str


class CheckedBoard(BaseModel):
    """A draft with its drawing, and what is wrong with it."""

    flaws: list[BoardFlaw]
    document: dict[str, Any] | None = Field(description="with its drawing; none if it is no draft at all")
    word: str | None = Field(description="the whole board, to be named where an edition is; none with flaws")


class Country(BaseModel):
    """A country that a board can be made of."""

    code: str
    name: str


class FoundPlace(BaseModel):
    """A place of the world, to become a city of a board."""

    name: str
    country: str
    latitude: float
    longitude: float
    population: int


class BoardPowers(BaseModel):
    """What this server does for boards beside checking them."""

    places: bool = Field(description="knows countries and places")
    training: bool = Field(description="trains champions for boards")


class Spot(Strict):
    """Where a city stands on a drawing, and what it is called."""

    name: str = Field(default="", max_length=LONGEST_NAME)
    x: float = Field(ge=-FARTHEST, le=FARTHEST)
    y: float = Field(ge=-FARTHEST, le=FARTHEST)


class BoardOrder(Strict):
    """Work on a board that takes a while."""

    kind: Literal["make", "lay", "rate", "train"]
    country: str = Field(default="", max_length=2, description="to make a board of")
    places: str = Field(default="", max_length=LONGEST_LIST, description="to make a board of instead, as CSV")
    name: str = Field(default="", max_length=LONGEST_NAME, description="of a board of places")
    spots: list[Spot] = Field(
        default=[], max_length=CITY_COUNT, description="of the 25 cities that roads are to be laid between"
    )
    seed: int = Field(default=1, ge=1, le=1_000_000, description="another seed, another board")
    word: str = Field(
        default="", max_length=LONGEST_WORD, description="the board to rate or to learn, or its name"
    )


class BoardWork(BaseModel):
    """How far work on a board is, and what it brought once it is done."""

    key: str
    state: Literal["none", "waiting", "running", "ready", "failed"]
    ahead: int = 0
    done: int = 0
    total: int = 0
    result: dict[str, Any] | None = Field(
        default=None, description="a document, a rating, how strong a champion became, or why not"
    )
