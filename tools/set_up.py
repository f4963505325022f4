"""Sets up `.venv` for `make`: `python tools/set_up.py play` or `dev`. Needs the standard library only.

It may be interrupted at any moment and run again: the marker is written last, and an environment that does
not work, or in which something was just being installed, is made anew from what has been downloaded.
"""

import ast
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
INSTALLING = VENV / ".installing"  # there while packages may lie half in the environment
PIP = (str(PYTHON), "-m", "pip", "--disable-pip-version-check")
QUIET_PIP = (*PIP, "install", "--quiet")
# What pip may be told, and how uv calls it.
WORDS_OF_UV = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "trusted-host": "UV_INSECURE_HOST",
    "cert": "SSL_CERT_FILE",
}


def main() -> None:
    """Set up what playing needs, or all that developing needs, which is more of the same."""
    what = sys.argv[1]
    if sys.version_info < (3, 11):  # noqa: UP036  # whoever has an older one should read why it fails
        sys.exit("Tumbletrip needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ...")
    step("Making .venv", "5 s", make_environment)
    INSTALLING.touch()
    step("Getting what installs and builds", "5 s", lambda: install(BUILD))
    app = subprocess.Popen((str(PYTHON), str(ROOT / "hatch_build.py"), "app"))  # meanwhile, on another core
    try:
        if what == PLAY:
            step("Installing what playing needs", "10 s", lambda: install(PLAY))
        else:
            step("Installing all that developing needs", "20 s", lambda: install(DEV))
        step("Waiting for the app", "10 s", lambda: ended_well(app.wait()))
    finally:
        app.terminate()
    step("Linking tumbletrip", "2 s", link)
    INSTALLING.unlink()
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
    if INSTALLING.exists() or not succeeds(*PIP, "--version"):
        venv.create(VENV, with_pip=True, clear=True)


def install(lock: str) -> None:
    """Install what a lock names, and nothing that differs from it; compiling is left to the first use."""
    by_uv_or_pip("--no-compile", "--require-hashes", "-r", str(ROOT / "requirements" / f"{lock}.lock"))


def link() -> None:
    """Let `import tumbletrip` find the sources of this clone."""
    by_uv_or_pip("--no-deps", "--no-build-isolation", "-e", str(ROOT))


def by_uv_or_pip(*words: str) -> None:
    """Install by uv if that is possible, else by pip, which also says why if that is not possible either."""
    told = settings_of_pip()
    uv = None if "no-index" in told else find_uv()
    command = (str(uv), "pip", "install", "--quiet", "--python", str(PYTHON), *words)
    if not (uv and succeeds(*command, environment={**in_words_of_uv(told), **os.environ})):
        run(*QUIET_PIP, *words)


def find_uv() -> str | None:
    """The uv of this machine, that of `.venv`, or a new one from the registry."""
    found = shutil.which("uv") or shutil.which("uv", path=BIN)
    return found or (str(BIN / "uv") if succeeds(*QUIET_PIP, "uv") else None)


def settings_of_pip() -> dict[str, str]:
    """What pip is told on this machine, by its files and the environment."""
    listed = subprocess.run((*PIP, "config", "list"), capture_output=True, text=True, check=False).stdout
    pairs = (line.partition("=") for line in listed.splitlines())
    return {name.rpartition(".")[2]: str(ast.literal_eval(value)) for name, equals, value in pairs if equals}


def in_words_of_uv(told: dict[str, str]) -> dict[str, str]:
    """The environment that tells uv the same as pip; it is passed on and written nowhere."""
    words = {"UV_INDEX_STRATEGY": "unsafe-best-match"}  # pip's way; safe here, for locks name the hashes
    for name, word in WORDS_OF_UV.items():
        if name in told:
            words[word] = ("," if name == "find-links" else " ").join(told[name].split())
    return words


def succeeds(*command: str, environment: dict[str, str] | None = None) -> bool:
    """Whether a command ends well; what it says is not shown."""
    try:
        return not subprocess.run(command, capture_output=True, check=False, env=environment).returncode
    except OSError:  # it is not there
        return False


def run(*command: str) -> None:
    """Run a command that must end well; what it says is shown."""
    ended_well(subprocess.run(command, check=False).returncode)


def ended_well(code: int) -> None:
    """End with the exit code of what failed."""
    if code:
        sys.exit(code)


if __name__ == "__main__":
    main()
