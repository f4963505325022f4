"""How tests run while faults are planted (F24): few examples, always the same, no failure is made small."""

import pytest
from hypothesis import HealthCheck, Phase, settings

MOST_EXAMPLES = 10
SETTINGS = "_hypothesis_internal_use_settings"  # where Hypothesis keeps what a test asks for

settings.register_profile(
    "mutants",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=MOST_EXAMPLES,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)

# mutmut 3.8 asks an item for a name that pytest 9.2 no longer keeps there.
pytest.Item._nodeid = property(lambda item: item.nodeid)  # type: ignore[attr-defined]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that ask for hundreds of examples get by with fewer: every fault runs them again."""
    for item in items:
        test = getattr(item, "obj", None)
        asked = getattr(test, SETTINGS, None)
        if asked and asked.max_examples > MOST_EXAMPLES:
            setattr(test, SETTINGS, settings(asked, max_examples=MOST_EXAMPLES))
