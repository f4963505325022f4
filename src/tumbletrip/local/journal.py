"""What the device keeps tables in: named rows of text, written all or none."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

FORM: Final = 1  # of the rows; a journal of a newer program is left alone
FORM_NAME: Final = "form"


class JournalFull(Exception):
    """The device has no room for more."""


class JournalLost(Exception):
    """The device does not keep what it was given; perhaps its storage was cleared meanwhile."""


class NewerJournal(Exception):
    """A newer version of the program wrote this journal."""


class Journal(Protocol):
    """Rows by name. What `write` has returned from survives a flat battery."""

    async def read(self) -> Mapping[str, str]:
        """All rows."""

    async def write(self, rows: Mapping[str, str], gone: Collection[str]) -> None:
        """Put rows and remove others, all or none; raises JournalFull or JournalLost."""


@dataclass(slots=True)
class Change:
    """Rows to put and to remove in one go."""

    rows: dict[str, str] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
