"""The event store of a device: all in memory, each change in the journal before it counts.

Rows of the journal: `t/<table>` what is known of a table, `e/<table>/<seq>` its events, `d/<table>/<seat>`
drafts, `n/<name>` notes.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from tumbletrip.local.journal import FORM, FORM_NAME, Change, Journal, JournalFull, JournalLost, NewerJournal
from tumbletrip.storage.checks import check_batch, check_new, repeats_itself, status_of
from tumbletrip.storage.lone_process import LoneProcess
from tumbletrip.tables.ports import (
    Append,
    Appended,
    NewTable,
    Status,
    StoredDraft,
    StoredEvent,
    StoreDown,
    StoredTable,
)

TABLE, EVENT, DRAFT, NOTE = "t/", "e/", "d/", "n/"
SEQ_DIGITS: Final = 8


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a table beside its events."""

    code: str
    status: Status
    head: int
    head_hash: str
    last_ms: int
    secrets: Mapping[int, str] = field(default_factory=dict)
    visited_ms: int = 0

    def row(self) -> str:
        """As text."""
        secrets = {str(seat): key for seat, key in self.secrets.items()}
        values = self.code, self.status.value, self.head, self.head_hash, self.last_ms, secrets
        return json.dumps([*values, self.visited_ms])


class JournalStore(LoneProcess):
    """Tables of this device; nobody else writes to its journal while it is open."""

    def __init__(self, journal: Journal) -> None:
        """Empty; `open` reads what is there."""
        self._journal = journal
        self._tables: dict[str, _Known] = {}
        self._events: dict[str, list[StoredEvent]] = {}
        self._drafts: dict[str, dict[int, StoredDraft]] = {}
        self._notes: dict[str, str] = {}
        self._codes: dict[str, str] = {}
        self._is_open = True
        self._turn = asyncio.Lock()  # one change after the other
        self._trouble: Exception | None = None  # why the last write failed

    @property
    def trouble(self) -> Exception | None:
        """Why nothing can be kept at the moment; None if all is well."""
        return self._trouble

    async def open(self) -> None:
        """Read the journal; raises NewerJournal."""
        rows = await self._journal.read()
        if int(rows.get(FORM_NAME, FORM)) > FORM:
            raise NewerJournal
        for name, text in sorted(rows.items()):
            self._take(name, text)

    def _take(self, name: str, text: str) -> None:
        """Take a row into memory; rows that cannot be read are left where they are."""
        kind, key = name[:2], name[2:]
        if kind == TABLE:
            self._put(key, _read_known(text))
        elif kind == NOTE:
            self._notes[key] = text
        elif kind in (EVENT, DRAFT):
            table, _, number = key.rpartition("/")
            self._take_part(kind, table, int(number), text)

    def _take_part(self, kind: str, table: str, number: int, text: str) -> None:
        values = json.loads(text)
        if kind == EVENT:
            self._events.setdefault(table, []).append(StoredEvent(number, *values))
        else:
            self._drafts.setdefault(table, {})[number] = StoredDraft(table, number, *values)

    def _put(self, table: str, known: _Known) -> None:
        before = self._tables.get(table)
        if before:
            self._codes.pop(before.code, None)
        self._tables[table] = known
        self._codes[known.code] = table

    async def _commit(self, change: Change) -> None:
        """Write a change durably; raises StoreDown."""
        self._check_open()
        rows = {FORM_NAME: str(FORM), **change.rows}
        try:
            await self._journal.write(rows, change.gone)
        except (JournalFull, JournalLost) as error:
            self._trouble = error
            raise StoreDown(type(error).__name__) from error
        self._trouble = None

    async def create(self, table: NewTable) -> bool:
        """Keep a new table, durably; False if its id or code is taken."""
        check_new(table)
        async with self._turn:
            if table.id in self._tables or table.stored_code in self._codes:
                return False
            last = table.events[-1]
            known = _Known(
                table.stored_code, table.status, last.seq, last.hash, last.at_ms, dict(table.secrets)
            )
            change = Change({TABLE + table.id: known.row(), **_event_rows(table.id, table.events)})
            await self._commit(change)
            self._put(table.id, known)
            self._events[table.id] = list(table.events)
            return True

    async def append(self, batch: Sequence[Append]) -> list[Appended]:
        """Add events to several tables in one commit; each append succeeds or conflicts by itself."""
        check_batch(batch)
        self._check_open()
        async with self._turn:
            heads: dict[str, _Known] = {}
            stored: list[Append] = []
            results = [self._judge(append, heads, stored) for append in batch]
            change = Change({TABLE + table: known.row() for table, known in heads.items()})
            for append in stored:
                change.rows |= _event_rows(append.table, append.events)
            if stored:
                await self._commit(change)
            for table, known in heads.items():
                self._put(table, known)
            for append in stored:
                self._events[append.table] += append.events
            return results

    def _judge(self, append: Append, heads: dict[str, _Known], stored: list[Append]) -> Appended:
        """Whether an append follows what is there and what this batch has added; if so, it is added there."""
        known = heads.get(append.table) or self._tables.get(append.table)
        if known is None or (known.head, known.head_hash) != (append.expected_head, append.previous_hash):
            return Appended.CONFLICT
        others = [event for other in stored if other.table == append.table for event in other.events]
        if repeats_itself([*self._events[append.table], *others, *append.events]):
            return Appended.CONFLICT
        last = append.events[-1]
        heads[append.table] = replace(known, head=last.seq, head_hash=last.hash, last_ms=last.at_ms)
        stored.append(append)
        return Appended.STORED

    async def load(self, table: str, after: int = 0) -> StoredTable | None:
        """A table with its events after a sequence number; None if there is no such table."""
        self._check_open()
        known = self._tables.get(table)
        if known is None:
            return None
        events = tuple(event for event in self._events.get(table, ()) if event.seq > after)
        return StoredTable(table, known.code, known.status, events, known.head, known.head_hash)

    async def find_code(self, code: str) -> str | None:
        """The id of the table with a short code."""
        return self._codes.get(code)

    async def seat_of(self, table: str, secret_hash: str) -> tuple[int, ...]:
        """The seats a secret opens at a table, lowest first; empty if none."""
        known = self._tables.get(table)
        secrets = known.secrets if known else {}
        return tuple(sorted(seat for seat, key in secrets.items() if key == secret_hash))

    async def put_secret(self, table: str, seat: int, secret_hash: str | None) -> None:
        """Give a seat a new secret, or none: the old one opens nothing any more."""
        async with self._turn:
            known = self._tables.get(table)
            if known:
                others = {other: key for other, key in known.secrets.items() if other != seat}
                fresh = {seat: secret_hash} if secret_hash is not None else {}
                await self._change(table, replace(known, secrets=others | fresh))

    async def copy_secrets(self, source: str, target: str) -> None:
        """Let the secrets of one table open the same seats of another (rematch)."""
        async with self._turn:
            given, known = self._tables.get(source), self._tables.get(target)
            if given and known:
                await self._change(target, replace(known, secrets={**known.secrets, **given.secrets}))

    async def _change(self, table: str, known: _Known) -> None:
        await self._commit(Change({TABLE + table: known.row()}))
        self._put(table, known)

    async def keep_drafts(self, drafts: Sequence[StoredDraft]) -> None:
        """Keep drafts, each in the place of its seat's last one; those of unknown tables are left out."""
        async with self._turn:
            kept = [draft for draft in drafts if draft.table in self._tables]
            rows = {
                f"{DRAFT}{draft.table}/{draft.seat}": json.dumps([draft.round, draft.body]) for draft in kept
            }
            if rows:
                await self._commit(Change(rows))
            for draft in kept:
                self._drafts.setdefault(draft.table, {})[draft.seat] = draft

    async def drafts(self, table: str) -> tuple[StoredDraft, ...]:
        """The drafts kept for a table, by seat; also those that have become void since."""
        return tuple(draft for _, draft in sorted(self._drafts.get(table, {}).items()))

    async def set_status(self, table: str, status: Status) -> None:
        """Set a table's status; one that has ended gives its code back."""
        async with self._turn:
            known = self._tables.get(table)
            if known:
                code = table if status.has_ended else known.code
                await self._change(table, replace(known, status=status, code=code))

    async def visited(self, tables: Sequence[str], at_ms: int) -> None:
        """Note that somebody looked at these tables; unknown ones are left out."""
        async with self._turn:
            seen = {
                table: replace(self._tables[table], visited_ms=at_ms)
                for table in tables
                if table in self._tables
            }
            if seen:
                await self._commit(Change({TABLE + table: known.row() for table, known in seen.items()}))
            for table, known in seen.items():
                self._put(table, known)

    async def idle_tables(self, statuses: Sequence[Status], before_ms: int, limit: int) -> list[str]:
        """Tables of a status whose last event and visit are older than a time, oldest first."""
        used = sorted(
            (max(known.last_ms, known.visited_ms), table)
            for table, known in self._tables.items()
            if known.status in statuses
        )
        return [table for at_ms, table in used if at_ms < before_ms][:limit]

    async def newest_ms(self) -> int | None:
        """The time of the newest event of all tables."""
        return max((known.last_ms for known in self._tables.values()), default=None)

    async def table_ids(self, after: str, limit: int) -> list[str]:
        """Ids of tables in their order, those after one."""
        return sorted(table for table in self._tables if table > after)[:limit]

    async def forget(self, tables: Sequence[str]) -> int:
        """Delete tables with all that is kept of them."""
        async with self._turn:
            known = [table for table in tables if table in self._tables]
            gone = {name for table in known for name in self._names(table)}
            if known:
                await self._commit(Change(gone=gone))
            for table in known:
                self._codes.pop(self._tables.pop(table).code, None)
                self._events.pop(table, None)
                self._drafts.pop(table, None)
            return len(known)

    def _names(self, table: str) -> list[str]:
        """The names of all rows about a table."""
        events = [_event_name(table, event.seq) for event in self._events.get(table, ())]
        drafts = [f"{DRAFT}{table}/{seat}" for seat in self._drafts.get(table, ())]
        return [TABLE + table, *events, *drafts]

    async def rewrite(self, table: str, previous_head: str, events: Sequence[StoredEvent]) -> bool:
        """Replace a table's whole log, and drop its drafts; False if it has moved on."""
        async with self._turn:
            known = self._tables.get(table)
            if known is None or (known.head_hash, known.head) != (previous_head, events[-1].seq):
                return False
            fresh = replace(known, head_hash=events[-1].hash)
            drafts = {f"{DRAFT}{table}/{seat}" for seat in self._drafts.get(table, ())}
            await self._commit(Change({TABLE + table: fresh.row(), **_event_rows(table, events)}, drafts))
            self._put(table, fresh)
            self._events[table] = list(events)
            self._drafts.pop(table, None)
            return True

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The last sequence number of each of these tables; unknown ones are left out."""
        return {table: self._tables[table].head for table in tables if table in self._tables}

    async def note(self, name: str, value: str) -> str:
        """Keep a note, durably, unless its name is taken; the value that is stored."""
        async with self._turn:
            if name not in self._notes:
                await self._commit(Change({NOTE + name: value}))
                self._notes[name] = value
            return self._notes[name]

    async def drop_notes(self, names: Sequence[str]) -> None:
        """Delete notes."""
        async with self._turn:
            known = [name for name in names if name in self._notes]
            if known:
                await self._commit(Change(gone={NOTE + name for name in known}))
            for name in known:
                del self._notes[name]

    async def notes(self, prefix: str) -> dict[str, str]:
        """All notes whose names begin with a prefix, by name."""
        return {name: value for name, value in sorted(self._notes.items()) if name.startswith(prefix)}

    async def ping(self) -> None:
        """Return if the journal can be written; raises StoreDown if not."""
        async with self._turn:
            await self._commit(Change())

    async def close(self) -> None:
        """Finish what is under way; then nothing is answered any more."""
        async with self._turn:
            self._is_open = False

    def _check_open(self) -> None:
        if not self._is_open:
            raise StoreDown("closed")


def _event_name(table: str, seq: int) -> str:
    return f"{EVENT}{table}/{seq:0{SEQ_DIGITS}}"  # in the order of names, events are in theirs


def _event_rows(table: str, events: Sequence[StoredEvent]) -> dict[str, str]:
    return {
        _event_name(table, event.seq): json.dumps([event.at_ms, event.body, event.hash, event.command])
        for event in events
    }


def _read_known(text: str) -> _Known:
    values: list[Any] = json.loads(text)
    code, status, head, head_hash, last_ms, secrets, visited_ms = values
    own = {int(seat): key for seat, key in secrets.items()}
    return _Known(code, status_of(status), head, head_hash, last_ms, own, visited_ms)
