"""F24: faults planted in the rules are seen by the tests; `make mutants` plants them everywhere."""

from pathlib import Path

import pytest

from tools.mutants import Verdict, judge, score, without_decorators

AGREED = 96.0  # percent; the four unseen today change a placeholder that nobody reads
DECORATED = """\
class Sheet:
    @property
    def total(self) -> int:
        return 1

    def plain(self) -> int:
        return 2


@lru_cache(maxsize=4)
def view(sheet: Sheet) -> int:
    return 3
"""


@pytest.mark.slow
def test_F24_faults_in_the_score_of_a_round_and_in_the_chain_of_events_are_seen(tmp_path: Path) -> None:
    modules = ("tumblin/scoring", "tables/chain")
    verdicts = judge(tmp_path / "house", modules, ("tumblin/test_scoring", "tables/test_chain"))
    assert {verdict.module for verdict in verdicts} == set(modules)
    assert all(verdict.planted > 30 for verdict in verdicts)
    survivors = [name for verdict in verdicts for name in verdict.survivors]
    assert score(verdicts) >= AGREED, f"no test sees {survivors}; `make mutants` shows them"


def test_F24_the_score_is_the_share_of_the_planted_faults_that_were_seen() -> None:
    assert score([Verdict("one", 3, ("a",)), Verdict("other", 1, ())]) == 75.0
    assert score([Verdict("nothing planted", 0, ())]) == 0.0
    assert score([]) == 0.0


def test_F24_faults_are_planted_in_decorated_functions_too() -> None:
    """mutmut passes over what has a decorator, so the copy it works on has none."""
    plain = without_decorators(DECORATED)
    assert "@" not in plain
    assert (
        "    def _plain_total(self) -> int:\n        return 1\n    total = property(_plain_total)\n" in plain
    )
    assert "def plain(self)" in plain
    assert plain.endswith("view = lru_cache(maxsize=4)(_plain_view)\n")
