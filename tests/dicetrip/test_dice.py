"""The four dice, and the pairs and splits that are made of them (DT02, DT03, DT08)."""

from tumbletrip.dicetrip.dice import BY_LETTER, BY_NAME, COLOURS, Colour, Pair, Roll
from tumbletrip.dicetrip.splits import Split, shared_die

RED, BLUE, GREEN, YELLOW = COLOURS
ROLL = Roll(red=4, blue=2, green=6, yellow=1)


def test_DT02_each_die_has_a_colour_a_letter_and_a_face() -> None:
    assert [colour.letter for colour in COLOURS] == ["r", "b", "g", "y"]
    assert [BY_LETTER[letter] for letter in "rbgy"] == list(COLOURS) == list(Colour)
    assert [BY_NAME[name] for name in ("red", "blue", "green", "yellow")] == list(COLOURS)
    assert [ROLL.shows(colour) for colour in COLOURS] == [4, 2, 6, 1]


def test_DT07_dice_thrown_again_show_their_new_faces_and_the_others_their_old_ones() -> None:
    assert ROLL.with_faces({BLUE: 5, YELLOW: 3}) == Roll(4, 5, 6, 3)
    assert ROLL.with_faces({}) == ROLL


def test_DT03_the_tens_die_stands_first() -> None:
    assert (Pair(RED, BLUE).number(ROLL), Pair(BLUE, RED).number(ROLL)) == (42, 24)
    assert (Pair(RED, BLUE).text(ROLL), Pair(YELLOW, GREEN).text(ROLL)) == ("r4b2", "y1g6")


def test_DT08_a_split_knows_the_die_used_twice_and_the_one_left_out() -> None:
    doubled = Split(Pair(RED, BLUE), Pair(GREEN, RED))
    assert (doubled.doubled, doubled.left_out) == (RED, YELLOW)
    plain = Split(Pair(RED, BLUE), Pair(GREEN, YELLOW))
    assert (plain.doubled, plain.left_out) == (None, None)
    assert shared_die(Pair(RED, BLUE), Pair(BLUE, RED)) is None  # both
