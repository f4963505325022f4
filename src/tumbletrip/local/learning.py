"""What strong bots have learned on the boards of the package, fetched by a device when it is first needed."""

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, Protocol, TypeAlias

from tumbletrip.bots.dicetrip.learning.known_boards import OWN_FOLDER, champion_name, is_trained
from tumbletrip.dicetrip.editions import EDITION_NAMES, builtin_edition

ROOM: Final = Path("/tmp/champions")  # of a page's own file system, which lives as long as its Python


class PageBytes(Protocol):
    """Bytes of a page."""

    def to_bytes(self) -> bytes:
        """The same for Python."""


Fetch: TypeAlias = Callable[[str], Awaitable[PageBytes | None]]
Learn: TypeAlias = Callable[[str], Awaitable[bool]]  # whether bots know a board now


async def nothing_to_learn(edition: str) -> bool:
    """Where all that bots have learned lies beside the program."""
    return edition in EDITION_NAMES and is_trained(builtin_edition(edition))


class PageLearning:
    """Asks the page for what bots have learned, and lays it where they look for champions."""

    def __init__(self, fetch: Fetch, room: Path = ROOM) -> None:
        """`fetch` answers nothing without a connection."""
        self._fetch = fetch
        self._room = room
        os.environ[OWN_FOLDER] = str(room)

    async def __call__(self, edition: str) -> bool:
        """Whether bots know a board of the package now."""
        if edition not in EDITION_NAMES:
            return False
        board = builtin_edition(edition)
        if is_trained(board):
            return True
        learned = await self._fetch(edition)
        if learned is None:
            return False
        self._room.mkdir(parents=True, exist_ok=True)
        (self._room / f"{champion_name(board)}.steps").write_bytes(learned.to_bytes())
        return True
