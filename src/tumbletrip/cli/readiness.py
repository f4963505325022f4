"""Getting bots ready, with a bar for those who wait: the first time, code is compiled."""

from tumbletrip.analysis.simulation import Setup, prepared
from tumbletrip.cli.progress import followed
from tumbletrip.cli.terminal import language
from tumbletrip.core.texts import say


def make_ready(setup: Setup) -> None:
    """Make the bots of a series; what must be compiled for them is compiled now."""
    for _ in followed(prepared(setup), len(setup.bots), say("readiness.title", language())):
        pass
