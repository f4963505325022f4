"""The host of this process's tables: every command comes in here, and all that is shown goes out here."""

import asyncio
import contextlib
import hashlib
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

import structlog

from tumbletrip.host.chance import Chance, SystemChance
from tumbletrip.host.commands import Commands, Tell
from tumbletrip.host.days import Days
from tumbletrip.host.ledger import Ledger
from tumbletrip.host.live import Accepted, LiveTable, Refused, Watcher, sit_command
from tumbletrip.host.neighbours import Neighbours
from tumbletrip.host.pace import Pace, now_ms
from tumbletrip.host.players import Players
from tumbletrip.host.presence import Presence
from tumbletrip.host.puzzles import Puzzles
from tumbletrip.host.shelf import Shelf, TableGone
from tumbletrip.host.tasks import Tasks
from tumbletrip.host.turns import Turns
from tumbletrip.tables.deciding import Command
from tumbletrip.tables.games import DAILY, Library
from tumbletrip.tables.play import Body, FlickAnswer, NeedFlick
from tumbletrip.tables.ports import EventStore, Status, StoreDown
from tumbletrip.tables.refusals import No
from tumbletrip.tables.seats import Occupant
from tumbletrip.tables.table import TableSetup

__all__ = ["Host", "Pace", "TableGone"]  # what whoever runs a host needs

log = structlog.get_logger(__name__)


