"""Starting servers: one process, or several on one database and one port; logs as structured lines."""

import asyncio
import gc
import logging
import multiprocessing
import signal
import socket
import sys
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import FrameType
from typing import cast

import structlog
import uvicorn

from tumbletrip.core.errors import InputError, problem
from tumbletrip.server.app import Application
from tumbletrip.server.lines import LineProtocol
from tumbletrip.server.settings import Settings
from tumbletrip.server.siblings import Place, RoutedLine, Siblings, SiblingServer
from tumbletrip.storage.opening import family_at, may_be_shared, open_store
from tumbletrip.tables.ports import EventStore

PING_SECONDS = 20.0
GOODBYE_SECONDS = 5
RESTART_SECONDS = 1.0
SEND_BUFFER_BYTES = 128 * 1024

log = structlog.get_logger(__name__)


def run_servers(settings: Settings, host: str, port: int, processes: int) -> None:
    """Serve until told to stop; several processes share one database."""
    if processes > 1 and not may_be_shared(settings.database):
        raise InputError(problem("serve.one_process"))
    listening = _listen(host, port)
    if processes == 1:
        run_server(settings, listening)
    else:
        with family_at(settings.database) as folder:
            _Family(settings, listening, folder).run(processes)


def _listen(host: str, port: int) -> socket.socket:
    try:
        listening = socket.create_server((host, port), backlog=2048)
    except OSError as error:
        raise InputError(
            problem("serve.port", host=host, port=port, reason=error.strerror or error)
        ) from error
    # Sockets inherit it: what the system holds for a reader who stalls is bounded too (F5).
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
    listening.setblocking(False)
    return listening


def run_server(settings: Settings, listening: socket.socket, place: Place | None = None) -> None:
    """One server process, alone or in its place among several; raises InputError without its database."""
    set_up_logs()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(settings, listening, place))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The fast event loop where there is one."""
    if sys.platform == "win32":
        return None
    import uvloop

    return uvloop.new_event_loop


def _collect_less_often() -> None:
    """Tables make many objects and few cycles: looking through all of them is seldom worth its time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


async def _serve(settings: Settings, listening: socket.socket, place: Place | None) -> None:
    store = await open_store(settings.database, place.folder if place else None)
    _collect_less_often()
    server = _server(settings, store, place)
    _end_with_parent(server)
    try:
        await server.serve(sockets=[listening])
    finally:
        await store.close()


def _end_with_parent(server: uvicorn.Server) -> None:
    """Stop when the parent of our family was killed: a new one could not use our database beside us."""
    parent = multiprocessing.parent_process()
    if parent and sys.platform != "win32":
        loop = asyncio.get_running_loop()

        def stop() -> None:
            loop.remove_reader(parent.sentinel)
            server.should_exit = True

        loop.add_reader(parent.sentinel, stop)


def _server(settings: Settings, store: EventStore, place: Place | None) -> uvicorn.Server:
    """Where descriptors cannot be handed over (Windows), sockets are served where they come."""
    if place is None or not hasattr(socket, "send_fds"):
        return uvicorn.Server(server_config(settings, Application(settings, store), LineProtocol))
    siblings = Siblings(place)
    line = cast(type[asyncio.Protocol], partial(RoutedLine, siblings))  # uvicorn only calls it
    return SiblingServer(server_config(settings, Application(settings, store, place.owns), line), siblings)


def server_config(
    settings: Settings, application: Application, line: type[asyncio.Protocol]
) -> uvicorn.Config:
    """Uvicorn as we want it: sockets without compression, small frames only (F6), no list of visits."""
    return uvicorn.Config(
        application,
        http="httptools",
        ws=line,
        ws_max_size=settings.limits.frame_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        access_log=False,  # paths hold the ids of tables
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
        lifespan="on",
    )


class _Family:
    """Several server processes on one listening socket; one that dies is replaced."""

    def __init__(self, settings: Settings, listening: socket.socket, folder: Path) -> None:
        self._settings = settings
        self._listening = listening
        self._folder = folder
        self._stopping = False

    def run(self, processes: int) -> None:
        """Keep the processes alive until told to stop."""
        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, self._stop)
        process_kind = _process_kind()
        children: dict[int, BaseProcess] = {}
        while not self._stopping:
            for number in range(processes):
                if number not in children or not children[number].is_alive():
                    place = Place(number, processes, self._folder)
                    children[number] = process_kind(target=self._work, args=(place,))
                    children[number].start()
            time.sleep(RESTART_SECONDS)
        for process in children.values():
            process.terminate()
        for process in children.values():
            process.join()

    def _work(self, place: Place) -> None:
        """The life of one of the processes, which may be told to stop before it has begun."""
        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, signal.SIG_DFL)
        if self._stopping:
            return
        try:
            run_server(self._settings, self._listening, place)
        except InputError as error:  # its database was there when the family began; the next heir may find it
            log.error("worker_without_database", worker=place.number, reason=error.sentence())

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping = True


def _process_kind() -> Callable[..., BaseProcess]:
    """Processes that share the memory of what their parent imported, where that is safe."""
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn").Process
    gc.collect()
    gc.freeze()  # what is not looked through is not copied
    return multiprocessing.get_context("fork").Process


def set_up_logs() -> None:
    """JSON lines on standard error, ours and the libraries' alike."""
    shared: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.JSONRenderer(),
    ]
    structlog.configure(
        processors=shared,
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
    )
    library_logs = logging.StreamHandler(sys.stderr)
    library_logs.setFormatter(structlog.stdlib.ProcessorFormatter(processors=[_plain, *shared]))
    logging.basicConfig(level=logging.WARNING, handlers=[library_logs], force=True)


def _plain(_logger: object, _name: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """A library's log line without what structlog keeps beside it."""
    event.pop("_record", None)
    event.pop("_from_structlog", None)
    return event
