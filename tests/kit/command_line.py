"""The command line from outside: a real process, its exit code and what it wrote."""

import atexit
import json
import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import tumbletrip as package

SOURCE = Path(package.__file__).parents[1]
ROOT = Path(__file__).parents[2]
ESCAPE = "\x1b"
TIMEOUT_SECONDS = 600  # a busy machine may have to compile first


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command said."""

    code: int
    out: str
    err: str

    def assert_refused(self, *words: str) -> None:
        """Exit code 2 and one sentence on standard error that names these words; nothing else is said."""
        assert self.code == 2, self
        assert self.out == ""
        assert len(self.err.splitlines()) == 1, self.err
        assert self.err.startswith("tumbletrip: ")
        assert "Traceback" not in self.err
        for word in words:
            assert word in self.err, (word, self.err)


def command(*arguments: object) -> list[str]:
    """The words that start the program."""
    return [sys.executable, "-m", "tumbletrip", *map(str, arguments)]


def tumbletrip(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, without a word on its standard input."""
    done = _run([*map(str, arguments)], b"", ENVIRONMENT, cwd)
    return subprocess.CompletedProcess(command(*arguments), done.code, done.out, done.err)


def tumbletrip_says(
    *arguments: str | Path,
    said: str | bytes = "",
    folder: Path | None = None,
    environment: dict[str, str] | None = None,
) -> Answer:
    """Run `tumbletrip` with arguments, a text on its standard input and some environment."""
    typed = said if isinstance(said, bytes) else said.encode("utf-8")
    return _run([*map(str, arguments)], typed, plain_environment() | (environment or {}), folder)


def _run(arguments: list[str], said: bytes, environment: Mapping[str, str], folder: Path | None) -> Answer:
    """In a process that is ready, or in a new one if the environment matters before the command begins."""
    with tempfile.TemporaryDirectory() as name:
        files = {part: Path(name, part) for part in ("in", "out", "err")}
        for file in files.values():
            file.write_bytes(said if file.name == "in" else b"")
        if _early(environment) == _early(AT_FIRST) and DRAWS not in arguments:
            code = _ready_process().run(arguments, files, environment, folder or Path.cwd())
        else:
            code = _new_process(arguments, files, environment, folder)
        return Answer(code, *(files[part].read_text("utf-8") for part in ("out", "err")))


def _early(environment: Mapping[str, str]) -> dict[str, str]:
    """What Python or a library may read while it is loaded."""
    late = ("LANG", "LC_", "TUMBLETRIP_", "NO_COLOR", "COLUMNS", "PYTEST_CURRENT_TEST")
    return {name: value for name, value in environment.items() if not name.startswith(late)}


def _new_process(
    arguments: list[str], files: Mapping[str, Path], environment: Mapping[str, str], folder: Path | None
) -> int:
    with files["in"].open("rb") as said, files["out"].open("wb") as out, files["err"].open("wb") as err:
        return subprocess.run(
            command(*arguments),
            env=environment,
            cwd=folder,
            stdin=said,
            stdout=out,
            stderr=err,
            timeout=TIMEOUT_SECONDS,
            check=False,
        ).returncode


class _ReadyProcess:
    """A process that has imported what commands need; each command is a fork of it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("ready_process.py"))],
            env=AT_FIRST,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        atexit.register(self._process.kill)

    def run(
        self, arguments: list[str], files: Mapping[str, Path], environment: Mapping[str, str], folder: Path
    ) -> int:
        """The exit code of a command."""
        asked, answers = self._process.stdin, self._process.stdout
        assert asked
        assert answers
        names = {part: str(file) for part, file in files.items()}
        wanted = {"arguments": arguments, "environment": {**environment}, "folder": str(folder), **names}
        print(json.dumps(wanted), file=asked, flush=True)
        if not select.select([answers], [], [], TIMEOUT_SECONDS)[0]:
            self._process.kill()
            raise subprocess.TimeoutExpired(command(*arguments), TIMEOUT_SECONDS)
        return int(answers.readline())


@cache
def _ready_process() -> _ReadyProcess:
    """The one of this test process."""
    return _ReadyProcess()


def plain_environment() -> dict[str, str]:
    """Ours, without what would change languages, colours or warnings."""
    unwanted = ("LANG", "LC_", "TUMBLETRIP_", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "PYTHONWARNINGS")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(unwanted + PETTING_ZOO)}
    return kept | {"PYTHONPATH": str(SOURCE), "LANG": "en_GB.UTF-8", "PYTHONUTF8": "1"}


PETTING_ZOO = ("SDL_", "PYGAME_")  # set when it is imported, by tests that have nothing to do with commands
DRAWS = "--png"  # chooses a way to draw before MuJoCo is loaded
AT_FIRST = plain_environment()  # before a test changes any of it
ENVIRONMENT = AT_FIRST | {"COLUMNS": "80"}
