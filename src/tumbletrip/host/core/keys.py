"""Which secrets open which seats of a table.

A key is the hash of a secret. It stands in the event by which a player sat down or replaced it. The keys of
seats filled when the table was opened are in the store, and are valid until the seat changes hands.
"""

import hmac
from collections.abc import Collection

from tumbletrip.host.core.log import Shown
from tumbletrip.tables.seats import Occupant
from tumbletrip.tables.table import Table

# Logs of version 0.1 have the key of a seat in the id of the command that took or changed it.
_OLD_COMMANDS = {"sat": "sit:", "rekeyed": "key:"}


class SeatKeys:
    """The keys of seats that changed hands; an empty key opens for nobody."""

    def __init__(self) -> None:
        """No seat has changed hands."""
        self._by_seat: dict[int, str] = {}

    def note(self, shown: Shown, after: Table) -> None:
        """Take in an event: a player who sits down brings a key; a seat left or given to a bot has none."""
        body = shown.body
        if body["kind"] in _OLD_COMMANDS:
            self._by_seat[body["seat"]] = body["key"] if "key" in body else _old_key(shown)
        elif "seat" in body and after.seats[body["seat"]].occupant is not Occupant.PERSON:
            self._by_seat[body["seat"]] = ""

    def opened_by(self, secret_hash: str, given: Collection[int] = ()) -> tuple[int, ...]:
        """The seats that a secret opens now: those `given` with the table, and those taken with it since."""
        taken = {seat for seat, key in self._by_seat.items() if hmac.compare_digest(key, secret_hash)}
        return tuple(sorted({seat for seat in given if seat not in self._by_seat} | taken))

    def changed(self) -> dict[int, str]:
        """The keys of all seats that have changed hands."""
        return dict(self._by_seat)


def _old_key(shown: Shown) -> str:
    head = f"{_OLD_COMMANDS[shown.body['kind']]}{shown.body['seat']}:"
    return (shown.command or "").removeprefix(head)
