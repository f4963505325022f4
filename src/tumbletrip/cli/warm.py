"""`tumbletrip warm`: compile the fast code now, once per machine, so that nobody waits for it later."""

from tumbletrip.analysis.simulation import Setup
from tumbletrip.bots.dicetrip.levels import LEVELS
from tumbletrip.cli.series import make_ready
from tumbletrip.cli.terminal import console, language
from tumbletrip.core.texts import say
from tumbletrip.dicetrip.editions import EDITION_NAMES, builtin_edition


def command() -> None:
    """Compile the fast code now, so that nobody waits for it later (`make` does this when it sets up)."""
    for name in EDITION_NAMES:
        make_ready(Setup(builtin_edition(name), tuple(LEVELS), seed=1))
    console().print(say("warm.done", language()))
