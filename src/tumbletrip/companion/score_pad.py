"""An evening of Tumblin-Dice on a real board, as a phone keeps it: the setup, and the dice read so far.

Counting is a pure function of the whole evening: a phone that was offline sends everything again, and nothing
can be counted twice.
"""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.outcomes import Outcome
from tumbletrip.tumblin.dice import D6
from tumbletrip.tumblin.order import Rolls, must_roll, turn_order
from tumbletrip.tumblin.ports import Die
from tumbletrip.tumblin.refusals import No
from tumbletrip.tumblin.rules import Match, Phase
from tumbletrip.tumblin.score_pad.pad import Pad, PadDie, lying
from tumbletrip.tumblin.score_pad.text_form import format_pad, read_die
from tumbletrip.tumblin.scoring import DieScore, RoundSheet, outcome_of, score_die, score_round
from tumbletrip.tumblin.setup import Setup

Words: TypeAlias = Sequence[Sequence[str]]  # a round: for each seat its dice as the pad writes them, "5x3"

CSV_COLUMNS = (
    "round",
    "player",
    "side",
    "die",
    "kind",
    "bonus_die",
    "face",
    "zone",
    "points",
    "all_aboard",
)


@dataclass(frozen=True, slots=True)
class DicePlace:
    """Where a reading stands on a phone: whose die in which round."""

    round: int
    player: str
    word: str

    def unreadable(self, key: str, **values: object) -> InputError:
        """The error that names round and player."""
        what = problem(key, word=self.word, **values)
        return InputError(problem("companion.at", round=self.round, player=self.player, what=what))


@dataclass(frozen=True)
class Evening:
    """Who plays by which rules, the rolls for the order, the rounds read, and the one being read."""

    setup: Setup
    rolls: tuple[Rolls, ...]  # none at all: the order is that of the seats
    rounds: tuple[tuple[PadDie, ...], ...]
    open_round: tuple[PadDie | None, ...] = ()  # in the order of the seats' dice; None: not read yet

    @cached_property
    def all_sheets(self) -> tuple[RoundSheet, ...]:
        """Every round, also those after the end."""
        return tuple(score_round(self.setup.house, self.setup.sides, dice) for dice in self.rounds)

    @cached_property
    def length(self) -> int:
        """The rounds that count: a match is over at its end, whatever was written down later."""
        for count in range(1, len(self.rounds) + 1):
            if self._outcome_after(count):
                return count
        return len(self.rounds)

    @property
    def sheets(self) -> tuple[RoundSheet, ...]:
        """The rounds that count."""
        return self.all_sheets[: self.length]

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None if it goes on."""
        return self._outcome_after(self.length)

    def _outcome_after(self, count: int) -> Outcome | None:
        return outcome_of(self.setup.house, self.all_sheets[:count], len(self.setup.sides))

    @property
    def pad(self) -> Pad:
        """The rounds that count as a pad."""
        return Pad(self.setup, self.rounds[: self.length])

    @property
    def rolling(self) -> tuple[int, ...]:
        """The seats that still have to roll for the order (TD03)."""
        return must_roll(self.rolls)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Who plays when; while the rolls have not settled it, everybody in the order of the seats."""
        if self.rolling:
            return tuple(range(len(self.setup.seats)))
        return turn_order(self.rolls, self.setup.sides)

    @property
    def next_order(self) -> tuple[int, ...]:
        """The order of the round to come; its first seat starts (TD03)."""
        match = Match(self.setup, self.rolls, sheets=self.sheets, order=self.order, phase=Phase.FLICK)
        return match.round_order

    @property
    def open_scores(self) -> tuple[DieScore | None, ...]:
        """What each die of the open round is worth so far; bonuses wait until all are read."""
        return tuple(score_die(self.setup.house, one) if one else None for one in self.open_round)


def read_evening(
    setup: Setup, rolls: Sequence[Sequence[int]], rounds: Sequence[Words], open_round: Words
) -> Evening:
    """An evening from what a phone keeps; raises InputError that names the place of what is impossible."""
    dice = tuple(_full_round(setup, number, words) for number, words in enumerate(rounds, start=1))
    half_read = _round(setup, len(rounds) + 1, open_round) if open_round else ()
    return Evening(setup, _rolls(setup, rolls), dice, half_read)


def _rolls(setup: Setup, rolls: Sequence[Sequence[int]]) -> tuple[Rolls, ...]:
    if not rolls:
        return ((),) * len(setup.seats)
    if len(rolls) != len(setup.seats):
        raise InputError(problem(No.NO_SUCH_SEAT))
    if any(face not in D6.faces for own in rolls for face in own):
        raise InputError(problem(No.IMPOSSIBLE_FACE))
    return tuple(map(tuple, rolls))


def _full_round(setup: Setup, number: int, words: Words) -> tuple[PadDie, ...]:
    dice = _round(setup, number, words)
    read = tuple(one for one in dice if one is not None)
    if len(read) < len(dice):
        raise InputError(problem("companion.round_unfinished", round=number))
    return read


def _round(setup: Setup, number: int, words: Words) -> tuple[PadDie | None, ...]:
    """A round's dice in the order of the seats; an empty word is a die not read yet."""
    if len(words) != len(setup.seats):
        raise InputError(problem(No.NO_SUCH_SEAT))
    dice: list[PadDie | None] = []
    for seat, own in zip(setup.seats, words, strict=True):
        if len(own) != len(seat.dice):
            place = DicePlace(number, seat.name, " ".join(own))
            count, found = len(seat.dice), len(own)
            raise place.unreadable("tumblin.pad.dice_count", name=seat.name, count=count, found=found)
        places = (DicePlace(number, seat.name, word) for word in own)
        dice += [_read(setup, place, die) for place, die in zip(places, seat.dice, strict=True)]
    return tuple(dice)


def _read(setup: Setup, place: DicePlace, die: Die) -> PadDie | None:
    if not place.word:
        return None
    reading = read_die(place.word, die.kind)
    if reading is None:
        raise place.unreadable("tumblin.pad.die")
    return lying(place, setup.house, die, reading)


def as_text(evening: Evening) -> str:
    """The evening as `tumbletrip tumblin-score` reads it."""
    if not evening.rounds:
        raise InputError(problem("tumblin.pad.no_rounds"))
    return format_pad(evening.pad)


def as_csv(evening: Evening) -> str:
    """The evening as CSV, a line for each die; the zone of a die off the board is `off`."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(CSV_COLUMNS)
    for number, (sheet, dice) in enumerate(zip(evening.sheets, evening.rounds, strict=False), start=1):
        off = {one.die.key for one in dice if not one.on_board}
        for score in sheet.dice:
            writer.writerow(_csv_row(evening.setup, number, sheet, score, score.die.key in off))
    return text.getvalue()


def _csv_row(setup: Setup, number: int, sheet: RoundSheet, score: DieScore, is_off: bool) -> list[object]:
    seat = score.die.seat
    is_first = score.die == setup.seats[seat].dice[0]
    return [
        number,
        _cell(setup.seats[seat].name),
        _cell(setup.side_name(setup.side_of[seat])),
        score.die.key,
        score.die.kind.name,
        int(score.die.is_bonus),
        score.face or "",
        "off" if is_off else score.zone,
        score.points,
        sheet.aboard[seat] if is_first else 0,  # once for each player, so that columns can be summed
    ]


def _cell(text: str) -> str:
    """A text as a CSV cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
