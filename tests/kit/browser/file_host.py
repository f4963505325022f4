"""The plainest of file hosts, for the app as `tumbletrip site` writes it."""

import functools
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hatch_build import build_pack
from tests.kit.browser.browser import ROOT
from tumbletrip.local.site import write_site

BASE = "/games/"


class FileHost:
    """Hands out files by their names, and nothing else."""

    def __init__(self, folder: Path) -> None:
        """Of a folder, until it is stopped."""

        class Quiet(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                """Says nothing."""

        handler = functools.partial(Quiet, directory=str(folder))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}{BASE[:-1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

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
