"""How tests run while faults are planted (F24): few examples, always the same, no failure is made small."""

import pytest
from hypothesis import HealthCheck, Phase, settings

from tools.fewer_examples import try_at_most

MOST_EXAMPLES = 10

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
    try_at_most(MOST_EXAMPLES, (getattr(item, "obj", None) for item in items))
