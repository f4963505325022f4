"""The effects that the core returns, to be carried out in order by its caller.

Named tuples: several are made for every move, and a frozen dataclass takes three times as long to make.
"""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from tumbletrip.core.refusals import Refusal
from tumbletrip.host.core.log import Pushed, Update
from tumbletrip.tables.deciding import Command
from tumbletrip.tables.play import Draft, Need
from tumbletrip.tables.table import Table


class Now(NamedTuple):
    """The current time, passed in by the caller."""

    seconds: float  # of a monotonic clock
    ms: int  # since 1970, for event timestamps


@dataclass(frozen=True, slots=True)
class Accepted:
    """A command was accepted; its first event has this sequence number."""

    seq: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A command was refused for a reason; `head` is the table's last sequence number."""

    reason: Refusal
    head: int


Reply: TypeAlias = Accepted | Refused


class Store(NamedTuple):
    """Make events durable, then call `Lane.stored` with the result."""

    pushed: Pushed


class CatchUp(NamedTuple):
    """Read the events after the durable head, then call `Lane.caught_up` or `Lane.store_unreadable`."""

    pushed: Pushed
    is_stored: bool  # whether the events of `pushed` are certainly among them


class Ask(NamedTuple):
    """Ask chance or a worker process, then call `Lane.answered` or `Lane.unanswered`."""

    command: str
    table: Table  # at which the question was asked
    need: Need
    wanted: Command | None = None  # that it is for


class Answer(NamedTuple):
    """Send the one answer to a command."""

    command: str
    reply: Reply


class Show(NamedTuple):
    """Show watchers newly durable events, or a new draft."""

    update: Update


class KeepDraft(NamedTuple):
    """Store a seat's latest draft, for when the table is loaded again."""

    seat: int
    round: int
    draft: Draft


class Moved(NamedTuple):
    """The table changed; `has_new_status` if it began or ended, which lists and listeners need to know."""

    has_new_status: bool


class Failed(NamedTuple):
    """A bug in deciding a command, to be logged; the sender is answered with a refusal to retry."""

    command: str
    error: Exception


class Think(NamedTuple):
    """Let a bot decide for a seat after a delay, then call `Turns.rested`."""

    seat: int
    decision: int
    after_seconds: float


class Hurry(NamedTuple):
    """Let a stand-in decide for a seat if its decision is still open after this time."""

    seat: int
    decision: int
    after_seconds: float


Effect: TypeAlias = Store | CatchUp | Ask | Answer | Show | KeepDraft | Moved | Failed | Think | Hurry
Effects: TypeAlias = list[Effect]
