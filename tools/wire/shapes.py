"""Typed dictionaries as JSON Schema: for the app's types, and for tests that hold messages against them."""

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from tumbletrip.tables.view_types import AND_MORE, SOME_OF

Schema: TypeAlias = dict[str, Any]
Filling: TypeAlias = Mapping[Any, Any]  # what stands for each type variable

REFERENCE = "#/components/schemas/"
PLAIN: Mapping[Any, Schema] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    NoneType: {"type": "null"},
    object: {},
}


class Shapes:
    """Collects the schema of every shape that others refer to, by name."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self.components: dict[str, Schema] = {}
        self._told: dict[str, Any] = {}

    def schema(self, shape: Any, filling: Filling | None = None) -> Schema:
        """The schema of a shape; raises TypeError for what JSON or this reader does not know."""
        filling = filling or {}
        if isinstance(shape, TypeVar):
            return self.schema(filling[shape])
        if shape in PLAIN:
            return PLAIN[shape]
        origin, parts = get_origin(shape), get_args(shape)
        if is_typeddict(origin or shape):
            return self._reference(shape, filling)
        if origin is Annotated:
            return self._annotated(parts[0], parts[1:], filling)
        if origin is NotRequired:
            return self.schema(parts[0], filling)
        if origin is Literal:
            return {**PLAIN[type(parts[0])], "enum": list(parts)}
        if origin in (Union, UnionType):
            return {"anyOf": [self.schema(part, filling) for part in parts]}
        if origin is list:
            return {"type": "array", "items": self.schema(parts[0], filling)}
        if origin is tuple:
            places = [self.schema(part, filling) for part in parts]
            return {"type": "array", "prefixItems": places, "minItems": len(parts), "maxItems": len(parts)}
        if origin is dict and parts[0] is str:
            return {"type": "object", "additionalProperties": self.schema(parts[1], filling)}
        raise TypeError(f"no shape of JSON: {shape!r}")

    def _annotated(self, shape: Any, notes: tuple[Any, ...], filling: Filling) -> Schema:
        """A shape with a sentence about it, or one of which a message has only some entries, or more."""
        if SOME_OF in notes:
            members = _members(filling[shape] if isinstance(shape, TypeVar) else shape)
            return {"anyOf": [self._reference(member, {}, is_partial=True) for member in members]}
        if AND_MORE in notes:
            return self._reference(shape, filling, is_open=True)
        return {**self.schema(shape, filling), "description": " ".join(notes)}

    def _reference(
        self, shape: Any, filling: Filling, *, is_partial: bool = False, is_open: bool = False
    ) -> Schema:
        """A reference to a typed dictionary; whoever asks first has it told."""
        kind = get_origin(shape) or shape
        filled = tuple(filling.get(part, part) for part in get_args(shape))
        name = f"{kind.__name__}Changes" if is_partial else kind.__name__
        if name not in self._told:
            self._told[name] = (kind, filled)
            inside = dict(zip(getattr(kind, "__parameters__", ()), filled, strict=True))
            self.components[name] = self._object(kind, inside, is_partial=is_partial, is_open=is_open)
        elif self._told[name] != (kind, filled):
            raise TypeError(f"two shapes have the name {name}")
        return {"$ref": REFERENCE + name}

    def _object(self, kind: Any, filling: Filling, *, is_partial: bool, is_open: bool) -> Schema:
        hints = get_type_hints(kind, include_extras=True)
        return {
            "type": "object",
            "description": (kind.__doc__ or "").split("\n")[0],
            "properties": {name: self.schema(hint, filling) for name, hint in hints.items()},
            "required": [] if is_partial else sorted(kind.__required_keys__),
            "additionalProperties": is_open,
        }


def _members(shape: Any) -> tuple[Any, ...]:
    """The members of a union; a shape that is none is alone."""
    return get_args(shape) if get_origin(shape) in (Union, UnionType) else (shape,)
