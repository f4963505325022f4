"""Memory by its address, for kernels: numbers that lie there, rows of them, and room on the stack.

An array of Numba's is seven words with a counted owner, and every call that hands one over counts; a pointer
is one word that nobody counts. Kernels on pointers are also the same code wherever they run: in this process,
or in a page as WebAssembly. A pointer does not know how far it reaches, and -1 is not its last place.
"""

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_Number = TypeVar("_Number")
_Row = TypeVar("_Row")

alloca, pointer = cast(Any, cgutils.alloca_once), cast(Any, types.CPointer)  # Numba has no types here


class Numbers(Protocol[_Number]):
    """Numbers of one kind, side by side in memory."""

    def __getitem__(self, place: int) -> _Number:
        """The number at a place."""

    def __setitem__(self, place: int, number: _Number) -> None:
        """Put a number at a place."""


Ints: TypeAlias = Numbers[int]
Floats: TypeAlias = Numbers[float]


def _numbers_at(kind: Any) -> Any:
    def typed(_typing: Any, _address: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

        return pointer(kind)(types.int64), codegen

    return intrinsic(typed)


def _on_stack(kind: Any) -> Any:
    def typed(_typing: Any, count: Any) -> Any:
        if not isinstance(count, types.IntegerLiteral):
            return None  # the compiler must know how much

        def codegen(context: Any, builder: Any, _signature: Any, _args: Any) -> Any:
            return alloca(builder, context.get_value_type(kind), size=count.literal_value)

        return pointer(kind)(count), codegen

    return cast(Any, intrinsic)(prefer_literal=True)(typed)


def _row(_typing: Any, numbers: Any, _place: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.gep(args[0], [args[1]])

    return numbers(numbers, types.int64), codegen


ints_at = cast(Callable[[int], Ints], _numbers_at(types.int64))
"""The whole numbers of 64 bits at an address."""

words_at = cast(Callable[[int], Any], _numbers_at(types.uint64))
"""The same without a sign: the state of a generator."""

bytes_at = cast(Callable[[int], Ints], _numbers_at(types.int8))
"""The small whole numbers, a byte each, at an address."""

shorts_at = cast(Callable[[int], Ints], _numbers_at(types.int16))
"""The whole numbers of 16 bits at an address."""

floats_at = cast(Callable[[int], Floats], _numbers_at(types.float64))
"""The real numbers of 64 bits at an address."""

singles_at = cast(Callable[[int], Floats], _numbers_at(types.float32))
"""The real numbers of 32 bits at an address."""

row = cast(Callable[[_Row, int], _Row], intrinsic(_row))
"""The numbers that begin at a place among others."""

stack_ints = cast(Callable[[int], Ints], _on_stack(types.int64))
"""Room for so many whole numbers, as long as the calling kernel runs; they are not cleared."""

stack_bytes = cast(Callable[[int], Any], _on_stack(types.int8))
"""Room for so many bytes."""

stack_floats = cast(Callable[[int], Floats], _on_stack(types.float64))
"""Room for so many real numbers."""
