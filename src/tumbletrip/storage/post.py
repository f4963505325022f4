"""How the processes of one family wake each other and talk: letters between letterboxes in a folder.

Letterboxes are Unix sockets. Each listener has its own, so whoever comes new is found; the box of one that
was killed is taken away by the next sender. A letter is a hint and may be lost; who needs certainty asks for
the heads.
"""

import asyncio
import contextlib
import errno
import itertools
import os
import secrets
import socket
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from contextlib import aclosing
from pathlib import Path

from tumbletrip.storage.hearing import Heads, HeadsInbox, Inbox, News, WordsInbox

HEADS, WORDS = "heads", "words"
_FULL = {errno.EAGAIN, errno.ENOBUFS}  # Linux lets ten letters wait in a box, so a busy reader's is soon full
_AGAIN_SECONDS = 0.01
_MAX_UNSENT = 200  # letters for one box that stays full; older ones are dropped
_BUFFER_BYTES = 256 * 1024
_LARGEST_LETTER = 64 * 1024


class Post:
    """What one process sends to the others of its family, and gets from them."""

    def __init__(self, folder: Path) -> None:
        """Use the letterboxes in a folder."""
        self.name = secrets.token_hex(4)  # short: the paths of sockets have little room
        self._folder = folder
        self._numbers = itertools.count()
        self._unsent: dict[str, deque[bytes]] = {}
        self._again: asyncio.TimerHandle | None = None
        self._sending = _unix_socket()

    def send(self, channel: str, pieces: Sequence[str]) -> None:
        """Put pieces into the letterboxes of all others, now or as soon as there is room."""
        letters = [piece.encode() for piece in pieces]
        for box in self._boxes_of_others(channel) if letters else ():
            self._unsent.setdefault(box, deque(maxlen=_MAX_UNSENT)).extend(letters)
        if self._unsent:
            self._deliver()

    def _boxes_of_others(self, channel: str) -> list[str]:
        own = f"{channel}-{self.name}-"
        try:
            with os.scandir(self._folder) as boxes:
                names = {box.name: box.path for box in boxes if box.name.startswith(f"{channel}-")}
        except FileNotFoundError:  # the family has left
            return []
        return [path for name, path in names.items() if not name.startswith(own)]

    def _deliver(self) -> None:
        self._unsent = {box: letters for box, letters in self._unsent.items() if self._is_full(box, letters)}
        if self._again:
            self._again.cancel()
        later = asyncio.get_running_loop().call_later
        self._again = later(_AGAIN_SECONDS, self._deliver) if self._unsent else None

    def _is_full(self, box: str, letters: deque[bytes]) -> bool:
        """Put letters into a box; whether some must wait. One that cannot be sent is lost: hints may be."""
        try:
            while letters:
                self._sending.sendto(letters[0], box)
                letters.popleft()
        except ConnectionRefusedError:  # its reader was killed
            Path(box).unlink(missing_ok=True)
        except OSError as error:
            return error.errno in _FULL
        return False

    def heads(self) -> AsyncIterator[Heads]:
        """New heads from other processes, for ever."""
        return self._listen(HEADS, HeadsInbox(self.name))

    async def words(self) -> AsyncIterator[tuple[str, str]]:
        """What other processes say, for ever."""
        async with aclosing(self._listen(WORDS, WordsInbox(self.name))) as heard:
            async for words in heard:
                for word in words:
                    yield word

    async def _listen(self, channel: str, inbox: Inbox[News]) -> AsyncGenerator[News, None]:
        loop = asyncio.get_running_loop()
        with _letterbox(self._folder / f"{channel}-{self.name}-{next(self._numbers)}") as box:
            loop.add_reader(box, _empty, box, inbox)
            try:
                while True:
                    if await inbox.wait():
                        yield inbox.take()
            finally:
                loop.remove_reader(box)

    def close(self) -> None:
        """Send nothing more."""
        if self._again:
            self._again.cancel()
        self._sending.close()


def _unix_socket() -> socket.socket:
    opened = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    opened.setblocking(False)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER_BYTES)  # elsewhere than on Linux: 2 KB
    return opened


@contextlib.contextmanager
def _letterbox(path: Path) -> Iterator[socket.socket]:
    """A socket that others find in the folder, until we leave."""
    box = _unix_socket()
    try:
        box.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _BUFFER_BYTES)
        box.bind(str(path))
        yield box
    finally:
        path.unlink(missing_ok=True)
        box.close()


def _empty(box: socket.socket, inbox: Inbox[News]) -> None:
    """Take all letters out of a box."""
    with contextlib.suppress(BlockingIOError):
        while True:
            inbox.receive(box.recv(_LARGEST_LETTER))
