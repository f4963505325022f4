"""Dice that nobody can bend: drawn from the server's chain and from one of every seat's device.

A draw is asked for in an event; then devices give their links by themselves, and the move carries the draw.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Final, TypeAlias
from weakref import WeakKeyDictionary

from tumbletrip.core.refusals import Refusal
from tumbletrip.fairness.chains import Chain
from tumbletrip.fairness.draws import MISSING, SIDES, draw_faces, draw_message, setup_hash
from tumbletrip.fairness.proofs import Draw
from tumbletrip.games.kit import DAILY
from tumbletrip.games.registry import GameRegistry
from tumbletrip.host.core.effects import Refused, Reply
from tumbletrip.host.core.fair import Drawn, Request, draw_json
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.core.log import Update
from tumbletrip.host.draws.chain_secrets import ChainSecrets
from tumbletrip.host.ports import JobFailed
from tumbletrip.tables.deciding import Bodies, Command, Facts, decide
from tumbletrip.tables.play import Asked, Body, NeedDice
from tumbletrip.tables.ports import EventStore, Status, StoreDown
from tumbletrip.tables.refusals import No
from tumbletrip.tables.table import Table

LINKS: Final = 4096  # of a chain in a game that does not say how many it needs
EMPTY_SETUP: Final = "{}"

AppendDecided: TypeAlias = Callable[[LiveTable, str, Callable[[], Bodies | Refusal]], Awaitable[Reply]]
Sleep: TypeAlias = Callable[[float], Awaitable[None]]


class Overtaken(Exception):
    """What dice were wanted for is not wanted any more: another process was first."""


class FairDraws:
    """The server's party at the tables of a host, and the one who waits for the others' links."""

    def __init__(
        self,
        store: EventStore,
        games: GameRegistry,
        append: AppendDecided,
        patience: float,
        sleep: Sleep = asyncio.sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`append` stores what is decided on durable facts, once for a name; `sleep` measures `patience`."""
        self._secrets = ChainSecrets(store)
        self._games = games
        self._append = append
        self._patience = patience
        self._sleep = sleep
        self._now = now
        self._chains: WeakKeyDictionary[LiveTable, Chain] = WeakKeyDictionary()
        self._ears: WeakKeyDictionary[LiveTable, list[_Ear]] = WeakKeyDictionary()
        self._drawn: WeakKeyDictionary[LiveTable, tuple[Request, Drawn]] = WeakKeyDictionary()

    def serves(self, live: LiveTable) -> bool:
        """Whether a table's dice are drawn from chains: those of a day have a way of their own."""
        if live.durable.table.setup.options.get(DAILY):
            return False
        return not live.fair.server or live.fair.next_number <= live.fair.length

    # Before the first draw

    async def begin(self, live: LiveTable) -> None:
        """Tell the anchor of the server's chain, before anybody else tells theirs; raises StoreDown."""
        table = live.durable.table
        if live.fair.server or not self.serves(live) or table.status not in (Status.OPEN, Status.PLAYING):
            return
        fair = self._games.kit(table.setup.game).records.fair
        length = fair.links if fair else LINKS
        anchor = (await self._chain(live, length)).anchor.hex()
        begun: Body = {"kind": "fair_begun", "server": anchor, "links": length}
        await self._store_event(live, "fair:begin", lambda: (begun,))

    async def _seal(self, live: LiveTable, ear: "_Ear") -> None:
        """List all anchors, once every device that brings a chain has told its own or is too slow."""
        if live.fair.setup:
            return
        await self.begin(live)
        await ear.until(lambda: live.seats_with_chains() <= live.fair.anchors.keys(), self._patience)
        setup = setup_hash(self._setup_text(live.durable.table))
        await self._store_event(live, "fair:seal", lambda: live.fair.decide_seal(setup))

    def _setup_text(self, table: Table) -> str:
        """What was agreed on, as the game's record will tell it."""
        records = self._games.kit(table.setup.game).records
        if records.fair is None:
            return EMPTY_SETUP
        names = [table.seats[seat].called(seat) for seat in table.players]
        return records.fair.setup(records.of_play(table.play, names, ()))

    # Draws

    async def draw(self, live: LiveTable, command: Command, need: NeedDice) -> Drawn:
        """The dice of a command, which is stored before any link is known.

        Raises Overtaken, StoreDown, or JobFailed. Of the servers on one store several may make the same draw:
        what is stored first counts, and each gives its links to the others unless it was the one that asked.
        """
        known = self._drawn.get(live)
        if known and known[0] == live.fair.request and known[0].command.id == command.id:
            return known[1]  # asked for once more, since others acted meanwhile
        with self._listening(live, command.id) as ear:
            await self._seal(live, ear)
            request = await self._request(live, command, need, ear)
            # Whoever has asked gives up first: it may have links that others do not know.
            patience = self._patience if ear.has_asked else 2 * self._patience
            await ear.until(lambda: self._is_complete(live, request, ear.links), patience)
            drawn = await self._make(live, request, need, ear.links)
            self._drawn[live] = request, drawn
            return drawn

    async def _request(self, live: LiveTable, command: Command, need: NeedDice, ear: "_Ear") -> Request:
        """Ask for a draw, once those before it are made."""
        while (request := live.fair.request) is None or request.command.id != command.id:
            await ear.until(lambda: live.fair.request is None or live.fair.request.command.id == command.id)
            if live.fair.request is None:
                await self._ask_for(live, command, need, ear)
        if request.kind != need.kind:
            raise JobFailed("another draw was asked for")
        return request

    async def _ask_for(self, live: LiveTable, command: Command, need: NeedDice, ear: "_Ear") -> None:
        """Store that a draw is wanted, if what the command wants is still possible then."""
        name = f"fair:request:{command.id}"
        if live.log.accepted(name):
            raise JobFailed("the draw of this command is over")

        def decided() -> Bodies | Refusal:
            if not _asks_for(live.durable.table, command, need):
                return No.WRONG_ROUND
            asked = live.fair.decide_request(need.kind, command)
            ear.has_asked = not isinstance(asked, Refusal)
            return asked

        reply = await self._store_event(live, name, decided)
        if isinstance(reply, Refused) and reply.reason is No.WRONG_ROUND:
            raise Overtaken

    def give(self, live: LiveTable, seat: int, number: int, link: str) -> bool:
        """A seat's device gives its link; returns whether other processes have to know of it."""
        request = live.fair.request
        if request is None or request.number != number or not live.fair.fits(seat, number, link):
            return False
        ears = [ear for ear in self._ears.get(live, ()) if ear.command == request.command.id]
        for ear in ears:
            ear.links[seat] = link
            ear.ring()
        return not any(ear.has_asked for ear in ears)

    def _is_complete(self, live: LiveTable, request: Request, links: dict[int, str]) -> bool:
        if live.fair.request != request:  # drawn by another process
            return True
        awaited = [seat for seat, reason in self._reasons(live, request.number).items() if not reason]
        return all(seat in links or seat in live.fair.linked for seat in awaited)

    def _reasons(self, live: LiveTable, number: int) -> dict[int, str]:
        """By seat of each player, why no link can be expected; empty if one can."""
        return {seat: self._reason(live, seat, number) for seat in live.durable.table.players}

    def _reason(self, live: LiveTable, seat: int, number: int) -> str:
        if live.durable.table.seats[seat].bot_level:
            return "bot"
        if live.fair.party(seat, number) is None:
            return "out" if any(seal.player == seat for seal in live.fair.seals) else "none"
        # After a restart everybody gets the time to come back.
        is_new = self._now() - live.loaded_at < self._patience
        return "" if is_new or live.connected()[seat] else "away"

    async def _make(self, live: LiveTable, request: Request, need: NeedDice, heard: dict[int, str]) -> Drawn:
        server = (await self._chain(live, live.fair.length)).link(request.number)
        if live.fair.request != request:  # another process was first
            raise Overtaken
        given = {**live.fair.linked, **heard}
        reasons = self._reasons(live, request.number)
        links = tuple(given.get(seat, MISSING) for seat in reasons)
        told = tuple("" if seat in given else reason or "late" for seat, reason in reasons.items())
        message = draw_message(live.id, live.fair.setup, request.number, request.kind, links)
        faces = draw_faces(server, message, need.count)
        draw = Draw(request.number, request.kind, server.hex(), links, told)
        return Drawn(faces, draw_json(draw, faces, SIDES))

    async def _chain(self, live: LiveTable, length: int) -> Chain:
        """The server's chain at a table; raises StoreDown."""
        chain = self._chains.get(live)
        if chain is None:
            chain = self._chains[live] = Chain(await self._secrets.of(live.id), length)
        return chain

    async def end(self, live: LiveTable) -> None:
        """No dice will be drawn at a table any more: its secret goes; raises StoreDown."""
        self._chains.pop(live, None)
        await self._secrets.drop(live.id)

    async def _store_event(
        self, live: LiveTable, name: str, decided: Callable[[], Bodies | Refusal]
    ) -> Reply:
        """Store an event unless it is there already, or is not possible any more."""
        reply = await self._append(live, name, decided)
        if isinstance(reply, Refused) and reply.reason is No.RETRY:
            raise StoreDown(reply.reason.value)
        return reply

    @contextlib.contextmanager
    def _listening(self, live: LiveTable, command: str) -> "Iterator[_Ear]":
        ear = _Ear(command, self._sleep)
        ears = self._ears.setdefault(live, [])
        ears.append(ear)
        live.watchers.add(ear)
        try:
            yield ear
        finally:
            live.watchers.discard(ear)
            ears.remove(ear)


