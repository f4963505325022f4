"""Start one server process, or several on one database and port; logs are JSON lines."""

import asyncio
import gc
import logging
import multiprocessing
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import FrameType

import structlog
import uvicorn

from tumbletrip.core.errors import InputError, problem
from tumbletrip.host.upkeep.memory import return_large_blocks
from tumbletrip.server.app import Application
from tumbletrip.server.settings import Settings
from tumbletrip.server.transport.ways_in import make_server
from tumbletrip.server.transport.worker_place import WorkerPlace
from tumbletrip.storage.opening import may_be_shared, open_store, shared_by_workers

RESTART_SECONDS = 1.0
SEND_BUFFER_BYTES = 128 * 1024

log = structlog.get_logger(__name__)


def run_servers(settings: Settings, host: str, port: int, processes: int) -> None:
    """Serve until a signal; raises InputError without port or database, or if it cannot be shared."""
    if processes > 1 and not may_be_shared(settings.database):
        raise InputError(problem("serve.one_process"))
    listening = _listen(host, port)
    if processes == 1:
        run_server(settings, listening)
    else:
        with shared_by_workers(settings.database) as folder:
            _WorkerProcesses(settings, listening, folder).run(processes)


def _listen(host: str, port: int) -> socket.socket:
    try:
        listening = socket.create_server((host, port), backlog=2048)
    except OSError as error:
        raise InputError(
            problem("serve.port", host=host, port=port, reason=error.strerror or error)
        ) from error
    # Accepted sockets inherit it: the kernel's buffer for a client that stopped reading is bounded too (F5).
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
    listening.setblocking(False)
    return listening


def run_server(settings: Settings, listening: socket.socket, place: WorkerPlace | None = None) -> None:
    """Run one server process, alone or as one of several workers; raises InputError without its database."""
    set_up_logs()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(settings, listening, place))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where it exists; None is asyncio's own loop."""
    if sys.platform == "win32":
        return None
    import uvloop

    return uvloop.new_event_loop


def _tune_garbage_collection() -> None:
    """Collect less often: tables make many objects and few cycles, so full collections find little."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


async def _serve(settings: Settings, listening: socket.socket, place: WorkerPlace | None) -> None:
    store = await open_store(settings.database, place.folder if place else None)
    _tune_garbage_collection()
    return_large_blocks()
    server = make_server(settings, partial(Application, settings, store), place)
    _stop_with_parent(server)
    with _signals_after_cleanup(server):
        try:
            await server.serve(sockets=[listening])
        finally:
            await store.close()


@contextmanager
def _signals_after_cleanup(server: uvicorn.Server) -> Iterator[None]:
    """Stop the server at SIGINT or SIGTERM, and raise the signal again only after the `with` block.

    Uvicorn raises the signal that stopped it once more, to the handlers it found: Python's own would end the
    process before its store is closed (F27).
    """
    received: list[int] = []

    def remember(number: int, _frame: FrameType | None) -> None:
        received.append(number)
        server.should_exit = True

    before = {number: signal.signal(number, remember) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if received:
            signal.raise_signal(received[-1])


def _stop_with_parent(server: uvicorn.Server) -> None:
    """Stop the server when the parent process dies: its successor could not open the database beside us."""
    parent = multiprocessing.parent_process()
    if parent and sys.platform != "win32":
        loop = asyncio.get_running_loop()

        def stop() -> None:
            loop.remove_reader(parent.sentinel)
            server.should_exit = True

        loop.add_reader(parent.sentinel, stop)


class _WorkerProcesses:
    """The parent of several workers on one listening socket: it replaces workers that die."""

    def __init__(self, settings: Settings, listening: socket.socket, folder: Path) -> None:
        self._settings = settings
        self._listening = listening
        self._folder = folder
        self._stopping = False

    def run(self, processes: int) -> None:
        """Start the workers, restart those that die, and terminate all at a signal."""
        for stopping in (signal.SIGINT, signal.SIGTERM):
            signal.signal(stopping, self._stop)
        process_class = _process_class()
        workers: dict[int, BaseProcess] = {}
        while not self._stopping:
            for number in range(processes):
                if number not in workers or not workers[number].is_alive():
                    place = WorkerPlace(number, processes, self._folder)
                    workers[number] = process_class(target=self._run_worker, args=(place,))
                    workers[number].start()
            time.sleep(RESTART_SECONDS)
        for process in workers.values():
            process.terminate()
        for process in workers.values():
            process.join()

    def _run_worker(self, place: WorkerPlace) -> None:
        """Run one worker; a signal may have come before it began."""
        for stopping in (signal.SIGINT, signal.SIGTERM):
            signal.signal(stopping, signal.SIG_DFL)
        if self._stopping:
            return
        try:
            run_server(self._settings, self._listening, place)
        except InputError as error:  # it was there when the parent started; a restart may find it
            log.error("worker_without_database", worker=place.number, reason=error.sentence())

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping = True


def _process_class() -> Callable[..., BaseProcess]:
    """Forked processes, which share the memory of imported modules, on Linux; spawned ones elsewhere."""
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn").Process
    gc.collect()
    gc.freeze()  # the collector then writes to no shared page
    return multiprocessing.get_context("fork").Process


def set_up_logs() -> None:
    """Write all logs, ours and those of libraries, as JSON lines to standard error."""
    shared: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,  # the traceback as text, without local variables
        structlog.processors.JSONRenderer(),
    ]
    structlog.configure(
        processors=shared,
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
    )
    library_logs = logging.StreamHandler(sys.stderr)
    library_logs.setFormatter(
        structlog.stdlib.ProcessorFormatter(processors=[_without_structlog_fields, *shared])
    )
    logging.basicConfig(level=logging.WARNING, handlers=[library_logs], force=True)


def _without_structlog_fields(
    _logger: object, _name: str, event: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    """A library's log entry without structlog's internal fields."""
    event.pop("_record", None)
    event.pop("_from_structlog", None)
    return event
