"""The dice of all tables that have ended, counted: a note for each table, added up for whoever looks.

Tables that were abandoned count as well: else those who leave when the dice are bad would bend the counts.
"""

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


class FairBook:
    """Notes what ended tables drew, and adds it up."""

    def __init__(self, store: EventStore) -> None:
        """Nothing is read before somebody looks."""
        self._store = store
        self._known: FairCounts | None = None
        self._read_at = 0.0

    async def note(self, live: LiveTable) -> None:
        """Count a table that has ended, once; raises StoreDown."""
        if live.fair.draws:
            await self._store.note(NOTES + live.id, json.dumps(_counted(live)))

    async def all(self) -> FairCounts:
        """The counts of this server, at most some seconds old; raises StoreDown."""
        if self._known is None or time.monotonic() - self._read_at > FRESH_SECONDS:
            notes = await self._store.notes(NOTES)
            self._known = _added([json.loads(text) for text in notes.values()])
            self._read_at = time.monotonic()
        return self._known


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


def _added(tables: list[dict[str, Any]]) -> FairCounts:
    missing: Counter[str] = Counter()
    seats: Counter[int] = Counter()
    for table in tables:
        missing.update(table["missing"])
        seats.update({int(missed): count for missed, count in table["seats"].items()})
    return FairCounts(
        len(tables),
        sum(table["draws"] for table in tables),
        added(table["faces"] for table in tables),
        sum(table["given"] for table in tables),
        dict(sorted(missing.items())),
        dict(sorted(seats.items())),
        _who_missed_most(tables),
        sum(table["voids"] for table in tables),
    )


def _who_missed_most(tables: list[dict[str, Any]]) -> tuple[Misser, ...]:
    # Tables that were counted before marks were told have none.
    missers = [Misser(table["mark"], *told) for table in tables for told in table.get("missers", ())]
    return tuple(sorted(missers, key=lambda one: (-one.missed, one.mark, one.player))[:MOST_TOLD])
