"""A device that is its own server: the host in a page, asked with the words of HTTP and of the socket."""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

from tumbletrip.answers.analysis_desk import AnalysisDesk, AnalysisLimits
from tumbletrip.answers.conversation import (
    POLICY,
    PONG,
    CloseSocket,
    Guest,
    greet,
    run_command,
)
from tumbletrip.answers.refusing import Refuse
from tumbletrip.answers.wire import PROTOCOL
from tumbletrip.dicetrip.editions import named_edition
from tumbletrip.games.dicetrip.kit import dicetrip_kit
from tumbletrip.games.kit import GameKit
from tumbletrip.games.registry import GameRegistry
from tumbletrip.games.tumblin.bots import SEATS_ON_A_DEVICE
from tumbletrip.games.tumblin.kit import tumblin_kit
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.host import Host
from tumbletrip.host.pace import Pace
from tumbletrip.host.ports import Chance, JobFailed, RunJob
from tumbletrip.local.journal import Journal
from tumbletrip.local.learning import Learn, nothing_to_learn
from tumbletrip.local.requests import HERE, Answer, DeviceDesk, answer_request, get_ready
from tumbletrip.local.store import JournalStore
from tumbletrip.local.thinking import Background, think_here
from tumbletrip.tables.table import TableSetup

ANALYSES: Final = AnalysisLimits(games=96)  # a quarter of a server's: a phone is slower, and has a battery
MARK: Final = "~"  # ids of a device's tables begin with it, and those of no server
Say = Callable[[int, str], None]  # a line, and a message on it
HangUp = Callable[[int, int, str], None]  # a line, the code and the reason of its end


@dataclass(slots=True)
class Hello:
    """The first frame of a line, with what it leaves out."""

    secrets: list[str] = field(default_factory=list)
    since: int = 0
    protocol: int = PROTOCOL
    changes: bool = False
    fair: bool = False  # a device has nobody to prove its dice to


@dataclass(slots=True)
class Wanted:
    """Something a seat wants."""

    id: str
    seat: int
    round: int
    action: dict[str, Any]


class Line(Guest):
    """One socket of the page, without a network between."""

    def __init__(self, number: int, say: Say, hang_up: HangUp) -> None:
        """Open, without a table yet."""
        super().__init__(HERE)
        self.live: LiveTable | None = None
        self._number = number
        self._say = say
        self._hang_up = hang_up
        self._is_closed = False

    def send(self, message: bytes) -> None:
        """Hand a message to the page."""
        if not self._is_closed:
            self._say(self._number, message.decode())

    def close(self, closing: CloseSocket) -> None:
        """End the line; the first call decides."""
        if not self._is_closed:
            self._is_closed = True
            self._hang_up(self._number, closing.code, closing.reason)


def games_here() -> GameRegistry:
    """The games that a device can play by itself."""
    tumblin = replace(tumblin_kit(), bots=SEATS_ON_A_DEVICE)
    return GameRegistry([_for_one_device(dicetrip_kit()), _for_one_device(tumblin)])


def _for_one_device(kit: GameKit) -> GameKit:
    """A game without what needs a server: prints, and a day that all share."""
    return replace(kit, keepsake=None, daily=None, puzzle=None)


def _log_failure(error: JobFailed) -> None:
    logging.getLogger(__name__).error("analysis failed", exc_info=error)


class Device:
    """The host of this device's tables; its bots think in the same thread."""

    def __init__(
        self,
        journal: Journal,
        say: Say,
        hang_up: HangUp,
        *,
        games: GameRegistry | None = None,
        chance: Chance | None = None,
        pace: Pace | None = None,
        think: RunJob = think_here,
        learn: Learn = nothing_to_learn,
    ) -> None:
        """Not open yet: use it as an async context manager. `say` and `hang_up` tell the page."""
        self.store = JournalStore(journal)
        self.host = Host(
            self.store,
            think,
            games=games or games_here(),
            chance=chance,
            pace=pace or Pace(),
            id_mark=MARK,
        )
        self._analyses = AnalysisDesk(Background(think), ANALYSES, _log_failure)
        self._desk = DeviceDesk(self.host, think, named_edition, self._analyses, learn=learn)
        self._say = say
        self._hang_up = hang_up
        self._lines: dict[int, Line] = {}
        self._getting_ready: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "Device":
        """Read the journal and start the host; raises NewerJournal."""
        await self.store.open()
        await self.host.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Finish what is under way; an analysis is stopped."""
        await self._analyses.close()
        await self.host.__aexit__()
        await self.store.close()

    async def request(self, method: str, path: str, headers: Mapping[str, str], body: str = "") -> Answer:
        """The answer to a request of the HTTP API."""
        return await answer_request(self._desk, method, path, headers, body)

    def dial(self, number: int) -> None:
        """Open a line of the page's choice."""
        self._lines[number] = Line(number, self._say, self._hang_up)

    async def hear(self, number: int, table: str, text: str) -> None:
        """Take a frame of a line: a hello first, then commands and pings."""
        line = self._lines[number]
        try:
            await self._take(line, table, json.loads(text))
        except CloseSocket as closing:
            line.close(closing)

    async def _take(self, line: Line, table: str, frame: dict[str, Any]) -> None:
        kind = frame.pop("type")
        if line.live is None:
            if kind != "hello":
                raise CloseSocket(POLICY, "hello comes first")
            line.live = await greet(self.host, line, table, Hello(**frame))
            self.host.watch(line.live, line)
            self._get_ready(line.live)
        elif kind == "command":
            run_command(self.host, line.live, line, Wanted(**frame))
        elif kind == "ping":
            line.send(PONG)
        else:
            raise CloseSocket(POLICY, "hello comes once")

    def _get_ready(self, live: LiveTable) -> None:
        """Load what the game of a table needs while its player still looks at the board."""
        task = asyncio.create_task(self._prepared(live.durable.table.setup))
        self._getting_ready.add(task)  # or nobody would hold it
        task.add_done_callback(self._getting_ready.discard)

    async def _prepared(self, setup: TableSetup) -> None:
        if edition := setup.options.get("edition"):
            await self._desk.learn(edition)
        with suppress(Refuse):  # without a connection; the move that needs it will say so
            await get_ready(self._desk, setup.game)

    def hang_up(self, number: int) -> None:
        """The page has closed a line."""
        line = self._lines.pop(number, None)
        if line and line.live:
            self.host.unwatch(line.live, line)
