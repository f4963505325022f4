"""Kernels as WebAssembly, where Numba cannot be: the same sources, compiled by `make kernels`."""

from importlib.resources import files
from typing import Any, Protocol

WASM_FILE = "kernels.wasm"  # in this folder; beside it what it was made of
PAGE = 1 << 16


def wasm_code() -> bytes:
    """The compiled kernels."""
    return files(__package__).joinpath(WASM_FILE).read_bytes()


class Instance(Protocol):
    """A running WebAssembly module: memory, and functions by name."""

    heap_base: int  # memory from here on is free
    pages: int  # how much memory there is

    def grow(self, pages: int) -> None:
        """Add so many pages of memory."""

    def write(self, address: int, block: bytes) -> None:
        """Copy a block into memory."""

    def read(self, address: int, size: int) -> bytes:
        """Copy so many bytes out of memory."""

    def call(self, entry: str, *addresses: int) -> None:
        """Call a function."""


class WasmMachine:
    """Kernels in a WebAssembly module, with memory of its own: what is kept, and above it a question."""

    def __init__(self, instance: Instance) -> None:
        """Begin with the memory that the module itself does not need."""
        self._instance = instance
        self._free = _aligned(instance.heap_base)

    def keep(self, block: bytes) -> int:
        """Lay a block into memory; tells its address."""
        address = self._free
        self._room_up_to(address + len(block))
        self._instance.write(address, block)
        self._free = _aligned(address + len(block))
        return address

    def forget(self, address: int) -> None:
        """A device sees few boards in a life of its page: its memory only grows."""

    def answer(self, entry: str, mind: int, question: bytes, size: int) -> bytes:
        """What an entry answers, in so many bytes, to a question about a mind."""
        answered = _aligned(self._free + len(question))
        self._room_up_to(answered + size)
        self._instance.write(self._free, question)
        self._instance.call(entry, mind, self._free, answered)
        return self._instance.read(answered, size)

    def _room_up_to(self, address: int) -> None:
        missing = address - self._instance.pages * PAGE
        if missing > 0:
            self._instance.grow(-(-missing // PAGE))


def _aligned(address: int) -> int:
    """The next full word."""
    return -(-address // 16) * 16


class PageInstance:
    """A module in the page that this Python runs in (Pyodide)."""

    def __init__(self, code: bytes) -> None:
        """Compile and start a module."""
        import js  # type: ignore[import-not-found]  # there in Pyodide only
        from pyodide.ffi import to_js  # type: ignore[import-not-found]  # likewise

        self._bytes: Any = js.Uint8Array
        module = js.WebAssembly.Module.new(to_js(code))
        self._exports: Any = js.WebAssembly.Instance.new(module).exports
        self.heap_base = int(getattr(self._exports, "__heap_base").value)  # Python renames __names
        self._look()

    def _look(self) -> None:
        """See memory as it is now; the view of it ends when it grows."""
        self._memory: Any = self._bytes.new(self._exports.memory.buffer)
        self.pages = self._memory.length // PAGE

    def grow(self, pages: int) -> None:
        """Add so many pages of memory."""
        self._exports.memory.grow(pages)
        self._look()

    def write(self, address: int, block: bytes) -> None:
        """Copy a block into memory."""
        self._memory.subarray(address, address + len(block)).assign(block)

    def read(self, address: int, size: int) -> bytes:
        """Copy so many bytes out of memory."""
        return bytes(self._memory.subarray(address, address + size).to_bytes())

    def call(self, entry: str, *addresses: int) -> None:
        """Call a function."""
        getattr(self._exports, entry)(*addresses)


def page_machine() -> WasmMachine:
    """The machine of a page."""
    return WasmMachine(PageInstance(wasm_code()))
