"""The application: routes, socket, limits and headers around one host."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import structlog
from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.middleware.gzip import GZipMiddleware

from tumbletrip import __version__
from tumbletrip.answers.analysis_desk import AnalysisDesk, AnalysisLimits
from tumbletrip.answers.desk import Desk
from tumbletrip.core.errors import InputError, printable, problem
from tumbletrip.dicetrip.edition_finder import EditionFinder
from tumbletrip.dicetrip.editions import EDITION_NAMES, Edition, find_edition
from tumbletrip.games.registry import house_games, kit_named
from tumbletrip.host.daily.guest import DailyGuest
from tumbletrip.host.host import Host, Pace
from tumbletrip.host.ports import JobFailed
from tumbletrip.host.records import get_ready_to_read
from tumbletrip.host.thinking.thinkers import start_thinkers
from tumbletrip.host.thinking.warmth import Warmth
from tumbletrip.host.thinking.workers import WorkerPool
from tumbletrip.host.upkeep.caretaker import Retention
from tumbletrip.host.upkeep.clock import SteadyClock
from tumbletrip.server.guards.costs import SAFE_METHODS, cost_of
from tumbletrip.server.guards.origins import SECURITY_HEADERS, header, is_foreign_name, is_foreign_page
from tumbletrip.server.guards.rates import Buckets, address_of
from tumbletrip.server.http.analysis import router as analysis_router
from tumbletrip.server.http.boards.routes import router as boards_router
from tumbletrip.server.http.companion.routes import router as companion_router
from tumbletrip.server.http.daily import router as daily_router
from tumbletrip.server.http.dicetrip import router as dicetrip_router
from tumbletrip.server.http.fair import pages as fair_pages
from tumbletrip.server.http.fair import router as fair_router
from tumbletrip.server.http.invitations import api as invitations_api
from tumbletrip.server.http.invitations import router as invitations_router
from tumbletrip.server.http.printing import Printer
from tumbletrip.server.http.problems import (
    TOO_MANY,
    Refuse,
    documented,
    problem_response,
)
from tumbletrip.server.http.puzzle import router as puzzle_router
from tumbletrip.server.http.schemas import Health
from tumbletrip.server.http.sheets import router as sheets_router
from tumbletrip.server.http.static_files import FOLDER, AppFiles, PackFiles
from tumbletrip.server.http.tables import router as tables_router
from tumbletrip.server.http.tumblin import router as tumblin_router
from tumbletrip.server.metrics import count_answer
from tumbletrip.server.readiness import Readiness
from tumbletrip.server.settings import Limits, Settings
from tumbletrip.server.transport.socket import TableSocket
from tumbletrip.server.transport.socket_port import Message, Receive, Send
from tumbletrip.tables.ports import EventStore, StoreDown

log = structlog.get_logger(__name__)
# Responses that may be compressed: the same for everybody, and without secrets. Where a secret stands beside
# text that an attacker chooses, the length of a compressed response would reveal it (BREACH).
COMPRESSIBLE = re.compile(
    r"/metrics|/api/(openapi\.json|choices|(editions|boards)/[^/]+|tables/[^/]+/(replay|record|qr))"
)
COMPRESS_FROM_BYTES = 1024
COMPRESS_LEVEL = 1  # a sixth more bytes than 6 for less than half of the work on the event loop
ROUTERS = (
    tables_router,
    dicetrip_router,
    tumblin_router,
    companion_router,
    analysis_router,
    boards_router,
    sheets_router,
    daily_router,
    puzzle_router,
    fair_router,
    invitations_api,
    fair_pages,
)
FRAMEWORK_PROBLEMS = {404: "http/not_found", 405: "http/method", 413: "http/too_large"}


class Application:
    """The ASGI application: WebSockets go to `TableSocket`; HTTP is checked against limits, then FastAPI."""

    def __init__(
        self, settings: Settings, store: EventStore, accepts_id: Callable[[str], bool] = lambda _: True
    ) -> None:
        """On an open store, which the caller closes; `accepts_id` says which ids new tables may get."""
        self._settings = settings
        self._store = store
        self._accepts_id = accepts_id
        self._socket: TableSocket | None = None
        self._buckets = Buckets(settings.limits.requests_rate, settings.limits.requests_burst)
        self.http = _http_app(self._lifespan)
        self._compressing = GZipMiddleware(self.http, COMPRESS_FROM_BYTES, COMPRESS_LEVEL)

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: FastAPI) -> AsyncIterator[None]:
        """Start host, worker processes and sockets; stop them when the server stops."""
        find = EditionFinder(_own_editions(self._settings.editions))
        games = house_games(find, (*EDITION_NAMES, *find.own), map(kit_named, self._settings.games))
        warmth = Warmth(games)
        thinkers = start_thinkers(self._settings.thinkers, games, warmth.hear_from_threads())
        printer = Printer()
        clock = SteadyClock()
        daily = DailyGuest(self._store, games, thinkers.run, clock)
        reader = WorkerPool(
            1, get_ready_to_read, queue_size=40, queue_size_each=4, starts_with_first_job=True, niceness=10
        )
        pace = Pace(bot_delay=self._settings.bot_delay, away_after=self._settings.away_after)
        retention = Retention(self._settings.forget_finished_days, self._settings.forget_abandoned_days)
        host = Host(
            self._store,
            thinkers.run,
            games=games,
            chance=daily.chance,
            pace=pace,
            retention=retention,
            clock=clock,
            accepts_id=self._accepts_id,
            on_finished=daily.on_finished,
            warmth=warmth,
            draws_fairly=True,
        )
        try:
            async with host:
                app.state.host = host
                app.state.readiness = Readiness(self._store.ping)
                app.state.daily, app.state.challenges = daily, daily.challenges(host)
                analyses = AnalysisDesk(thinkers.run, _analysis_limits(self._settings.limits), _log_failure)
                may_see = app.state.challenges.may_see
                app.state.desk = Desk(host, reader.run, find, analyses, may_see, count_answer)
                app.state.settings, app.state.printer = self._settings, printer
                self._socket = TableSocket(host, daily.days, self._settings)
                log.info("ready", version=__version__)
                yield
                await analyses.close()
                await daily.end()
                await self._socket.close_all()
                await asyncio.sleep(0.1)  # until the last messages are sent
        finally:
            thinkers.close()
            printer.close()
            reader.close()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one WebSocket, HTTP request or lifespan."""
        if scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self.http(scope, receive, send)

    async def _websocket(self, scope: Message, receive: Receive, send: Send) -> None:
        parts = scope["path"].split("/")
        if len(parts) != 5 or parts[:3] != ["", "api", "tables"] or parts[4] != "socket" or not self._socket:
            await receive()
            await send({"type": "websocket.close", "code": 4404})
            return
        await self._socket.serve(parts[3], scope, receive, send)

    async def _request(self, scope: Message, receive: Receive, send: Send) -> None:
        refuse = self._refusal(scope)
        if refuse:
            answer = problem_response(Request(scope), refuse)
            await answer(scope, receive, _with_security_headers(send))
            return
        is_compressible = scope["method"] == "GET" and COMPRESSIBLE.fullmatch(scope["path"])
        app = self._compressing if is_compressible else self.http
        await app(scope, _limit_body(receive, self._settings.limits.body_bytes), _with_security_headers(send))

    def _refusal(self, scope: Message) -> Refuse | None:
        """Why a request is refused before routing: host, origin, rate or size; None if it is not."""
        headers = scope["headers"]
        if is_foreign_name(scope, self._settings):
            called = printable(header(headers, b"host") or "")
            return Refuse(403, "http/foreign_name", host=called)
        is_read = scope["method"] in SAFE_METHODS
        if not is_read and is_foreign_page(scope, self._settings):
            return Refuse(403, "http/foreign_origin")
        if not self._buckets.take(address_of(scope), cost_of(scope["method"], scope["path"])):
            return Refuse(TOO_MANY, "http/too_many")
        if is_read:
            return None
        length = header(headers, b"content-length") or "0"
        too_long = not length.isdecimal() or int(length[:12]) > self._settings.limits.body_bytes
        return Refuse(413, "http/too_large") if too_long else None


