"""A new game of Dice Trip from the options of a table."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.notation.sheet_line import format_sheet, parse_sheet
from tumbletrip.dicetrip.rules import MAX_SEATS, Game, game_from, new_game
from tumbletrip.games.dicetrip.play import DiceTripPlay
from tumbletrip.games.kit import DAILY
from tumbletrip.games.option_values import flag, only_known, seat_count, text, wrong_option
from tumbletrip.tables.play import Options

FindEdition: TypeAlias = Callable[[str], Edition]
PLAYERS = (1, MAX_SEATS)


def begin(find_edition: FindEdition, options: Options, names: Sequence[str]) -> DiceTripPlay:
    """A new game; raises InputError for options or players that are not allowed."""
    only_known(options, "edition", "tens", "own_dice", "position", DAILY)
    text(options, DAILY, "")
    seat_count(names, *PLAYERS)
    if "position" in options:
        only_known(options, "position", "own_dice")
        game = _game_from(options["position"], len(names), find_edition)
    else:
        game = new_game(edition_in(find_edition, options), len(names), tens_variant=flag(options, "tens"))
    is_challenge = DAILY in options  # all have the same dice and are compared: nobody is helped
    return DiceTripPlay(game, flag(options, "own_dice"), gives_hints=not is_challenge)


def edition_in(find_edition: FindEdition, options: Options) -> Edition:
    """The board that options name; raises InputError."""
    if "position" in options:
        return parse_sheet(text(_position(options["position"]), "sheet", ""), find_edition).edition
    return find_edition(text(options, "edition", "france"))


def understood(find_edition: FindEdition, options: Options) -> Options:
    """Options of a table with a position's sheet as we would write it; raises InputError."""
    if "position" not in options:
        return dict(options)
    position = _position(options["position"])
    sheet = format_sheet(parse_sheet(text(position, "sheet", ""), find_edition))
    return {**options, "position": {**position, "sheet": sheet}}


def _game_from(position: object, players: int, find_edition: FindEdition) -> Game:
    """A game from a position: the same sheet for everybody, and perhaps a roll; raises InputError."""
    position = _position(position)
    line = text(position, "sheet", "")
    sheet = parse_sheet(line, find_edition)
    if sheet.is_full or len(sheet.marks) % 2:  # DT05: every round but the last fills two cities
        raise wrong_option("sheet", line, "0, 2, 4, … 24")
    return game_from(sheet, players, _roll(position), may_reroll=flag(position, "may_reroll"))


def _position(position: object) -> Mapping[str, Any]:
    if not isinstance(position, Mapping):
        raise wrong_option("position", position, '{"sheet": "…"}')
    only_known(position, "sheet", "roll", "may_reroll")
    return position


def _roll(position: Mapping[str, Any]) -> Roll | None:
    faces = position.get("roll")
    if faces is None:
        return None
    if not isinstance(faces, list) or not all(type(face) is int for face in faces) or len(faces) != 4:
        raise wrong_option("roll", faces, "[1, 2, 3, 4]")
    if not Roll(*faces).is_possible():
        raise wrong_option("roll", faces, "1–6")
    return Roll(*faces)
