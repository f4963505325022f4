"""What a table needs from the outside: a place to keep its events.

A store keeps rows and knows nothing of the games. What it has acknowledged survives a power cut.
Many server processes may use one store: the sequence number decides who was first.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event of a table: what happened (JSON text), when, by which command, and the chain's hash."""

    seq: int  # 1, 2, 3 … within the table
    at_ms: int  # milliseconds since 1970, by the host's clock
    body: str
    hash: str  # of the previous hash, at_ms and body: see tables.chain
    command: str | None = None  # the command id; unique within the table


@dataclass(frozen=True, slots=True)
class Append:
    """Events to add to one table, all or none: they follow directly on what the writer has seen."""

    table: str
    previous_hash: str  # of the event they follow; a number alone would not tell whose event that is
    events: tuple[StoredEvent, ...]  # without gaps; the first says which head is expected

    @property
    def expected_head(self) -> int:
        """The sequence number that must be the last one in the store."""
        return self.events[0].seq - 1


class Appended(StrEnum):
    """What became of an append."""

    STORED = "stored"  # durable: it may be acknowledged and shown
    CONFLICT = (
        "conflict"  # somebody else was first, or a command id is there already: reload and decide again
    )


class Status(StrEnum):
    """What a table is doing, for lists and for the reaper."""

    OPEN = "open"  # waiting for players
    PLAYING = "playing"
    OVER = "over"
    ABANDONED = "abandoned"
    QUARANTINED = "quarantined"  # its log is broken: kept, named, and left alone


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to create: its ids, its first events and the hashes of its seats' secrets."""

    id: str
    code: str  # short, to be read aloud; unique among tables
    events: tuple[StoredEvent, ...]
    secrets: Mapping[int, str] = field(default_factory=dict)  # seat -> hash of its secret
    status: Status = Status.OPEN


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as the store has it."""

    id: str
    code: str
    status: Status
    events: tuple[StoredEvent, ...]  # those asked for
    head: int  # the last sequence number
    head_hash: str  # and its hash, kept apart from the events: it shows when the last ones are missing


class StoreDown(Exception):
    """The store cannot be reached or written now (database gone, disk full); trying later may help.

    What was to be written may be stored or not, if the line broke in between: load before deciding again.
    """


class StoreInUse(Exception):
    """Another process writes to this embedded store already."""


class EventStore(Protocol):
    """Where tables are kept. All methods raise StoreDown when the store cannot answer."""

    async def create(self, table: NewTable) -> bool:
        """Keep a new table, durably; False if its id or code is taken."""

    async def append(self, batch: Sequence[Append]) -> list[Appended]:
        """Add events to several tables in one commit; each append succeeds or conflicts by itself."""

    async def load(self, table: str, after: int = 0) -> StoredTable | None:
        """A table with its events after a sequence number; None if there is no such table."""

    async def find_code(self, code: str) -> str | None:
        """The id of the table with a short code."""

    async def seat_of(self, table: str, secret_hash: str) -> tuple[int, ...]:
        """The seats a secret opens at a table, lowest first; empty if none."""

    async def put_secret(self, table: str, seat: int, secret_hash: str | None) -> None:
        """Give a seat a new secret, or none: the old one opens nothing any more."""

    async def copy_secrets(self, source: str, target: str) -> None:
        """Let the secrets of one table open the same seats of another (rematch)."""

    async def set_status(self, table: str, status: Status) -> None:
        """Note what a table is doing."""

    async def idle_tables(self, statuses: Sequence[Status], before_ms: int, limit: int) -> list[str]:
        """Tables of a status whose last event is older than a time, oldest first."""

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The last sequence number of each of these tables; unknown ones are left out."""

    async def note(self, name: str, value: str) -> str:
        """Keep a fact for all processes, unless it is known already; the value that holds, durably."""

    async def notes(self, head: str) -> dict[str, str]:
        """All facts whose names begin like this, by name."""

    def changes(self) -> AsyncIterator[Sequence[tuple[str, int]]]:
        """Tables that other processes appended to, with their new heads.

        May miss some when the connection breaks: the host also polls `heads`. Never ends.
        """

    async def tell(self, words: Sequence[str]) -> None:
        """Tell other processes something that is not kept, in words below 8,000 bytes; some may get lost."""

    def hear(self) -> AsyncIterator[tuple[str, str]]:
        """What other processes told: which of them, and the word. Never ends."""

    async def ping(self) -> None:
        """Answer if the store can be read and written."""

    async def close(self) -> None:
        """Finish what is under way and let go of the store."""
