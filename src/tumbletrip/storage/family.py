"""The embedded store for a family of server processes: one SQLite file, and letters between those who use it.

No process owns a table. A transaction begins when nobody else writes, so what it looks up stays true until
its commit; what another process stored before is seen by the heads, as on PostgreSQL.
"""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from tumbletrip.storage.hearing import Heads, notices, spoken
from tumbletrip.storage.membership import Membership
from tumbletrip.storage.post import HEADS, WORDS, Post
from tumbletrip.storage.sqlite import SqliteStore
from tumbletrip.tables.ports import Append, Appended


class FamilyStore(SqliteStore):
    """Tables in one file, for one process of a family."""

    def __init__(self, path: Path, membership: Membership, folder: Path) -> None:
        """Open a file that has the newest schema; the family's letterboxes are in the folder."""
        super().__init__(path, membership, turn=membership)
        self._post = Post(folder)

    async def append(self, batch: Sequence[Append]) -> list[Appended]:
        """Add events to several tables in one commit, and wake the others for those that were stored."""
        answers = await super().append(batch)
        stored = zip(batch, answers, strict=True)
        heads = {
            append.table: append.events[-1].seq for append, answer in stored if answer is Appended.STORED
        }
        self._post.send(HEADS, notices(self._post.name, heads))
        return answers

    def changes(self) -> AsyncIterator[Heads]:
        """Tables that other processes appended to, with their new heads."""
        return self._post.heads()

    async def tell(self, words: Sequence[str]) -> None:
        """Tell the other processes something that is not kept."""
        self._post.send(WORDS, spoken(self._post.name, words))

    def hear(self) -> AsyncIterator[tuple[str, str]]:
        """What other processes told."""
        return self._post.words()

    async def close(self) -> None:
        """Finish what is under way and let go of the file."""
        await super().close()
        self._post.close()
