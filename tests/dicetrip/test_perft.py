"""Counting positions: every `.perft` file, and the reader of such files."""

from pathlib import Path

import pytest

from tumbletrip.core.errors import Unreadable
from tumbletrip.dicetrip.perft import PerftCase, divide, parse_perft, perft

FOLDER = Path(__file__).parents[1] / "perft"
CASES = [case for file in sorted(FOLDER.glob("*.perft")) for case in parse_perft(file.read_text("utf-8"))]
EMPTY = "sheet france " + " ".join([".."] * 25) + " | - - | 1"


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.id}-{len(case.rolls)}")
def test_the_count_is_the_one_whose_sum_is_written_beside_it(case: PerftCase) -> None:
    assert perft(case.sheet, case.rolls) == case.expected, divide(case.sheet, case.rolls[0])


def test_every_number_has_its_sum_beside_it() -> None:
    for file in FOLDER.glob("*.perft"):
        lines = [line for line in file.read_text("utf-8").split("\n") if line.startswith("perft")]
        assert all(" # " in line and "=" in line for line in lines), file.name


def test_ids_are_unique() -> None:
    keys = [(case.id, len(case.rolls)) for case in CASES]
    assert len(set(keys)) == len(keys)


def test_divide_counts_by_kind_of_move() -> None:
    case = parse_perft(f"id here\n{EMPTY}\nroll r1 b2 g3 y4\nperft 1 14700\n")[0]
    assert divide(case.sheet, case.rolls[0]) == {"cross cross": 300, "write cross": 7200, "write write": 7200}


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("# nothing\n\n", 1, 1),
        ("hello world", 1, 1),
        (f"{EMPTY}\nroll r1 b2 g3\nperft 1 1", 2, 14),
        (f"{EMPTY}\nroll r1 b2 g9 y4", 2, 12),
        (f"{EMPTY}\n  roll   r1 b2 g9 y4", 2, 16),
        ("sheet atlantis", 1, 7),
        (f"{EMPTY}\nroll r1 b2 g3 y4\nperft 2 1", 3, 1),
        (f"{EMPTY}\nroll r1 b2 g3 y4\nperft 0 1", 3, 1),
        ("roll r1 b2 g3 y4\nperft 1 1", 2, 1),
        (f"{EMPTY}\nroll r1 b2 g3 y4\nperft one 1", 3, 1),
        (f"{EMPTY}\nroll r1 b2 g3 y4\nperft 1", 3, 1),
        (f"{EMPTY}\nroll r1 b2 g3 y4\nperft 1 {'9' * 5000}", 3, 1),
    ],
)
def test_a_bad_perft_file_is_refused_with_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(Unreadable) as caught:
        parse_perft(text)
    assert (caught.value.line, caught.value.column) == (line, column)
