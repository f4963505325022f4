"""The program as a person runs it: a process of its own, with what it prints and how it ends."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LANGUAGE_FREE = {
    name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_MESSAGES", "LANG")
}
ENVIRONMENT = LANGUAGE_FREE | {"TUMBLETRIP_LANG": "en", "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "80"}


def command(*arguments: object) -> list[str]:
    """The words that start the program."""
    return [sys.executable, "-m", "tumbletrip", *map(str, arguments)]


def tumbletrip(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        command(*arguments),
        env=ENVIRONMENT,
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
