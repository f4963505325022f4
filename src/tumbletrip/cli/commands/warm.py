"""`tumbletrip warm`: compile the fast code now, once per machine, so that nobody waits for it later."""

from tumbletrip.analysis.dicetrip.simulation import Setup
from tumbletrip.analysis.warming import warm_analysis, warm_engine, warm_imagination
from tumbletrip.bots.dicetrip.levels import LEVELS
from tumbletrip.cli.commands.simulate.series import prepare_bots
from tumbletrip.cli.terminal.console import console, language
from tumbletrip.cli.terminal.progress import bar
from tumbletrip.core.texts import say
from tumbletrip.dicetrip.editions import EDITION_NAMES, builtin_edition


def command() -> None:
    """Compile the fast code now, so that nobody waits for it later (`make` does this when it sets up)."""
    with bar() as progress:
        task = progress.add_task(say("warm.engine", language()), total=None)
        warm_engine(lambda done, total: progress.update(task, completed=done, total=total))
    first = builtin_edition(EDITION_NAMES[0])  # the same code serves every board
    prepare_bots(Setup(first, tuple(LEVELS), seed=1))
    warm_analysis()
    warm_imagination()
    console().print(say("warm.done", language()))
