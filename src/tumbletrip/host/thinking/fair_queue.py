"""The order in which waiting jobs run: urgent kinds first, and every address in turn (F37)."""

from collections import OrderedDict
from typing import Final, Generic, TypeVar

from tumbletrip.host.ports import Ticket, Urgency

OUT_OF_ORDER_EVERY: Final = 4  # one start in so many goes to the address that waits longest, whatever its job

Job = TypeVar("Job")


class QueueFull(Exception):
    """Too many jobs wait, of all addresses or of this one."""


class FairQueue(Generic[Job]):
    """Waiting jobs of many addresses, none of which can push out the others or keep its place for ever.

    More urgent jobs come first, and among equally urgent ones those of the address that was served longest
    ago. A flood of urgent jobs would still stop all others, so now and then urgency does not count.
    """

    def __init__(self, most: int, most_each: int) -> None:
        """An empty queue for `most` jobs, of which one address may have `most_each`."""
        self._most = most
        self._most_each = most_each
        self._taken = 0
        # By address, the one served longest ago first; each has its jobs in the order they came.
        self._waiting: OrderedDict[str, list[tuple[Urgency, Job]]] = OrderedDict()

    def __len__(self) -> int:
        """How many jobs wait."""
        return sum(map(len, self._waiting.values()))

    def add(self, job: Job, ticket: Ticket) -> None:
        """Let a job wait; raises QueueFull."""
        if len(self) >= self._most or len(self._waiting.get(ticket.address, ())) >= self._most_each:
            raise QueueFull
        self._waiting.setdefault(ticket.address, []).append((ticket.urgency, job))

    def take(self, least_urgent: Urgency = Urgency.ANALYSIS) -> tuple[Urgency, Job] | None:
        """The next job that is at least this urgent, which no longer waits; None if there is none."""
        fronts = [(address, _front(jobs)) for address, jobs in self._waiting.items()]
        fronts = [front for front in fronts if front[1][0] <= least_urgent]
        if not fronts:
            return None
        self._taken += 1
        is_out_of_order = self._taken % OUT_OF_ORDER_EVERY == 0
        address, found = fronts[0] if is_out_of_order else min(fronts, key=lambda front: front[1][0])
        self._drop(address, found)
        if address in self._waiting:
            self._waiting.move_to_end(address)
        return found

    def remove(self, job: Job) -> None:
        """Forget a job that nobody waits for any more, if it still waits."""
        for address, jobs in self._waiting.items():
            for waiting in jobs:
                if waiting[1] is job:
                    self._drop(address, waiting)
                    return

    def clear(self) -> list[Job]:
        """Forget all jobs; returns them."""
        dropped = [job for jobs in self._waiting.values() for _, job in jobs]
        self._waiting.clear()
        return dropped

    def _drop(self, address: str, waiting: tuple[Urgency, Job]) -> None:
        self._waiting[address].remove(waiting)
        if not self._waiting[address]:
            del self._waiting[address]


def _front(jobs: list[tuple[Urgency, Job]]) -> tuple[Urgency, Job]:
    """The first of the most urgent jobs."""
    return min(jobs, key=lambda waiting: waiting[0])
