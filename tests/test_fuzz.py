"""F56: a reader reads what it is fed, or refuses it with its own error; `python -m tools.fuzz` feeds more."""

import pytest

from tools.fuzz.by_lines import fuzz
from tools.fuzz.feeding import Findings
from tools.fuzz.readers import READERS, Reader
from tools.fuzz.stretching import stretch


@pytest.mark.parametrize("name", READERS)
def test_F56_broken_texts_are_refused_and_nothing_else_happens(name: str) -> None:
    found = fuzz(READERS[name], 400, seed=7)
    assert found.faults == {}
    assert found.accepted > 0
    assert found.reasons


def test_F56_a_reader_that_trips_is_found() -> None:
    trips = Reader(lambda text: 1 / ("lyon" in text or "|" in text), lambda: ["a|b"])
    found = fuzz(trips, 200, seed=7)
    assert any("ZeroDivisionError" in fault for fault in found.faults)


def test_F56_a_reader_that_looks_twice_at_each_sign_is_found() -> None:
    def count_every_rest(text: str) -> None:
        for place in range(0, len(text), 16):
            text.count("z", place)

    found = Findings(slowest=[(0.0, "a b c")])
    stretch(Reader(count_every_rest, lambda: ["a b c"]), found, 1, seed=7)
    assert any("more than linear" in fault for fault in found.faults)


def test_F56_a_reader_that_dawdles_is_found() -> None:
    found = fuzz(Reader(lambda _: sum(range(10_000_000)), lambda: ["b a"]), 1, seed=7)
    assert any("of the processor" in fault for fault in found.faults)
