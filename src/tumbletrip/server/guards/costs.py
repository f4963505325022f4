"""What a request costs of its address's budget: about how much work it is (F40)."""

import re
from typing import Final

SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
_FILE: Final = 0.1  # the app's files, of which a page needs dozens
_READ: Final = 0.5
_WRITE: Final = 1.0
# The first that fits; short codes could be guessed (F12), and the day's pages attract crowds.
_COSTS: Final = [
    (re.compile(pattern), cost)
    for pattern, cost in (
        (r"GET /api/(codes/|daily|puzzle).*", 1.0),
        (r"GET /health", 0.0),  # asked by whoever watches over the server
        (r"GET /ready", 1.0),
        (r"GET /api/tables/[^/]+/replay", 10.0),
        (r"GET /api/tables/[^/]+/(record|check|so-far|qr)", 2.0),
        (r"GET /fair", 2.0),  # counts of all tables that have ended
        (r"GET /api/editions/own-.*", 5.0),  # a stranger's map is drawn anew
        (r"GET /api/(tables/[^/]+/keepsake|sheets/.*|openapi\.json)", 5.0),
        (r"POST /api/(records|tables/[^/]+/analysis)", 5.0),
        (r"GET /t/[^/]+", _READ),  # the table is read for the tags of its page
        (r"GET /(?!api/|metrics).*", _FILE),
    )
]


def cost_of(method: str, path: str) -> float:
    """The cost of a request, where one that changes something small costs 1."""
    is_read = method in SAFE_METHODS
    request = f"{'GET' if is_read else method} {path}"
    return next(
        (cost for pattern, cost in _COSTS if pattern.fullmatch(request)), _READ if is_read else _WRITE
    )
