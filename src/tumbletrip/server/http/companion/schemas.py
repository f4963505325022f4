"""Bodies of the companion's API: a copied paper sheet, and an evening of Tumblin-Dice on a real board."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from tumbletrip.dicetrip.own.packing import LONGEST_WORD
from tumbletrip.dicetrip.rules import MAX_SEATS as MOST_SHEETS
from tumbletrip.dicetrip.sheet import LAST_ROUND
from tumbletrip.server.http.schemas import MAX_SEATS, DieKindName, Strict
from tumbletrip.tumblin.setup import MAX_DICE_EACH

MOST_CITIES = 25
MOST_ROUNDS = 150  # of an evening: far more than a night has, and still counted in an instant
MOST_ROLLS = 40  # for the order; ties rarely need a third

CityText = Annotated[str, Field(max_length=8)]
CityName = Annotated[str, Field(max_length=80)]
Name = Annotated[str, Field(max_length=200)]
DieWord = Annotated[str, Field(max_length=8, description="5x3, x0, off, off:4; empty: not read yet")]
SeatDice = Annotated[list[DieWord], Field(max_length=MAX_DICE_EACH)]
RoundDice = Annotated[list[SeatDice], Field(max_length=MAX_SEATS)]
SeatRolls = Annotated[list[int], Field(max_length=MOST_ROLLS)]


class CompanionSheetBody(Strict):
    """A player's paper sheet as it was copied."""

    name: Name = ""
    marks: dict[CityName, CityText] = Field(
        default_factory=dict,
        max_length=MOST_CITIES,
        description="by city: 34, 34* if the die of the city's colour made it, x for a cross",
    )
    reroll_used: bool = False
    double_used: bool = False
    tens_bonus: int | None = Field(default=None, ge=0, le=MOST_CITIES)


class CompanionBody(Strict):
    """The paper sheets of one game."""

    edition: str = Field(max_length=LONGEST_WORD)
    tens: bool = Field(default=False, description="the variant one of each ten")
    rounds: int = Field(default=LAST_ROUND, ge=1, le=LAST_ROUND, description="the rounds that were played")
    sheets: list[CompanionSheetBody] = Field(min_length=1, max_length=MOST_SHEETS)


class CompanionMistake(BaseModel):
    """Something that cannot be; the cities where it stands, none if it is about the whole sheet."""

    code: str
    message: str
    cities: list[str]


class CompanionLine(BaseModel):
    """A line of the score column in words."""

    key: Literal["bonus", "crossed", "road", "series", "zones", "tens", "powers"]
    points: int | None
    words: str


class CompanionSheetCounted(BaseModel):
    """A copied sheet, counted; cities with a mistake count as empty."""

    score: dict[str, Any] = Field(description="as on a table's sheets")
    lines: list[CompanionLine]
    mistakes: list[CompanionMistake]
    missing: int = Field(description="cities still to copy")
    notation: str = Field(description="the sheet in one line")
    text: str = Field(description="to send to friends")


class CompanionCounted(BaseModel):
    """The sheets of a game, counted."""

    sheets: list[CompanionSheetCounted]
    ranking: list[list[int]] | None = Field(
        description="best first, equals together; none while mistakes stand"
    )


class ScorePadBody(Strict):
    """An evening on a real board, all of it: asking twice changes nothing."""

    players: list[Name] = Field(max_length=MAX_SEATS)
    preset: str | None = Field(default=None, max_length=40, description="none: as many dice as `dice` says")
    dice: int = Field(default=4, ge=1, le=MAX_DICE_EACH)
    teams: int | None = Field(default=None, ge=2, le=MAX_SEATS)
    bonus: bool = Field(default=False, description="a bonus die for everyone (TD09)")
    kinds: list[DieKindName] = Field(default_factory=list, max_length=MAX_DICE_EACH)
    house: list[Annotated[str, Field(max_length=40)]] = Field(default_factory=list, max_length=10)
    rolls: list[SeatRolls] = Field(default_factory=list, max_length=MAX_SEATS, description="for the order")
    rounds: list[RoundDice] = Field(default_factory=list, max_length=MOST_ROUNDS)
    open_round: RoundDice = Field(default_factory=list, description="the round being read")


class ScorePadDie(BaseModel):
    """A die of a player."""

    key: str
    kind: DieKindName
    faces: int
    colour: str
    bonus: bool


class ScorePadSeat(BaseModel):
    """A player with the dice of every round."""

    name: str
    side: int
    dice: list[ScorePadDie]


class ScorePadSide(BaseModel):
    """A team, or a player alone."""

    name: str
    seats: list[int]
    total: int
    rounds_won: int


class ScorePadDieScore(BaseModel):
    """What a die is worth and why."""

    points: int
    why: str


class ScorePadRound(BaseModel):
    """A round counted: dice in the order of each seat, bonuses for all aboard, and the totals after it."""

    dice: list[list[ScorePadDieScore]]
    aboard: list[int]
    seats: list[int]
    sides: list[int]
    winner: int | None
    totals: list[int]


class ScorePadOpenRound(BaseModel):
    """The round being read: what its dice are worth so far."""

    dice: list[list[ScorePadDieScore | None]]
    seats: list[int]


class ScorePadEnd(BaseModel):
    """How the match ended."""

    ranking: list[list[int]] = Field(description="sides, best first, equals together")
    message: str


class ScorePadCounted(BaseModel):
    """An evening, counted."""

    seats: list[ScorePadSeat]
    sides: list[ScorePadSide]
    house: str = Field(description="the variants in words")
    target: int | None
    rounds_to_win: int | None
    rounds: list[ScorePadRound] = Field(description="those that count")
    open_round: ScorePadOpenRound | None
    rolling: list[int] = Field(description="the seats that may still roll for the order")
    order: list[int] = Field(description="of the round to come; its first seat starts")
    end: ScorePadEnd | None


class ScorePadExport(Strict):
    """An evening to take home."""

    pad: ScorePadBody
    form: Literal["pad", "csv"]
