"""How each game begins: what a table may choose, and the first moment of play."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from tumbletrip.core.errors import InputError, problem
from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.editions import Edition, named_edition
from tumbletrip.dicetrip.notation import parse_sheet
from tumbletrip.dicetrip.rules import MAX_SEATS, Game, game_from, new_game
from tumbletrip.tables.dicetrip_play import DiceTripPlay
from tumbletrip.tables.play import Play
from tumbletrip.tables.tumblin_play import TumblinPlay
from tumbletrip.tumblin.board import builtin_board
from tumbletrip.tumblin.dice import KINDS
from tumbletrip.tumblin.house_rules import house_rules
from tumbletrip.tumblin.record_reader import parse_record
from tumbletrip.tumblin.rules import new_match
from tumbletrip.tumblin.setup import PRESETS, from_preset, usual_preset
from tumbletrip.tumblin.setup import table as tumblin_table

Options: TypeAlias = Mapping[str, Any]
DICETRIP: Final = "dicetrip"
TUMBLIN: Final = "tumblin"
DAILY: Final = "daily"  # the option that names the day whose dice a table plays with


@dataclass(frozen=True, slots=True)
class Library:
    """The boards a server offers; own editions are added to those of the package."""

    find_edition: Callable[[str], Edition] = named_edition


def begin(game: str, options: Options, names: Sequence[str], library: Library) -> Play:
    """The game about to begin; raises InputError if it cannot be played this way."""
    if game == DICETRIP:
        return _begin_dicetrip(options, names, library)
    if game == TUMBLIN:
        return _begin_tumblin(options, names)
    raise InputError(problem("table.unknown_game", game=game))


def _begin_dicetrip(options: Options, names: Sequence[str], library: Library) -> DiceTripPlay:
    _only(options, "edition", "tens", "own_dice", "position", DAILY)
    _text(options, DAILY, "")
    if not 1 <= len(names) <= MAX_SEATS:
        raise InputError(problem("table.seat_count", fewest=1, most=MAX_SEATS, count=len(names)))
    if "position" in options:
        _only(options, "position", "own_dice")
        game = _game_from(options["position"], len(names), library)
        return DiceTripPlay(game, _flag(options, "own_dice"), drafts=((),) * len(names))
    edition = library.find_edition(_text(options, "edition", "france"))
    game = new_game(edition, len(names), tens_variant=_flag(options, "tens"))
    return DiceTripPlay(game, _flag(options, "own_dice"), drafts=((),) * len(names))


def _game_from(position: object, players: int, library: Library) -> Game:
    """A game that begins in the middle: everybody has the same sheet, and perhaps a roll lies there."""
    if not isinstance(position, Mapping):
        raise _wrong("position", position, '{"sheet": "…"}')
    _only(position, "sheet", "roll", "may_reroll")
    line = _text(position, "sheet", "")
    sheet = parse_sheet(line, library.find_edition)
    if sheet.is_full or len(sheet.marks) % 2:  # DT05: every round but the last fills two cities
        raise _wrong("sheet", line, "0, 2, 4, … 24")
    roll = _roll(position)
    return game_from(sheet, players, roll, may_reroll=_flag(position, "may_reroll"))


def _roll(position: Options) -> Roll | None:
    faces = position.get("roll")
    if faces is None:
        return None
    if not isinstance(faces, list) or not all(type(face) is int for face in faces) or len(faces) != 4:
        raise _wrong("roll", faces, "[1, 2, 3, 4]")
    if not Roll(*faces).is_possible():
        raise _wrong("roll", faces, "1–6")
    return Roll(*faces)


def _begin_tumblin(options: Options, names: Sequence[str]) -> TumblinPlay:
    if "header" in options:
        return _begin_from_header(options, len(names))
    _only(options, "board", "preset", "dice", "teams", "kinds", "house")
    board = builtin_board(_choice(options, "board", ("classic",), "classic"))
    house = house_rules(_texts(options, "house", 10))
    kinds = [KINDS[_one_of("kinds", kind, tuple(KINDS))] for kind in _texts(options, "kinds", 10)] or [
        KINDS["d6"]
    ]
    if "preset" in options or "dice" not in options:
        usual = usual_preset(len(names)).key
        preset = PRESETS[_choice(options, "preset", tuple(PRESETS), usual)]
        return TumblinPlay(new_match(from_preset(preset, names, kinds=kinds, house=house, board=board)))
    dice, teams = _number(options, "dice"), options.get("teams")
    sides = None if teams is None else _number(options, "teams")
    return TumblinPlay(new_match(tumblin_table(names, dice, sides, kinds=kinds, house=house, board=board)))


def _begin_from_header(options: Options, count: int) -> TumblinPlay:
    """A match as a record's first lines describe it; somebody must sit on each of its seats."""
    _only(options, "header")
    setup = parse_record(_text(options, "header", "")).setup
    if len(setup.seats) != count:
        right = len(setup.seats)
        raise InputError(problem("table.seat_count", fewest=right, most=right, count=count))
    return TumblinPlay(new_match(setup))


def _only(options: Options, *known: str) -> None:
    for name in options:
        if name not in known:
            raise _wrong(name, options[name], ", ".join(known))


def _wrong(field: str, value: object, right: str) -> InputError:
    return InputError(problem("table.option", field=field, value=str(value)[:60], right=right))


def _flag(options: Options, field: str) -> bool:
    value = options.get(field, False)
    if not isinstance(value, bool):
        raise _wrong(field, value, "true, false")
    return value


def _text(options: Options, field: str, default: str) -> str:
    value = options.get(field, default)
    if not isinstance(value, str):
        raise _wrong(field, value, f'"{default}"')
    return value


def _number(options: Options, field: str) -> int:
    value = options.get(field)
    if type(value) is not int or not 1 <= value <= 16:
        raise _wrong(field, value, "1–16")
    return value


def _texts(options: Options, field: str, most: int) -> list[str]:
    values = options.get(field, [])
    if (
        not isinstance(values, list)
        or len(values) > most
        or not all(isinstance(value, str) for value in values)
    ):
        raise _wrong(field, values, '["…"]')
    return values


def _choice(options: Options, field: str, known: tuple[str, ...], default: str) -> str:
    return _one_of(field, _text(options, field, default), known)


def _one_of(field: str, value: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise _wrong(field, value, ", ".join(known))
    return value
