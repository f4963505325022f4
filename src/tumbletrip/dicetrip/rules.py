"""The game: who may do what now (`decide`), and what it changes (`evolve`).

A round goes roll, then keep or re-roll while the roller still has that power, then everybody writes.
Dice come in as values; nothing here draws a number or reads a clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias, TypeVar

from tumbletrip.core.outcomes import Outcome, Reason, rank
from tumbletrip.core.refusals import Refusal
from tumbletrip.dicetrip.dice import COLOURS, Colour, Pair, Roll
from tumbletrip.dicetrip.editions import CityId, Edition
from tumbletrip.dicetrip.numbers import DIGITS
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import CROSSED, LAST_ROUND, Sheet, Written
from tumbletrip.dicetrip.splits import shared_die

MAX_SEATS = 4

_T = TypeVar("_T")


class No(Refusal):
    """Why Dice Trip refuses a command."""

    GAME_OVER = "dicetrip/game_over"
    NO_SUCH_SEAT = "dicetrip/no_such_seat"
    NOT_YOUR_ROLL = "dicetrip/not_your_roll"
    ALREADY_ROLLED = "dicetrip/already_rolled"
    ROLL_FIRST = "dicetrip/roll_first"
    IMPOSSIBLE_FACE = "dicetrip/impossible_face"
    REROLL_SPENT = "dicetrip/reroll_spent"
    REROLL_TOO_LATE = "dicetrip/reroll_too_late"
    NO_DICE_CHOSEN = "dicetrip/no_dice_chosen"
    ROLLER_DECIDES_FIRST = "dicetrip/roller_decides_first"
    CORRECT_TOO_LATE = "dicetrip/correct_too_late"
    ALREADY_WROTE = "dicetrip/already_wrote"
    TWO_ENTRIES = "dicetrip/two_entries"
    ONE_ENTRY = "dicetrip/one_entry"
    UNKNOWN_CITY = "dicetrip/unknown_city"
    CITY_TAKEN = "dicetrip/city_taken"
    NUMBER_REPEATED = "dicetrip/number_repeated"
    DIE_WITH_ITSELF = "dicetrip/die_with_itself"
    DICE_OVERUSED = "dicetrip/dice_overused"
    DOUBLE_SPENT = "dicetrip/double_spent"


class Phase(StrEnum):
    """What the table waits for."""

    ROLL = "roll"
    REROLL = "reroll"  # the roller keeps or re-rolls
    WRITE = "write"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Entry:
    """One city filled: with the number of a pair of dice, or, without a pair, crossed out."""

    city: CityId
    pair: Pair | None = None


Entries: TypeAlias = tuple[Entry, ...]


# Commands: what a seat wants. Chance has already answered when a roll reaches the rules.


@dataclass(frozen=True, slots=True)
class RollDice:
    """The roller throws all four dice."""

    seat: int
    roll: Roll


@dataclass(frozen=True, slots=True)
class Reroll:
    """The roller throws some dice again and spends that power (DT07)."""

    seat: int
    faces: Mapping[Colour, int]


@dataclass(frozen=True, slots=True)
class Keep:
    """The roller keeps the dice as they are."""

    seat: int


@dataclass(frozen=True, slots=True)
class Correct:
    """The roller says what dice on a real table show, if it was told wrongly."""

    seat: int
    roll: Roll


@dataclass(frozen=True, slots=True)
class Write:
    """A player fills the cities of this round, in the order given (DT14)."""

    seat: int
    entries: Entries


Command: TypeAlias = RollDice | Reroll | Keep | Correct | Write


# Events: what happened. A game is its setup and these.


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice of a round."""

    seat: int
    roll: Roll


@dataclass(frozen=True, slots=True)
class Rerolled:
    """Some dice were thrown again; `roll` is what all four show now."""

    seat: int
    dice: tuple[Colour, ...]
    roll: Roll


@dataclass(frozen=True, slots=True)
class Kept:
    """The roller kept the dice although the power was there."""

    seat: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """What the four dice show after all; the roller decides anew whether to keep them."""

    seat: int
    roll: Roll


@dataclass(frozen=True, slots=True)
class Wrote:
    """A player filled this round's cities; tells a die used twice, and tens points if they fell due."""

    seat: int
    entries: Entries
    doubled: Colour | None = None
    tens_bonus: int | None = None


