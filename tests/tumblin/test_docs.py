"""What the documents of Tumblin-Dice say is what the code does."""

import re
from pathlib import Path

import pytest

from tumbletrip.tumblin.house_rules import VARIANTS
from tumbletrip.tumblin.notation.record_reader import parse_record
from tumbletrip.tumblin.notation.records import format_record
from tumbletrip.tumblin.notation.replays import replay
from tumbletrip.tumblin.score_pad.json_form import pad_from_json
from tumbletrip.tumblin.score_pad.text_form import pad_from_text

DOCS = Path(__file__).parents[2] / "docs"
RULES = [DOCS / "rules" / f"tumblin-dice{ending}.md" for ending in ("", ".fr", ".de", ".nl")]


def blocks(path: Path, kind: str = "") -> list[str]:
    """The code blocks of a document."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", path.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    return [text for named, text in found if named == kind]


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_every_rule_and_every_variant_stands_in_every_language(path: Path) -> None:
    text = path.read_text("utf-8")
    assert sorted(set(re.findall(r"\*\*(TD\d\d)", text))) == [f"TD{number:02}" for number in range(1, 19)]
    assert all(variant.key in text for variant in VARIANTS)
    ours = (RULES[0].read_text("utf-8")).count("\n> **")
    assert text.count("\n> **") == ours  # as many rulings as in English


@pytest.mark.parametrize(
    "path", [*RULES, *DOCS.glob("rules/*-tumble.md"), DOCS / "adding-a-board.md"], ids=str
)
def test_links_between_the_documents_lead_somewhere(path: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)", path.read_text("utf-8")):
        assert (path.parent / link).exists(), link


def test_the_record_in_the_notation_is_a_record() -> None:
    example = blocks(DOCS / "rules" / "notation-tumble.md")[0]
    record = parse_record(example)
    assert format_record(record) == example
    assert replay(record).error is None


def test_the_pads_in_the_document_are_pads() -> None:
    path = DOCS / "rules" / "score-pad.md"
    assert pad_from_text(blocks(path)[0]).totals == (140, 83)
    assert pad_from_json(blocks(path, "json")[0], "pad").totals == (7, 42)  # 15 − 8; 0 + 2·16 + 10