def _asks_for(table: Table, command: Command, need: NeedDice) -> bool:
    """Whether a command still leads to this draw: the table may have moved on since it came."""
    asked = decide(table, command, Facts())
    needed = asked.need if isinstance(asked, Asked) else None
    return isinstance(needed, NeedDice) and needed.kind == need.kind


class _Ear:
    """Hears what happens at a table while a draw waits for something: a watcher without a seat."""

    seats: tuple[int, ...] = ()
    brings_chains = False

    def __init__(self, command: str, sleep: Sleep) -> None:
        self.command = command  # whose draw is waited for; links for another one are not for this ear
        self.has_asked = False  # for the draw; another process may have done so before
        self.links: dict[int, str] = {}  # by seat, as they come
        self._sleep = sleep
        self._bell = asyncio.Event()
        self._is_gone = False

    def ring(self) -> None:
        """Something happened."""
        self._bell.set()

    def show(self, update: Update) -> None:
        """Something happened at the table."""
        del update
        self.ring()

    def presence_changed(self, seats: Sequence[bool], until_stand_in_ms: Sequence[int]) -> None:
        """Somebody came or went."""
        del seats, until_stand_in_ms
        self.ring()

    def bots_warmed(self, percents: Sequence[int]) -> None:
        """How ready bots are does not matter here."""

    def go_away(self, reason: str) -> None:
        """The table was dropped: whoever waits gives up."""
        del reason
        self._is_gone = True
        self.ring()

    async def until(self, is_true: Callable[[], bool], seconds: float | None = None) -> None:
        """Wait for something, for so long at most; raises StoreDown if the table was dropped."""
        timer = None if seconds is None else asyncio.ensure_future(self._sleep(seconds))
        try:
            while not is_true() and not (timer and timer.done()):
                if self._is_gone:
                    raise StoreDown("the table was dropped")
                self._bell.clear()
                rung = asyncio.ensure_future(self._bell.wait())
                await asyncio.wait({rung, timer} if timer else {rung}, return_when=asyncio.FIRST_COMPLETED)
                rung.cancel()
        finally:
            if timer:
                timer.cancel()
