"""The plainest of file hosts, for the app as `tumbletrip site` writes it."""

import functools
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

from hatch_build import build_pack
from tests.kit.browser.browser import ROOT
from tumbletrip.local.site import write_site

BASE = "/games/"


class FileHost:
    """Hands out files by their names, and the site's own page for all others, as many hosts do."""

    def __init__(self, folder: Path) -> None:
        """Of a folder, until it is stopped."""
        self.site = folder / BASE.strip("/")
        self.asked: list[str] = []
        self._held = ""
        self._is_wanted = threading.Event()
        self._goes_on = threading.Event()
        host = self

        class Quiet(http.server.SimpleHTTPRequestHandler):
            def do_GET(self) -> None:
                host.asked.append(self.path.rpartition("/")[2])
                if host._held and self.path.endswith(host._held):
                    host._is_wanted.set()
                    host._goes_on.wait()
                super().do_GET()

            def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
                if code != HTTPStatus.NOT_FOUND:
                    return super().send_error(code, message, explain)
                page = (host.site / "404.html").read_bytes()
                self.send_response(code)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(page)))
                self.end_headers()
                self.wfile.write(page)
                return None

            def log_message(self, *_: object) -> None:
                """Says nothing."""

        handler = functools.partial(Quiet, directory=str(folder))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}{BASE[:-1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @contextmanager
    def holding(self, name: str) -> Iterator[threading.Event]:
        """Let nobody have a file meanwhile: whoever asks for it waits, which the event tells."""
        self._held = name
        yield self._is_wanted
        self._held = ""
        self._goes_on.set()
        self._is_wanted, self._goes_on = threading.Event(), threading.Event()

    def stop(self) -> None:
        """Nobody answers any more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def site_host(folder: Path) -> Iterator[FileHost]:
    """The app under a path of a plain host."""
    build_pack(ROOT)
    write_site(folder / BASE.strip("/"), BASE)
    host = FileHost(folder)
    yield host
    host.stop()
