"""F56: a reader reads what it is fed, or refuses it with its own error; `tools/fuzz.py` feeds more."""

import pytest

from tools.fuzz import READERS, fuzz


@pytest.mark.parametrize("name", READERS)
def test_F56_broken_texts_are_refused_and_nothing_else_happens(name: str) -> None:
    found = fuzz(READERS[name], 400, seed=7)
    assert found.faults == {}
    assert found.accepted > 0
    assert found.reasons


def test_F56_a_reader_that_trips_is_found() -> None:
    trips = READERS["sheet"].__class__(lambda text: 1 / ("lyon" in text or "|" in text), lambda: ["a|b"])
    found = fuzz(trips, 200, seed=7)
    assert any("ZeroDivisionError" in fault for fault in found.faults)
