"""The latest draft of each seat of a table.

A draft is valid in the round it was made in, while the table waits for its seat.
"""

from collections.abc import Mapping
from types import MappingProxyType

from tumbletrip.tables.play import Draft
from tumbletrip.tables.table import Table
from tumbletrip.tables.views import Drafts


class SeatDrafts:
    """Drafts by seat; mappings given out never change, a new draft makes a new mapping."""

    def __init__(self, stored: Mapping[int, tuple[int, Draft]]) -> None:
        """Stored drafts by seat, with their rounds; call `follow` to drop those no longer valid."""
        self._rounds = {seat: round_ for seat, (round_, _) in stored.items()}
        self.now: Drafts = MappingProxyType({seat: draft for seat, (_, draft) in stored.items()})

    def keep(self, seat: int, round_: int, draft: Draft) -> tuple[Drafts, Drafts]:
        """Replace the draft of a seat; returns all drafts before and now."""
        before = self.now
        self._rounds[seat] = round_
        self.now = MappingProxyType({**before, seat: draft})
        return before, self.now

    def follow(self, table: Table) -> tuple[Drafts, Drafts]:
        """Drop drafts that are no longer valid at a table; returns all drafts before and now."""
        before = self.now
        void = [seat for seat in before if seat not in table.waiting_for or self._rounds[seat] != table.round]
        if void:
            self.now = MappingProxyType({seat: draft for seat, draft in before.items() if seat not in void})
        return before, self.now
