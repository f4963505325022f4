"""Whose turn it is: bots and stand-ins are asked, and people's clocks run where a table has a time limit."""

import asyncio

import structlog

from tumbletrip.host.commands import BOT, Commands
from tumbletrip.host.live import LiveTable, Refused
from tumbletrip.host.players import Players
from tumbletrip.host.shelf import Shelf
from tumbletrip.host.tasks import Tasks
from tumbletrip.host.workers import JobFailed
from tumbletrip.tables.deciding import Command
from tumbletrip.tables.ports import StoreDown

log = structlog.get_logger(__name__)

MAX_PAUSE = 30.0  # before a bot that fails is asked again
PATIENCE = 2  # failures in a row, then the stand-in's level decides


class Turns:
    """Decisions that the host brings about by itself."""

    def __init__(
        self, shelf: Shelf, commands: Commands, players: Players, tasks: Tasks, bot_delay: float
    ) -> None:
        """Bots take their time kindly: `bot_delay` seconds at least."""
        self._shelf = shelf
        self._commands = commands
        self._players = players
        self._tasks = tasks
        self._bot_delay = bot_delay

    def look_at(self, live: LiveTable) -> None:
        """Ask the bots whose turn it is, and start the clocks of the people."""
        table = live.durable.table
        for seat, decision in live.decisions.items():
            level = table.seats[seat].bot_level
            if level and seat not in live.thinking:
                live.thinking.add(seat)
                self._tasks.spawn(self._bot_turn(live, seat))
            elif not level and table.setup.seconds_per_decision:
                self._start_clock(live, seat, decision, table.setup.seconds_per_decision)

    async def _bot_turn(self, live: LiveTable, seat: int) -> None:
        """One decision of a bot, sent like anybody else's command."""
        try:
            await asyncio.sleep(self._bot_delay)
            level = live.durable.table.seats[seat].bot_level
            if level and not await self._bot_decides(live, seat, level):
                await asyncio.sleep(_pause(live, seat))
        finally:
            live.thinking.discard(seat)
        if self._shelf.holds(live):
            self.look_at(live)

    async def _bot_decides(self, live: LiveTable, seat: int, level: str) -> bool:
        """Whether a bot's decision was taken. All processes give one decision one name: it is taken once."""
        moment = live.durable
        if seat not in live.decisions:
            return True
        if live.failures[seat] >= PATIENCE:
            level = self._players.stand_in(moment.table.setup.game)  # stood in for itself (F22)
        name = f"{BOT}{seat}:{live.decisions[seat]}"
        try:
            action = await self._players.choose(moment.table, seat, level, f"{live.id}/{name}")
            command = Command(name, seat, moment.table.round, action, by_bot=True)
            answer = await self._commands.answer(live, command)
            problem = answer.reason.value if isinstance(answer, Refused) else ""
        except (JobFailed, StoreDown) as error:
            problem = str(error) or type(error).__name__
        if problem:
            log.warning("bot_failed", table=live.id, seat=seat, level=level, error=problem)
        live.failures[seat] = live.failures[seat] + 1 if problem else 0
        return not problem

    def _start_clock(self, live: LiveTable, seat: int, decision: int, seconds: float) -> None:
        """Measure a person's time from when this process first saw the question.

        So time in which no server ran is credited, and a clock that is set anew hurries nobody (F10).
        """
        asked, task = live.clocks.get(seat, (0, None))
        if asked == decision:
            return
        if task:
            task.cancel()
        live.clocks[seat] = decision, self._tasks.spawn(self._hurry(live, seat, decision, seconds))

    async def _hurry(self, live: LiveTable, seat: int, decision: int, seconds: float) -> None:
        """A person who does not decide in time has this one decision made by a stand-in."""
        await asyncio.sleep(seconds)
        while live.decisions.get(seat) == decision:
            if await self._bot_decides(live, seat, self._players.stand_in(live.durable.table.setup.game)):
                return
            await asyncio.sleep(_pause(live, seat))


def _pause(live: LiveTable, seat: int) -> float:
    """Longer after each failure."""
    return min(MAX_PAUSE, 0.5 * 2.0 ** live.failures[seat])
