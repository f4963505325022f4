"""HTTP connections with deadlines and a cap per address, on top of uvicorn's protocol (F41, F42).

Uvicorn waits for ever for the rest of a request, and for a reader who stopped reading. Applications are not
asked before a request's head is complete, so the deadlines have to be kept down here.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from typing import Any, cast

import structlog
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tumbletrip.server.guards.rates import network_of
from tumbletrip.server.settings import Limits

RESERVED_DESCRIPTORS = 128  # for the database, worker processes and files
NO_LIMIT = 1_000_000_000

log = structlog.get_logger(__name__)


class ConnectionGuard:
    """How many connections a process has, of each address; a proxy that is believed has no cap of its own."""

    def __init__(self, limits: Limits, proxies: str) -> None:
        """`proxies` as in FORWARDED_ALLOW_IPS: addresses and networks with commas between, or `*`."""
        self.limits = limits
        self._proxies = [word.strip() for word in proxies.split(",") if word.strip()]
        self._open: Counter[str] = Counter()
        self._most = most_connections()

    def admit(self, address: str, open_connections: int) -> bool:
        """Whether a new connection may stay; it counts until `leave`."""
        is_full = open_connections > self._most
        has_most = self._open[network_of(address)] >= self.limits.connections_each
        if is_full or (has_most and not self._is_proxy(address)):
            log.warning("connection_refused", reason="descriptors" if is_full else "address")
            return False
        self._open[network_of(address)] += 1
        return True

    def leave(self, address: str) -> None:
        """A connection of this address ended, or became a WebSocket, which has a limit of its own."""
        network = network_of(address)
        self._open[network] -= 1
        if not self._open[network]:
            del self._open[network]

    def _is_proxy(self, address: str) -> bool:
        return any(_is_within(address, proxy) for proxy in self._proxies)


def most_connections() -> int:
    """How many connections leave enough file descriptors for everything else."""
    try:
        import resource
    except ImportError:  # not on Windows
        return NO_LIMIT
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return NO_LIMIT if soft == resource.RLIM_INFINITY else max(1, soft - RESERVED_DESCRIPTORS)


def _is_within(address: str, proxy: str) -> bool:
    if proxy in ("*", address):
        return True
    try:
        return ip_address(address) in ip_network(proxy)
    except ValueError:  # a name, or no address at all
        return False


class _QuietTransport:
    """Drops what is written to a closed connection; otherwise the transport it wraps.

    Uvicorn marks only the last of several pipelined requests as disconnected, and the others go on writing.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self.wrapped = transport

    def write(self, data: bytes) -> None:
        if not self.wrapped.is_closing():
            self.wrapped.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.wrapped, name)


class GuardedHttpProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP protocol; what is half sent or not read is given up after a while."""

    def __init__(self, guard: ConnectionGuard, **of_uvicorn: Any) -> None:
        """A connection that is not made yet."""
        super().__init__(**of_uvicorn)
        self._guard = guard
        self._address: str | None = None  # None: not counted, or no longer
        self._request_deadline: asyncio.TimerHandle | None = None
        self._write_deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        """Take over a new connection, or refuse it."""
        super().connection_made(cast(asyncio.Transport, _QuietTransport(transport)))
        address = self.client[0] if self.client else "?"
        if self._guard.admit(address, len(self.connections)):
            self._address = address
            self._expect_request_within(self._guard.limits.head_seconds)
        else:
            self._refuse(b"503 Service Unavailable")

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._release()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Give the connection to the WebSocket protocol."""
        self._release()
        self.transport = cast(_QuietTransport, self.transport).wrapped  # the other protocol has its own ways
        super().handle_websocket_upgrade()

    def _release(self) -> None:
        self._cancel_request_deadline()
        self._cancel_write_deadline()
        if self._address is not None:
            self._guard.leave(self._address)
            self._address = None

    # Requests: a head, then a body, each with its deadline

    def data_received(self, data: bytes) -> None:
        """Read a part of a request; whatever is no complete head yet has a deadline."""
        super().data_received(data)
        if self._address is not None and self._is_idle() and not self.transport.is_closing():
            self._expect_request_within(self._guard.limits.head_seconds)

    def _is_idle(self) -> bool:
        """Whether no request is being read or answered."""
        is_answered = self.cycle is None or self.cycle.response_complete
        return is_answered and self._request_deadline is None

    def on_headers_complete(self) -> None:
        """The head is complete: the body has a deadline of its own."""
        self._cancel_request_deadline()
        self._expect_request_within(self._guard.limits.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is complete."""
        self._cancel_request_deadline()
        super().on_message_complete()

    def _expect_request_within(self, seconds: float) -> None:
        self._request_deadline = self.loop.call_later(seconds, self._give_up_request)

    def _cancel_request_deadline(self) -> None:
        if self._request_deadline:
            self._request_deadline.cancel()
            self._request_deadline = None

    def _give_up_request(self) -> None:
        self._request_deadline = None
        log.info("request_given_up")
        if self.cycle is None or self.cycle.response_complete:
            self._refuse(b"408 Request Timeout")
        else:
            self.transport.abort()

    def _refuse(self, status: bytes) -> None:
        self.transport.write(
            b"HTTP/1.1 " + status + b"\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n"
        )
        self.transport.close()

    # Responses: a reader must take something now and then

    def pause_writing(self) -> None:
        """The write buffer is full."""
        super().pause_writing()
        self._expect_reading()

    def resume_writing(self) -> None:
        """The write buffer has room again."""
        self._cancel_write_deadline()
        super().resume_writing()

    def on_response_complete(self) -> None:
        """A response is written, as far as the application is concerned."""
        super().on_response_complete()
        self._expect_reading()

    def _expect_reading(self) -> None:
        """Give the connection up unless some of what waits now is read in time."""
        waiting = self.transport.get_write_buffer_size()
        if waiting and not self._write_deadline:
            check: Callable[[int], None] = self._check_reading
            self._write_deadline = self.loop.call_later(self._guard.limits.write_seconds, check, waiting)

    def _check_reading(self, waited: int) -> None:
        self._write_deadline = None
        if self.transport.get_write_buffer_size() >= waited:
            log.info("reader_given_up")
            self.transport.abort()
        else:
            self._expect_reading()

    def _cancel_write_deadline(self) -> None:
        if self._write_deadline:
            self._write_deadline.cancel()
            self._write_deadline = None
