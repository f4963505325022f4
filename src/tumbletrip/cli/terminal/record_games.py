"""Commands that read records of any game: each game's own part of a command is found by its key."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from tumbletrip.core.errors import InputError, problem
from tumbletrip.games.registry import house_games


def part_for_record(command: str, text: str, file: str) -> ModuleType:
    """The module of a command's package that is named like a record's game; raises InputError if none is."""
    game = house_games().of_record(text, file).key
    name = f"{command}.{game}"
    if find_spec(name) is None:
        raise InputError(problem("table.unknown_game", game=game))
    return import_module(name)
