"""Playing a record again by the rules: all that is good, and the first thing that is not."""

from dataclasses import dataclass, replace

from tumbletrip.core.errors import Problem, problem
from tumbletrip.core.replaying import ReplayError
from tumbletrip.dicetrip.dice import Colour
from tumbletrip.dicetrip.notation.records import SEAT_LETTERS, Record, RecordedEvent
from tumbletrip.dicetrip.rules import (
    Command,
    Correct,
    Corrected,
    Event,
    Game,
    Keep,
    Kept,
    No,
    Phase,
    Reroll,
    Rerolled,
    RollDice,
    Rolled,
    Write,
    Wrote,
    decide,
    evolve,
)
from tumbletrip.dicetrip.scoring import score


@dataclass(frozen=True, slots=True)
class Replay:
    """The good part of a record: the games before the first and after each good event, and the error."""

    record: Record
    games: tuple[Game, ...]
    events: tuple[Event, ...]
    error: ReplayError | None = None

    @property
    def final(self) -> Game:
        """The game as far as it is good."""
        return self.games[-1]


def replay(record: Record) -> Replay:
    """Play a record through the rules; stops at the first error and keeps what came before."""
    games = [record.new_game()]
    events: list[Event] = []
    for recorded in record.events:
        answer = _check(games[-1], recorded)
        if isinstance(answer, ReplayError):
            return Replay(record, tuple(games), tuple(events), answer)
        events.append(answer)
        games.append(evolve(games[-1], answer))
    return Replay(record, tuple(games), tuple(events), _check_result(record, games[-1]))


def _check(game: Game, recorded: RecordedEvent) -> Event | ReplayError:
    event = recorded.event
    answer = decide(game, command_of(event))
    if isinstance(answer, No):
        return ReplayError(recorded.line, problem(answer.value), answer)
    if isinstance(event, Wrote) and isinstance(answer, Wrote) and answer != event:
        return ReplayError(recorded.line, _told_wrong(event, answer))
    return answer


def _told_wrong(told: Wrote, true: Wrote) -> Problem:
    """The record claims another doubled die or other tens points than the entries give."""
    if told.doubled != true.doubled:
        return problem("replay.doubled", told=_letter(told.doubled), true=_letter(true.doubled))
    return problem("replay.tens", told=_points(told.tens_bonus), true=_points(true.tens_bonus))


def _letter(colour: Colour | None) -> str:
    return colour.letter if colour else "–"


def _points(points: int | None) -> str:
    return "–" if points is None else str(points)


def command_of(event: Event) -> Command:
    """The command that an event answers."""
    match event:
        case Rolled(seat, roll):
            return RollDice(seat, roll)
        case Kept(seat):
            return Keep(seat)
        case Rerolled(seat, dice, roll):
            return Reroll(seat, {colour: roll.shows(colour) for colour in dice})
        case Corrected(seat, roll):
            return Correct(seat, roll)
        case Wrote(seat, entries):
            return Write(seat, entries)


def _check_result(record: Record, game: Game) -> ReplayError | None:
    if record.result is None:
        return None
    if game.phase is not Phase.OVER:
        return ReplayError(record.result_line, problem("replay.result_too_early", round=game.round))
    totals = tuple(score(sheet).total for sheet in game.sheets)
    for letter, told, true in zip(SEAT_LETTERS, record.result, totals, strict=False):
        if told != true:
            return ReplayError(
                record.result_line, problem("replay.result", seat=letter, told=told, true=true)
            )
    return None


def with_result(record: Record, game: Game) -> Record:
    """The record with its result line, once the game is over."""
    if game.phase is not Phase.OVER:
        return record
    return replace(record, result=tuple(score(sheet).total for sheet in game.sheets))