Event: TypeAlias = Rolled | Rerolled | Kept | Corrected | Wrote


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one moment: the sheets, the round, the dice, and who has written already."""

    sheets: tuple[Sheet, ...]
    shown: tuple[Sheet, ...]  # the sheets as all may see them: without what was written this round
    round: int = 1
    phase: Phase = Phase.ROLL
    roll: Roll | None = None
    done: tuple[bool, ...] = ()

    @property
    def edition(self) -> Edition:
        """The board everyone plays on (DT01)."""
        return self.sheets[0].edition

    @property
    def seats(self) -> range:
        """The seats at the table, from 0."""
        return range(len(self.sheets))

    @property
    def roller(self) -> int:
        """Whose turn it is to roll, in seating order (DT02)."""
        return (self.round - 1) % len(self.sheets)


def new_game(edition: Edition, players: int = 1, *, tens_variant: bool = False) -> Game:
    """A game about to begin, for one to four players."""
    if not 1 <= players <= MAX_SEATS:
        raise ValueError(f"Dice Trip is for 1 to {MAX_SEATS} players, not {players}")
    sheet = Sheet(edition, tens_variant=tens_variant)
    return Game(sheets=(sheet,) * players, shown=(sheet,) * players, done=(False,) * players)


def game_from(sheet: Sheet, players: int, roll: Roll | None = None, *, may_reroll: bool = False) -> Game:
    """A game that goes on from one sheet, the same for all; with a roll that lies there, or before it.

    The roller may still throw that roll again if `may_reroll` and the sheet has the power.
    """
    game = replace(new_game(sheet.edition, players), sheets=(sheet,) * players, round=sheet.round, roll=roll)
    game = replace(game, shown=game.sheets)
    if roll is None:
        return game
    return replace(game, phase=Phase.REROLL if may_reroll and sheet.may_reroll else Phase.WRITE)


def decide(game: Game, command: Command) -> Event | No:
    """What a command would do, or the rule that forbids it. Touches nothing."""
    if command.seat not in game.seats:
        return No.NO_SUCH_SEAT
    if game.phase is Phase.OVER:
        return No.GAME_OVER
    match command:
        case RollDice():
            return _decide_roll(game, command)
        case Reroll():
            return _decide_reroll(game, command)
        case Keep():
            return _refuse_reroll(game, command.seat) or Kept(command.seat)
        case Correct():
            return _decide_correct(game, command)
        case Write():
            return _decide_write(game, command)


def _decide_roll(game: Game, command: RollDice) -> Rolled | No:
    if command.seat != game.roller:
        return No.NOT_YOUR_ROLL
    if game.phase is not Phase.ROLL:
        return No.ALREADY_ROLLED
    if not command.roll.is_possible():
        return No.IMPOSSIBLE_FACE
    return Rolled(command.seat, command.roll)


def _decide_reroll(game: Game, command: Reroll) -> Rerolled | No:
    refusal = _refuse_reroll(game, command.seat)
    if refusal or game.roll is None:
        return refusal or No.ROLL_FIRST
    if not command.faces:
        return No.NO_DICE_CHOSEN
    if not all(face in DIGITS for face in command.faces.values()):
        return No.IMPOSSIBLE_FACE
    dice = tuple(colour for colour in COLOURS if colour in command.faces)
    return Rerolled(command.seat, dice, game.roll.with_faces(command.faces))


def _refuse_reroll(game: Game, seat: int) -> No | None:
    """DT07: only the roller, only right after the roll, only once per game."""
    if seat != game.roller:
        return No.NOT_YOUR_ROLL
    if game.phase is Phase.ROLL:
        return No.ROLL_FIRST
    if game.phase is Phase.WRITE:
        return No.REROLL_TOO_LATE if game.sheets[seat].may_reroll else No.REROLL_SPENT
    return None


def _decide_correct(game: Game, command: Correct) -> Corrected | No:
    """A mistake of telling, not of play: it can be mended until somebody has used the dice."""
    if command.seat != game.roller:
        return No.NOT_YOUR_ROLL
    if game.phase is Phase.ROLL:
        return No.ROLL_FIRST
    if any(game.done):
        return No.CORRECT_TOO_LATE
    if not command.roll.is_possible():
        return No.IMPOSSIBLE_FACE
    return Corrected(command.seat, command.roll)


def _decide_write(game: Game, command: Write) -> Wrote | No:
    if game.phase is Phase.ROLL or game.roll is None:
        return No.ROLL_FIRST
    if game.phase is Phase.REROLL:
        return No.ROLLER_DECIDES_FIRST
    if game.done[command.seat]:
        return No.ALREADY_WROTE
    sheet = game.sheets[command.seat]
    refusal = refuse_entries(sheet, game.roll, command.entries)
    if refusal:
        return refusal
    gained = _tens_gained(sheet, game.roll, command.entries) if sheet.tens_variant else None
    return Wrote(command.seat, command.entries, doubled_die(command.entries), gained)


def _tens_gained(sheet: Sheet, roll: Roll, entries: Entries) -> int | None:
    """DT14: the points of the variant, if they fall due with these entries."""
    return fill(sheet, roll, entries).tens_bonus if sheet.tens_bonus is None else None


def refuse_entries(sheet: Sheet, roll: Roll, entries: Entries) -> No | None:
    """Why a sheet cannot be filled this way with this roll; None if it can."""
    if sheet.round < LAST_ROUND and len(entries) != 2:
        return No.TWO_ENTRIES  # DT05
    if sheet.round >= LAST_ROUND and len(entries) != 1:
        return No.ONE_ENTRY  # DT06
    return refuse_draft(sheet, roll, entries)


def refuse_draft(sheet: Sheet, roll: Roll, entries: Entries) -> No | None:
    """Why entries cannot stand on a sheet together, finished or not; None if they can."""
    return (
        _refuse_cities(sheet, entries)
        or _refuse_dice(sheet, entries)
        or _refuse_numbers(sheet, roll, entries)
    )


def _refuse_cities(sheet: Sheet, entries: Entries) -> No | None:
    """DT05: each entry fills one empty city of this board."""
    cities = [entry.city for entry in entries]
    if not all(city in sheet.edition.by_id for city in cities):
        return No.UNKNOWN_CITY
    if any(city in sheet.marks for city in cities) or len(set(cities)) < len(cities):
        return No.CITY_TAKEN
    return None


def _refuse_dice(sheet: Sheet, entries: Entries) -> No | None:
    """DT03: every die once. DT08: or one die twice and another left out, once per game."""
    pairs = [entry.pair for entry in entries if entry.pair]
    if any(pair.tens == pair.units for pair in pairs):
        return No.DIE_WITH_ITSELF
    if len(pairs) < 2 or not set(pairs[0]) & set(pairs[1]):
        return None
    if shared_die(*pairs) is None:
        return No.DICE_OVERUSED
    return None if sheet.may_double else No.DOUBLE_SPENT


def _refuse_numbers(sheet: Sheet, roll: Roll, entries: Entries) -> No | None:
    """DT04: a number stands at most once on a sheet."""
    written = list(sheet.numbers.values()) + [entry.pair.number(roll) for entry in entries if entry.pair]
    return No.NUMBER_REPEATED if len(set(written)) < len(written) else None


def doubled_die(entries: Entries) -> Colour | None:
    """DT08: the die used in both numbers. A crossed-out city needs no dice, so it never spends the power."""
    pairs = [entry.pair for entry in entries if entry.pair]
    return shared_die(*pairs) if len(pairs) == 2 else None


def fill(sheet: Sheet, roll: Roll, entries: Entries) -> Sheet:
    """The sheet after a round's entries, written one after the other; also for an unfinished thought."""
    for entry in entries:
        sheet = sheet.with_mark(entry.city, CROSSED if entry.pair is None else _written(sheet, roll, entry))
    return replace(sheet, may_double=False) if doubled_die(entries) else sheet


