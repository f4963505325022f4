"""The levels people can play against, from day-tripper to champion, and how bots are found by a word."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import util
from importlib.metadata import entry_points
from pathlib import Path
from types import MappingProxyType, ModuleType

from tumbletrip.bots.dicetrip.protocol import Bot
from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.texts import say

ENTRY_POINTS = "tumbletrip.dicetrip_bots"


@dataclass(frozen=True, slots=True)
class Level:
    """A strength to choose from a menu; its bot is made when somebody wants to play it."""

    key: str
    make: Callable[[], Bot]

    def title(self, language: str = "en") -> str:
        """The name players read."""
        return say(f"bots.dicetrip.{self.key}.title", language)

    def description(self, language: str = "en") -> str:
        """One sentence on how this level plays."""
        return say(f"bots.dicetrip.{self.key}.description", language)


# NumPy and Numba take half a second to import, so the players are imported when one is made.


def _beginner() -> Bot:
    from tumbletrip.bots.dicetrip.beginners import beginner

    return beginner()


def _casual() -> Bot:
    from tumbletrip.bots.dicetrip.beginners import casual

    return casual()


def _good() -> Bot:
    from tumbletrip.bots.dicetrip.players import good

    return good()


def _expert() -> Bot:
    from tumbletrip.bots.dicetrip.players import expert

    return expert()


def _champion() -> Bot:
    from tumbletrip.bots.dicetrip.players import champion

    return champion()


_ALL = (
    Level("beginner", _beginner),
    Level("casual", _casual),
    Level("good", _good),
    Level("expert", _expert),
    Level("champion", _champion),
)
LEVELS: Mapping[str, Level] = MappingProxyType({level.key: level for level in _ALL})


def bot_by_name(word: str) -> Bot:
    """The bot a word means: a level, `path/to/file.py:Class`, or a name that an installed package offers."""
    if word in LEVELS:
        return LEVELS[word].make()
    if ":" in word:
        return _from_file(*word.rsplit(":", 1))
    offered = entry_points(group=ENTRY_POINTS, name=word)
    if not offered:
        known = ", ".join([*LEVELS, *sorted(entry_points(group=ENTRY_POINTS).names)])
        raise InputError(problem("bots.unknown", word=word, known=known))
    return _made(next(iter(offered)).load(), word)


def _from_file(path: str, name: str) -> Bot:
    """A bot of the user's own, from a Python file."""
    if not Path(path).is_file():
        raise InputError(problem("bots.no_file", path=path))
    module = _loaded(path)
    if not hasattr(module, name):
        raise InputError(problem("bots.no_class", path=path, name=name))
    return _made(getattr(module, name), f"{path}:{name}")


def _loaded(path: str) -> ModuleType:
    spec = util.spec_from_file_location(f"bot in {Path(path).resolve()}", path)
    if spec is None or spec.loader is None:
        raise InputError(problem("bots.not_python", path=path))
    module = util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses look for the names in their annotations
    try:
        spec.loader.exec_module(module)
    except (
        Exception
    ) as error:  # whatever a file does when it is run is the file's mistake, told in one sentence
        raise InputError(problem("bots.broken", word=path, reason=_reason(error))) from error
    return module


def _made(factory: Callable[[], object], word: str) -> Bot:
    try:
        bot = factory()
    except Exception as error:
        raise InputError(problem("bots.broken", word=word, reason=_reason(error))) from error
    if not callable(getattr(bot, "choose", None)):
        raise InputError(problem("bots.no_choose", word=word))
    return bot  # type: ignore[return-value]  # what `choose` answers is checked by the rules, move by move


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
