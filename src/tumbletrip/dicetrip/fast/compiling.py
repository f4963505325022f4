"""The few things Numba does not offer ready-made: typed kernels, and counting bits."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import njit, types
from numba.extending import intrinsic

from tumbletrip.dicetrip.fast.cache import folder_for, numba_settings

_Function = TypeVar("_Function", bound=Callable[..., Any])

KERNELS: list[Any] = []  # all kernels of the modules imported so far, compiled or not


def kernel(function: _Function) -> _Function:
    """Compile a function when it is first called, and keep the machine code on disk."""
    return _compiled(function, forceinline=False)


def inlined(function: _Function) -> _Function:
    """A small kernel that becomes a part of those who call it: Numba passes seven words for every array."""
    return _compiled(function, forceinline=True)


def _compiled(function: _Function, *, forceinline: bool) -> _Function:
    folder = folder_for(Path(function.__code__.co_filename))
    given = numba_settings.CACHE_DIR
    numba_settings.CACHE_DIR = str(folder or "")  # read once, while the decorator runs
    try:
        compiled = njit(cache=folder is not None, forceinline=forceinline, error_model="numpy")(function)
    finally:
        numba_settings.CACHE_DIR = given
    KERNELS.append(compiled)
    return cast(_Function, compiled)


def _lowest_bit(_typing: Any, _mask: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(
            args[0], ir.Constant(ir.IntType(1), 1)
        )  # 1: undefined for 0, hence one instruction

    return types.int64(types.int64), codegen


def _bit_count(_typing: Any, _mask: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


lowest_bit = cast(Callable[[int], int], intrinsic(_lowest_bit))
"""The place of the lowest bit of a mask that is not 0."""

bit_count = cast(Callable[[int], int], intrinsic(_bit_count))
"""How many bits of a mask are set."""
