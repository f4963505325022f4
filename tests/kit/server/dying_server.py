"""A server that dies of SIGKILL at the very moments of a draw: after each thing is stored or heard, once.

python -m tests.kit.server.dying_server serve …, with the folder that remembers its deaths in DEATHS
"""

import json
import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, cast
from unittest.mock import patch

from tumbletrip.cli.main import run
from tumbletrip.host.core.live import LiveTable
from tumbletrip.host.draws.fair_draws import FairDraws
from tumbletrip.storage.opening import open_store
from tumbletrip.tables.ports import Append, Appended, EventStore

LINK: Final = "link"
MOMENTS: Final = ("sealed", "draw_requested", LINK, "played")


class DyingStore:
    """A store whose process dies after something of a draw was stored, before anybody hears of it."""

    def __init__(self, inner: EventStore) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    async def append(self, batch: Sequence[Append]) -> list[Appended]:
        """Store, and perhaps die."""
        done = await self._inner.append(batch)
        for append in batch:
            for event in append.events:
                die_once(json.loads(event.body)["kind"])
        return done


def die_once(moment: str) -> None:
    """End this process and its children without a word, unless that happened at this moment before."""
    mark = Path(os.environ["DEATHS"]) / moment
    if moment in MOMENTS and not mark.exists():
        mark.touch()
        os.killpg(0, signal.SIGKILL)


async def open_dying_store(url: str, worker_folder: Path | None = None) -> EventStore:
    """The store that a URL names, in a process that dies."""
    return cast(EventStore, DyingStore(await open_store(url, worker_folder)))


class DyingDraws(FairDraws):
    """Dies when it has heard the first link."""

    def give(self, live: LiveTable, seat: int, number: int, link: str) -> bool:
        given = super().give(live, seat, number, link)
        die_once(LINK)
        return given


if __name__ == "__main__":
    with (
        patch("tumbletrip.server.running.open_store", open_dying_store),
        patch("tumbletrip.host.effect_runner.FairDraws", DyingDraws),
    ):
        run()
