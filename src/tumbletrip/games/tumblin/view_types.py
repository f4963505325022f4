"""The shapes of what Tumblin-Dice shows; `make types` tells them to the app."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

Range: TypeAlias = tuple[float, float]
Point: TypeAlias = tuple[float, float, float]


class Box(TypedDict):
    """A rectangle of the board, in metres; x leads downhill, y to the left."""

    x: Range
    y: Range


class Tier(TypedDict):
    """A level of the board: its zone, the height of its top, and its ground plan."""

    id: str
    zone: int
    top: float
    boxes: list[Box]


class Pegs(TypedDict):
    """The pegs on the board, all alike."""

    radius: float
    height: float
    at: list[Range]


class Board(TypedDict):
    """A board as it is built."""

    id: str
    names: Annotated[dict[str, str], "By language."]
    line: float
    tiers: list[Tier]
    pegs: Pegs


class Kind(TypedDict):
    """A shape of die: by number, the way each face looks and its corners."""

    inradius: float
    circumradius: float
    normals: dict[str, Point]
    faces: dict[str, list[Point]]


class Limits(TypedDict):
    """Which flicks the rules allow on a board (TD04)."""

    track: Annotated[Box, "A die lies on it entirely."]
    min_speed_mps: float
    max_speed_mps: float
    max_azimuth: Annotated[float, "Radians to either side."]
    max_yaw: Annotated[float, "Radians to either side."]
    max_hit: Annotated[float, "From the middle of the die's rear, in half-widths of the die."]


class BoardPicture(TypedDict):
    """A board, the dice that are played on it, and how they may be flicked."""

    board: Board
    kinds: Annotated[dict[str, Kind], "By name."]
    limits: Limits


class Die(TypedDict):
    """A die of the match: whose it is and how it looks."""

    key: str
    seat: int
    colour: str
    kind: str
    bonus: bool


class Rest(TypedDict):
    """A die at rest: where, how, and what the rules read there."""

    die: str
    pose: Annotated[list[float], "x, y, z in metres, then the turn as a quaternion: w, x, y, z."]
    tier: str
    zone: int
    face: int
    points: NotRequired[int]


class Launch(TypedDict):
    """How a die is flicked."""

    die: str
    face_up: int
    x: float
    y: float
    yaw: float
    azimuth: float
    speed_mps: float
    hit_side: float
    hit_height: float


Contact: TypeAlias = Annotated[
    tuple[float, str, str, float], "When (seconds), what, what else, and how hard (newton seconds)."
]
DieScore: TypeAlias = Annotated[
    tuple[str, int, int, str, int], "A die on a sheet: key, face, zone, the key of the reason, points."
]


class RoundSheet(TypedDict):
    """The sheet of a round."""

    dice: list[DieScore]
    aboard: list[int]
    seats: list[int]
    sides: list[int]


class TumblinView(TypedDict):
    """A match of Tumblin-Dice; nothing in it is hidden from anybody."""

    game: Literal["tumblin"]
    board: str
    house: list[str]
    hand: Annotated[Literal["exact", "steady", "human", "wild"], "How much people's hands shake."]
    sides: list[list[int]]
    dice: list[Die]
    round: int
    phase: Literal["order", "flick", "over"]
    rolls: list[list[int]]
    order: list[int]
    turn: int | None
    waiting_for: Annotated[list[int], "Players, not seats of the table."]
    in_hand: list[list[str]]
    rests: list[Rest]
    sheets: list[RoundSheet]
    totals: list[int]
    rounds_won: list[int]
    target: int | None
    rounds_to_win: int | None
    ranking: Annotated[list[list[int]] | None, "Sides that share a place, the best first."]


class TumblinOwn(TypedDict):
    """What only one player sees: which one they are."""

    seat: Annotated[int, "The player, not the table's seat."]


class RolledForOrder(TypedDict):
    """Somebody rolled a die for the order."""

    kind: Literal["rolled_for_order"]
    seat: int
    face: int


class Flicked(TypedDict):
    """A die was flicked, and where all dice came to rest."""

    kind: Literal["flicked"]
    seat: int
    launch: Launch
    rests: list[Rest]
    fingerprint: str
    trajectory: Annotated[str, "The film of the flick, in base64."]
    by: NotRequired[Annotated[Literal["gesture", "meter"], "How a person made the flick; bots leave it out."]]
    asked: NotRequired[Annotated[Launch, "What was aimed for; `launch` is what the hand made of it."]]
    contacts: NotRequired[list[Contact]]


TumblinEvent: TypeAlias = RolledForOrder | Flicked


class PresetChoice(TypedDict):
    """A way to share out the dice."""

    key: str
    rule: str
    players: tuple[int, int]
    dice: int
    teams: int | None
    bonus: bool
    usual: Annotated[list[int], "With how many players it is played unless they ask for another."]


class VariantChoice(TypedDict):
    """A house rule that can be agreed on."""

    key: str
    rule: str
    example: str


class TumblinOptions(TypedDict):
    """What a new table of Tumblin-Dice chooses from."""

    boards: list[str]
    presets: list[PresetChoice]
    variants: list[VariantChoice]
    hands: Annotated[list[str], "How much people's hands shake, the usual one first."]
    kinds: list[str]