def _written(sheet: Sheet, roll: Roll, entry: Entry) -> Written:
    assert entry.pair is not None
    own_colour = sheet.edition.by_id[entry.city].colour
    return Written(entry.pair.number(roll), in_colour=own_colour in entry.pair)


def evolve(game: Game, event: Event) -> Game:
    """The game after the fact. Never refuses: it already happened."""
    match event:
        case Rolled(seat, roll) | Corrected(seat, roll):
            phase = Phase.REROLL if game.sheets[seat].may_reroll else Phase.WRITE
            # Not `replace`, which takes several times as long: tables and bots play many games.
            return Game(game.sheets, game.shown, game.round, phase, roll, game.done)
        case Kept():
            return Game(game.sheets, game.shown, game.round, Phase.WRITE, game.roll, game.done)
        case Rerolled(seat, _, roll):
            sheets = _put(game.sheets, seat, replace(game.sheets[seat], may_reroll=False))
            return replace(game, sheets=sheets, shown=sheets, roll=roll, phase=Phase.WRITE)
        case Wrote(seat, entries):
            assert game.roll is not None
            filled = fill(game.sheets[seat], game.roll, entries)
            sheets, done = _put(game.sheets, seat, filled), _put(game.done, seat, True)
            if not all(done):
                return Game(sheets, game.shown, game.round, game.phase, game.roll, done)
            return _next_round(sheets, game.round)


def _next_round(sheets: tuple[Sheet, ...], played: int) -> Game:
    """The next round begins when everybody has written; after the thirteenth the game is over (DT15)."""
    if played == LAST_ROUND:
        return Game(sheets, sheets, played, Phase.OVER, None, (True,) * len(sheets))
    return Game(sheets, sheets, played + 1, Phase.ROLL, None, (False,) * len(sheets))


def outcome(game: Game) -> Outcome | None:
    """DT15: the highest total wins, equal totals share the win; None while the game goes on."""
    if game.phase is not Phase.OVER:
        return None
    return Outcome(Reason.ALL_ROUNDS_PLAYED, rank([score(sheet).total for sheet in game.sheets]))


def _put(values: tuple[_T, ...], index: int, value: _T) -> tuple[_T, ...]:
    return (*values[:index], value, *values[index + 1 :])
