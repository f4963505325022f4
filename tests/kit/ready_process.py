"""Commands in processes that need not import first: each is forked from one that has.

Started by `command_line`. A line on the standard input is a command with its files, its folder and its
environment; the answer is its exit code.
"""

import gc
import json
import os
import runpy
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO

# What takes longest to import, and does not look at the environment when it is imported.
IMPORTED = (
    "numpy",
    "numba",
    "mujoco",
    "joblib",
    "rich.table",
    "tumbletrip.cli.main",
    "tumbletrip.cli.terminal.score_table",
    "tumbletrip.dicetrip.notation.records",
    "tumbletrip.dicetrip.fast.kernels",
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


if __name__ == "__main__":
    main()
    runpy.run_module("tumbletrip", run_name="__main__", alter_sys=True)
