"""A new match of Tumblin-Dice from the options of a table."""

from collections.abc import Sequence
from dataclasses import replace

from tumbletrip.games.option_values import choice, one_of, only_known, seat_count, text, texts, whole_number
from tumbletrip.games.tumblin.play import TumblinPlay
from tumbletrip.tables.play import Options
from tumbletrip.tumblin.board import BOARD_NAMES, FIRST_BOARD, USUAL_BOARD, builtin_board
from tumbletrip.tumblin.dice import KINDS
from tumbletrip.tumblin.hands import HandSize
from tumbletrip.tumblin.house_rules import house_rules
from tumbletrip.tumblin.notation.record_reader import parse_record
from tumbletrip.tumblin.notation.records import Record, format_record
from tumbletrip.tumblin.rules import new_match
from tumbletrip.tumblin.setup import PRESETS, SEAT_LETTERS, Setup, from_preset, table, usual_preset

PLAYERS = (2, 16)  # TD18
HANDS = (HandSize.HUMAN, HandSize.STEADY, HandSize.WILD)  # the usual one first
MOST_WORDS = 10  # of house rules, or kinds of dice


def agreed(options: Options) -> Options:
    """The options of a new table in full: what they leave out is written down as it is usual today."""
    return options if "header" in options else {"board": USUAL_BOARD, "hand": HANDS[0].value, **options}


def begin(options: Options, names: Sequence[str]) -> TumblinPlay:
    """A new match; raises InputError for options or players that are not allowed.

    What `agreed` would have written down and is missing is as it was when nobody could choose it.
    """
    if "header" in options:
        return _begin_from_header(options, names)
    only_known(options, "board", "preset", "dice", "teams", "kinds", "house", "hand")
    board = builtin_board(choice(options, "board", BOARD_NAMES, FIRST_BOARD))
    hand = HandSize(choice(options, "hand", HANDS, "")) if "hand" in options else HandSize.EXACT
    house = house_rules(texts(options, "house", MOST_WORDS))
    words = texts(options, "kinds", MOST_WORDS) or ["d6"]
    kinds = [KINDS[one_of("kinds", kind, tuple(KINDS))] for kind in words]
    if "preset" in options or "dice" not in options:
        preset = PRESETS[choice(options, "preset", tuple(PRESETS), usual_preset(len(names)).key)]
        setup = from_preset(preset, names, kinds=kinds, house=house, board=board, hand=hand)
        return TumblinPlay(new_match(setup))
    dice = whole_number(options, "dice", 1, 16)
    teams = None if options.get("teams") is None else whole_number(options, "teams", 1, 16)
    setup = table(names, dice, teams, kinds=kinds, house=house, board=board, hand=hand)
    return TumblinPlay(new_match(setup))


def _begin_from_header(options: Options, names: Sequence[str]) -> TumblinPlay:
    """A match with the setup of a record's header, which says how many players there are."""
    setup = _setup_of(options)
    seat_count(names, len(setup.seats), len(setup.seats))
    return TumblinPlay(new_match(_with_names(setup, names)))


def understood(options: Options) -> Options:
    """Options of a table with a header as we would write it, without a record's names; raises InputError."""
    if "header" not in options:
        return dict(options)
    nameless = _with_names(_setup_of(options), SEAT_LETTERS)
    return {"header": format_record(Record(nameless))}


def _setup_of(options: Options) -> Setup:
    only_known(options, "header")
    return parse_record(text(options, "header", "")).setup


def _with_names(setup: Setup, names: Sequence[str]) -> Setup:
    """The setup with the names of those who sit at the table: seats hold them, and nothing else does."""
    seats = (replace(seat, name=name) for seat, name in zip(setup.seats, names, strict=False))
    return replace(setup, seats=tuple(seats))
