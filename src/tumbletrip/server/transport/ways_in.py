"""Two ways in: on top of uvicorn's protocols, or plain ASGI where uvicorn is not as we know it.

The first has deadlines for half-sent requests and stalled readers, hands sockets to the worker of their table
and passes texts by direct calls. The second needs none of uvicorn's insides, and serves the same tables.
"""

from collections.abc import Callable
from importlib import import_module
from inspect import isfunction
from typing import Any, Final

import structlog
import uvicorn

from tumbletrip.server.app import Application
from tumbletrip.server.settings import Settings
from tumbletrip.server.transport.worker_place import WorkerPlace

PING_SECONDS: Final = 20.0
SHUTDOWN_SECONDS: Final = 5

# What the first way builds on: methods that it overrides or calls, and fields that it reads.
EXPECTED: Final[dict[str, str]] = {
    "uvicorn.protocols.http.httptools_impl:HttpToolsProtocol": (
        "client connections cycle loop transport connection_made connection_lost data_received "
        "handle_websocket_upgrade on_headers_complete on_message_complete on_response_complete "
        "pause_writing resume_writing"
    ),
    "uvicorn.protocols.http.httptools_impl:RequestResponseCycle": "response_complete on_response",
    "uvicorn.protocols.websockets.websockets_sansio_impl:WebSocketsSansIOProtocol": (
        "close_sent conn curr_msg_data_type frames handshake_initiated queue read_paused scope transport "
        "writable connection_made data_received handle_ping handle_pong resume_writing run_asgi "
        "send_receive_event_to_app"
    ),
    "uvicorn.server:Server": "config lifespan server_state shutdown startup",
    "websockets.frames:Frame": "data",
    "websockets.protocol:State": "OPEN",
}

log = structlog.get_logger(__name__)


def make_server(
    settings: Settings, make_application: Callable[..., Application], place: WorkerPlace | None
) -> uvicorn.Server:
    """The server of one process: the first way in, or the second with a line in the log."""
    missing = missing_inside()
    if missing:
        log.warning("plain_asgi", missing=missing, uvicorn=uvicorn.__version__)
        return uvicorn.Server(server_config(settings, make_application()))
    from tumbletrip.server.transport.direct import direct_server

    return direct_server(settings, make_application, place)


def missing_inside() -> str | None:
    """The first thing that uvicorn or websockets should have inside and has not."""
    for place, names in EXPECTED.items():
        module, _, name = place.partition(":")
        try:
            found = _names_in(getattr(import_module(module), name))
        except (ImportError, AttributeError):
            return place
        for expected in names.split():
            if expected not in found:
                return f"{place}.{expected}"
    return None


def _names_in(kind: type) -> set[str]:
    """The names of a class, and those that its functions speak of: fields are made there."""
    functions = [part for each in kind.__mro__ for part in vars(each).values() if isfunction(part)]
    return set(dir(kind)).union(*(function.__code__.co_names for function in functions))


def server_config(settings: Settings, application: Application, **protocols: Any) -> uvicorn.Config:
    """Uvicorn's configuration: WebSockets without compression, a frame size limit (F6), no access log."""
    return uvicorn.Config(
        application,
        ws_max_size=settings.limits.frame_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        access_log=False,  # paths contain table ids
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        lifespan="on",
        **protocols,
    )
