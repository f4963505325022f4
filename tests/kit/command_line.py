"""The command line from outside: a real process, its exit code and what it wrote."""

import os
import subprocess
import sys
from dataclasses import dataclass
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
    return subprocess.run(
        command(*arguments),
        env=ENVIRONMENT,
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )


def tumbletrip_says(
    *arguments: str | Path,
    said: str | bytes = "",
    folder: Path | None = None,
    environment: dict[str, str] | None = None,
) -> Answer:
    """Run `tumbletrip` with arguments, a text on its standard input and some environment."""
    done = subprocess.run(
        command(*arguments),
        input=said if isinstance(said, bytes) else said.encode("utf-8"),
        capture_output=True,
        cwd=folder,
        env=plain_environment() | (environment or {}),
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    return Answer(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def plain_environment() -> dict[str, str]:
    """Ours, without what would change languages, colours or warnings."""
    unwanted = ("LANG", "LC_", "TUMBLETRIP_", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "PYTHONWARNINGS")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(unwanted)}
    return kept | {"PYTHONPATH": str(SOURCE), "LANG": "en_GB.UTF-8", "PYTHONUTF8": "1"}


ENVIRONMENT = plain_environment() | {"COLUMNS": "80"}
