"""The browser app: its built files, and its page for every path that the app routes itself.

The build leaves a gzipped copy beside every file that becomes smaller; clients that accept gzip get the copy.
"""

import json
import os
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from tumbletrip.server.guards.origins import DEVICE_POLICY

FOLDER = Path(__file__).parents[1] / "static"
PACK = Path(__file__).parents[2] / "local" / "pack"  # what a device needs to play by itself
PACK_LIST = "pack.json"
DEVICE_WORKER = "assets/device.worker-"  # the one script that runs WebAssembly
CACHE_FOREVER = "public, max-age=31536000, immutable"  # the file's name changes with its content
REVALIDATE = "no-cache"
NOT_MODIFIED = 304
# Paths that the app routes itself, by their first part (router.svelte.ts).
APP_PATHS = frozenset({"", "t", "c", "new", "rules", "settings", "practice", "daily", "puzzle"}) | {
    "boards",
    "companion",
    "pad",
    "sheets",
    "records",
}


class AppFiles(StaticFiles):
    """Static files; paths of the app are answered with its page."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """The files in a folder; it may be missing in a checkout that never built the app."""
        super().__init__(directory=folder, check_dir=False)
        self.config_checked = True  # a missing folder is no error: every file in it is 404
        self._page = folder / "index.html"

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, the app's page, or 404."""
        if path.split("/")[0] in APP_PATHS or path == ".":
            return self._page_response(scope)
        try:
            answer = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or not _wants_page(scope):
                raise
            return self._page_response(scope, status_code=404)
        answer.headers["Cache-Control"] = CACHE_FOREVER if path.startswith("assets/") else REVALIDATE
        if path.startswith(DEVICE_WORKER):
            answer.headers["Content-Security-Policy"] = DEVICE_POLICY
        return answer

    def _page_response(self, scope: Scope, status_code: int = 200) -> Response:
        if not self._page.is_file():
            raise HTTPException(404)
        answer = self.file_response(self._page, self._page.stat(), scope, status_code)
        answer.headers["Cache-Control"] = REVALIDATE
        return answer

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """A file, or its gzipped copy; each has its own entity tag."""
        copy = Path(f"{os.fspath(full_path)}.gz")
        if not copy.is_file():
            return super().file_response(full_path, stat_result, scope, status_code)
        is_gzipped = accepts_gzip(Headers(scope=scope).get("accept-encoding", ""))
        path, stat = (copy, copy.stat()) if is_gzipped else (full_path, stat_result)
        answer = super().file_response(path, stat, scope, status_code)
        answer.headers["Vary"] = "Accept-Encoding"
        if is_gzipped and answer.status_code != NOT_MODIFIED:
            answer.headers["Content-Encoding"] = "gzip"
        return answer


class PackFiles(StaticFiles):
    """The pack: a list that is asked for anew, and files whose address changes with their content."""

    def __init__(self, folder: Path = PACK) -> None:
        """The files in a folder; it may be missing in a checkout that never built the pack."""
        super().__init__(directory=folder, check_dir=False)
        self.config_checked = True

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file of the pack, or 404."""
        answer = await super().get_response(path, scope)
        answer.headers["Cache-Control"] = REVALIDATE if path == PACK_LIST else CACHE_FOREVER
        return answer


def app_page(folder: Path = FOLDER) -> str:
    """The app's page as text; 404 if it was never built."""
    try:
        return (folder / "index.html").read_text("utf-8")
    except FileNotFoundError:
        raise HTTPException(404) from None


def named_ahead(game: str, language: str, folder: Path = FOLDER) -> str:
    """Tags that name what a game's table needs, so that it comes beside the first script and not after it."""
    known = json.loads((folder / "ahead.json").read_text("utf-8"))
    screens = known["tables"]
    files = [*screens.get(game, screens["plain"]), *known["texts"][language]]
    return "".join(
        f'<link rel="preload" as="style" crossorigin href="/{file}" />\n'
        if file.endswith(".css")
        else f'<link rel="modulepreload" href="/{file}" />\n'
        for file in files
    )


def accepts_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header names gzip, and not with `q=0`."""
    for coding in accepted.lower().split(","):
        name, _, weight = (part.strip() for part in coding.partition(";"))
        if name == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def _wants_page(scope: Scope) -> bool:
    """Whether a browser asks for a page, rather than a program for a file."""
    accepted = dict(scope["headers"]).get(b"accept", b"")
    return b"text/html" in accepted
