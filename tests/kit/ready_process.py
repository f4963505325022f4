"""Commands in processes that need not import first: each is forked from one that has.

Started by `command_line`. A line on the standard input is a command with its files, its folder and its
environment; the answer is its exit code.
"""

import atexit
import gc
import json
import os
import runpy
import sys
import threading
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO

# What takes longest to import, and does not look at the environment when it is imported; commands import
# what they need only when they are asked, so each of these brings some more.
IMPORTED = (
    "numpy",
    "numba",
    "mujoco",
    "joblib",
    "rich.columns",
    "rich.progress",
    "rich.table",
    "tumbletrip.analysis.dicetrip.tournament",
    "tumbletrip.analysis.tumblin.rounds",
    "tumbletrip.analysis.warming",
    "tumbletrip.cli.main",
    "tumbletrip.cli.commands.analyse",
    "tumbletrip.cli.commands.daily",
    "tumbletrip.cli.commands.dicetrip",
    "tumbletrip.cli.commands.doctor",
    "tumbletrip.cli.commands.replay.dicetrip",
    "tumbletrip.cli.commands.score",
    "tumbletrip.cli.commands.sheets",
    "tumbletrip.cli.commands.simulate",
    "tumbletrip.cli.commands.verify",
    "tumbletrip.cli.terminal.score_table",
    "tumbletrip.dicetrip.fast.kernels",
    "tumbletrip.dicetrip.notation.records",
    "tumbletrip.games.dicetrip",
    "tumbletrip.games.tumblin",
    "tumbletrip.tumblin.physics.engine",
)


def main() -> None:
    """Answer until nobody asks any more; in the process of a command, return: it is to run now."""
    for name in IMPORTED:
        import_module(name)
    gc.collect()
    gc.freeze()  # what is shared stays shared
    asked, answers = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    while line := asked.readline():
        process = os.fork()
        if not process:
            _become(json.loads(line), asked, answers)
            return
        _, status = os.waitpid(process, 0)
        print(os.waitstatus_to_exitcode(status), file=answers, flush=True)
    sys.exit()


def _become(command: dict[str, Any], *doors: TextIO) -> None:
    """Be the process that a shell would have started."""
    for door in doors:
        door.close()
    for number, name in enumerate(("in", "out", "err")):
        file = os.open(command[name], os.O_RDWR)
        os.dup2(file, number)
        os.close(file)
    os.chdir(command["folder"])
    os.environ.clear()
    os.environ.update(command["environment"])
    sys.path[0] = str(Path.cwd())  # as `python -m` has it
    sys.argv = ["tumbletrip", *command["arguments"]]


def _end(code: str | int | None) -> None:
    """End as Python does, but do not take everything apart: that would copy all that is shared."""
    if threading.active_count() > 1:
        sys.exit(code)
    if isinstance(code, str):
        print(code, file=sys.stderr)
    atexit._run_exitfuncs()  # there is no other door to what the end of Python does first
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(1 if isinstance(code, str) else code or 0)


if __name__ == "__main__":
    main()
    try:
        runpy.run_module("tumbletrip", run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        _end(ended.code)
