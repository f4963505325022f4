"""The dice of all tables that have ended, counted: a note for each table, added up for whoever looks.

Tables that were abandoned count as well: else those who leave when the dice are bad would bend the counts.
"""

import json
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from tumbletrip.fairness.counting import Counts, added, counted
from tumbletrip.host.core.fair import draw_from_json
from tumbletrip.host.core.live import LiveTable
from tumbletrip.tables.ports import EventStore

NOTES: Final = "fair/count/"
FRESH_SECONDS: Final = 10.0  # until the notes are read again


@dataclass(frozen=True, slots=True)
class FairCounts:
    """All draws together: faces by kind and die, links given, and links missing by their reason."""

    tables: int
    draws: int
    faces: Counts
    given: int
    missing: dict[str, int]
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
    return {
        "draws": len(told),
        "faces": counted((draw_from_json(draw), draw["dice"]) for draw in told),
        "given": reasons.pop("", 0),
        "missing": reasons,
        "voids": sum(draw.is_void for draw in live.fair.draws),
    }


def _added(tables: list[dict[str, Any]]) -> FairCounts:
    missing: Counter[str] = Counter()
    for table in tables:
        missing.update(table["missing"])
    return FairCounts(
        len(tables),
        sum(table["draws"] for table in tables),
        added(table["faces"] for table in tables),
        sum(table["given"] for table in tables),
        dict(sorted(missing.items())),
        sum(table["voids"] for table in tables),
    )
