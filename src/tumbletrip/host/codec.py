"""Values as compact JSON: by msgspec where it is installed, else by the standard library, as in a page."""

import json
from collections.abc import Callable
from typing import Any


def plain_encode(value: Any) -> bytes:
    """A value as compact JSON, without msgspec; raises ValueError for numbers that JSON cannot write."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=str)
    return text.encode()


def _best_encode() -> Callable[[Any], bytes]:
    try:
        from msgspec.json import Encoder
    except ModuleNotFoundError:
        return plain_encode
    return Encoder(enc_hook=str).encode


encode = _best_encode()


def to_text(value: Any) -> str:
    """An event as it is stored: compact JSON."""
    return encode(value).decode()
