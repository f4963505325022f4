"""What may go wrong at a server has an id; the tables of faults name tests that are there."""

import re
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
ROW = re.compile(r"^\| (F\d+) \|.*\| (.*) \|$", re.MULTILINE)
NAMED = re.compile(r"(?:[a-z_]+/)*test_\w+")
PROVES = re.compile(r"def test_((?:F\d+_)+)")


def rows() -> dict[str, str]:
    """Which tests each fault is held by, as the page says it."""
    found = ROW.findall((ROOT / "docs" / "lab" / "server-faults.md").read_text("utf-8"))
    assert len(dict(found)) == len(found) > 60
    return dict(found)


def test_the_tables_of_faults_name_tests_that_are_there() -> None:
    named = {fault: NAMED.findall(tests) for fault, tests in rows().items()}
    gone = {
        (fault, test)
        for fault, tests in named.items()
        for test in tests
        if not (TESTS / test).with_suffix(".py").is_file()
    }
    assert gone == set()
    assert [fault for fault, tests in named.items() if not tests] == []


def test_every_fault_that_a_test_names_has_its_row() -> None:
    files = (path.read_text("utf-8") for path in TESTS.rglob("test_*.py"))
    ids = chain.from_iterable(named.split("_") for file in files for named in PROVES.findall(file))
    proven = {fault for fault in ids if fault}
    assert len(proven) > 60
    assert proven - set(rows()) == set()
