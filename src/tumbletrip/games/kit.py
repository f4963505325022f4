"""The contract of a game: one value with everything that tables, host and server need from it.

Rules, bots, analysis and printing are packages of their own; a kit connects them, so that the other code
knows no game by name. Slow imports are made inside the functions that need them, in the process that does.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from tumbletrip.analysis.analysis_jobs import Work
from tumbletrip.fairness.checking import Claim
from tumbletrip.tables.play import Action, Body, Options, Play

DAILY: Final = "daily"  # the option that names the day whose dice a table uses; players cannot set it

Question: TypeAlias = Any  # what a bot decides on: picklable, without anything hidden from its seat
Record: TypeAlias = Any  # a game in its own notation; picklable
OwnPlay: TypeAlias = Any  # a Play of the kit's own game
WarmUp: TypeAlias = Callable[[str, Callable[[int], None]], None]  # a level, and who hears of percents


@dataclass(frozen=True, slots=True)
class Recorded:
    """A record as table data: options, names in seating order, and the events of the game."""

    options: Options
    names: tuple[str, ...]
    bodies: tuple[Body, ...]
    is_over: bool


def _untagged(record: Record, _name: str, _value: str) -> Record:
    return record


@dataclass(frozen=True, slots=True, kw_only=True)
class FairRecords:
    """What of a record can be held against its draws (docs/fair-dice.md)."""

    tags: Callable[[Record], Sequence[tuple[str, str]]]
    setup: Callable[[Record], str]  # what was agreed on, as JSON and without names
    claims: Callable[[Record], Sequence[Claim]]  # what was drawn, in order; raises InputError
    links: int  # that a chain has: more than any game draws


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordFormat:
    """How games are written as text records, and read again; `parse` and `replay` are picklable."""

    extension: str  # of file names, without the dot
    parse: Callable[[str], Record]  # raises InputError (or its Unreadable) and nothing else
    format: Callable[[Record], str]
    of_play: Callable[[OwnPlay, Sequence[str], Sequence[Body]], Record]  # final play, names, events
    tagged: Callable[[Record, str, str], Record] = _untagged  # with one more tag, where it has tags
    replay: Callable[[Record], Recorded]  # raises InputError for the first event that the rules refuse
    fair: FairRecords | None = None  # without it, dice of this game cannot be checked afterwards


@dataclass(frozen=True, slots=True, kw_only=True)
class BotSeats:
    """The bots of a game: their levels, and how one of them decides."""

    levels: tuple[str, ...]
    stand_in: str  # the level that plays for absent players
    ask: Callable[[OwnPlay, int], Question | None]  # None: the seat has no choice
    forced: Callable[[OwnPlay, int], Action]  # what a seat without a choice does
    choose: Callable[[Question, str, str], Action]  # question, level, seed; a job of worker processes
    seconds: float  # that one decision may take
    warm_up: WarmUp | None = None  # gets a level ready; run level by level, beside a process's first jobs
    to_warm: tuple[str, ...] = ()  # the levels that have to get ready


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyKit:
    """The daily challenge of a game: a table that uses the day's dice."""

    options: Callable[[str], Options]  # of a day's table
    par_level: str  # of the bot whose result is par
    relaxed_par: Callable[[str], int | None]  # what a relaxed player makes on a day's board; None: unknown


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleKit:
    """The daily puzzle of a game: a position and one decision."""

    seat: int  # who decides
    lay: Callable[[Callable[[str], float]], OwnPlay]  # from numbers drawn by name: always the same
    action: Callable[[OwnPlay, Mapping[str, Any]], Action]  # an unchecked request as an action of that seat
    total: Callable[[OwnPlay], int]  # what counts, after the decision
    par: Callable[[OwnPlay, str], tuple[Action, Any]]  # a champion's decision, answered; a job, by a seed
    par_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """How a link to a table presents the game to those who have not opened it yet."""

    title: str  # the game's name, the same in every language
    claim: str  # the text key of the sentence that says what the game is
    rules: Callable[[Options, str], tuple[str, ...]]  # what a table agreed on, in words: options, language
    picture: Callable[[Options], str]  # a file of the app, 1200 by 630


def _as_asked(options: Options) -> Options:
    return options


@dataclass(frozen=True, slots=True, kw_only=True)
class GameKit:
    """One game: how it begins, its records, bots, analysis, printing and daily challenges."""

    key: str
    players: tuple[int, int]  # the fewest and the most
    begin: Callable[[Options, Sequence[str]], Play]  # raises InputError
    understood: Callable[[Options], Options] = dict  # what options say, shortly, nameless; raises InputError
    agreed: Callable[[Options], Options] = _as_asked  # a new table's options, with what is usual today
    records: RecordFormat
    bots: BotSeats
    choices: Callable[[], dict[str, Any]] = dict  # what a new table can choose from, as the app shows it
    reserved: frozenset[str] = frozenset()  # options that players cannot set and a rematch does not copy
    from_middle: frozenset[str] = (
        frozenset()
    )  # options that begin a game in the middle, which then has no record
    prepare: Callable[[], None] | None = None  # run by each worker process before its first job
    analyse: Callable[[Record, int], Work] | None = None  # a record and an effort, in games played on
    keepsake: Callable[[Record, str, str], Any] | None = None  # a record, paper, language: a job to print
    daily: DailyKit | None = None
    puzzle: PuzzleKit | None = None
    invitation: Invitation | None = None
