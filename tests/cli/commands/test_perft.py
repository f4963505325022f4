"""`tumbletrip perft`: counts that agree, and what is shown when they do not."""

from pathlib import Path

from tests.kit.command_line import tumbletrip_says

LATE = Path(__file__).parents[2] / "perft" / "late.perft"


def test_counts_that_agree_end_well() -> None:
    answer = tumbletrip_says("perft", LATE)
    assert (answer.code, answer.err) == (0, "")
    assert "round-13-with-a-plain-city-left  1  13  ok" in answer.out
    assert all(line.endswith("ok") for line in answer.out.splitlines())


def test_a_count_that_differs_ends_with_code_1_and_is_broken_down() -> None:
    text = LATE.read_text("utf-8").replace("perft  1 147 ", "perft  1 148 ")
    answer = tumbletrip_says("perft", "-", said=text)
    assert answer.code == 1
    assert "round-12-with-three-plain-cities-left  1  147  differs, expected 148" in answer.out
    for kind in ("cross cross: 3", "write cross: 72", "write write: 72"):
        assert kind in answer.out


def test_a_bad_file_is_refused() -> None:
    tumbletrip_says("perft", "-", said="nonsense").assert_refused("Line 1", "nonsense")
    tumbletrip_says("perft", "missing.perft").assert_refused("missing.perft")
