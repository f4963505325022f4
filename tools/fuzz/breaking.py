"""Good texts, broken: a part of a JSON document lost, doubled, renamed or replaced, or slips of the pen."""

import json
from random import Random
from typing import Any, Final

from tests.kit.mangling import mangled

LONGEST: Final = 8_192  # characters of an input
ODD_VALUES: Final[tuple[Any, ...]] = (
    *(0, -1, 10**30, 1e308, float("nan")),
    *(None, True, "", "\ud800", "x" * 300),
    *([], {}, [[]], {"": 0}),
)


def broken(text: str, rng: Random) -> str:
    """The text with one fault, or with a few."""
    for _ in range(rng.choice((1, 1, 1, 4))):
        document = document_of(text) if rng.random() < 0.7 else None
        text = _with_odd_part(document, rng) if document else mangled(window(text, rng), rng)
    return text


def document_of(text: str) -> Any:
    """The JSON document of a text; None if it is none."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _with_odd_part(document: Any, rng: Random) -> str:
    """A document in which one part, at any depth, is lost, doubled, renamed or replaced."""
    part = document
    while isinstance(part, dict | list) and part:
        key: Any = rng.choice(list(part)) if isinstance(part, dict) else rng.randrange(len(part))
        inner = part[key]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.8:
            part = inner
            continue
        match rng.randrange(4):
            case 0:
                del part[key]
            case 1 if isinstance(part, dict):
                part[rng.choice([*part, "odd"])] = part.pop(key)
            case 2 if isinstance(part, list):
                part.insert(key, inner)
            case _:
                part[key] = rng.choice([*ODD_VALUES, _near(inner, rng)])
        break
    return json.dumps(document)


def _near(value: Any, rng: Random) -> Any:
    """A value of the same kind, nearly the same."""
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int | float):
        return value + rng.choice((-1, 1, 0.5, -2 * value))
    return mangled(value, rng) if isinstance(value, str) else value


def window(text: str, rng: Random) -> str:
    """A text that is not too long: usually its beginning, so that what must come first is there."""
    if len(text) <= LONGEST:
        return text
    cut = rng.randrange(len(text) - LONGEST // 2) if rng.random() < 0.5 else LONGEST // 2
    return text[: LONGEST // 2] + text[cut : cut + LONGEST // 2]
