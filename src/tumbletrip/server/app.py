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
from tumbletrip.core.errors import InputError, problem
from tumbletrip.dicetrip.editions import Edition, find_edition, named_edition
from tumbletrip.host.host import Host, Pace
from tumbletrip.host.pool_players import PoolPlayers
from tumbletrip.server.analysing import AnalysisDesk
from tumbletrip.server.analysis_api import router as analysis_router
from tumbletrip.server.api import router
from tumbletrip.server.daily_api import router as daily_router
from tumbletrip.server.kitchen_api import router as kitchen_router
from tumbletrip.server.origins import SECURITY_HEADERS, header, is_allowed
from tumbletrip.server.printing import Printer
from tumbletrip.server.problems import (
    TOO_MANY,
    Refuse,
    documented,
    input_response,
    refusal_response,
)
from tumbletrip.server.puzzle_api import router as puzzle_router
from tumbletrip.server.rates import Buckets
from tumbletrip.server.schemas import Health
from tumbletrip.server.settings import Settings
from tumbletrip.server.sheets_api import router as sheets_router
from tumbletrip.server.socket import Message, Receive, Send, TableSocket
from tumbletrip.server.static_files import FOLDER, AppFiles
from tumbletrip.server.tumblin_api import router as tumblin_router
from tumbletrip.tables.games import Library
from tumbletrip.tables.ports import EventStore, StoreDown

log = structlog.get_logger(__name__)
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
# Short codes could be tried out (F12), and a day is looked at by whole crowds: who reads these has a budget.
RATIONED = ("/api/codes/", "/api/daily", "/api/puzzle")
# What is compressed on its way: descriptions, finished games and figures, the same for everybody. Where a
# secret stands beside words of strangers, the length of a compressed answer would give it away (BREACH).
PUBLIC = re.compile(
    r"/metrics|/api/(openapi\.json|choices|(editions|boards)/[^/]+|tables/[^/]+/(replay|record|qr))"
)
WORTH_COMPRESSING_BYTES = 1024
FRAMEWORK_PROBLEMS = {404: "http/not_found", 405: "http/method", 413: "http/too_large"}


class Application:
    """ASGI: sockets go straight to their tables, everything else through the limits to FastAPI."""

    def __init__(
        self, settings: Settings, store: EventStore, suits: Callable[[str], bool] = lambda _: True
    ) -> None:
        """An application on an open store, which its opener closes; `suits`: which ids new tables may get."""
        self._settings = settings
        self._store = store
        self._suits = suits
        self._socket: TableSocket | None = None
        self._buckets = Buckets(settings.limits.requests_rate, settings.limits.requests_burst)
        self.http = _http_app(self._running)
        self._compressed = GZipMiddleware(self.http, WORTH_COMPRESSING_BYTES, compresslevel=6)

    @contextlib.asynccontextmanager
    async def _running(self, app: FastAPI) -> AsyncIterator[None]:
        """Everything that lives as long as the server does."""
        own = _own_editions(self._settings.editions)
        library = Library(lambda word: own.get(word) or named_edition(word))
        players = PoolPlayers(self._settings.thinkers)
        printer = Printer()
        pace = Pace(bot_delay=self._settings.bot_delay, away_after=self._settings.away_after)
        try:
            async with Host(self._store, players, library=library, pace=pace, suits=self._suits) as host:
                app.state.host, app.state.own_editions = host, tuple(own)
                app.state.analyses = AnalysisDesk(players.run, self._settings.limits)
                app.state.origins, app.state.printer = self._settings.origins, printer
                self._socket = TableSocket(host, self._settings)
                log.info("ready", version=__version__)
                yield
                await app.state.analyses.close()
                await self._socket.close_all()
                await asyncio.sleep(0.1)  # let the last messages leave
        finally:
            players.close()
            printer.close()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one connection or request."""
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
            answer = refusal_response(Request(scope), refuse)
            await answer(scope, receive, _with_headers(send))
            return
        is_public = scope["method"] == "GET" and PUBLIC.fullmatch(scope["path"])
        app = self._compressed if is_public else self.http
        await app(scope, _bounded(receive, self._settings.limits.body_bytes), _with_headers(send))

    def _refusal(self, scope: Message) -> Refuse | None:
        """What is refused before anybody looks at it: foreign pages that write, and floods."""
        headers = scope["headers"]
        if scope["method"] in SAFE_METHODS:
            is_flood = scope["path"].startswith(RATIONED) and not self._buckets.take(_address(scope))
            return Refuse(TOO_MANY, "http/too_many") if is_flood else None
        if not is_allowed(header(headers, b"origin"), header(headers, b"host"), self._settings.origins):
            return Refuse(403, "http/foreign_origin")
        if not self._buckets.take(_address(scope)):
            return Refuse(TOO_MANY, "http/too_many")
        length = header(headers, b"content-length") or "0"
        too_long = not length.isdecimal() or int(length[:12]) > self._settings.limits.body_bytes
        return Refuse(413, "http/too_large") if too_long else None


def _address(scope: Message) -> str:
    return scope["client"][0] if scope.get("client") else "?"


def _bounded(receive: Receive, most: int) -> Receive:
    """Read a body, but not without end."""
    total = 0

    async def bounded() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > most:
            raise HTTPException(413)  # the one kind of error that FastAPI lets through while it reads
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    """Put the security headers on every answer."""
    extra = [(name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *extra]
        await send(message)

    return sending


def _own_editions(paths: tuple[Path, ...]) -> dict[str, Edition]:
    """The operator's own editions by id, which is also the word that tables and browsers know them by."""
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
    app.include_router(router)
    app.include_router(tumblin_router)
    app.include_router(kitchen_router)
    app.include_router(analysis_router)
    app.include_router(sheets_router)
    app.include_router(daily_router)
    app.include_router(puzzle_router)

    @app.get("/health", responses=documented())
    async def health() -> Health:
        """The process lives."""
        return Health(status="ok")

    @app.get("/ready", responses=documented(503))
    async def ready(request: Request) -> Health:
        """The store answers."""
        try:
            await request.app.state.host.store.ping()
        except StoreDown:
            raise Refuse(503, "table/retry") from None
        return Health(status="ok")

    @app.get("/metrics", response_class=PlainTextResponse, responses=documented())
    async def metrics() -> PlainTextResponse:
        """Counts and times for Prometheus."""
        return PlainTextResponse(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    @app.exception_handler(Refuse)
    async def refused(request: Request, error: Refuse) -> JSONResponse:
        return refusal_response(request, error)

    @app.exception_handler(StarletteHTTPException)
    async def framework(request: Request, error: StarletteHTTPException) -> JSONResponse:
        code = FRAMEWORK_PROBLEMS.get(error.status_code, "http/not_json")
        answer = refusal_response(request, Refuse(error.status_code, code))
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(InputError)
    async def bad_input(request: Request, error: InputError) -> JSONResponse:
        return input_response(request, error)

    @app.exception_handler(RequestValidationError)
    async def bad_request(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            return refusal_response(request, Refuse(400, "http/not_json"))
        place = ".".join(str(part) for part in first["loc"])
        return input_response(request, InputError(problem("http/unfit", place=place, what=first["msg"])))

    if FOLDER.is_dir():  # a checkout may never have built the app: then there is nothing there, and no error
        app.mount("/", AppFiles())  # last: whatever is not the API is the app
    return app