class Host:
    """Runs the tables of one process on a store that other processes may share."""

    def __init__(
        self,
        store: EventStore,
        players: Players,
        *,
        library: Library | None = None,
        chance: Chance | None = None,
        pace: Pace | None = None,
        suits: Callable[[str], bool] = lambda _: True,
    ) -> None:
        """A host that is not running yet; use it as an async context.

        `suits` says which ids new tables may get.
        """
        self.store = store
        self.library = library or Library()
        self.pace = pace or Pace()
        self._players = players
        self._tasks = Tasks()
        self.days = Days(store)
        self.puzzles = Puzzles(store, self.days, players, self._tasks)
        self.shelf = Shelf(store, self.library, suits)
        self.neighbours = Neighbours(store, self.shelf, self._changed, self.pace.poll)
        self._presence = Presence(store, self.shelf, self.pace.renew_presence)
        self._ledger = Ledger(store, self.days, self.neighbours, self._tasks, self._changed)
        self._commands = Commands(
            self._ledger, players, chance or SystemChance(), self.days, self.pace.away_after
        )
        self._turns = Turns(self.shelf, self._commands, players, self._tasks, self.pace.bot_delay)

    async def __aenter__(self) -> "Host":
        """Start the writer and the watch for other processes' events."""
        for work in (
            self._ledger.run(),
            self.neighbours.follow(),
            self.neighbours.poll(),
            self._presence.tell_others(),
            self._presence.hear_others(),
            self._tidy(),
        ):
            self._tasks.spawn(work)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Let commands under way finish if they can, then let go of everything; what is durable stays."""
        await self._commands.end()
        await self._tasks.end()
        loading = tuple(self.shelf.loading.values())
        for task in loading:
            task.cancel()
        await asyncio.gather(*loading, return_exceptions=True)

    def _changed(self, live: LiveTable) -> None:
        self._turns.look_at(live)

    # Opening and finding tables

    async def open(
        self,
        setup: TableSetup,
        secrets_of: Mapping[int, str],
        played: Sequence[Body] = (),
        table_id: str | None = None,
    ) -> LiveTable:
        """A new table, durably kept; the game begins at once if no seat is open.

        `played` are the events of a game that was played elsewhere. A table whose id is given may be there
        already: then it is as it is.
        """
        live = await self.shelf.create([*_opening(setup), *played], secrets_of, table_id)
        self._changed(live)
        return live

    async def live(self, table_id: str) -> LiveTable:
        """The table in memory, loaded if need be; raises TableGone or StoreDown."""
        return await self.shelf.live(table_id)

    async def rematch(self, live: LiveTable) -> str | None:
        """The table where the same people play again, opened by whoever asks first; None before the end.

        Its id follows from this table's, so that several who ask at once, at several processes or again
        after a crash, all open the same one.
        """
        table = live.durable.table
        if table.status is not Status.OVER or table.rematch:
            return table.rematch
        again = _rematch_id(live.id)
        seats = tuple(replace(seat, stand_in="") for seat in table.seats)
        options = {name: value for name, value in table.setup.options.items() if name != DAILY}
        await self.shelf.create(_opening(replace(table.setup, seats=seats, options=options)), {}, again)
        await self.store.copy_secrets(live.id, again)
        for seat, key in live.keys().items():
            await self.store.put_secret(again, seat, key or None)
        await self._commands.append(live, "rematch", {"kind": "rematched", "table": again})
        return live.durable.table.rematch

    # Bots and physics

    def wake(self, live: LiveTable) -> None:
        """Let the bots of a table go on that nobody watches."""
        self._changed(live)

    async def settle(self, need: NeedFlick) -> FlickAnswer:
        """How dice come to rest after a flick that belongs to no table; raises JobFailed."""
        return await self._players.settle(need)

    def levels(self, game: str) -> Collection[str]:
        """The bots that can take a seat at a game."""
        return self._players.levels(game)

    # Who may act, and what they want

    async def seats_of(self, live: LiveTable, secret_hash: str) -> tuple[int, ...]:
        """The seats a secret opens at a table now; empty if none."""
        return live.opened_by(secret_hash, await self.store.seat_of(live.id, secret_hash))

    async def sit(self, live: LiveTable, seat: int, name: str, secret_hash: str) -> Accepted | Refused:
        """Seat whoever knows a secret; the same secret again gets the same answer, while it holds."""
        command = Command(sit_command(seat, secret_hash), None, 0, {"do": "sit", "seat": seat, "name": name})
        answer = await self.command(live.id, command)
        if isinstance(answer, Accepted) and seat not in live.opened_by(secret_hash, ()):
            return Refused(No.SEAT_NOT_OPEN, live.durable.seq)  # they sat here once, and left
        return answer

    async def change_key(
        self, live: LiveTable, seat: int, old_hash: str, new_hash: str
    ) -> Accepted | Refused:
        """Let a new secret open a seat from now on; the old one opens nothing, on no open socket either."""
        given = await self.store.seat_of(live.id, old_hash)
        return await self._commands.change_key(live, seat, old_hash, given, new_hash)

    async def command(self, table_id: str, command: Command) -> Accepted | Refused:
        """One command, one answer; the same id again gets the same answer and never a second move (F2)."""
        return await self._commands.answer(await self.live(table_id), command)

    def begin(self, live: LiveTable, command: Command, tell: Tell) -> None:
        """A command at a table that one watches, answered by a call; raises TableGone if it was dropped."""
        if not self.shelf.holds(live):
            raise TableGone(live.id)
        self._commands.begin(live, command, tell)

    # Watching

    def watch(self, live: LiveTable, watcher: Watcher) -> None:
        """Show a watcher all that happens from now on."""
        live.connect(watcher)
        if watcher.seats:
            self._presence.changed(live)
        else:
            self._presence.ask(live)
        self._changed(live)

    def unwatch(self, live: LiveTable, watcher: Watcher) -> None:
        """The watcher is gone."""
        if watcher not in live.watchers:
            return
        live.disconnect(watcher)
        live.used_at = time.monotonic()
        if watcher.seats:
            self._presence.changed(live)

    # Tidying up

    async def _tidy(self) -> None:
        """Forget tables nobody watches, and close those nobody came back to (F22)."""
        while True:
            await asyncio.sleep(min(self.pace.reap_every, self.pace.keep_unwatched))
            before = time.monotonic() - self.pace.keep_unwatched
            self.shelf.forget_unused(before, self._commands.busy_tables())
            try:
                await self.close_abandoned()
            except StoreDown as error:
                log.warning("store_down", error=str(error))

    async def close_abandoned(self) -> None:
        """Mark tables without an event for a long time as abandoned."""
        before = now_ms() - int(self.pace.abandoned_after * 1000)
        for table_id in await self.store.idle_tables((Status.OPEN, Status.PLAYING), before, 100):
            with contextlib.suppress(TableGone):
                live = await self.live(table_id)
                if live.pending.at_ms < before and live.pending.table.status is not Status.OVER:
                    await self._ledger.store(live, "abandoned", ({"kind": "abandoned"},))
                # A crash may have kept the status from being noted when the table came to its end.
                await self._ledger.note_status(table_id, live.durable.table.status)


def _opening(setup: TableSetup) -> list[Body]:
    """The first events of a table; the game begins at once if no seat is open."""
    opened: list[Body] = [{"kind": "opened", "setup": setup.as_json()}]
    is_full = not any(seat.occupant is Occupant.OPEN for seat in setup.seats)
    return [*opened, {"kind": "started"}] if is_full else opened


def _rematch_id(table_id: str) -> str:
    """The id of the table that follows this one; as hard to guess as this one's."""
    return hashlib.sha256(f"tumbletrip-rematch|{table_id}".encode()).hexdigest()[:24]
