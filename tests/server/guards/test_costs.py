"""F40: reading is rationed by what it costs the server, and a page of the app is never refused."""

import pytest

from tumbletrip.server.guards.costs import cost_of
from tumbletrip.server.guards.rates import Bucket
from tumbletrip.server.settings import Limits

TABLE = "/api/tables/0123456789abcdef"


@pytest.mark.parametrize(
    ("dear", "cheap"),
    [
        (f"GET {TABLE}/replay", f"GET {TABLE}"),
        (f"HEAD {TABLE}/replay", f"GET {TABLE}"),
        (f"GET {TABLE}/keepsake", f"GET {TABLE}/record"),
        (f"GET {TABLE}/check", f"GET {TABLE}"),
        (f"GET {TABLE}/so-far", f"GET {TABLE}"),
        ("GET /fair", "GET /boards"),
        ("GET /api/sheets/dicetrip", "GET /api/choices"),
        ("GET /api/openapi.json", "GET /api/choices"),
        ("POST /api/records", "POST /api/tables"),
        (f"POST {TABLE}/analysis", f"POST {TABLE}/commands"),
        ("GET /api/choices", "GET /assets/index.js"),
        ("GET /ready", "GET /health"),
    ],
)
def test_F40_what_is_more_work_costs_more(dear: str, cheap: str) -> None:
    assert cost_of(*dear.split()) > cost_of(*cheap.split())


@pytest.mark.parametrize(
    "path", [f"{TABLE}/replay", "/api/choices", "/api/unknown", "/metrics", "/t/a-table"]
)
def test_F40_nothing_but_the_sign_of_life_is_free(path: str) -> None:
    assert cost_of("GET", path) > 0
    assert cost_of("GET", "/health") == 0


def test_F40_a_hundred_files_and_ten_questions_at_once_are_an_honest_page() -> None:
    limits = Limits()
    bucket = Bucket(limits.requests_rate, limits.requests_burst)
    page = ["/assets/part.js"] * 100 + ["/api/choices"] * 5 + [TABLE] * 4 + [f"{TABLE}/replay"]
    assert all(bucket.take(cost_of("GET", path)) for path in page)
