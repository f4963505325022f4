"""The puzzle of a day: the same position for everybody, one decision each, the champion's as par.

A decision is a note in the store, named after its day and device. The first value for a name wins, so that
neither concurrent requests nor a retry make a second decision; its points follow from it by the rules.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from tumbletrip.core.logs import get_logger
from tumbletrip.core.refusals import Refusal
from tumbletrip.fairness.days import day_after, day_at, name_from, share
from tumbletrip.games.kit import OwnPlay, PuzzleKit
from tumbletrip.host.chance import FACES
from tumbletrip.host.daily.days import Days, has_closed
from tumbletrip.host.daily.results import ResultBook, Results
from tumbletrip.host.pace import now_ms
from tumbletrip.host.ports import JobFailed, RunJob, Ticket, Urgency
from tumbletrip.host.tasks import Tasks
from tumbletrip.tables.play import Action, Asked, Body, Decided, NeedWork, Thought
from tumbletrip.tables.ports import EventStore, StoreDown

log = get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Solved:
    """Somebody's decision at a puzzle, the game after it, and what that counts."""

    event: Body
    after: OwnPlay
    total: int


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """A puzzle as one device sees it: what it made of it, and how that compares."""

    day: str
    laid: OwnPlay
    own: Solved | None
    par: int | None  # what the champion makes of it, once that is known
    players: int
    place: int | None  # among all results, for those who have one
    better_than: int | None  # per cent of the others' results; None while there are none
    best: Solved | None  # only for those who have decided, and unless it is their own
    champion: Solved | None  # likewise


class Puzzles:
    """The puzzles of days in one game, the same for all processes on one store."""

    def __init__(self, store: EventStore, days: Days, kit: PuzzleKit, run_job: RunJob, tasks: Tasks) -> None:
        """The champion's decision for a day is computed when the day is first asked for."""
        self._store = store
        self._days = days
        self._kit = kit
        self._run_job = run_job
        self._tasks = tasks
        self._laid = lru_cache(maxsize=8)(self._lay)
        self.results = ResultBook(store, "puzzle/result")
        self._par: tuple[str, Solved] | None = None  # of the day last asked for
        self._thinking: set[str] = set()

    async def laid(self, day: str) -> OwnPlay:
        """The position of a day's puzzle, secret before the day begins; raises StoreDown."""
        return self._laid(await self._days.seed(day))

    def _lay(self, seed: bytes) -> OwnPlay:
        return self._kit.lay(partial(share, seed))

    async def solve(
        self, day: str, device: str, launch: Mapping[str, Any], address: str = ""
    ) -> Solved | Refusal:
        """Decide for a device, once a day; later calls return the first decision.

        Raises JobFailed or StoreDown; after JobFailed nothing was decided.
        """
        name = solver_of(day, device)
        solved = await self._solved(day, name)
        if solved is None:
            decided = await self._decide(day, name, launch, address)
            if isinstance(decided, Refusal):
                return decided
            held = await self._store.note(_solution_note(day, name), json.dumps(decided))
            solved = await self._read(day, held)
        await self._note_result(day, name, solved)
        return solved

    async def _decide(self, day: str, name: str, launch: Mapping[str, Any], address: str) -> Body | Refusal:
        """The event of a decision by the same rules as at a table; raises JobFailed.

        Its dice follow from the day's secret and the device: nobody can rehearse them, or draw them again.
        """
        seed, laid = await self._days.seed(day), await self.laid(day)
        decided: Decided = laid.decide(self._kit.seat, self._kit.action(laid, launch))
        while isinstance(decided, Asked):
            need = decided.need
            if isinstance(need, NeedWork):
                ticket = Ticket(Urgency.FLICK, address)
                answer = await self._run_job(need.job, need.question, seconds=need.seconds, ticket=ticket)
                decided = decided.resume(answer)
            else:
                rolled = (share(seed, f"puzzle/{name}/{number}") for number in range(need.count))
                decided = decided.resume(tuple(1 + int(FACES * part) for part in rolled))
        assert not isinstance(decided, Thought)
        return decided

    async def standing(self, day: str, device: str | None) -> PuzzleStanding:
        """A day's puzzle as a device sees it; None is a device that never played."""
        name = solver_of(day, device) if device else ""
        own = await self._solved(day, name) if device else None
        if own is not None:
            await self._note_result(day, name, own)  # in case a crash prevented the note
        results = await self.results.of(day)
        champion = await self._champion(day)
        return PuzzleStanding(
            day=day,
            laid=await self.laid(day),
            own=own,
            par=champion.total if champion else None,
            players=len(results),
            place=results.place(name),
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
        return await self._noted(day, _solution_note(day, name))

    async def _noted(self, day: str, note: str) -> Solved | None:
        found = (await self._store.notes(note)).get(note)
        return await self._read(day, found) if found else None

    async def _read(self, day: str, text: str) -> Solved:
        event = json.loads(text)
        after = (await self.laid(day)).evolve(event)
        return Solved(event, after, self._kit.total(after))

    # The champion

    async def _champion(self, day: str) -> Solved | None:
        """The champion's decision, which is par; None until it is found, which the first request starts."""
        if self._par and self._par[0] == day:
            return self._par[1]
        found = await self._noted(day, _par_note(day))
        if found is None:
            self._start_champion(day)
        else:
            self._par = day, found
        return found

    def _start_champion(self, day: str) -> None:
        if day not in self._thinking:
            self._thinking.add(day)
            self._tasks.spawn(self._find_par(day))

    async def _find_par(self, day: str) -> None:
        """Compute and store the champion's decision; of several processes, the first to store it wins."""
        try:
            laid = await self.laid(day)
            seed = name_from(await self._days.seed(day), "puzzle")
            seconds = self._kit.par_seconds
            action, answer = await self._run_job(self._kit.par, laid, seed, seconds=seconds)
            await self._store.note(_par_note(day), json.dumps(self._answered(laid, action, answer)))
        except (JobFailed, StoreDown) as error:
            log.warning("no_par", day=day, error=str(error))  # the next request tries again
        finally:
            self._thinking.discard(day)

    def _answered(self, laid: OwnPlay, action: Action, answer: Any) -> Body:
        """The event of the champion's decision, by the same rules as at a table."""
        asked = laid.without_hands().decide(self._kit.seat, action)
        assert isinstance(asked, Asked)
        decided = asked.resume(answer)
        assert not isinstance(decided, Refusal | Asked)
        return decided


def may_be_solved(day: str) -> bool:
    """Whether a day's puzzle is open: today's, and yesterday's for those who began before midnight."""
    today = day_at(now_ms())
    return day == today or (day == day_after(today, -1) and not has_closed(day))


def solver_of(day: str, device: str) -> str:
    """The name under which a device's decision is stored; it does not reveal the device's id."""
    return hashlib.sha256(f"tumbletrip-puzzle|{day}|{device}".encode()).hexdigest()[:24]


def _solution_note(day: str, name: str) -> str:
    return f"puzzle/flick/{day}/{name}"


def _par_note(day: str) -> str:
    return f"puzzle/par/{day}"
