"""Readers of table options, which are unchecked JSON; their errors say what would be valid."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from tumbletrip.core.errors import InputError, problem
from tumbletrip.tables.play import Options

_Words: TypeAlias = Sequence[str]


def only_known(options: Mapping[str, Any], *known: str) -> None:
    """Raise InputError for options that a game does not know."""
    for name in options:
        if name not in known:
            raise wrong_option(name, options[name], ", ".join(known))


def wrong_option(field: str, value: object, right: str) -> InputError:
    """The error for an invalid value; `right` says what would be valid."""
    return InputError(problem("table.option", field=field[:60], value=str(value)[:60], right=right))


def flag(options: Options, field: str) -> bool:
    """A boolean option, by default false; raises InputError."""
    value = options.get(field, False)
    if not isinstance(value, bool):
        raise wrong_option(field, value, "true, false")
    return value


def text(options: Options, field: str, default: str) -> str:
    """A string option; raises InputError."""
    value = options.get(field, default)
    if not isinstance(value, str):
        raise wrong_option(field, value, f'"{default}"')
    return value


def whole_number(options: Options, field: str, fewest: int, most: int) -> int:
    """An integer option within bounds; raises InputError."""
    value = options.get(field)
    if type(value) is not int or not fewest <= value <= most:
        raise wrong_option(field, value, f"{fewest}–{most}")
    return value


def texts(options: Options, field: str, most: int) -> list[str]:
    """An option that is a list of at most `most` strings; raises InputError."""
    values = options.get(field, [])
    if (
        not isinstance(values, list)
        or len(values) > most
        or not all(isinstance(value, str) for value in values)
    ):
        raise wrong_option(field, values, '["…"]')
    return values


def choice(options: Options, field: str, known: _Words, default: str) -> str:
    """A string option that must be one of `known`; raises InputError."""
    return one_of(field, text(options, field, default), known)


def one_of(field: str, value: str, known: _Words) -> str:
    """The value if it is one of `known`; raises InputError."""
    if value not in known:
        raise wrong_option(field, value, ", ".join(known))
    return value


def seat_count(names: Sequence[str], fewest: int, most: int) -> None:
    """Raise InputError for too few or too many players."""
    if not fewest <= len(names) <= most:
        raise InputError(problem("table.seat_count", fewest=fewest, most=most, count=len(names)))
