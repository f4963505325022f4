"""The embedded store for several worker processes of one server: one SQLite file, datagrams between them.

No process owns a table. A transaction begins when nobody else writes, so what it looks up stays true until
its commit; that another process stored something before is seen by the heads, as on PostgreSQL.
"""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from tumbletrip.storage.peers.datagrams import HEADS, WORDS, PeerSockets
from tumbletrip.storage.peers.peer_messages import Heads, head_messages, word_messages
from tumbletrip.storage.sqlite.store import SqliteStore
from tumbletrip.storage.sqlite.write_turns import WriteTurns
from tumbletrip.tables.ports import Append, Appended


class SharedSqliteStore(SqliteStore):
    """Tables in one file, as one of several worker processes uses it."""

    def __init__(self, path: Path, turns: WriteTurns, folder: Path) -> None:
        """Open a file that has the newest schema; the workers' sockets are in the folder."""
        super().__init__(path, turns, turn=turns)
        self._peers = PeerSockets(folder)

    async def append(self, batch: Sequence[Append]) -> list[Appended]:
        """Add events to several tables in one commit, and tell the other workers their new heads."""
        answers = await super().append(batch)
        stored = zip(batch, answers, strict=True)
        heads = {
            append.table: append.events[-1].seq for append, answer in stored if answer is Appended.STORED
        }
        self._peers.send(HEADS, head_messages(self._peers.name, heads))
        return answers

    def changes(self) -> AsyncIterator[Heads]:
        """Tables that other workers appended to, with their new heads."""
        return self._peers.heads()

    async def tell(self, words: Sequence[str]) -> None:
        """Send words that are not kept to the other workers."""
        self._peers.send(WORDS, word_messages(self._peers.name, words))

    def hear(self) -> AsyncIterator[tuple[str, str]]:
        """Words of the other workers, with their senders."""
        return self._peers.words()

    async def close(self) -> None:
        """Finish what is under way, then close the file and the sockets."""
        await super().close()
        self._peers.close()
