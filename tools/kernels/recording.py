"""What Numba makes of the kernels before it thinks of a processor: LLVM's own language, module by module."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from numba import int64
from numba.core import cgutils, codegen

from tumbletrip.bots.dicetrip.kernels.entries import ENTRIES

LEFT_OUT = (
    "wrapper",
    "cfunc_wrapper",
    "nrt_module",
)  # how Python calls, how memory is owned
_library = cast(Any, codegen.CPUCodeLibrary)  # Numba has no types here
_text = cast(Any, cgutils.normalize_ir_text)


def recorded() -> tuple[dict[str, str], list[str]]:
    """The name that Numba gives to each entry, and the texts of all modules they are made of."""
    names = {}
    with _listening() as modules:
        for entry in cast(Any, ENTRIES):
            entry.compile((int64, int64, int64))
            (compiled,) = entry.overloads.values()
            names[entry.__name__] = compiled.fndesc.llvm_func_name
    return names, modules


@contextmanager
def _listening() -> Iterator[list[str]]:
    """Hear of every module that Numba makes, but for those through which Python calls."""
    modules: list[str] = []
    add = _library.add_ir_module

    def heard(library: Any, module: Any) -> None:
        if module.name not in LEFT_OUT:
            modules.append(_text(str(module)))
        add(library, module)

    _library.add_ir_module = heard
    try:
        yield modules
    finally:
        _library.add_ir_module = add
