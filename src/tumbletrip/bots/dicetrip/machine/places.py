"""Where things lie in the memory of the kernels; those who write and those who read there agree here."""

from tumbletrip.bots.dicetrip.learning.value_weights import Layout

WORD = 8  # bytes of a whole number

# A mind: words for the layout, then how many bytes from its beginning each table and the weights lie.
TABLES = 16
TABLES_AT = len(Layout._fields)
WEIGHTS_AT = TABLES_AT + TABLES

# A sheet: what stands in each city, a byte each, the city of each number or -1, and the facts, a word each.
POS_AT, FACTS_AT, SHEET_BYTES = 25, 64, 128

# A question: words for counts, then the four faces of a roll, from 0 to 5, the sheets, and lists of words.
COUNTS = 8
DICE_AT = COUNTS * WORD
SHEETS_AT = DICE_AT + 4 * WORD

# A play: pair and city, pair and city, in writing order, and 1 if a die is doubled. Pair -1 is a cross,
# city -1 is none.
PLAY_SLOTS = 5
NOTHING = -1e9  # the value of a slot that holds no play

MOST_THROWS = 128  # that `reroll_means` can look at with care

NOBODY, WE, THEY = 0, 1, 2  # who may throw dice again in round 13
TIE = 0.5  # of a win
SCORE_SHARE = 1e-3  # of a win per point: tells plays apart when a game is all but decided
DISAPPOINTMENT = 2.0  # points a roll must fall short before a rule of thumb throws it again
