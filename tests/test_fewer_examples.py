"""Before a commit random tests try fewer examples; `make test` asks for all of them."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tools.fewer_examples import MOST_EXAMPLES, try_at_most

MAKEFILE = (Path(__file__).parents[1] / "Makefile").read_text("utf-8")


def tried(asked: int, most: int) -> int:
    """How many examples a test runs that asks for some."""
    seen: list[int] = []

    @settings(max_examples=asked, database=None)
    @given(st.integers())
    def test(number: int) -> None:
        seen.append(number)

    try_at_most(most, [test, test_a_test_that_asks_for_many_examples_gets_fewer])
    test()
    return len(seen)


def test_a_test_that_asks_for_many_examples_gets_fewer() -> None:
    assert tried(asked=200, most=7) == 7
    assert tried(asked=5, most=7) == 5


def test_only_what_runs_before_a_commit_does_so() -> None:
    recipes = {line.split(":")[0]: line for line in MAKEFILE.replace("\n\t", " ").splitlines()}
    assert "fewer_examples" in recipes["check"]
    assert "fewer_examples" not in recipes["test"]
    assert MOST_EXAMPLES >= 50
