"""Bodies of the HTTP API, as OpenAPI describes them; the browser's types are made from these."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

MAX_SEATS = 16
COMMAND_ID = "[!-~]{1,64}"  # visible ASCII: every store can keep it


class Strict(BaseModel):
    """A body without surprises: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SeatWish(Strict):
    """Who shall sit on a seat of a new table."""

    occupant: Literal["person", "bot", "open"] = Field(description="person: somebody on this device")
    name: str = Field(
        default="", max_length=200, description="the person's name; empty if they have not told one"
    )
    level: str = Field(default="", max_length=40, description="the bot's level")


class NewTable(Strict):
    """A table to open."""

    game: str = Field(max_length=40, description="the key of a game, see /api/choices")
    options: dict[str, Any] = Field(
        default_factory=dict, description="edition, tens, own_dice, position; or preset, house, …"
    )
    seats: list[SeatWish] = Field(min_length=1, max_length=MAX_SEATS)
    seconds_per_decision: int | None = Field(default=None, ge=5, le=86_400)
    record: str | None = Field(
        default=None,
        max_length=60_000,
        description="a game under way, which goes on here instead of a new one; its options are the record's",
    )


class SeatSecret(BaseModel):
    """A seat of this device, and the secret that opens it. Kept by the device, shown once."""

    seat: int
    secret: str


class OpenedTable(BaseModel):
    """A new table."""

    table: str
    code: str = Field(description="short, to be read aloud")
    seats: list[SeatSecret]


class Sit(Strict):
    """Take an open seat."""

    id: str = Field(
        pattern="^[A-Za-z0-9_-]{16,64}$",
        description="drawn at random by this device, at least 96 bits, and told to nobody else: the seat's "
        "secret is made from it. Sending it again after a lost answer gets the same answer.",
    )
    seat: int = Field(ge=0, lt=MAX_SEATS)
    name: str = Field(max_length=200)


class ChangeKey(Strict):
    """Ask for a new secret for one's own seat."""

    id: str = Field(
        pattern="^[A-Za-z0-9_-]{16,64}$",
        description="drawn anew at random by this device, at least 96 bits, and told to nobody else: the new "
        "secret is made from it. Sending it again after a lost answer gets the same answer.",
    )


class DailyStart(Strict):
    """Sit down at today's challenge."""

    id: str = Field(
        pattern="^[A-Za-z0-9_-]{16,64}$",
        description="this device's own, drawn at random and told to nobody else: it has one table a day",
    )
    name: str = Field(default="", max_length=200, description="empty if they have not told one")


class DailyTable(BaseModel):
    """A device's table of a day; the same again for the same device."""

    day: str
    edition: str
    table: str
    code: str
    seats: list[SeatSecret]


class GhostTable(BaseModel):
    """A finished game of the day, to be looked at by those who have finished."""

    table: str
    total: int


class Daily(BaseModel):
    """Today's challenge as this device sees it."""

    day: str
    ends_in_ms: int
    edition: str
    commitment: str = Field(description="SHA-256 of the day's seed, which is shown when the day is over")
    tomorrow: str = Field(description="the commitment of the next day")
    state: Literal["new", "playing", "done"]
    table: str | None
    total: int | None
    par: int | None = Field(description="the champion's points, once it has played")
    relaxed_par: int | None = Field(description="the median of a relaxed player's games on this board")
    players: int
    place: int | None = Field(description="among all results; equal ones share the better place")
    better_than: int | None = Field(description="per cent of the others' results")
    best: GhostTable | None
    champion: GhostTable | None


class DayRevealed(BaseModel):
    """A day that is over: its seed, from which all its dice follow."""

    day: str
    edition: str
    seed: str
    commitment: str
    dice: list[list[int]] = Field(description="the first throw of every round: red, blue, green, yellow")
    results: list[int] = Field(description="the points of all who finished, best first")
    puzzle: list[dict[str, Any]] = Field(description="the dice of the Tumblin-Dice puzzle as they lay")
    puzzle_results: list[int] = Field(description="what all who flicked made of it, best first")


class CommandBody(Strict):
    """Something a seat wants, over HTTP; the same as on the socket."""

    id: str = Field(pattern=f"^{COMMAND_ID}$", description="repeating an id repeats the answer")
    seat: int = Field(ge=0, lt=MAX_SEATS)
    round: int = Field(ge=0, le=100_000)
    action: dict[str, Any]


class CommandAnswer(BaseModel):
    """A command was taken; its first event has this sequence number."""

    seq: int


class TableId(BaseModel):
    """A table."""

    table: str


class TableView(BaseModel):
    """A table as one may see it, and the events after `since`."""

    table: str
    code: str
    seq: int
    seats: list[int] = Field(description="one's own seats")
    events: list[dict[str, Any]]
    view: dict[str, Any]


class Replay(BaseModel):
    """A finished game, moment by moment."""

    table: str
    code: str
    seats: list[dict[str, Any]]
    players: list[int] = Field(description="the table's seat of each player in the game")
    imported: bool = Field(description="it comes from a record, and was not played here")
    moments: list[dict[str, Any]] = Field(description="event and the view after it; the first has no event")


class CityFit(BaseModel):
    """Free numbers in a row that would put a city on an ascending road of so many cities."""

    lowest: int
    highest: int
    road: int


class CityFits(BaseModel):
    """Which numbers fit into a city of one's sheet; none if it is full, or joins nothing yet."""

    fits: list[CityFit] = Field(default_factory=list)


class Placing(BaseModel):
    """A number in a city: what each line of the score would gain, and whether it blocks a longer road."""

    city: str
    bonus: int
    road: int
    series: int
    tens: int
    total: int
    blocks: bool


