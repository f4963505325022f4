"""Kernels that run in this process, compiled by Numba."""

from ctypes import addressof, c_char, create_string_buffer
from typing import Any

from tumbletrip.bots.dicetrip.kernels.entries import ENTRIES


class NativeMachine:
    """Kernels as machine code, in the memory of this process."""

    def __init__(self) -> None:
        """Nothing is in memory yet."""
        self._entries = {entry.__name__: entry for entry in ENTRIES}
        self._kept: dict[int, Any] = {}  # by address

    def keep(self, block: bytes) -> int:
        """Lay a block into memory; tells its address."""
        kept = create_string_buffer(block, len(block))
        address = addressof(kept)
        self._kept[address] = kept
        return address

    @property
    def blocks(self) -> int:
        """How many blocks lie in memory."""
        return len(self._kept)

    def forget(self, address: int) -> None:
        """Give a block's memory back."""
        del self._kept[address]

    def answer(self, entry: str, mind: int, question: bytes, size: int) -> bytes:
        """What an entry answers, in so many bytes, to a question about a mind."""
        asked, answered = (
            bytearray(question),
            bytearray(size),
        )  # kernels try things out on the sheets asked about
        self._entries[entry](mind, _address(asked), _address(answered))
        return bytes(answered)


def _address(buffer: bytearray) -> int:
    return addressof(c_char.from_buffer(buffer))
