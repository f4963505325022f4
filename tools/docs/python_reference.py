"""The public names of the package as a page, from their signatures and docstrings."""

import enum
import inspect
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import tumbletrip
import tumbletrip.tumblin

WHERE = re.compile(r"\b(?:[a-z_]\w*\.)+(?=[A-Z])")  # the module before the name of a class
MODULES = (tumbletrip, tumbletrip.tumblin)


def python_reference() -> str:
    """Every public name, by module, in the order of its `__all__`."""
    lines = ["# Python", "", "The public names; everything else is ours to change.", ""]
    for module in MODULES:
        lines += [f"## {module.__name__}", "", *_described(module)]
        for name in sorted((one for one in module.__all__ if one != "__version__"), key=str.casefold):
            lines += _entry(module, name)
    return "\n".join(lines)


def _entry(module: ModuleType, name: str) -> Iterator[str]:
    """A heading, how it is called, and what its docstring says."""
    thing = getattr(module, name)
    yield from (f"### {name}", "")
    if isinstance(thing, type) and issubclass(thing, enum.Enum):
        yield from (f"```python\nclass {name}: {', '.join(thing.__members__)}\n```", "")
    elif inspect.isclass(thing) or inspect.isfunction(thing):
        word = "class" if inspect.isclass(thing) else "def"
        yield from (f"```python\n{word} {name}{_signature(thing)}\n```", "")
    if inspect.isclass(thing) or inspect.isfunction(thing) or inspect.ismodule(thing):
        yield from _described(thing)


def _signature(thing: Any) -> str:
    """How it is called; a protocol or an exception may have no signature of its own."""
    try:
        shown = str(inspect.signature(thing))
    except ValueError:
        return ""
    return WHERE.sub("", shown.removesuffix(" -> None") if inspect.isclass(thing) else shown)


def _described(thing: Any) -> list[str]:
    return [inspect.getdoc(thing) or "", ""]