def _limit_body(receive: Receive, most: int) -> Receive:
    """Refuse a body larger than `most` bytes with 413 while it is being read."""
    total = 0

    async def receive_limited() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > most:
            raise HTTPException(413)  # the one kind of error that FastAPI lets through while it reads
        return message

    return receive_limited


def _with_security_headers(send: Send) -> Send:
    """Add the security headers to every response; what does not say otherwise is kept by no cache (F45)."""
    extra = [(name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = list(message.get("headers", []))
            names = {name.lower() for name, _ in own}
            headers = [*own, *((name, value) for name, value in extra if name not in names)]
            if not any(name.lower() == b"cache-control" for name, _ in headers):
                headers.append((b"cache-control", b"no-store"))
            message["headers"] = headers
        await send(message)

    return send_with_headers


def _analysis_limits(limits: Limits) -> AnalysisLimits:
    return AnalysisLimits(limits.analysis_games, limits.analysis_queue, limits.analysis_each)


def _log_failure(error: JobFailed) -> None:
    log.error("analysis_failed", error=str(error))


def _own_editions(paths: tuple[Path, ...]) -> dict[str, Edition]:
    """The operator's own editions by id, which is also the name that tables and browsers use for them."""
    editions = [find_edition(str(path)) for path in paths]
    return {edition.id: replace(edition, source=edition.id) for edition in editions}


def openapi() -> dict[str, Any]:
    """The schema of the HTTP API, from which the browser's types are made."""
    return _http_app(None).openapi()


def _http_app(lifespan: Any) -> FastAPI:
    app = FastAPI(
        title="Tumbletrip",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    for routes in ROUTERS:
        app.include_router(routes)
    _add_health(app)
    _add_problems(app)
    if FOLDER.is_dir():  # missing in a checkout where the app was never built
        app.include_router(invitations_router)
        app.mount("/pack", PackFiles())
        app.mount("/", AppFiles())  # last: every path that is not the API belongs to the app
    return app


def _add_health(app: FastAPI) -> None:
    """What those who run the server ask: whether it lives, answers, and how it fares."""

    @app.get("/health", responses=documented())
    async def health() -> Health:
        """The process lives."""
        return Health(status="ok")

    @app.get("/ready", responses=documented(503))
    async def ready(request: Request) -> Health:
        """The store answers."""
        try:
            await request.app.state.readiness.check()
        except StoreDown:
            raise Refuse(503, "table/retry") from None
        return Health(status="ok")

    @app.get("/metrics", response_class=PlainTextResponse, responses=documented())
    async def metrics() -> PlainTextResponse:
        """Counts and times for Prometheus."""
        return PlainTextResponse(generate_latest(), media_type=CONTENT_TYPE_LATEST)


def _add_problems(app: FastAPI) -> None:
    """Answer every error in one shape, in the language of the request."""

    @app.exception_handler(Refuse)
    async def refused(request: Request, error: Refuse) -> JSONResponse:
        return problem_response(request, error)

    @app.exception_handler(StarletteHTTPException)
    async def framework(request: Request, error: StarletteHTTPException) -> JSONResponse:
        code = FRAMEWORK_PROBLEMS.get(error.status_code, "http/not_json")
        answer = problem_response(request, Refuse(error.status_code, code))
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(InputError)
    async def bad_input(request: Request, error: InputError) -> JSONResponse:
        return problem_response(request, error)

    @app.exception_handler(RequestValidationError)
    async def bad_request(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            return problem_response(request, Refuse(400, "http/not_json"))
        place = ".".join(str(part) for part in first["loc"])
        return problem_response(request, InputError(problem("http/unfit", place=place, what=first["msg"])))
