"""The server on top of uvicorn's protocols: guarded connections, direct calls, sockets handed over."""

import os
import socket
from collections.abc import Callable
from functools import partial

import uvicorn

from tumbletrip.server.app import Application
from tumbletrip.server.settings import Settings
from tumbletrip.server.transport.guarded_http import ConnectionGuard, GuardedHttpProtocol
from tumbletrip.server.transport.socket_handover import Handover, HandoverServer, RoutedSocketProtocol
from tumbletrip.server.transport.socket_transport import DirectSocketProtocol
from tumbletrip.server.transport.ways_in import server_config
from tumbletrip.server.transport.worker_place import WorkerPlace


def direct_server(
    settings: Settings, make_application: Callable[..., Application], place: WorkerPlace | None
) -> uvicorn.Server:
    """The server of one process; on Windows, which cannot pass sockets, each worker keeps its own."""
    guard = ConnectionGuard(settings.limits, os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"))
    http = partial(GuardedHttpProtocol, guard)
    if place is None or not hasattr(socket, "send_fds"):
        return uvicorn.Server(server_config(settings, make_application(), http=http, ws=DirectSocketProtocol))
    handover = Handover(place)
    ws = partial(RoutedSocketProtocol, handover)
    return HandoverServer(server_config(settings, make_application(place.owns), http=http, ws=ws), handover)
