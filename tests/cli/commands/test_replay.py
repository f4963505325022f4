"""`tumbletrip replay`: the game as text, and what is good of a bad record."""

import json
from pathlib import Path

import pytest

from tests.kit.command_line import ESCAPE, tumbletrip_says
from tests.kit.dicetrip.boards import grid_document, save_board
from tumbletrip.core.texts import LANGUAGES, say

GOLDEN = Path(__file__).parents[2] / "golden"
FRANCE = GOLDEN / "published_france.trip"
TEXT = FRANCE.read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_told_round_by_round_with_its_count(language: str) -> None:
    answer = tumbletrip_says("--lang", language, "replay", FRANCE)
    assert (answer.code, answer.err) == (0, "")
    assert ESCAPE not in answer.out
    for number in range(1, 14):
        assert say("play.round", language, round=number, name="Example") in answer.out
    assert "Grenoble 66" in answer.out
    assert "Poitiers ╳" in answer.out
    assert say("play.solo_end", language) in answer.out


def test_sheets_may_be_drawn_after_every_round() -> None:
    plain, drawn = tumbletrip_says("replay", FRANCE), tumbletrip_says("replay", "--sheets", FRANCE)
    assert drawn.out.count("Strasbourg") >= plain.out.count("Strasbourg") + 12


def test_standard_input_is_read() -> None:
    assert tumbletrip_says("replay", "-", said=TEXT).out == tumbletrip_says("replay", FRANCE).out


def test_an_illegal_move_ends_the_story_where_it_happens() -> None:
    answer = tumbletrip_says("replay", "-", said=TEXT.replace("limoges=r6g4", "grenoble=r6g4"))
    assert answer.code == 2
    assert "Grenoble 66" in answer.out
    assert "Bayonne 61" not in answer.out
    assert len(answer.err.splitlines()) == 1
    assert "Line 10: That city is filled or crossed out already." in answer.err


def test_an_unreadable_record_is_refused() -> None:
    tumbletrip_says("replay", "-", said=TEXT.replace("1. r6", "1. z6")).assert_refused(
        "Line 7, column 4", "z6"
    )
    tumbletrip_says("replay", "-", said="").assert_refused("Game")


def test_an_unfinished_game_says_what_it_waits_for() -> None:
    answer = tumbletrip_says("replay", "-", said=TEXT.split("2. r6")[0] + "2. r6 b5 g4 y4\n")
    assert answer.code == 0
    assert "Round 2: the roller may still re-roll." in answer.out


def test_the_winner_of_a_game_of_two_is_named() -> None:
    """Ada crosses everything out; Ben writes 11 in the last city and wins by two points and a double."""
    cities = json.loads(tumbletrip_says("editions", "france", "--json").out)["zones"]
    names = [city for zone in cities.values() for city in zone]
    lines = [
        '[Game "dicetrip"]',
        '[Rules "1"]',
        '[Edition "france"]',
        '[A "Ada [/]"]',
        '[B "Ben\\u001b[31m"]',
        "",
    ]
    for number in range(12):
        lines.append(f"{number + 1}. r1 b1 g1 y1 keep")
        lines += [f"{seat}: x={names[2 * number]} x={names[2 * number + 1]}" for seat in "AB"]
    lines += ["13. r1 b1 g1 y1 keep", f"A: x={names[24]}", f"B: {names[24]}=r1b1", "result A -25 B -23"]
    answer = tumbletrip_says("replay", "-", said="\n".join(lines))
    assert (answer.code, answer.err) == (0, "")
    assert "Ben\\x1b[31m wins." in answer.out
    assert "Ada [/]" in answer.out
    assert ESCAPE not in answer.out


def test_a_record_on_a_board_of_ones_own(tmp_path: Path) -> None:
    path = save_board(tmp_path, grid_document())
    head = f'[Game "dicetrip"]\n[Rules "1"]\n[Edition {json.dumps(str(path))}]\n[A "Ada"]\n'
    answer = tumbletrip_says("replay", "-", said=head + "1. r4 b2 g6 y1 keep\nA: c0=r4b2 x=c7\n")
    assert (answer.code, answer.err) == (0, "")
    assert "City0 42" in answer.out
