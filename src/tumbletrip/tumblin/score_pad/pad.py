"""A score pad for a real board: dice read by people, counted by the same code as all others.

A pad is filled line by line from a text (`pad_text`) or a JSON document (`pad_json`); what it cannot take is
refused at the place where it stands.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tumbletrip.core.errors import InputError
from tumbletrip.core.outcomes import Outcome
from tumbletrip.tumblin.dice import COLOURS, D6, KINDS, DieKind
from tumbletrip.tumblin.house_rules import CLASSIC, HouseRules, house_rules, refuse_house_rules
from tumbletrip.tumblin.ports import Die
from tumbletrip.tumblin.refusals import No
from tumbletrip.tumblin.scoring import RoundSheet, outcome_of, rounds_won, score_round, totals
from tumbletrip.tumblin.setup import Seat, Setup, most_rounds, name_dice, refuse_setup


class Place(Protocol):
    """A place in a text or document that an error can point at."""

    def unreadable(self, key: str, **values: object) -> InputError:
        """The error at this place."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A die as somebody read it: face and zone; zone 0 is before the line, None is off the board."""

    face: int | None  # None: not noted, which is fine for dice that count nothing (TD06, TD07, but not TD13)
    zone: int | None
    kind: DieKind = D6
    is_bonus: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A player's dice of one round, and where they stand."""

    place: Place
    dice: Sequence[tuple[Place, Reading]]


@dataclass(frozen=True, slots=True)
class PadDie:
    """A die of the match as it lay at the end of a round."""

    die: Die
    face: int
    zone: int
    on_board: bool


@dataclass(frozen=True)
class Pad:
    """A filled pad: who played by which rules, and every die of every round."""

    setup: Setup
    rounds: tuple[tuple[PadDie, ...], ...]

    @property
    def sheets(self) -> tuple[RoundSheet, ...]:
        """Every round counted."""
        return tuple(score_round(self.setup.house, self.setup.sides, dice) for dice in self.rounds)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each side."""
        return totals(self.sheets, len(self.setup.sides))

    @property
    def rounds_won(self) -> tuple[int, ...]:
        """The rounds each side has won."""
        return rounds_won(self.sheets, len(self.setup.sides))

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None if it goes on."""
        return outcome_of(self.setup.house, self.sheets, len(self.setup.sides))


class PadFiller:
    """Fills a pad from the front: players, teams and house rules, then round after round."""

    def __init__(self, place: Place, names: Sequence[str]) -> None:
        """Begin with the players; everyone plays alone until teams are named."""
        self._place = place
        self._names = tuple(names)
        self._sides: tuple[tuple[int, ...], ...] = tuple((seat,) for seat in range(len(self._names)))
        self._house = CLASSIC
        self._setup: Setup | None = None
        self._rounds: list[tuple[PadDie, ...]] = []
        self._sheets: list[RoundSheet] = []

    @property
    def names(self) -> tuple[str, ...]:
        """The players."""
        return self._names

    def set_teams(self, place: Place, teams: Sequence[Sequence[str]]) -> None:
        """Name the teams (TD10)."""
        for name in (name for team in teams for name in team):
            if name not in self._names:
                raise place.unreadable("tumblin.pad.no_such_player", name=name)
        self._sides = tuple(tuple(sorted(map(self._names.index, team))) for team in teams)

    def set_house(self, place: Place, words: Sequence[str]) -> None:
        """Choose the variants."""
        try:
            self._house = house_rules(words)
        except InputError as error:
            raise place.unreadable("tumblin.pad.wrong", what=error.problem) from error
        _refuse(place, refuse_house_rules(self._house))

    def add_round(self, place: Place, rows: Mapping[str, Row]) -> None:
        """Add a round: each player's dice."""
        if self._sheets and outcome_of(self._house, self._sheets, len(self._sides)):
            raise place.unreadable("tumblin.pad.after_end")
        if self._setup and len(self._rounds) >= most_rounds(self._setup):
            raise place.unreadable("tumblin.pad.too_many_rounds", most=most_rounds(self._setup))
        for name in self._names:
            if name not in rows:
                raise place.unreadable("tumblin.pad.player_missing", name=name)
        setup = self._setup or self._first_round_setup(rows)
        dice = tuple(
            die for seat, name in enumerate(self._names) for die in _own_dice(setup, seat, rows[name])
        )
        self._setup = setup
        self._rounds.append(dice)
        self._sheets.append(score_round(setup.house, setup.sides, dice))

    def _first_round_setup(self, rows: Mapping[str, Row]) -> Setup:
        """The dice of the first round are the dice of the match."""
        count = len(rows[self._names[0]].dice)
        for name in self._names:
            _expect_count(rows[name], name, count)
        seats = tuple(
            Seat(
                name,
                name_dice(seat, [(COLOURS[seat], read.kind, read.is_bonus) for _, read in rows[name].dice]),
            )
            for seat, name in enumerate(self._names)
        )
        setup = Setup(seats, self._sides, self._house)
        _refuse(self._place, refuse_setup(setup))
        return setup

    def finished(self) -> Pad:
        """The pad, which has at least one round."""
        if self._setup is None:
            raise self._place.unreadable("tumblin.pad.no_rounds")
        return Pad(self._setup, tuple(self._rounds))


def check_players(place: Place, names: Sequence[str]) -> None:
    """Refuse a number of players or names that no table can have, before anything else is read."""
    seats = tuple(
        Seat(name, name_dice(seat, [(COLOURS[seat], D6, False)])) if seat < len(COLOURS) else Seat(name, ())
        for seat, name in enumerate(names)
    )
    _refuse(place, refuse_setup(Setup(seats, tuple((seat,) for seat in range(len(names))))))


def _refuse(place: Place, refusal: No | None) -> None:
    if refusal:
        raise place.unreadable(refusal)


def _own_dice(setup: Setup, seat: int, row: Row) -> list[PadDie]:
    """A player's dice of a round; they may stand in any order, but must be the same dice every round."""
    left = list(setup.seats[seat].dice)
    _expect_count(row, setup.seats[seat].name, len(left))
    return [_taken(place, setup.house, reading, left) for place, reading in row.dice]


def _expect_count(row: Row, name: str, count: int) -> None:
    if len(row.dice) != count:
        raise row.place.unreadable("tumblin.pad.dice_count", name=name, count=count, found=len(row.dice))


def _taken(place: Place, house: HouseRules, reading: Reading, left: list[Die]) -> PadDie:
    """Take the die a reading is about from those not yet read."""
    die = next((die for die in left if (die.kind, die.is_bonus) == (reading.kind, reading.is_bonus)), None)
    if die is None:
        raise place.unreadable("tumblin.pad.other_die")
    left.remove(die)
    return lying(place, house, die, reading)


def lying(place: Place, house: HouseRules, die: Die, reading: Reading) -> PadDie:
    """A die as somebody read it; the face must be known where it matters, and be on the die."""
    costs_its_face = reading.zone is None and house.falling_costs  # TD13
    if reading.face is None and (reading.zone or costs_its_face):
        raise place.unreadable("tumblin.pad.face_needed")
    if reading.face is not None and reading.face not in die.kind.normals:
        raise place.unreadable("tumblin.pad.face", most=len(die.kind.normals))
    return PadDie(die, reading.face or 0, reading.zone or 0, on_board=reading.zone is not None)


def kind_named(place: Place, name: str) -> DieKind:
    """The kind of die of that name."""
    if name not in KINDS:
        raise place.unreadable("tumblin.pad.kind", known=", ".join(KINDS))
    return KINDS[name]
