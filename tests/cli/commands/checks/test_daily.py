"""`tumbletrip daily`: anybody can check the dice of a past day."""

import json
from pathlib import Path

from tests.kit.command_line import ROOT, tumbletrip_says
from tumbletrip.fairness.days import commitment, face, seed_of

DAY = "2026-11-16"
SEED = seed_of(bytes(range(32)), DAY)
RECORD = ROOT / "tests" / "golden" / "published_france.trip"


def test_the_dice_of_a_day_are_recomputed_from_its_seed() -> None:
    promise = ("--commitment", commitment(SEED))
    answer = tumbletrip_says("daily", "--verify", DAY, "--seed", SEED.hex(), *promise, "--json")
    assert answer.code == 0, answer
    told = json.loads(answer.out)
    assert told["fits"]
    assert told["dice"][12][0] == face(SEED, 13, "red")
    assert told["again"][0][3] == face(SEED, 1, "yellow", 1)


def test_a_broken_promise_is_said_and_ends_with_one() -> None:
    answer = tumbletrip_says("daily", "--verify", DAY, "--seed", SEED.hex(), "--commitment", "0" * 64)
    assert answer.code == 1
    assert "not the dice that were promised" in answer.out


def test_a_game_with_other_dice_is_found_out(tmp_path: Path) -> None:
    answer = tumbletrip_says("daily", "--verify", DAY, "--seed", SEED.hex(), "--game", RECORD)
    assert answer.code == 1
    assert "Round 1: the game has r6 b4 g6 y5" in answer.out
    true = " ".join(f"{die[0]}{face(SEED, 1, die)}" for die in ("red", "blue", "green", "yellow"))
    start = RECORD.read_text("utf-8").split("\n1.")[0]
    own = tmp_path / "own.trip"
    own.write_text(f"{start}\n1. {true} keep\n", "utf-8")
    answer = tumbletrip_says("daily", "--verify", DAY, "--seed", SEED.hex(), "--game", own)
    assert answer.code == 0, answer


def test_bad_input_is_one_sentence() -> None:
    tumbletrip_says("daily", "--verify", "today", "--seed", SEED.hex()).assert_refused("today")
    tumbletrip_says("daily", "--verify", DAY, "--seed", "abc").assert_refused("abc")


def test_the_puzzle_of_a_day_is_laid_again_from_its_seed() -> None:
    """The numbers of docs/daily-challenge.md: 1 × 1 + 6 × 1 less 1 × 4 + 1 × 1 + 6 × 3 is −16."""
    answer = tumbletrip_says("daily", "--verify", DAY, "--seed", SEED.hex())
    assert answer.code == 0, answer
    assert "b1 in 4x, 1 up, 482.2 mm down the board and -7.1 mm across" in answer.out
    assert "as the dice lie: -16" in answer.out
    told = json.loads(tumbletrip_says("daily", "--verify", DAY, "--seed", SEED.hex(), "--json").out)
    assert [(rest["die"], rest["tier"], rest["face"]) for rest in told["puzzle"]] == [
        ("b1", "4x", 1),
        ("a1", "1x", 1),
        ("b2", "1x", 1),
        ("a2", "1x", 6),
        ("b3", "3x", 6),
    ]
