"""The shapes of what a table shows; `make types` tells them to the app.

What a game shows of itself is the game's own: these shapes are generic in it.
"""

from typing import Annotated, Final, Generic, Literal, NotRequired, TypeAlias, TypedDict, TypeVar

Play = TypeVar("Play")  # the game in a table's public view
Own = TypeVar("Own")  # what only one seat sees of it
PlayEvent = TypeVar("PlayEvent")  # an event of the game's own

SOME_OF: Final = object()  # marks a shape of which only those entries are sent that have changed
AND_MORE: Final = object()  # marks a shape that may have entries which it does not name

Status: TypeAlias = Literal["open", "playing", "over", "abandoned"]


class Seat(TypedDict):
    """A place at a table, and who has it."""

    occupant: Literal["open", "person", "bot", "closed"]
    name: str
    level: Annotated[str, "The level of a bot, else empty."]
    stand_in: Annotated[str, "The level of the bot that plays for a person who left, else empty."]


class Agreement(TypedDict):
    """What was agreed on when the table was opened."""

    game: str
    options: dict[str, object]
    seconds_per_decision: float | None
    imported: NotRequired[Annotated[bool, "Present if it comes from a record: not played here."]]


class TableView(TypedDict, Generic[Play, Own]):
    """All that those on some seats may see of a table."""

    status: Status
    setup: Agreement
    seats: list[Seat]
    players: Annotated[list[int], "The table's seat of each player in the game."]
    round: int
    waiting_for: Annotated[list[int], "Seats of the table."]
    play: Annotated[Play | None, "The game; none before it starts."]
    rematch: Annotated[str | None, "The table that follows this one."]
    rematch_by: Annotated[int | None, "The seat that asked for it, if that is known."]
    you: Annotated[dict[str, Own | None], "By the table's seat; only the reader's own."]
    openers: NotRequired[Annotated[list[int], "Before the start: seats of those who opened the table."]]


class MovingEntries(TypedDict, total=False):
    """The entries of a table's view, apart from the game, that moves of the game change."""

    status: Status
    round: int
    waiting_for: list[int]


class Changes(TypedDict, Generic[Play, Own]):
    """What a move or a draft changed: entries of the view, of the game in it, and of one's own seats."""

    table: MovingEntries
    play: Annotated[Play, SOME_OF]
    you: dict[str, Annotated[Own, SOME_OF]]


class OpenedSetup(TypedDict):
    """A table's agreement as its log keeps it, with the seats as they were at first."""

    version: int
    game: str
    options: dict[str, object]
    seats: list[Seat]
    seconds_per_decision: float | None
    imported: NotRequired[Annotated[bool, "Present if it comes from a record: not played here."]]
    offered: NotRequired[Annotated[list[int], "Seats that anybody may take once the game is under way."]]


class Opened(TypedDict):
    """The table is there."""

    kind: Literal["opened"]
    setup: OpenedSetup


class Started(TypedDict):
    """All seats are taken, and the game begins."""

    kind: Literal["started"]


class Abandoned(TypedDict):
    """Nobody came back for a long time."""

    kind: Literal["abandoned"]


class Rematched(TypedDict):
    """The same people have another table."""

    kind: Literal["rematched"]
    table: str
    by: NotRequired[Annotated[int, "The seat that asked for it."]]


class Named(TypedDict):
    """Somebody sat down, or changed their name."""

    kind: Literal["sat", "renamed"]
    seat: int
    name: str


class BotSeated(TypedDict):
    """A bot took a seat."""

    kind: Literal["bot_seated"]
    seat: int
    level: str
    name: str


class Left(TypedDict):
    """Somebody left, and a bot plays on for them."""

    kind: Literal["left"]
    seat: int
    stand_in: str


class SeatChanged(TypedDict):
    """A seat was closed, its person came back, or it has a new secret."""

    kind: Literal["seat_closed", "returned", "rekeyed"]
    seat: int


class Action(TypedDict):
    """An action as a seat can send it; beside its word it has whatever the game needs."""

    do: str


class Draw(TypedDict):
    """A draw that anybody can check: docs/fair-dice.md."""

    number: int
    kind: Annotated[str, "`roll`, `reroll:R,G` or `noise`."]
    server: Annotated[str, "The link of the server's chain."]
    links: Annotated[list[str], "By player; `-` if there is none."]
    reasons: Annotated[list[str], "By player, why there is none: bot, none, out, away or late; else empty."]
    sides: int
    dice: list[int]


class FairBegun(TypedDict):
    """The server told the anchor of its chain."""

    kind: Literal["fair_begun"]
    server: str
    links: Annotated[int, "That every chain of this table has."]


class Anchored(TypedDict):
    """A seat's device told the anchor of its chain."""

    kind: Literal["anchored"]
    seat: int
    anchor: str
    first: Annotated[int, "The first draw that the chain takes part in."]


class Sealed(TypedDict):
    """All anchors are listed; from now on dice can be drawn."""

    kind: Literal["sealed"]
    setup: Annotated[str, "Hash of what was agreed on."]
    server: str
    anchors: Annotated[dict[str, str], "By the table's seat."]


class DrawRequested(TypedDict):
    """A draw was asked for: now devices give their links."""

    kind: Literal["draw_requested"]
    number: int
    draw: Annotated[str, "Its kind."]
    by: int
    command: str
    round: int
    action: Annotated[Action, AND_MORE]
    by_bot: bool


class Linked(TypedDict):
    """A link came to another process than the one that draws."""

    kind: Literal["linked"]
    number: int
    seat: int
    link: str


class DrawVoided(TypedDict):
    """The draw under way came to nothing."""

    kind: Literal["draw_voided"]
    number: int


class Played(TypedDict, Generic[PlayEvent]):
    """A move of the game."""

    kind: Literal["played"]
    play: PlayEvent
    draw: NotRequired[Annotated[Draw, "How its dice were drawn, if they were."]]


TableEvent: TypeAlias = (
    Opened
    | Started
    | Abandoned
    | Rematched
    | Named
    | BotSeated
    | Left
    | SeatChanged
    | Played[PlayEvent]
    | FairBegun
    | Anchored
    | Sealed
    | DrawRequested
    | Linked
    | DrawVoided
)


class LoggedEvent(TypedDict, Generic[PlayEvent]):
    """An event with its number in the log and its time."""

    seq: int
    at: Annotated[int, "Milliseconds since 1970."]
    event: TableEvent[PlayEvent]


class Moment(TypedDict, Generic[Play, PlayEvent]):
    """A game as everybody saw it after an event; the first one has none."""

    event: PlayEvent | None
    play: Play


class Replay(TypedDict, Generic[Play, PlayEvent]):
    """A finished game, moment by moment."""

    table: str
    code: str
    seats: list[Seat]
    players: list[int]
    imported: Annotated[bool, "It comes from a record, and was not played here."]
    moments: list[Moment[Play, PlayEvent]]


class PlainOwn(TypedDict):
    """What a seat sees of a game for which a client has no screen of its own: everything it may do now."""

    seat: int
    actions: list[Annotated[Action, AND_MORE]]
