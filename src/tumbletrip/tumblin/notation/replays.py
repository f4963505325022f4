"""Playing a record again by the rules: all that is good, and the first thing that is not.

Dice at rest are read from the record; no flick is ever simulated a second time.
"""

from dataclasses import dataclass

from tumbletrip.core.errors import problem
from tumbletrip.core.replaying import ReplayError
from tumbletrip.tumblin.notation.records import (
    Item,
    Record,
    RecordedEvent,
    ToldResult,
    ToldRound,
    ToldScore,
    final_count,
)
from tumbletrip.tumblin.refusals import No
from tumbletrip.tumblin.rules import (
    Command,
    Event,
    Flick,
    Flicked,
    Match,
    Phase,
    RollForOrder,
    decide,
    evolve,
    new_match,
    outcome,
)


@dataclass(frozen=True, slots=True)
class Replay:
    """The good part of a record: the match before the first and after each good event, and the error."""

    record: Record
    matches: tuple[Match, ...]
    events: tuple[Event, ...]
    error: ReplayError | None = None

    @property
    def final(self) -> Match:
        """The match as far as it is good."""
        return self.matches[-1]


def replay(record: Record) -> Replay:
    """Play a record through the rules; stops at the first error and keeps what came before."""
    matches = [new_match(record.setup)]
    events: list[Event] = []
    for item in record.items:
        error = _wrong(matches[-1], item)
        if error:
            return Replay(record, tuple(matches), tuple(events), error)
        if isinstance(item, RecordedEvent):
            events.append(item.event)
            matches.append(evolve(matches[-1], item.event))
    return Replay(record, tuple(matches), tuple(events))


def _wrong(match: Match, item: Item) -> ReplayError | None:
    """What an item of a record gets wrong at this point of the match."""
    match item:
        case RecordedEvent(event, line):
            answer = decide(match, command_of(event))
            return ReplayError(line, problem(answer.value), answer) if isinstance(answer, No) else None
        case ToldRound(number, line):
            return _differs(line, "tumblin.replay.round", number, _round_to_begin(match))
        case ToldScore(sides, line):
            return _wrong_score(match, sides, line)
        case ToldResult():
            return _wrong_result(match, item)


def _round_to_begin(match: Match) -> int | None:
    """The round that may begin now: only when no die is on the table and the match goes on."""
    return match.round if match.phase is Phase.FLICK and not match.rests else None


def _wrong_score(match: Match, told: tuple[int, ...], line: int) -> ReplayError | None:
    if match.rests or not match.sheets:
        return ReplayError(line, problem("tumblin.replay.score_too_early", round=match.round))
    return _differs(line, "tumblin.replay.score", _spaced(told), _spaced(match.sheets[-1].sides))


def _wrong_result(match: Match, told: ToldResult) -> ReplayError | None:
    ended = outcome(match)
    if ended is None:
        return ReplayError(told.line, problem("tumblin.replay.result_too_early", round=match.round))
    truth = f"{ended.reason} {_spaced(final_count(match))}"
    return _differs(told.line, "tumblin.replay.result", f"{told.reason} {_spaced(told.sides)}", truth)


def _differs(line: int, key: str, told: object, true: object) -> ReplayError | None:
    shown = "–" if true is None else true
    return None if told == true else ReplayError(line, problem(key, told=told, true=shown))


def _spaced(points: tuple[int, ...]) -> str:
    return " ".join(map(str, points))


def command_of(event: Event) -> Command:
    """The command that an event answers."""
    if isinstance(event, Flicked):
        return Flick(event.seat, event.launch, event.rests, event.fingerprint, event.trajectory, event.aim)
    return RollForOrder(event.seat, event.face)
