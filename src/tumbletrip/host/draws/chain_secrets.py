"""The secrets of the server's chains: one for each table, kept while it is played and then deleted."""

import secrets
from typing import Final

from tumbletrip.fairness.chains import LINK_BYTES
from tumbletrip.tables.ports import EventStore

NOTES: Final = "fair/secret/"
AFTER_ALL: Final = 2**31 - 1  # after the last event of any table: only its status is asked for


class ChainSecrets:
    """Keeps a secret in the store for each table whose dice are drawn from chains."""

    def __init__(self, store: EventStore) -> None:
        """All processes that share the store share its secrets."""
        self._store = store

    async def of(self, table: str) -> bytes:
        """The secret of a table, made when it is first asked for; raises StoreDown."""
        return bytes.fromhex(await self._store.note(NOTES + table, secrets.token_hex(LINK_BYTES)))

    async def drop(self, table: str) -> None:
        """Delete the secret of a table that has ended: the links it used stand in its events."""
        await self._store.drop_notes([NOTES + table])

    async def drop_ended(self) -> None:
        """Delete what a crash left behind: secrets of tables that have ended or are forgotten."""
        left = [name for name in await self._store.notes(NOTES) if await self._has_ended(name)]
        if left:
            await self._store.drop_notes(left)

    async def _has_ended(self, name: str) -> bool:
        stored = await self._store.load(name.removeprefix(NOTES), AFTER_ALL)
        return stored is None or stored.status.has_ended
