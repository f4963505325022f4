"""JSON that people hand in: read with a limit, and without the silence in which JSON forgets things."""

import json
from collections import Counter
from typing import Any

from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.lines import TextLimits, check_length


def load_document(text: str, source: str, limits: TextLimits) -> Any:
    """What a JSON text says; raises InputError, which names the source, for anything that is no JSON."""
    check_length(text, limits)
    try:
        return json.loads(text, object_pairs_hook=_without_repeats)
    except InputError:
        raise
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits
        raise InputError(problem("json.malformed", source=source, reason=error)) from error


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """JSON would let the last of two equal keys win in silence; what is copied twice is a mistake."""
    document = dict(pairs)
    if len(document) < len(pairs):
        repeated = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise InputError(problem("json.key_twice", name=repeated))
    return document
