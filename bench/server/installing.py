"""The peers from npm, pinned by version, in a folder that is thrown away or kept for the next run."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path


class CannotInstall(Exception):
    """A peer cannot be had here; the message says why."""


@dataclass(frozen=True)
class Peer:
    """A server from npm."""

    key: str
    packages: tuple[str, ...]

    def modules(self, folder: Path) -> Path:
        """The folder of its packages, installed if they are not there yet."""
        home = folder / self.key
        marker = home / ".installed"
        if not marker.exists():
            self._install(home)
            marker.write_text("\n".join(self.packages), "utf-8")
        return home / "node_modules"

    def _install(self, home: Path) -> None:
        if shutil.which("npm") is None:
            raise CannotInstall("npm is not on the PATH")
        home.mkdir(parents=True, exist_ok=True)
        (home / "package.json").write_text('{"private": true}', "utf-8")
        command = ["npm", "install", "--omit=optional", "--no-audit", "--no-fund", "--save-exact"]
        try:
            subprocess.run([*command, *self.packages], cwd=home, check=True, capture_output=True, timeout=300)
        except subprocess.CalledProcessError as error:
            raise CannotInstall(error.stderr.decode(errors="replace").strip()[-300:]) from error
        except subprocess.TimeoutExpired as error:
            raise CannotInstall("npm took longer than five minutes") from error


BOARDGAME_IO = Peer(
    "boardgame.io",
    # node-persist is what its FlatFile needs. koa-compose 4.2 no longer sees what boardgame.io adds after it
    # has begun to listen, so that its lobby answers nothing but 404.
    ("boardgame.io@0.50.2", "koa-compose@4.1.0", "node-persist@3.1.3"),
)
COLYSEUS = Peer(
    "colyseus",
    # The parts of `colyseus` that a server needs: the whole has a dependency on a git repository. 0.18 wants
    # Node 22.
    ("@colyseus/core@0.16.26", "@colyseus/ws-transport@0.16.5", "@colyseus/schema@3.0.76"),
)
