"""What a host needs beside a store: dice, and worker processes for slow jobs."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol

from tumbletrip.tables.play import NeedDice
from tumbletrip.tables.table import Table


class JobFailed(Exception):
    """A job raised, timed out, was refused by a full queue, or its process died."""


class Urgency(IntEnum):
    """Kinds of jobs in the order in which they run: a hand waits for a flick, nobody for an analysis."""

    FLICK = 0
    BOT = 1
    READING = 2  # a file that somebody sent
    PRINT = 3
    ANALYSIS = 4


@dataclass(frozen=True, slots=True)
class Ticket:
    """A job's place in the queue: how urgent it is, and whose share it is taken from.

    That is an address, or the id of a table at which nobody has done anything since the server started.
    """

    urgency: Urgency
    address: str


HOUSE = Ticket(Urgency.BOT, "")  # jobs of the server itself, such as the puzzle of the day


class RunJob(Protocol):
    """Runs module-level functions in worker processes: bots, physics, analyses."""

    def __call__(
        self, job: Callable[..., Any], /, *values: Any, seconds: float, ticket: Ticket = HOUSE
    ) -> Awaitable[Any]:
        """The job's result; raises JobFailed if it runs for longer than `seconds`, or may not even wait."""


class Chance(Protocol):
    """A source of fair dice."""

    def roll(
        self, table_id: str, table: Table, need: NeedDice
    ) -> tuple[int, ...] | Awaitable[tuple[int, ...]]:
        """The faces (1 to 6) that a table needs, or an awaitable of them."""
