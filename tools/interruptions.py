"""Kills `make play`, or the set-up of `make test`, at random moments in a new clone, and runs it to its end.

`python -m tools.interruptions play` or `test`, with the number of kills behind it if ten are not meant.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
COMMANDS: Final = {"play": ("make", "play"), "test": ("make", "app")}  # every test comes after the latter
PAGE: Final = "http://127.0.0.1:8765/"
KILLS: Final = 10
LONGEST_SECONDS: Final = 25.0  # about as long as the set-up takes with what has been downloaded
PATIENCE_SECONDS: Final = 1800.0
POLL_SECONDS: Final = 0.05
Run = subprocess.Popen[bytes]


def main() -> None:
    """Kill and kill again, then see that it works, and how long it takes, also the second time."""
    command = COMMANDS[sys.argv[1]]
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else KILLS
    if answers():
        sys.exit(f"Somebody listens at {PAGE} already.")
    chance = random.Random(20)
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        subprocess.run(["git", "clone", "--quiet", "--depth=1", ROOT.as_uri(), str(clone)], check=True)
        for _ in range(kills):
            interrupt(command, clone, chance.uniform(0, LONGEST_SECONDS))
        for title in ("to its end", "once more"):
            print(f"{title}: {run_to_the_end(command, clone):.1f} s", flush=True)


def begun(command: tuple[str, ...], clone: Path, said: Path) -> Run:
    """A command that can be killed with all that it started, as by closing its terminal."""
    with said.open("wb") as out:
        return subprocess.Popen(
            command, cwd=clone, stdout=out, stderr=out, start_new_session=True, env=surroundings()
        )


def surroundings() -> dict[str, str]:
    """As in a new terminal: without the environment that this program itself runs in."""
    environment = {
        name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "MAKEFLAGS")
    }
    return {**environment, "BROWSER": "true"}  # a program that opens nothing


def kill(run: Run) -> None:
    """End it and all that it started, without a word."""
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()


def interrupt(command: tuple[str, ...], clone: Path, moment: float) -> None:
    """Kill it at a moment, if it has not ended; say in the middle of what."""
    said = clone.parent / "said"
    run = begun(command, clone, said)
    time.sleep(moment)
    kill(run)
    last = said.read_text("utf-8", "replace").strip().rpartition("\n")[2]
    print(f"killed after {moment:4.1f} s: {last}", flush=True)


def run_to_the_end(command: tuple[str, ...], clone: Path) -> float:
    """How long it takes until it has done what it is for: the page is there, or the command has ended."""
    said = clone.parent / "said"
    start = time.monotonic()
    run = begun(command, clone, said)
    while time.monotonic() - start < PATIENCE_SECONDS:
        ended = run.poll()
        if answers() or ended == 0:
            took = time.monotonic() - start
            if ended is None:
                kill(run)
            return took
        if ended is not None:
            break
        time.sleep(POLL_SECONDS)
    sys.exit(said.read_text("utf-8", "replace"))


def answers() -> bool:
    """Whether the first page is there."""
    try:
        with urllib.request.urlopen(PAGE, timeout=5) as answer:
            return b'<div id="app"' in answer.read()
    except OSError:
        return False


if __name__ == "__main__":
    main()
