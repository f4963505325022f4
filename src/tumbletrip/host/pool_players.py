"""Bots and physics in worker processes, with limits on time and memory."""

from collections.abc import Callable, Collection
from typing import Any

from tumbletrip.bots.dicetrip.levels import LEVELS as DICETRIP_LEVELS
from tumbletrip.bots.dicetrip.protocol import position_of
from tumbletrip.bots.tumblin.levels import LEVELS as TUMBLIN_LEVELS
from tumbletrip.host.jobs import (
    choose_dicetrip,
    choose_tumblin,
    get_ready,
    question_of,
    settle,
    usual_flick,
    warm_up,
)
from tumbletrip.host.workers import JobFailed, WorkerPool
from tumbletrip.tables.dicetrip_play import DiceTripPlay
from tumbletrip.tables.games import DICETRIP
from tumbletrip.tables.play import Action, FlickAnswer, NeedFlick
from tumbletrip.tables.table import Table
from tumbletrip.tables.tumblin_play import TumblinPlay
from tumbletrip.tumblin.ports import Launch
from tumbletrip.tumblin.rules import Match, Phase

BOT_SECONDS = 20.0  # a champion needs one or two
FLICK_SECONDS = 10.0
USUAL_FLICK_SECONDS = 60.0  # a few are needed; it is asked for once a day, and nobody looks on
STAND_IN = "casual"  # kind to those who come back, and to those who stayed


class PoolPlayers:
    """The host's players, each thinking in a process of its own."""

    def __init__(self, processes: int) -> None:
        """The processes start at once: physics is ready first, bots warm up beside it."""
        self._pool = WorkerPool(processes, get_ready, warm_up)

    def levels(self, game: str) -> Collection[str]:
        """The bots that can take a seat at this game."""
        return tuple(DICETRIP_LEVELS if game == DICETRIP else TUMBLIN_LEVELS)

    def stand_in(self, game: str) -> str:
        """The level of bots that play for people who are away."""
        assert STAND_IN in self.levels(game)
        return STAND_IN

    async def choose(self, table: Table, seat: int, level: str, seed: str) -> Action:
        """Ask a bot; it sees what a person on its seat would see."""
        player = table.player_at(seat)
        if isinstance(table.play, DiceTripPlay) and player is not None:
            return await self._choose_dicetrip(table.play, player, level, seed)
        if isinstance(table.play, TumblinPlay):
            return await self._choose_tumblin(table.play, level, seed)
        raise JobFailed("nothing to decide")

    async def _choose_dicetrip(self, play: DiceTripPlay, player: int, level: str, seed: str) -> Action:
        position = position_of(play.game, player)
        if position is None:  # the dice have not been rolled
            return {"do": "roll"}
        question = question_of(position)
        answer: Action = await self._pool.run(choose_dicetrip, question, level, seed, seconds=BOT_SECONDS)
        return answer

    async def _choose_tumblin(self, play: TumblinPlay, level: str, seed: str) -> Action:
        if play.match.phase is Phase.ORDER:
            return {"do": "order"}
        answer: Action = await self._pool.run(choose_tumblin, play.match, level, seed, seconds=BOT_SECONDS)
        return answer

    async def settle(self, need: NeedFlick) -> FlickAnswer:
        """Ask physics."""
        settled, fingerprint = await self._pool.run(settle, need, seconds=FLICK_SECONDS)
        return FlickAnswer(settled, fingerprint)

    async def usual_flick(self, match: Match, level: str, seed: str) -> tuple[Launch, FlickAnswer]:
        """Ask a bot for the flick it usually makes at the end of a round."""
        launch, settled, fingerprint = await self._pool.run(
            usual_flick, match, level, seed, seconds=USUAL_FLICK_SECONDS
        )
        return launch, FlickAnswer(settled, fingerprint)

    async def run(self, job: Callable[..., Any], *values: Any, seconds: float) -> Any:
        """Somebody else's job, when a process is free; raises JobFailed when it cannot be had in time."""
        return await self._pool.run(job, *values, seconds=seconds)

    def close(self) -> None:
        """End the processes."""
        self._pool.close()
