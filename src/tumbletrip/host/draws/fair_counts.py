"""The dice of all tables that have ended, counted: a note for each table, added up for whoever looks.

Tables that were abandoned count as well: else those who leave when the dice are bad would bend the counts.
"""

import asyncio
import json
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from tumbletrip.fairness.counting import Counts, Misser, added, counted
from tumbletrip.fairness.proofs import mark_of
from tumbletrip.host.core.fair import draw_from_json
from tumbletrip.host.core.live import LiveTable
from tumbletrip.tables.ports import EventStore

NOTES: Final = "fair/count/"
LACKING: Final = ("late", "away")  # reasons of a link that could have been there
FRESH_SECONDS: Final = 10.0  # until the notes are read again
ADDED_AT_ONCE: Final = 200  # notes, before others have their turn
MOST_TOLD: Final = 20  # of those who missed links, who missed most


@dataclass(frozen=True, slots=True)
class FairCounts:
    """All draws together: faces by kind and die, links given, and links missing by reason and by seat."""

    tables: int
    draws: int
    faces: Counts
    given: int
    missing: dict[str, int]
    seats: dict[int, int]  # how many seats missed how many links
    missers: tuple[Misser, ...]  # who missed most; only a game's own record names them
    voids: int  # draws that came to nothing


NOTHING: Final = FairCounts(0, 0, {}, 0, {}, {}, (), 0)


class FairBook:
    """Notes what ended tables drew, and adds it up."""

    def __init__(self, store: EventStore) -> None:
        """Nothing is read before somebody looks."""
        self._store = store
        self._known = NOTHING
        self._added: set[str] = set()  # the notes that are in it: each is added once, since none changes
        self._read_at = -FRESH_SECONDS
        self._reading = asyncio.Lock()

    async def note(self, live: LiveTable) -> None:
        """Count a table that has ended, once; raises StoreDown."""
        if live.fair.draws:
            await self._store.note(NOTES + live.id, json.dumps(_counted(live)))

    async def all(self) -> FairCounts:
        """The counts of this server, at most some seconds old; raises StoreDown."""
        async with self._reading:
            if time.monotonic() - self._read_at > FRESH_SECONDS:
                await self._add_new()
                self._read_at = time.monotonic()
        return self._known

    async def _add_new(self) -> None:
        """Add the notes that came since; others have their turn in between (F78)."""
        notes = await self._store.notes(NOTES)
        new = sorted(notes.keys() - self._added)
        for start in range(0, len(new), ADDED_AT_ONCE):
            names = new[start : start + ADDED_AT_ONCE]
            self._known = _sum(self._known, [json.loads(notes[name]) for name in names])
            self._added.update(names)
            await asyncio.sleep(0)


def _counted(live: LiveTable) -> dict[str, Any]:
    moves = [shown.body for shown in live.events if shown.body["kind"] == "played"]
    told = [body["draw"] for body in moves if "draw" in body]
    reasons = Counter(reason for draw in told for reason in draw["reasons"])
    missed = _missed(told)
    return {
        "mark": mark_of(live.fair.server),
        "missers": [[player, *counts] for player, counts in enumerate(missed) if counts[0]],
        "draws": len(told),
        "faces": counted((draw_from_json(draw), draw["dice"]) for draw in told),
        "given": reasons.pop("", 0),
        "missing": reasons,
        "seats": Counter(count for count, _ in missed if count),
        "voids": sum(draw.is_void for draw in live.fair.draws),
    }


def _missed(draws: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """How many links each player missed, of how many that were waited for."""
    by_player = [Counter(reasons) for reasons in zip(*(draw["reasons"] for draw in draws), strict=True)]
    missed = [sum(reasons[reason] for reason in LACKING) for reasons in by_player]
    return [(count, count + reasons[""]) for count, reasons in zip(missed, by_player, strict=True)]


def _sum(known: FairCounts, tables: list[dict[str, Any]]) -> FairCounts:
    missing, seats = Counter(known.missing), Counter(known.seats)
    for table in tables:
        missing.update(table["missing"])
        seats.update({int(missed): count for missed, count in table["seats"].items()})
    return FairCounts(
        known.tables + len(tables),
        known.draws + sum(table["draws"] for table in tables),
        added([known.faces, *(table["faces"] for table in tables)]),
        known.given + sum(table["given"] for table in tables),
        dict(sorted(missing.items())),
        dict(sorted(seats.items())),
        _who_missed_most(known.missers, tables),
        known.voids + sum(table["voids"] for table in tables),
    )


def _who_missed_most(known: tuple[Misser, ...], tables: list[dict[str, Any]]) -> tuple[Misser, ...]:
    # Tables that were counted before marks were told have none.
    new = (Misser(table["mark"], *told) for table in tables for told in table.get("missers", ()))
    return tuple(sorted([*known, *new], key=lambda one: (-one.missed, one.mark, one.player))[:MOST_TOLD])
