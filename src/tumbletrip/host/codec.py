"""Events as they are stored: compact JSON."""

from typing import Any

import msgspec

_encode = msgspec.json.Encoder().encode


def to_text(value: Any) -> str:
    """A value as compact JSON."""
    return _encode(value).decode()
