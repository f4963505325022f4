"""Start parts of the test kit as processes of their own."""

import subprocess
import sys


def start(module: str, *arguments: str) -> subprocess.Popen[str]:
    """A process that runs a module of the kit; its standard output is a pipe."""
    command = [sys.executable, "-u", "-m", module, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
