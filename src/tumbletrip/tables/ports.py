"""The event store that tables need.

A store keeps rows and knows nothing about the games. What it has acknowledged survives a power cut. Several
server processes may share a store: an append that does not follow the last event is a conflict.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event of a table as JSON text, with its number, time, hash and command id."""

    seq: int  # 1, 2, 3 … within the table
    at_ms: int  # milliseconds since 1970, by the host's clock
    body: str
    hash: str  # of the previous hash, at_ms and body: see tables.chain
    command: str | None = None  # the command id; unique within the table


@dataclass(frozen=True, slots=True)
class Append:
    """Events to add to one table, all or none, directly after the last event that the writer knows."""

    table: str
    previous_hash: str  # of the event they follow, since two writers may have used the same number
    events: tuple[StoredEvent, ...]  # without gaps; the first says which head is expected

    @property
    def expected_head(self) -> int:
        """The sequence number that must be the last one in the store."""
        return self.events[0].seq - 1


class Appended(StrEnum):
    """The result of an append."""

    STORED = "stored"  # durable: it may be acknowledged and shown
    CONFLICT = (
        "conflict"  # somebody else was first, or a command id is there already: reload and decide again
    )


class Status(StrEnum):
    """The state of a table, for lists and for cleaning up."""

    OPEN = "open"  # waiting for players
    PLAYING = "playing"
    OVER = "over"
    ABANDONED = "abandoned"
    QUARANTINED = "quarantined"  # its log is broken: it is kept, but not loaded

    @property
    def has_ended(self) -> bool:
        """Whether nobody can join any more: the table's code is free for another (F53)."""
        return self not in (Status.OPEN, Status.PLAYING)


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to create: its ids, its first events and the hashes of its seats' secrets."""

    id: str
    code: str  # short, to be read aloud; unique among tables that have not ended
    events: tuple[StoredEvent, ...]
    secrets: Mapping[int, str] = field(default_factory=dict)  # seat -> hash of its secret
    status: Status = Status.OPEN

    @property
    def stored_code(self) -> str:
        """The code as stores keep it: that of a table that has ended is its id, which nobody types."""
        return self.id if self.status.has_ended else self.code


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A stored table with some or all of its events."""

    id: str
    code: str  # its id once it has ended
    status: Status
    events: tuple[StoredEvent, ...]  # those asked for
    head: int  # the last sequence number
    head_hash: str  # stored apart from the events, so that missing last ones are noticed


@dataclass(frozen=True, slots=True)
class StoredDraft:
    """The latest draft of a seat, as JSON text, and the round it was made in."""

    table: str
    seat: int
    round: int
    body: str


class StoreDown(Exception):
    """The store cannot be reached or written now (database gone, disk full); trying later may help.

    After a failed write it is unknown whether the data was stored: load before deciding again.
    """


class StoreInUse(Exception):
    """Another process already has this embedded store open for writing."""


class EventStore(Protocol):
    """Stores tables. Every method raises StoreDown when the store cannot answer."""

    async def create(self, table: NewTable) -> bool:
        """Store a new table durably; False if its id or code exists."""

    async def append(self, batch: Sequence[Append]) -> list[Appended]:
        """Append to several tables in one durable commit; each append succeeds or conflicts by itself."""

    async def load(self, table: str, after: int = 0) -> StoredTable | None:
        """A table with its events after a sequence number; None if there is no such table."""

    async def find_code(self, code: str) -> str | None:
        """The id of the table with a short code; None if there is none."""

    async def seat_of(self, table: str, secret_hash: str) -> tuple[int, ...]:
        """The seats a secret opens at a table, lowest first; empty if none."""

    async def put_secret(self, table: str, seat: int, secret_hash: str | None) -> None:
        """Replace the secret of a seat, or remove it with None."""

    async def copy_secrets(self, source: str, target: str) -> None:
        """Let the secrets of one table open the same seats of another (rematch)."""

    async def keep_drafts(self, drafts: Sequence[StoredDraft]) -> None:
        """Store drafts, each replacing its seat's last one; those of unknown tables are ignored."""

    async def drafts(self, table: str) -> tuple[StoredDraft, ...]:
        """The stored drafts of a table, by seat, including outdated ones."""

    async def set_status(self, table: str, status: Status) -> None:
        """Set the status of a table; one that has ended gives its code back."""

    async def visited(self, tables: Sequence[str], at_ms: int) -> None:
        """Note that somebody looked at these tables; unknown ones are ignored."""

    async def idle_tables(self, statuses: Sequence[Status], before_ms: int, limit: int) -> list[str]:
        """Tables of a status whose last event and visit are older than a time, oldest first."""

    async def newest_ms(self) -> int | None:
        """The time of the newest event of all tables; None if there is no table."""

    async def table_ids(self, after: str, limit: int) -> list[str]:
        """Ids of tables in their order, those after one; all begin after the empty text."""

    async def forget(self, tables: Sequence[str]) -> int:
        """Delete tables with all that is kept of them, durably; returns how many there were."""

    async def rewrite(self, table: str, previous_head: str, events: Sequence[StoredEvent]) -> bool:
        """Replace a table's whole log by one of the same length, durably, and drop its drafts.

        False, and nothing is changed, if `previous_head` is no longer the hash of its last event.
        """

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The last sequence number of each of these tables; unknown ones are left out."""

    async def note(self, name: str, value: str) -> str:
        """Store a value under a name unless it has one; returns the value that is stored, durably."""

    async def drop_notes(self, names: Sequence[str]) -> None:
        """Delete notes, durably; names that are not taken are ignored."""

    async def notes(self, prefix: str) -> dict[str, str]:
        """All notes whose names begin with a prefix, by name."""

    def changes(self) -> AsyncIterator[Sequence[tuple[str, int]]]:
        """Tables that other processes appended to, with their new heads.

        May miss some when the connection breaks: the host also polls `heads`. Never ends.
        """

    async def tell(self, words: Sequence[str]) -> None:
        """Send messages below 8,000 bytes to other processes; they are not stored, and may get lost."""

    def hear(self) -> AsyncIterator[tuple[str, str]]:
        """Messages of other processes, each with its sender. Never ends."""

    async def ping(self) -> None:
        """Return if the store can be read and written; raises StoreDown otherwise."""

    async def close(self) -> None:
        """Finish operations under way and release the store."""
