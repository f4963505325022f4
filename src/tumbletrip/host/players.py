"""Who decides where no person sits, and who simulates: the door to bots and physics."""

from collections.abc import Collection
from typing import Protocol

from tumbletrip.tables.play import Action, FlickAnswer, NeedFlick
from tumbletrip.tables.table import Table
from tumbletrip.tumblin.ports import Launch
from tumbletrip.tumblin.rules import Match


class Players(Protocol):
    """Bots and physics behind one door. All raise workers.JobFailed when they have no answer in time."""

    def levels(self, game: str) -> Collection[str]:
        """The bots that can take a seat at this game."""

    def stand_in(self, game: str) -> str:
        """The level of bots that play for people who are away."""

    async def choose(self, table: Table, seat: int, level: str, seed: str) -> Action:
        """What a bot of this level does on this seat; it sees what a person there would see."""

    async def settle(self, need: NeedFlick) -> FlickAnswer:
        """How the dice come to rest after a flick."""

    async def usual_flick(self, match: Match, level: str, seed: str) -> tuple[Launch, FlickAnswer]:
        """What a bot of this level usually makes of the last flick of a round; the same for the same seed."""
