"""What answers are given with: a host, and who reads a stranger's words."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from tumbletrip.answers.analysis_desk import AnalysisDesk
from tumbletrip.answers.refusing import UNAVAILABLE, Refuse
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.host.core.effects import Reply
from tumbletrip.host.host import Host
from tumbletrip.host.ports import JobFailed, RunJob
from tumbletrip.host.records import read_beside
from tumbletrip.tables.table import Table

MaySee: TypeAlias = Callable[[Table, str | None], Awaitable[bool]]  # a table, and the device that asks


async def all_may_see(_table: Table, _device: str | None) -> bool:
    """Whoever has a link may look."""
    return True


@dataclass(frozen=True, slots=True)
class Desk:
    """One for all requests of a process, or of a page."""

    host: Host
    read: RunJob  # where a stranger's words are read
    find_edition: Callable[[str], Edition]  # raises InputError
    analyses: AnalysisDesk
    may_see: MaySee = all_may_see
    on_answer: Callable[[Reply], None] = lambda _: None  # hears how commands were answered

    async def read_beside(self, address: str, job: Callable[..., Any], *values: Any) -> Any:
        """What a job makes of a stranger's words; raises InputError, refuses with 503 what takes too long."""
        try:
            return await read_beside(self.read, address, job, *values)
        except JobFailed:
            raise Refuse(UNAVAILABLE, "http/busy") from None
