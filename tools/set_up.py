"""Sets up `.venv` for `make`: `python tools/set_up.py play` or `dev`. Needs the standard library only.

It may be interrupted at any moment and run again: the marker is written last, what is installed is kept, and
an environment that does not work is made anew.
"""

import os
import shutil
import subprocess
import sys
import time
import venv
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / "python"
PLAY, BUILD, DEV = "play", "build", "dev"  # the locks in `requirements`
MARKERS = {PLAY: VENV / ".ready-to-play", DEV: VENV / ".ready"}
PIP = (str(PYTHON), "-m", "pip", "--disable-pip-version-check")
QUIET_PIP = (*PIP, "install", "--quiet")
PLACES = ("index-url", "extra-index-url", "find-links", "no-index")  # settings of pip that uv does not read


def main() -> None:
    """Set up what playing needs, or all that developing needs, which is more of the same."""
    what = sys.argv[1]
    if sys.version_info < (3, 11):  # noqa: UP036  # whoever has an older one should read why it fails
        sys.exit("Tumbletrip needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ...")
    step("Making .venv", "5 s", make_environment)
    if what == PLAY:
        step("Installing what playing needs", "15 s, by uv 5 s", install_to_play)
    else:
        step("Installing all that developing needs", "1 min", lambda: run(*with_hashes(QUIET_PIP, DEV)))
    link = (*QUIET_PIP, "--no-deps", "--no-build-isolation", "-e", str(ROOT))
    step("Building the app and linking tumbletrip", "20 s", lambda: run(*link))
    for done in (PLAY, what):
        MARKERS[done].touch()


def step(title: str, usually: str, work: Callable[[], None]) -> None:
    """Say what is done and how long it usually takes, do it, and say how long it took."""
    print(f"{title} (once, usually {usually}) ...", flush=True)
    began = time.monotonic()
    work()
    print(f"  done in {time.monotonic() - began:.0f} s", flush=True)


def make_environment() -> None:
    """A working environment: the one that is there, or a new one."""
    if not succeeds(*PIP, "--version"):
        venv.create(VENV, with_pip=True, clear=True)


def install_to_play() -> None:
    """By uv if that is possible, else by pip; both check hashes, and leave compiling to the first use."""
    uv = find_uv()
    if not (
        uv and succeeds(*with_hashes((uv, "pip", "install", "--quiet", "--python", str(PYTHON)), PLAY, BUILD))
    ):
        run(*with_hashes((*QUIET_PIP, "--no-compile"), PLAY, BUILD))


def with_hashes(install: tuple[str, ...], *locks: str) -> tuple[str, ...]:
    """The command that installs what locks name, and nothing that differs from them."""
    named = [word for lock in locks for word in ("-r", str(ROOT / "requirements" / f"{lock}.lock"))]
    return (*install, "--require-hashes", *named)


def find_uv() -> str | None:
    """The uv of this machine, or one from the registry; None if pip has settings that uv does not read."""
    told = subprocess.run((*PIP, "config", "list"), capture_output=True, text=True, check=False).stdout
    if any(f".{place}=" in told for place in PLACES):
        return None
    found = shutil.which("uv")
    return found or (str(BIN / "uv") if succeeds(*QUIET_PIP, "uv") else None)


def succeeds(*command: str) -> bool:
    """Whether a command ends well; what it says is not shown."""
    try:
        return not subprocess.run(command, capture_output=True, check=False).returncode
    except OSError:  # it is not there
        return False


def run(*command: str) -> None:
    """Run a command that must end well; what it says is shown."""
    ended = subprocess.run(command, check=False).returncode
    if ended:
        sys.exit(ended)


if __name__ == "__main__":
    main()
