"""Random tests try fewer examples before a commit: `pytest -p tools.fewer_examples`."""

from collections.abc import Iterable

import pytest
from hypothesis import settings

MOST_EXAMPLES = 50
SETTINGS = "_hypothesis_internal_use_settings"  # where Hypothesis keeps what a test asks for


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """No test tries more than these, whatever it asks for."""
    try_at_most(MOST_EXAMPLES, (getattr(item, "obj", None) for item in items))


def try_at_most(most: int, tests: Iterable[object]) -> None:
    """Let random tests get by with so many examples; all other tests are left alone."""
    for test in tests:
        asked = getattr(test, SETTINGS, None)
        if asked and asked.max_examples > most:
            setattr(test, SETTINGS, settings(asked, max_examples=most))
