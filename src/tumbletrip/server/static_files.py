"""The browser app: its built files, and its page for every address that is the app's own business."""

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent / "static"
FOREVER = "public, max-age=31536000, immutable"  # the file's name changes with its content
ASK_AGAIN = "no-cache"
# The app's own addresses, by their first part; the browser finds the screen (router.svelte.ts).
APP_PATHS = frozenset(
    {"", "t", "c", "new", "rules", "settings", "practice", "companion", "pad", "sheets", "daily", "records"}
)


class AppFiles(StaticFiles):
    """Static files; an address of the app is answered with its page."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """The files in a folder; it may be missing in a checkout that never built the app."""
        super().__init__(directory=folder, check_dir=False)
        self.config_checked = True  # a missing folder is no error of the server: everything in it is missing
        self._page = folder / "index.html"

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, the app's page, or 404."""
        if path.split("/")[0] in APP_PATHS or path == ".":
            return self._page_response()
        try:
            answer = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or not _wants_page(scope):
                raise
            return self._page_response(status_code=404)
        answer.headers["Cache-Control"] = FOREVER if path.startswith("assets/") else ASK_AGAIN
        return answer

    def _page_response(self, status_code: int = 200) -> Response:
        if not self._page.is_file():
            raise HTTPException(404)
        return FileResponse(
            self._page, status_code, headers={"Cache-Control": ASK_AGAIN}, media_type="text/html"
        )


def _wants_page(scope: Scope) -> bool:
    """Whether somebody typed an address, rather than a program asking for a file."""
    accepted = dict(scope["headers"]).get(b"accept", b"")
    return b"text/html" in accepted
