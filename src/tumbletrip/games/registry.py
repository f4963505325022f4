"""The registered games by key; a new game is added here, and nowhere else in Python."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import Final

from tumbletrip.core.errors import InputError, problem
from tumbletrip.dicetrip.editions import EDITION_NAMES, Edition, named_edition
from tumbletrip.games.dicetrip.kit import dicetrip_kit
from tumbletrip.games.kit import GameKit
from tumbletrip.games.tumblin.kit import tumblin_kit
from tumbletrip.tables.play import Options, Play, unknown_game

MOST_OPTIONS: Final = 8_192  # characters of a table's options, as JSON
_GAME_TAG: Final = re.compile(r'^[ \t]*\[Game ("(?:[^"\\\n]|\\.)*")\]', re.MULTILINE)


class GameRegistry:
    """Kits by key, in the order in which the games are offered."""

    def __init__(self, kits: Iterable[GameKit]) -> None:
        """Of two kits with the same key the later one is used."""
        self._kits = {kit.key: kit for kit in kits}

    def __iter__(self) -> Iterator[GameKit]:
        """All kits."""
        return iter(self._kits.values())

    def kit(self, game: str) -> GameKit:
        """The kit of a game; raises InputError if there is no such game."""
        try:
            return self._kits[game]
        except KeyError:
            raise unknown_game(game) from None

    def begin(self, game: str, options: Options, names: Sequence[str]) -> Play:
        """A new game; raises InputError for an unknown game, or options or players it does not allow."""
        return self.kit(game).begin(options, names)

    def understood(self, game: str, options: Options) -> Options:
        """What a table keeps of the options it was opened with: what they say, not how; raises InputError."""
        kept = self.kit(game).understood(options)
        length = len(json.dumps(kept))
        if length > MOST_OPTIONS:  # every view carries them (F51)
            raise InputError(problem("text.too_long", length=length, most=MOST_OPTIONS))
        return kept

    def of_record(self, text: str, file: str = "") -> GameKit:
        """The kit for a record, by its Game tag, else by its file extension.

        Without either it is the first game's, whose parser then says what is wrong with the text.
        """
        tag = _GAME_TAG.search(text)
        named = _unquoted(tag[1]) if tag else None
        by_extension = (kit for kit in self if file.lower().endswith(f".{kit.records.extension}"))
        return self._kits.get(named or "") or next(by_extension, None) or next(iter(self))


def _unquoted(word: str) -> str | None:
    try:
        return str(json.loads(word))
    except json.JSONDecodeError:
        return None


def house_games(
    find_edition: Callable[[str], Edition] = named_edition,
    editions: Sequence[str] = EDITION_NAMES,
    more: Iterable[GameKit] = (),
) -> GameRegistry:
    """The games of this package, with these editions of Dice Trip, and additional kits."""
    return GameRegistry((dicetrip_kit(find_edition, editions), tumblin_kit(), *more))


def kit_named(where: str) -> GameKit:
    """An external kit by `module:NAME`; raises InputError if it cannot be imported."""
    module, _, name = where.partition(":")
    try:
        kit = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise InputError(problem("table.no_kit", where=where, reason=str(error))) from error
    if not isinstance(kit, GameKit):
        raise InputError(problem("table.no_kit", where=where, reason=type(kit).__name__))
    return kit
