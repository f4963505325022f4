"""The seeds of bots' decisions: repeatable for the server, secret for all who could foresee a bot by them."""

import hashlib
import hmac
import secrets
from typing import Final

from tumbletrip.tables.ports import EventStore

SECRET: Final = "bots/secret"
SECRET_BYTES: Final = 32


class BotSeeds:
    """Seeds from a secret of the server, the same for all processes on one store."""

    def __init__(self, store: EventStore) -> None:
        """The secret is read, or made, when it is first needed: a note, as the daily secret is."""
        self._store = store
        self._secret = b""

    async def seed(self, decision: str) -> str:
        """The seed of one decision, which is named in public words; raises StoreDown."""
        if not self._secret:
            fresh = secrets.token_hex(SECRET_BYTES)
            self._secret = bytes.fromhex(await self._store.note(SECRET, fresh))
        return hmac.new(self._secret, decision.encode(), hashlib.sha256).hexdigest()
