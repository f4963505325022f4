"""MuJoCo's WebAssembly run by Node: the engine of a page, without the page."""

import json
import shutil
import subprocess
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tumbletrip.tumblin.physics.engines.page import PageEngine

SCRIPT = Path(__file__).with_suffix(".mjs")
FRONTEND = Path(__file__).parents[3] / "frontend"


class _Row:
    """Numbers that came from Node."""

    def __init__(self, block: str) -> None:
        self._block = block

    def to_bytes(self) -> bytes:
        return b64decode(self._block)


class NodePhysics:
    """What a page offers to its Python, in a process of Node."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self.version: str = self._heard()["version"]

    def simulation(self, xml: str) -> Any:
        made = self.told(None, "simulation", xml)
        return _NodeSimulation(self, made["on"], made["dice"], made["geometries"])

    def told(self, on: int | None, call: str, *values: Any) -> Any:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"on": on, "call": call, "values": values}) + "\n")
        self._process.stdin.flush()
        return self._heard()

    def _heard(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "Node ended; what it said stands in its standard error"
        return json.loads(line)


class _NodeSimulation:
    def __init__(self, physics: NodePhysics, on: int, dice: int, geometries: str) -> None:
        self.dice = dice
        self.geometries = geometries
        self._tell = partial(physics.told, on)

    def restart(self, lying: str, pose: str, motion: str) -> None:
        self._tell("restart", lying, pose, motion)

    def step(self, steps: int) -> _Row:
        return _Row(self._tell("step", steps)["row"])

    def filmed(self, steps: int) -> _Row:
        return _Row(self._tell("filmed", steps)["row"])

    def take_away(self, die: int, pose: str) -> None:
        self._tell("take_away", die, pose)

    def free(self) -> None:
        """Node ends with the test, and gives everything back."""


@contextmanager
def node_engine() -> Iterator[PageEngine]:
    """The page's engine, in Node."""
    node = shutil.which("node")
    assert node is not None, "Node builds the app, so it is there where tests run"
    with TemporaryDirectory() as folder:
        command = [node, str(SCRIPT), str(FRONTEND), folder]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            yield PageEngine(NodePhysics(process))
            assert process.stdin is not None
            process.stdin.close()
