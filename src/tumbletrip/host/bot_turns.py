"""Decisions of bots, and of stand-ins for players whose time is up."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from tumbletrip.core.logs import get_logger
from tumbletrip.games.registry import GameRegistry
from tumbletrip.host.core.effects import Hurry, Refused, Reply, Think
from tumbletrip.host.core.lane import BOT_PREFIX
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.ports import JobFailed, RunJob, Ticket, Urgency
from tumbletrip.host.thinking.bot_seeds import BotSeeds
from tumbletrip.host.thinking.warmth import Warmth
from tumbletrip.tables.deciding import Command
from tumbletrip.tables.play import Action
from tumbletrip.tables.ports import StoreDown
from tumbletrip.tables.table import Table

log = get_logger(__name__)

Send: TypeAlias = Callable[[LiveTable, Command], Awaitable[Reply]]


class BotTurns:
    """Lets bots choose in worker processes, and sends their choices as ordinary commands."""

    def __init__(self, games: GameRegistry, seeds: BotSeeds, run_job: RunJob, warmth: Warmth) -> None:
        """For the bots of these games."""
        self._games = games
        self._seeds = seeds
        self._run_job = run_job
        self._warmth = warmth

    async def decide(self, live: LiveTable, due: Think | Hurry, send: Send) -> None:
        """After a delay, decide for a seat while its decision is open; retry with a pause if that fails."""
        await asyncio.sleep(due.after_seconds)
        while live.turns.asked.get(due.seat) == due.decision:
            pause = await self._try(live, due, send)
            if not pause:
                return
            await asyncio.sleep(pause)
            if isinstance(due, Think) and not live.durable.table.seats[due.seat].bot_level:
                return  # the person is back

    async def _try(self, live: LiveTable, due: Think | Hurry, send: Send) -> float:
        """Decide once; returns the seconds to wait before a retry, 0 if the decision was accepted.

        All processes give a decision the same command id, so that it is accepted once.
        """
        table, seat = live.durable.table, due.seat
        stand_in = self._games.kit(table.setup.game).bots.stand_in
        level = live.turns.level_for(seat, table.seats[seat].bot_level or stand_in, stand_in)
        name = f"{BOT_PREFIX}{seat}:{due.decision}"
        try:
            seed = await self._seeds.seed(f"{live.id}/{name}")
            action = await self._choose(live, table, seat, level, seed)
            reply = await send(live, Command(name, seat, table.round, action, by_bot=True))
            problem = reply.reason.value if isinstance(reply, Refused) else ""
        except (JobFailed, StoreDown) as error:
            problem = str(error) or type(error).__name__
        if problem:
            log.warning("bot_failed", table=live.id, seat=seat, level=level, error=problem)
        return live.turns.judged(seat, has_failed=bool(problem))

    async def _choose(self, live: LiveTable, table: Table, seat: int, level: str, seed: str) -> Action:
        """A bot's action for a seat, from what a person there would see; raises JobFailed."""
        bots = self._games.kit(table.setup.game).bots
        player = table.player_at(seat)
        if player is None:
            raise JobFailed("nothing to decide")
        question = bots.ask(table.play, player)
        if question is None:
            return bots.forced(table.play, player)
        await self._warmth.until_ready(table.setup.game, level)
        ticket = Ticket(Urgency.BOT, live.last_address)
        seconds = bots.seconds * live.turns.patience(seat)
        action: Action = await self._run_job(
            bots.choose, question, level, seed, seconds=seconds, ticket=ticket
        )
        return action
