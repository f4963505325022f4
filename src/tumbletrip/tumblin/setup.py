"""The table before the first flick: players, teams and dice (TD02, TD09, TD10, TD17, TD18)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.texts import say
from tumbletrip.tumblin.board import FIRST_BOARD, Board, builtin_board
from tumbletrip.tumblin.dice import COLOURS, D6, Colour, DieKind
from tumbletrip.tumblin.hands import HandSize
from tumbletrip.tumblin.house_rules import CLASSIC, HouseRules, refuse_house_rules
from tumbletrip.tumblin.ports import Die
from tumbletrip.tumblin.refusals import No

MIN_SEATS: Final = 2
MAX_SEATS: Final = 16  # TD18
MAX_DICE_EACH: Final = 10  # TD09: nine, or five and a bonus die; ten leaves a little room
MAX_DICE: Final = 48  # beyond that the board is a heap
MAX_NAME: Final = 40
MOST_ROUNDS: Final = 200  # a match to 301 takes about twenty; one of 200 would take days
ROUNDS_FOR_NOTHING: Final = 20
SMALLEST_COLOUR, LARGEST_COLOUR = 4, 5  # TD02: dice of one colour in the box
SEAT_LETTERS: Final = "abcdefghijklmnop"


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: a player's name and dice."""

    name: str
    dice: tuple[Die, ...]


@dataclass(frozen=True)
class Setup:
    """All that is agreed before a match; `sides` lists the seats of each team, or one seat each."""

    seats: tuple[Seat, ...]
    sides: tuple[tuple[int, ...], ...]
    house: HouseRules = CLASSIC
    board: Board = field(default_factory=lambda: builtin_board(FIRST_BOARD))
    hand: HandSize = HandSize.EXACT  # of people; bots have their own

    @cached_property
    def side_of(self) -> Mapping[int, int]:
        """The side each seat plays for."""
        return {seat: side for side, members in enumerate(self.sides) for seat in members}

    @cached_property
    def dice(self) -> Mapping[str, Die]:
        """All dice of the match by their keys."""
        return {die.key: die for seat in self.seats for die in seat.dice}

    @property
    def flicks_per_round(self) -> int:
        """TD04: a round is over when every die has been flicked."""
        return len(self.dice)

    def side_name(self, side: int) -> str:
        """The names of a side's players: `Ada + Cleo`."""
        return " + ".join(self.seats[seat].name for seat in self.sides[side])


def refuse_setup(setup: Setup) -> No | None:
    """Why a match cannot be played this way; None if it can."""
    return (
        _refuse_players(setup)
        or _refuse_sides(setup)
        or _refuse_dice(setup)
        or refuse_house_rules(setup.house)
    )


def _refuse_players(setup: Setup) -> No | None:
    if len(setup.seats) < MIN_SEATS:
        return No.TOO_FEW_PLAYERS
    if len(setup.seats) > MAX_SEATS:
        return No.TOO_MANY_PLAYERS
    names = [seat.name for seat in setup.seats]
    if not all(_is_name(name) for name in names):
        return No.BAD_NAME
    return No.SAME_NAME if len(set(names)) < len(names) else None


def _is_name(name: str) -> bool:
    return 1 <= len(name) <= MAX_NAME and name.isprintable() and name == name.strip()


def _refuse_sides(setup: Setup) -> No | None:
    """Every seat plays for exactly one side; TD10, TD18: teams are equally strong."""
    everyone = sorted(seat for side in setup.sides for seat in side)
    in_seating_order = all(list(side) == sorted(side) for side in setup.sides)
    if everyone != list(range(len(setup.seats))) or not in_seating_order:
        return No.NOT_IN_ONE_TEAM
    if len(setup.sides) < 2:
        return No.ONE_TEAM_ONLY
    return No.UNEQUAL_TEAMS if len({len(side) for side in setup.sides}) > 1 else None


def _refuse_dice(setup: Setup) -> No | None:
    """TD09: everybody has the same number of dice, and the same number of bonus dice."""
    if not all(seat.dice for seat in setup.seats):
        return No.NO_DICE
    if any(len(seat.dice) > MAX_DICE_EACH for seat in setup.seats) or len(setup.dice) > MAX_DICE:
        return No.TOO_MANY_DICE
    if len({(len(seat.dice), sum(die.is_bonus for die in seat.dice)) for seat in setup.seats}) > 1:
        return No.UNEQUAL_DICE
    if any(sum(die.is_bonus for die in seat.dice) > 1 for seat in setup.seats):
        return No.ONE_BONUS_DIE
    return None if all(map(_is_well_named, range(len(setup.seats)), setup.seats)) else No.MISNAMED_DICE


def _is_well_named(number: int, seat: Seat) -> bool:
    """Whether a seat's dice are its own and wear the keys the notation gives them."""
    shares = [(die.colour, die.kind, die.is_bonus) for die in seat.dice]
    return seat.dice == name_dice(number, shares)


def most_rounds(setup: Setup) -> int:
    """How many rounds a match is believed to take when somebody else tells it, in a record or on a pad.

    Every round some side gains a point, or wins it and as many are tied; some go by without either.
    """
    house = setup.house
    won = len(setup.sides) * (house.rounds_to_win - 1) + 1 if house.rounds_to_win else 0
    return min(MOST_ROUNDS, ROUNDS_FOR_NOTHING + (house.points_to_reach or 2 * won))


