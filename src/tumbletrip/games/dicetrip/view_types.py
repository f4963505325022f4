"""The shapes of what Dice Trip shows; `make types` tells them to the app."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

ColourName: TypeAlias = Literal["red", "blue", "green", "yellow"]
Mark: TypeAlias = int | Literal["x"]


class Entry(TypedDict):
    """A city, and the dice of the number that is written there, tens first; none crosses it out."""

    city: str
    dice: tuple[ColourName, ColourName] | None


class Score(TypedDict):
    """The score column of a sheet, with its evidence."""

    bonus: int
    crossed: int
    road: int
    series: int
    zones: int
    tens: Annotated[int | None, "None unless the variant is played."]
    tens_city: Annotated[str | None, "The city whose number completed the six tens."]
    tens_cities: Annotated[list[str], "The coloured cities that were still empty then: they pay."]
    total: int
    bonus_cities: Annotated[dict[str, str], "By city, why it pays."]
    road_path: list[str]
    series_path: list[str]
    clean_zones: list[str]


class Sheet(TypedDict):
    """A sheet: what stands in its cities, the powers that are left, and what it counts."""

    marks: dict[str, Mark]
    may_reroll: bool
    may_double: bool
    score: Score


class Options(TypedDict):
    """What a player may do with the roll that lies on the table."""

    cities_to_fill: int
    open_cities: list[str]
    singles: Annotated[
        dict[str, tuple[int, bool]], "By pair, such as `rb`: its number, and whether it may still be written."
    ]
    splits: Annotated[
        list[str], "Two pairs, such as `rbgy`; with `-` behind them if their numbers cannot both be written."
    ]
    may_cross: bool
    may_reroll: bool
    may_double: bool


class DiceTripOwn(TypedDict):
    """What only one player sees: their sheet with what they are thinking of, and their options."""

    seat: Annotated[int, "The player, not the table's seat."]
    sheet: Sheet
    draft: list[Entry]
    options: Options | None


class Wrote(TypedDict):
    """Somebody wrote their round; what they wrote stays hidden until all have."""

    kind: Literal["wrote"]
    seat: int
    entries: NotRequired[list[Entry]]
    doubled: NotRequired[ColourName | None]
    tens_bonus: NotRequired[int | None]


class DiceTripView(TypedDict):
    """A game of Dice Trip as everybody sees it."""

    game: Literal["dicetrip"]
    edition: str
    tens: bool
    own_dice: bool
    round: int
    phase: Literal["roll", "reroll", "write", "over"]
    roller: int
    roll: list[int] | None
    done: list[bool]
    waiting_for: Annotated[list[int], "Players, not seats of the table."]
    sheets: list[Sheet]
    last_round: list[Wrote]
    ranking: Annotated[list[list[int]] | None, "Players who share a place, the best first."]


class Rolled(TypedDict):
    """The dice were rolled."""

    kind: Literal["rolled"]
    seat: int
    roll: list[int]


class Rerolled(TypedDict):
    """Some dice were rolled once more."""

    kind: Literal["rerolled"]
    seat: int
    dice: list[ColourName]
    roll: list[int]


class Kept(TypedDict):
    """The roller let the dice lie."""

    kind: Literal["kept"]
    seat: int


class Corrected(TypedDict):
    """Dice on a real table had been typed wrongly; this is what they show."""

    kind: Literal["corrected"]
    seat: int
    roll: list[int]


class Drafted(TypedDict):
    """A thought; only logs of early versions have it."""

    kind: Literal["drafted"]
    seat: int
    entries: NotRequired[list[Entry]]


DiceTripEvent: TypeAlias = Rolled | Rerolled | Kept | Corrected | Drafted | Wrote


class EditionChoice(TypedDict):
    """An edition that can be played."""

    id: str
    name: Annotated[dict[str, str], "By language."]
    trained: Annotated[bool, "Whether the bots have practised on it."]


class DiceTripOptions(TypedDict):
    """What a new table of Dice Trip chooses from."""

    editions: list[EditionChoice]
