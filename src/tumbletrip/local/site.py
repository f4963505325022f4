"""The whole app as a folder of static files: on any web space it plays, on the devices of its visitors."""

import gzip
import json
import re
import shutil
from pathlib import Path
from typing import Final

import tumbletrip
from tumbletrip.dicetrip.editions import EDITION_NAMES, builtin_edition

HOUSE: Final = Path(tumbletrip.__file__).parent
APP: Final = HOUSE / "server" / "static"  # built there, and handed out by a server; here only files
PACK: Final = HOUSE / "local" / "pack"
LEFT_OUT: Final = ("sources.sha256", "ahead.json", "*.gz")
COMPRESSED: Final = (".js", ".css", ".html", ".svg", ".json", ".webmanifest")
WORTH_COMPRESSING_BYTES: Final = 1024
# As the server's headers say it; by a tag frames cannot be forbidden, and workers take no policy from it.
POLICY: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "require-trusted-types-for 'script'; trusted-types svelte-trusted-html tumbletrip"
)
ALONE: Final = (
    f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />\n'
    '    <meta name="tumbletrip-server" content="none" />\n    '
)
LICENCES: Final = """Tumbletrip: MIT, see its repository.
In the folder `pack`: Pyodide (Mozilla Public License 2.0, https://github.com/pyodide/pyodide) with CPython
(Python Software Foundation License), and MuJoCo (Apache License 2.0, https://github.com/google-deepmind/mujoco;
in `mujoco.mjs` two functions were replaced). In `assets`: Svelte and three.js (MIT), and the fonts Fira Sans,
Josefin Sans and Kalam (SIL Open Font License 1.1). City names and places: GeoNames (CC BY 4.0).
Outlines: Natural Earth.
"""


def is_path(base: str) -> bool:
    """Whether a text is a path to put the app under: `/` or `/games/`."""
    return re.fullmatch(r"/([A-Za-z0-9._~-]+/)*", base) is not None


def is_built() -> bool:
    """Whether app and pack are there to be copied."""
    return (APP / "index.html").is_file() and (PACK / "pack.json").is_file()


def write_site(out: Path, base: str = "/") -> int:
    """Write the app into an empty folder; returns the number of files.

    It works under any path. Only a first visit by a deep link, which hosts answer with `404.html`, needs to
    know that path: the base.
    """
    shutil.copytree(APP, out, ignore=shutil.ignore_patterns(*LEFT_OUT), dirs_exist_ok=True)
    shutil.copytree(PACK, out / "pack", ignore=shutil.ignore_patterns(*LEFT_OUT))
    for name in EDITION_NAMES:  # the front page draws a map before the device is ready
        _write(out / "api" / "editions" / f"{name}.json", json.dumps(builtin_edition(name).document))
    page = (out / "index.html").read_text("utf-8")
    (out / "index.html").write_text(_page(page, "./"), "utf-8")
    (out / "404.html").write_text(_page(page, base), "utf-8")  # for paths that only the app knows
    (out / "LICENCES.txt").write_text(LICENCES, "utf-8")
    (out / ".nojekyll").touch()  # GitHub would leave out some files otherwise
    _compress(out)
    return sum(path.is_file() for path in out.rglob("*"))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _page(page: str, base: str) -> str:
    """The app's page, with its policy, the word that there is no server, and addresses from the base."""
    alone = page.replace('<meta name="viewport"', f'{ALONE}<meta name="viewport"', 1)
    return re.sub(r'(href|src)="/', rf'\1="{base}', alone)


def _compress(out: Path) -> None:
    """Leave a gzipped copy beside every text that gains from it, for hosts that hand such copies out."""
    for path in sorted(out.rglob("*")):
        if path.suffix in COMPRESSED and path.stat().st_size >= WORTH_COMPRESSING_BYTES:
            Path(f"{path}.gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
