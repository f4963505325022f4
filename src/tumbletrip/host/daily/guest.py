"""Connects the daily challenges to a host: they supply the day's dice and listen for tables that end."""

from tumbletrip.games.registry import GameRegistry
from tumbletrip.host.chance import SystemChance
from tumbletrip.host.daily.challenges import Challenges
from tumbletrip.host.daily.days import DailyChance, Days
from tumbletrip.host.daily.puzzles import Puzzles
from tumbletrip.host.host import Host, OnFinished
from tumbletrip.host.ports import Chance, RunJob
from tumbletrip.host.tasks import Tasks
from tumbletrip.host.upkeep.clock import SteadyClock
from tumbletrip.tables.ports import EventStore


class DailyGuest:
    """The daily challenge and puzzle; a host is made with `chance` and `on_finished` from here."""

    def __init__(
        self,
        store: EventStore,
        games: GameRegistry,
        run_job: RunJob,
        clock: SteadyClock,
        chance: Chance | None = None,
    ) -> None:
        """`chance` rolls for all tables that are no daily challenge; `clock` is the host's."""
        self.days = Days(store, clock)
        self.chance: Chance = DailyChance(self.days, chance or SystemChance())
        self.on_finished: tuple[OnFinished, ...] = (self.days.note_result,)
        self._games = games
        self._tasks = Tasks()
        puzzle = next(kit.puzzle for kit in games if kit.puzzle)
        self.puzzles = Puzzles(store, self.days, puzzle, run_job, self._tasks)

    def challenges(self, host: Host) -> Challenges:
        """The daily challenge at the tables of a host made with `chance` and `on_finished` from here."""
        kit, daily = next((kit, kit.daily) for kit in self._games if kit.daily)
        return Challenges(host, self.days, kit, daily)

    async def end(self) -> None:
        """Cancel the champion's work under way."""
        await self._tasks.end()
