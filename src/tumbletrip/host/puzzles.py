"""The Tumblin-Dice puzzle of a day: the same board for everybody, one flick each, the champion's as par.

A flick is a note in the store under the name of its day and device. The first one holds, so that neither two
at the same time nor a lost answer ever make a second flick; its points follow from it by the rules.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Final

import structlog

from tumbletrip.core.refusals import Refusal
from tumbletrip.fairness.days import day_after, day_at, name_from, share
from tumbletrip.host.days import Days, is_revealed
from tumbletrip.host.pace import now_ms
from tumbletrip.host.players import Players
from tumbletrip.host.results import ResultBook, Results
from tumbletrip.host.tasks import Tasks
from tumbletrip.host.workers import JobFailed
from tumbletrip.tables.play import Answer, Body, NeedFlick
from tumbletrip.tables.ports import EventStore, StoreDown
from tumbletrip.tables.tumblin_play import TumblinPlay, launch_json
from tumbletrip.tumblin.puzzles import SOLVER, lay_puzzle, lead, sheet_now
from tumbletrip.tumblin.scoring import RoundSheet

CHAMPION: Final = "champion"
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Solved:
    """Somebody's flick at a puzzle, and what the round was worth after it."""

    flick: Body
    sheet: RoundSheet

    @property
    def total(self) -> int:
        """What counts: one's points less the rival's."""
        return lead(self.sheet)


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """A puzzle as one device sees it: what it made of it, and how that compares."""

    day: str
    laid: TumblinPlay
    own: Solved | None
    par: int | None  # what the champion makes of it, once that is known
    players: int
    better_than: int | None  # per cent of the others' results; None while there are none
    best: Solved | None  # only for those who have flicked, and unless it is their own
    champion: Solved | None  # likewise


class Puzzles:
    """The puzzles of days, the same for all processes on one store."""

    def __init__(self, store: EventStore, days: Days, players: Players, tasks: Tasks) -> None:
        """The champion thinks when somebody asks for a day first."""
        self._store = store
        self._days = days
        self._players = players
        self._tasks = tasks
        self.results = ResultBook(store, "puzzle/result")
        self._par: tuple[str, Solved] | None = None  # the last day's that was asked for
        self._thinking: set[str] = set()

    async def laid(self, day: str) -> TumblinPlay:
        """The puzzle of a day; not to be shown before the day has begun."""
        return _laid(await self._days.seed(day))

    async def flick(self, day: str, device: str, launch: Mapping[str, Any]) -> Solved | Refusal:
        """A device's one flick of a day; whatever it sends later, the answer is the first one's.

        Raises JobFailed when physics does not answer: then nothing was flicked.
        """
        name = solver_of(day, device)
        solved = await self._solved(day, name)
        if solved is None:
            decided = await self._decide(await self.laid(day), launch)
            if isinstance(decided, Refusal):
                return decided
            held = await self._store.note(_flick_note(day, name), json.dumps(decided))
            solved = await self._read(day, held)
        await self._note_result(day, name, solved)
        return solved

    async def _decide(self, laid: TumblinPlay, launch: Mapping[str, Any]) -> Body | Refusal:
        """The flick by the rules and the physics of every table."""
        action = {**launch, "do": "flick", "die": die_in_hand(laid)}
        need = laid.decide(SOLVER, action, None)
        if not isinstance(need, NeedFlick):
            assert isinstance(need, Refusal)
            return need
        return _decided(laid, action, await self._players.settle(need))

    async def standing(self, day: str, device: str | None) -> PuzzleStanding:
        """A day's puzzle as a device sees it; None is a device that never played."""
        name = solver_of(day, device) if device else ""
        own = await self._solved(day, name) if device else None
        if own is not None:
            await self._note_result(day, name, own)  # should a crash have come before the note
        results = await self.results.of(day)
        champion = await self._champion(day)
        return PuzzleStanding(
            day=day,
            laid=await self.laid(day),
            own=own,
            par=champion.total if champion else None,
            players=len(results),
            better_than=results.better_than(own.total, name) if own else None,
            best=await self._best(day, results, name) if own else None,
            champion=champion if own else None,
        )

    async def _note_result(self, day: str, name: str, solved: Solved) -> None:
        if name not in await self.results.of(day):
            await self.results.note(day, name, solved.total)

    async def _best(self, day: str, results: Results, own: str) -> Solved | None:
        best = results.best
        return await self._solved(day, best.name) if best and best.name != own else None

    async def _solved(self, day: str, name: str) -> Solved | None:
        return await self._noted(day, _flick_note(day, name))

    async def _noted(self, day: str, note: str) -> Solved | None:
        found = (await self._store.notes(note)).get(note)
        return await self._read(day, found) if found else None

    async def _read(self, day: str, text: str) -> Solved:
        flick = json.loads(text)
        after = (await self.laid(day)).evolve(flick)
        return Solved(flick, sheet_now(after.match))

    # The champion

    async def _champion(self, day: str) -> Solved | None:
        """The flick that is par; whoever asks first lets the champion begin to think."""
        if self._par and self._par[0] == day:
            return self._par[1]
        found = await self._noted(day, _par_note(day))
        if found is None:
            self._let_think(day)
        else:
            self._par = day, found
        return found

    def _let_think(self, day: str) -> None:
        if day not in self._thinking:
            self._thinking.add(day)
            self._tasks.spawn(self._think(day))

    async def _think(self, day: str) -> None:
        """Keep the champion's flick; of several processes that think, the first one's holds."""
        try:
            laid = await self.laid(day)
            seed = name_from(await self._days.seed(day), "puzzle")
            launch, answer = await self._players.usual_flick(laid.match, CHAMPION, seed)
            decided = _decided(laid, {**launch_json(launch), "do": "flick"}, answer)
            assert not isinstance(decided, Refusal)
            await self._store.note(_par_note(day), json.dumps(decided))
        except (JobFailed, StoreDown) as error:
            log.warning("no_par", day=day, error=str(error))  # whoever asks next lets it try again
        finally:
            self._thinking.discard(day)


def _decided(laid: TumblinPlay, action: Mapping[str, Any], answer: Answer) -> Body | Refusal:
    """What a flick did, once physics has answered."""
    decided = laid.decide(SOLVER, action, answer)
    assert isinstance(decided, Mapping | Refusal)
    return decided


def die_in_hand(laid: TumblinPlay) -> str:
    """The key of the die that is to be flicked."""
    (die,) = laid.match.dice_in_hand(SOLVER)
    return die.key


def may_be_flicked(day: str) -> bool:
    """Whether a day's puzzle is open: today's, and yesterday's for those who began before midnight."""
    today = day_at(now_ms())
    return day == today or (day == day_after(today, -1) and not is_revealed(day))


def solver_of(day: str, device: str) -> str:
    """The name under which a device's flick is kept: it tells nobody the device's own."""
    return hashlib.sha256(f"tumbletrip-puzzle|{day}|{device}".encode()).hexdigest()[:24]


@lru_cache(maxsize=8)
def _laid(seed: bytes) -> TumblinPlay:
    return TumblinPlay(lay_puzzle(partial(share, seed)))


def _flick_note(day: str, name: str) -> str:
    return f"puzzle/flick/{day}/{name}"


def _par_note(day: str) -> str:
    return f"puzzle/par/{day}"
