"""The compiled kernels run by Node: the engine of a browser, without the browser."""

import json
import shutil
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tumbletrip.bots.dicetrip.machine import wasm
from tumbletrip.bots.dicetrip.machine.wasm import WasmMachine

SCRIPT = Path(__file__).with_name("node_instance.mjs")
COMMITTED = Path(wasm.__file__).with_name(wasm.WASM_FILE)


class NodeInstance:
    """A WebAssembly module in a process of Node."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self.seconds = 0.0  # of the processor, spent in kernels
        started = self._told("start")
        self.heap_base: int = started["heap_base"]
        self.pages: int = started["pages"]

    def grow(self, pages: int) -> None:
        self.pages = self._told("grow", by=pages)["pages"]

    def write(self, address: int, block: bytes) -> None:
        self._told("write", at=address, block=b64encode(block).decode())

    def read(self, address: int, size: int) -> bytes:
        return b64decode(self._told("read", at=address, size=size)["block"])

    def call(self, entry: str, *addresses: int) -> None:
        self.seconds += self._told("call", entry=entry, addresses=addresses)["microseconds"] / 1e6

    def _told(self, do: str, **order: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"do": do, **order}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, f"Node ended during {do!r}; what it said stands in its standard error"
        return json.loads(line)


@contextmanager
def node_instance(code: Path = COMMITTED) -> Iterator[NodeInstance]:
    """Node with a module; by default the committed kernels."""
    node = shutil.which("node")
    assert node is not None, "Node builds the app, so it is there where tests run"
    command = [node, str(SCRIPT), str(code)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield NodeInstance(process)
        assert process.stdin is not None
        process.stdin.close()


@contextmanager
def node_machine(code: Path = COMMITTED) -> Iterator[WasmMachine]:
    """A machine that runs the committed kernels in Node."""
    with node_instance(code) as instance:
        yield WasmMachine(instance)
