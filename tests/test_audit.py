"""F36: `make audit` names known holes, and says so where nobody could be asked."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tools.audit import Run, audit_browser, audit_python

ROOT = Path(__file__).parents[1]
HOLE = {"id": "PYSEC-1", "fix_versions": ["2.0"]}


def answers(document: object) -> Run:
    def run(_command: Sequence[str], _folder: Path) -> str:
        return document if isinstance(document, str) else json.dumps(document)

    return run


def test_F36_a_known_hole_is_named_with_its_cure() -> None:
    package = {"name": "thing", "version": "1.0", "vulns": [HOLE]}
    assert audit_python(answers({"dependencies": [package]})).holes == ["thing 1.0: PYSEC-1, mended in 2.0"]
    hole = {"name": "thing", "range": "<2", "severity": "high"}
    assert audit_browser("frontend", answers({"vulnerabilities": {"thing": hole}})).holes == [
        "thing <2: high"
    ]


def test_F36_none_is_none() -> None:
    package = {"name": "thing", "version": "1.0", "vulns": []}
    for verdict in (
        audit_python(answers({"dependencies": [package]})),
        audit_browser("frontend", answers({"vulnerabilities": {}})),
    ):
        assert verdict.holes == []
        assert "no known holes" in verdict.sentence()


@pytest.mark.parametrize("said", ["", "not json", "[]", {}, {"message": "405", "error": {"summary": ""}}])
def test_F36_where_nobody_can_be_asked_a_sentence_says_so(said: object) -> None:
    for verdict in (audit_python(answers(said)), audit_browser("frontend", answers(said))):
        assert verdict.holes is None
        assert "could not be asked" in verdict.sentence()


def test_F36_whoever_finds_a_hole_knows_where_to_tell_it() -> None:
    assert "privately" in (ROOT / "SECURITY.md").read_text("utf-8")
    assert "SECURITY.md" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")