class Placings(BaseModel):
    """What a number would bring in each empty city; none if it may not be written or nobody is told here."""

    placings: list[Placing] = Field(default_factory=list)


class InvitationCard(BaseModel):
    """Who invites to which game with which rules, in words, and the address of a picture."""

    title: str
    text: str
    picture: str


class SoloRank(BaseModel):
    """How many of a level's solo games a result beats."""

    level: str
    beaten: int
    games: int


class Rate(BaseModel):
    """How many cities or zones pay how many points."""

    fewest: int
    most: int | None = Field(description="null: this many or more")
    points: int


class PointTables(BaseModel):
    """The tables of points of the score column."""

    series: list[Rate]
    zones: list[Rate]


class AnalysisState(BaseModel):
    """How far the analysis of a finished game is, and what it found once it is there."""

    state: Literal["none", "waiting", "running", "ready", "failed"]
    ahead: int = Field(default=0, description="analyses of other games that come first")
    done: int = Field(default=0, description="pieces of work done …")
    total: int = Field(default=0, description="… of so many")
    result: dict[str, Any] | None = Field(default=None, description="see docs/analysing.md")
    seats: list[dict[str, Any]] = Field(default=[], description="who sat at the table, as in its view")
    players: list[int] = Field(default=[], description="the table's seat of each player in the game")


class GameChoices(BaseModel):
    """A game, how many can play it, its bots' levels, and what else a table of it can choose from."""

    key: str
    players: tuple[int, int]
    levels: list[str]
    options: dict[str, Any] = Field(description="of the game's own; see docs/bot-api.md")


class Choices(BaseModel):
    """What new tables can choose from."""

    games: list[GameChoices]


class Problem(BaseModel):
    """Why a request was refused: a code for programs, a sentence for people, in the request's language."""

    code: str
    message: str
    seq: int | None = Field(default=None, description="the table's last sequence number, for commands")


class Health(BaseModel):
    """Whether the server lives."""

    status: Literal["ok"]


DieKindName = Literal["d6", "d8", "d10", "d12", "d20"]


class BoardPicture(BaseModel):
    """A board as data, and the dice that are played on it."""

    board: dict[str, Any] = Field(description="tiers, line and pegs, in metres")
    kinds: dict[str, dict[str, Any]] = Field(description="by name: faces with normals and corners")
    limits: dict[str, Any] = Field(description="the track; how fast, how far aside and where a die is hit")


class PracticeDie(Strict):
    """A die that lies on the practice board."""

    kind: DieKindName = "d6"
    pose: list[float] = Field(min_length=7, max_length=7, description="x, y, z, then w, x, y, z of the turn")


class PracticeLaunch(Strict):
    """A flick, as in a match."""

    face_up: int = Field(ge=1, le=20)
    x: float
    y: float
    yaw: float = 0.0
    azimuth: float = 0.0
    speed_mps: float
    hit_side: float = 0.0
    hit_height: float = 0.0


class PracticeFlick(Strict):
    """A flick to try, and the dice in its way."""

    dice: list[PracticeDie] = Field(default_factory=list, max_length=24)
    kind: DieKindName = "d6"
    hand: Literal["exact", "steady", "human", "wild"] = Field(
        default="human", description="how much the hand shakes; exact: not at all"
    )
    by: Literal["gesture", "meter"] = Field(default="meter", description="how the flick was made")
    launch: PracticeLaunch


class PracticeResult(BaseModel):
    """All dice at rest, those that lay there first; the film and its sounds."""

    launch: dict[str, Any] = Field(description="what the hand made of the flick")
    rests: list[dict[str, Any]]
    trajectory: str
    contacts: list[list[Any]]


class PuzzleFlick(Strict):
    """A device's one flick at the puzzle of a day."""

    id: str = Field(
        pattern="^[A-Za-z0-9_-]{16,64}$",
        description="this device's own, drawn at random and told to nobody else: it has one flick a day, "
        "and sending anything again gets the answer of the first one",
    )
    day: str = Field(max_length=10, description="the day whose puzzle was shown, as 2026-11-16")
    by: Literal["gesture", "meter"] = Field(default="meter", description="how the flick was made")
    launch: PracticeLaunch


class SolvedPuzzle(BaseModel):
    """A flick at the puzzle: the launch, all dice at rest, the film and its sounds, and what counts."""

    launch: dict[str, Any]
    rests: list[dict[str, Any]]
    trajectory: str
    contacts: list[list[Any]]
    sheet: dict[str, Any] = Field(description="every die with its points and the reason, as at a table")
    total: int = Field(description="one's own points less the rival's")


class Puzzle(BaseModel):
    """The puzzle of a day as this device sees it."""

    day: str
    ends_in_ms: int
    board: str
    dice: list[dict[str, Any]] = Field(description="seat 0 is the solver, seat 1 the rival")
    rests: list[dict[str, Any]] = Field(description="the dice that lie there, in the order of play")
    die: str = Field(description="the one to be flicked")
    sheet: dict[str, Any] = Field(description="what the dice are worth as they lie")
    lead: int = Field(description="one's own points less the rival's before the flick")
    own: SolvedPuzzle | None
    par: int | None = Field(description="what the champion usually makes of it, once it has thought")
    players: int
    place: int | None = Field(description="among all results; equal ones share the better place")
    better_than: int | None = Field(description="per cent of the others' results")
    best: SolvedPuzzle | None = Field(description="for those who have flicked, unless it is their own")
    champion: SolvedPuzzle | None = Field(description="for those who have flicked: the flick that is par")
