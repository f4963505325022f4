"""Messages between the worker processes on one SQLite file: datagrams between Unix sockets in one folder.

Each listener binds a socket of its own in the folder, so senders find new workers by listing it; the socket
of a worker that was killed is removed by the next sender. A datagram is a hint and may be lost: whoever
needs certainty asks the store for the heads of its tables.
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

from tumbletrip.storage.peers.peer_messages import Heads, HeadsInbox, Inbox, Received, WordsInbox

HEADS, WORDS = "heads", "words"
_BUFFER_FULL = {errno.EAGAIN, errno.ENOBUFS}  # Linux queues ten datagrams: a busy reader's queue is soon full
_RETRY_SECONDS = 0.01
_MAX_QUEUED = 200  # datagrams for one peer whose buffer stays full; older ones are dropped
_BUFFER_BYTES = 256 * 1024
_MAX_DATAGRAM_BYTES = 64 * 1024


class PeerSockets:
    """Sends datagrams to the other workers of this server, and receives theirs."""

    def __init__(self, folder: Path) -> None:
        """Use the sockets in a folder that all workers know."""
        self.name = secrets.token_hex(4)  # short: the path of a Unix socket has about 100 bytes
        self._folder = folder
        self._numbers = itertools.count()
        self._queued: dict[str, deque[bytes]] = {}  # by the path of a peer's socket
        self._retry: asyncio.TimerHandle | None = None
        self._sending = _datagram_socket()

    def send(self, channel: str, messages: Sequence[str]) -> None:
        """Send messages to all peers that listen on a channel, now or as soon as their buffers have room."""
        datagrams = [message.encode() for message in messages]
        for peer in self._peers_on(channel) if datagrams else ():
            self._queued.setdefault(peer, deque(maxlen=_MAX_QUEUED)).extend(datagrams)
        if self._queued:
            self._send_all()

    def _peers_on(self, channel: str) -> list[str]:
        own = f"{channel}-{self.name}-"
        try:
            with os.scandir(self._folder) as entries:
                paths = {entry.name: entry.path for entry in entries if entry.name.startswith(f"{channel}-")}
        except FileNotFoundError:  # the server has stopped
            return []
        return [path for name, path in paths.items() if not name.startswith(own)]

    def _send_all(self) -> None:
        """Send what is queued for every peer; what finds a full buffer is tried again soon."""
        self._queued = {peer: queue for peer, queue in self._queued.items() if self._send_queued(peer, queue)}
        if self._retry:
            self._retry.cancel()
        later = asyncio.get_running_loop().call_later
        self._retry = later(_RETRY_SECONDS, self._send_all) if self._queued else None

    def _send_queued(self, peer: str, queue: deque[bytes]) -> bool:
        """Send a peer's queue; True if the peer's buffer is full. After other errors the rest is dropped."""
        try:
            while queue:
                self._sending.sendto(queue[0], peer)
                queue.popleft()
        except ConnectionRefusedError:  # the process that bound it was killed
            Path(peer).unlink(missing_ok=True)
        except OSError as error:
            return error.errno in _BUFFER_FULL
        return False

    def heads(self) -> AsyncIterator[Heads]:
        """New heads of tables from the other workers, for ever."""
        return self._listen(HEADS, HeadsInbox(self.name))

    async def words(self) -> AsyncIterator[tuple[str, str]]:
        """Words of the other workers with their senders, for ever."""
        async with aclosing(self._listen(WORDS, WordsInbox(self.name))) as received:
            async for words in received:
                for word in words:
                    yield word

    async def _listen(self, channel: str, inbox: Inbox[Received]) -> AsyncGenerator[Received, None]:
        loop = asyncio.get_running_loop()
        path = self._folder / f"{channel}-{self.name}-{next(self._numbers)}"
        with _bound_socket(path) as receiving:
            loop.add_reader(receiving, _receive_all, receiving, inbox)
            try:
                while True:
                    if await inbox.wait():
                        yield inbox.take()
            finally:
                loop.remove_reader(receiving)

    def close(self) -> None:
        """Send nothing more; what is still queued is dropped."""
        if self._retry:
            self._retry.cancel()
        self._sending.close()


def _datagram_socket() -> socket.socket:
    opened = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    opened.setblocking(False)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER_BYTES)  # elsewhere than on Linux: 2 KB
    return opened


@contextlib.contextmanager
def _bound_socket(path: Path) -> Iterator[socket.socket]:
    """A socket bound to a path, where peers find it; the path is removed at the end."""
    bound = _datagram_socket()
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _BUFFER_BYTES)
        bound.bind(str(path))
        yield bound
    finally:
        path.unlink(missing_ok=True)
        bound.close()


def _receive_all(receiving: socket.socket, inbox: Inbox[Received]) -> None:
    """Move every datagram that has arrived into an inbox."""
    with contextlib.suppress(BlockingIOError):
        while True:
            inbox.receive(receiving.recv(_MAX_DATAGRAM_BYTES))
