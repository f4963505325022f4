"""The shapes of messages on the socket of a table, as `wire.py` writes them; see `make types`."""

from typing import Annotated, Generic, Literal, TypeAlias, TypedDict

from tumbletrip.tables.view_types import Changes, LoggedEvent, Own, Play, PlayEvent, TableView

UntilStandIn: TypeAlias = Annotated[list[int], "By seat, until a bot may stand in if nobody connects."]


class Welcome(TypedDict, Generic[Play, Own, PlayEvent]):
    """The answer to a hello: the table as it is, and the events since the one that was named."""

    type: Literal["welcome"]
    protocol: int
    code: str
    seats: Annotated[list[int], "Those that the secrets of the hello opened."]
    seq: int
    events: list[LoggedEvent[PlayEvent]]
    view: TableView[Play, Own]
    presence: Annotated[list[bool], "By seat, whether somebody who holds it is connected."]
    until_stand_in_ms: UntilStandIn


class WholeUpdate(TypedDict, Generic[Play, Own, PlayEvent]):
    """After anything but a move: what happened, and the whole view."""

    type: Literal["update"]
    events: list[LoggedEvent[PlayEvent]]
    view: TableView[Play, Own]


class ChangedUpdate(TypedDict, Generic[Play, Own, PlayEvent]):
    """After a move, for those who asked for changes: what happened, and what it changed.

    After a draft there is no event, and only the own views of its seat have changed.
    """

    type: Literal["update"]
    events: list[LoggedEvent[PlayEvent]]
    changes: Changes[Play, Own]


class Accepted(TypedDict):
    """A command was obeyed; its events, if it had any, end with this number."""

    type: Literal["answer"]
    id: str
    ok: Literal[True]
    seq: int


class Refused(TypedDict):
    """A command was refused, with the key of the reason."""

    type: Literal["answer"]
    id: str
    ok: Literal[False]
    refusal: str
    seq: int


class Presence(TypedDict):
    """Who is connected now, by seat."""

    type: Literal["presence"]
    seats: list[bool]
    until_stand_in_ms: UntilStandIn


class Bots(TypedDict):
    """How ready the bots are while their code is compiled; sent only if one is not, and once when all are."""

    type: Literal["bots"]
    ready: Annotated[list[int], "By seat, in percent; 100 for bots that are ready, and for people."]


class Pong(TypedDict):
    """The answer to a ping."""

    type: Literal["pong"]


Message: TypeAlias = (
    Welcome[Play, Own, PlayEvent]
    | WholeUpdate[Play, Own, PlayEvent]
    | ChangedUpdate[Play, Own, PlayEvent]
    | Accepted
    | Refused
    | Presence
    | Bots
    | Pong
)