def name_dice(seat: int, dice: Iterable[tuple[Colour, DieKind, bool]]) -> tuple[Die, ...]:
    """A seat's dice with their keys: seat a has a1, a2, …, and `a*` for the bonus die."""
    letter = SEAT_LETTERS[seat]
    return tuple(
        Die(f"{letter}*" if is_bonus else f"{letter}{number}", seat, colour, kind, is_bonus)
        for number, (colour, kind, is_bonus) in enumerate(dice, start=1)
    )


@dataclass(frozen=True, slots=True)
class Preset:
    """A way to share out the dice that the rules describe."""

    key: str
    rule: str
    players: tuple[int, int]  # fewest and most
    dice: int  # for each player, the bonus die not counted
    teams: int | None = None
    has_bonus: bool = False

    def title(self, language: str = "en") -> str:
        """What players read in the menu."""
        return say(f"tumblin.preset.{self.key}.title", language)


PRESETS: Final[Mapping[str, Preset]] = {
    preset.key: preset
    for preset in (
        Preset("individual", "TD09", (3, 4), dice=4),
        Preset("duel", "TD09", (2, 2), dice=5),
        Preset("duel-bonus", "TD09", (2, 2), dice=5, has_bonus=True),
        Preset("duel-nine", "TD09", (2, 2), dice=9),
        Preset("pairs", "TD10", (4, 4), dice=4, teams=2),
        Preset("pairs-one", "TD18", (4, 4), dice=1, teams=2),
        Preset("trios", "TD10", (6, 6), dice=3, teams=2),
        Preset("trios-one", "TD18", (6, 6), dice=1, teams=2),
        Preset("quartets", "TD18", (8, 8), dice=4, teams=2),
        Preset("quartets-one", "TD18", (8, 8), dice=1, teams=2),
        Preset("four-pairs", "TD18", (8, 8), dice=1, teams=4),
        Preset("quintets-one", "TD18", (10, 10), dice=1, teams=2),
        Preset("four-trios", "TD18", (12, 12), dice=1, teams=4),
        Preset("septets-one", "TD18", (14, 14), dice=1, teams=2),
        Preset("crowd", "TD18", (5, 12), dice=4),
        Preset("throng", "TD18", (13, 16), dice=3),
        Preset("four-teams", "TD18", (16, 16), dice=1, teams=4),
    )
}


def usual_preset(players: int) -> Preset:
    """What a table of this size plays when nobody asks for anything else."""
    usual = {2: "duel", 3: "individual", 4: "individual", 6: "trios", 16: "four-teams"}
    return PRESETS[usual.get(players, "crowd" if players <= 12 else "throng")]


def from_preset(
    preset: Preset,
    names: Sequence[str],
    *,
    kinds: Sequence[DieKind] = (D6,),
    house: HouseRules = CLASSIC,
    board: Board | None = None,
    hand: HandSize = HandSize.EXACT,
) -> Setup:
    """The table a preset describes, for these players."""
    fewest, most = preset.players
    if not fewest <= len(names) <= most:
        raise InputError(problem("tumblin.preset.players", preset=preset.key, fewest=fewest, most=most))
    dice, teams, has_bonus = preset.dice, preset.teams, preset.has_bonus
    return table(names, dice, teams, has_bonus=has_bonus, kinds=kinds, house=house, board=board, hand=hand)


def table(
    names: Sequence[str],
    dice: int,
    teams: int | None = None,
    *,
    has_bonus: bool = False,
    kinds: Sequence[DieKind] = (D6,),
    house: HouseRules = CLASSIC,
    board: Board | None = None,
    hand: HandSize = HandSize.EXACT,
) -> Setup:
    """A table of any size; teams sit alternately, and the kinds of dice go round (TD17: all or some)."""
    if len(names) > MAX_SEATS:
        raise InputError(problem(No.TOO_MANY_PLAYERS))
    count = teams or max(1, len(names))
    sides = tuple(tuple(range(first, len(names), count)) for first in range(count))
    colours = _colours_of_seats(sides, dice, has_bonus)
    seats = tuple(
        Seat(name, name_dice(number, _with_kinds(colours[number], kinds, has_bonus)))
        for number, name in enumerate(names)
    )
    return Setup(seats, sides, house, board or builtin_board(FIRST_BOARD), hand)


def _colours_of_seats(sides: Sequence[Sequence[int]], dice: int, has_bonus: bool) -> dict[int, list[Colour]]:
    """TD02, TD10: four dice or more have a colour of their own; fewer are a share of the team's colours."""
    own = [(seat,) for seat in range(sum(map(len, sides)))]
    pools = own if dice >= SMALLEST_COLOUR else sides
    colours = {
        seat: [_colour(share * dice + n, pool, len(pools)) for n in range(dice)]
        for pool, members in enumerate(pools)
        for share, seat in enumerate(members)
    }
    if has_bonus:
        for seat, own_colours in colours.items():
            own_colours.append(COLOURS[(len(pools) + seat) % len(COLOURS)])
    return colours


def _colour(number: int, pool: int, pools: int) -> Colour:
    """The colour of a pool's nth die: five of its first colour, then its second one, and so on."""
    return COLOURS[(number // LARGEST_COLOUR * pools + pool) % len(COLOURS)]


def _with_kinds(
    colours: Sequence[Colour], kinds: Sequence[DieKind], has_bonus: bool
) -> Iterator[tuple[Colour, DieKind, bool]]:
    last = len(colours) - 1
    for number, colour in enumerate(colours):
        yield colour, kinds[number % len(kinds)], has_bonus and number == last
