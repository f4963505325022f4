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


@pytest.mark.parametrize(("power", "faults"), [(1, 0), (2, 1)])
def test_F56_a_reader_whose_work_grows_faster_than_its_text_is_found(power: int, faults: int) -> None:
    found = Findings(slowest=[(0.0, "a b c")])
    reader = Reader(lambda _: None, lambda: ["a b c"])
    stretch(reader, found, 1, seed=7, cost=lambda _, text: float(len(text) ** power))
    assert len(found.faults) == faults


def test_F56_a_reader_that_dawdles_is_found() -> None:
    found = fuzz(Reader(lambda _: sum(range(10_000_000)), lambda: ["b a"]), 1, seed=7)
    assert any("of the processor" in fault for fault in found.faults)
