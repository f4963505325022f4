"""The entries to the kernels: each takes the addresses of a mind, of a question and of room for the answer.

They are called by name through `machine`; `tools.kernels` makes the same entries for WebAssembly of them.
What a question and an answer hold stands in `machine/questions.py`.
"""

from tumbletrip.bots.dicetrip.kernels import endings, outlooks, search
from tumbletrip.bots.dicetrip.kernels.memory import sheet_at, weights_at
from tumbletrip.bots.dicetrip.kernels.search import SCORES
from tumbletrip.bots.dicetrip.kernels.sheets import best_last_pair, last_scores
from tumbletrip.bots.dicetrip.kernels.values import sheet_value
from tumbletrip.bots.dicetrip.machine.places import DICE_AT, PLAY_SLOTS, SHEET_BYTES, SHEETS_AT, WORD
from tumbletrip.dicetrip.fast.addresses import floats_at, ints_at, shorts_at, stack_ints, words_at
from tumbletrip.dicetrip.fast.compiling import kernel

LISTS_AT = SHEETS_AT + SHEET_BYTES  # where lists begin in a question about one sheet


@kernel
def candidates(mind: int, question: int, answer: int) -> None:
    """`search.candidates`."""
    count = ints_at(question)[0]
    search.candidates(
        mind, sheet_at(question + SHEETS_AT), ints_at(question + DICE_AT), count,
        floats_at(answer), ints_at(answer + count * WORD),
    )  # fmt: skip


@kernel
def next_round_values(mind: int, question: int, answer: int) -> None:
    """`search.next_round_values`."""
    count, futures = ints_at(question)[0], ints_at(question)[1]
    plays = question + LISTS_AT
    search.next_round_values(
        mind, sheet_at(question + SHEETS_AT), ints_at(question + DICE_AT), count, ints_at(plays),
        futures, ints_at(plays + count * PLAY_SLOTS * WORD), floats_at(answer),
    )  # fmt: skip


@kernel
def values_ahead(mind: int, question: int, answer: int) -> None:
    """`endings.values_ahead`."""
    counts = ints_at(question)
    plays = question + LISTS_AT
    endings.values_ahead(
        mind, sheet_at(question + SHEETS_AT), ints_at(question + DICE_AT), counts[0], ints_at(plays),
        counts[1], counts[2], ints_at(plays + counts[0] * PLAY_SLOTS * WORD), floats_at(answer),
    )  # fmt: skip


@kernel
def reroll_means(mind: int, question: int, answer: int) -> None:
    """`search.reroll_means`; the fourth count is the state of the generator."""
    counts = ints_at(question)
    search.reroll_means(
        mind, sheet_at(question + SHEETS_AT), ints_at(question + DICE_AT), counts[0], counts[1],
        counts[2], words_at(question + 3 * WORD), floats_at(answer),
    )  # fmt: skip


@kernel
def last_reroll_means(mind: int, question: int, answer: int) -> None:
    """`search.last_reroll_means`."""
    sheet, dice = sheet_at(question + SHEETS_AT), ints_at(question + DICE_AT)
    search.last_reroll_means(mind, sheet, dice, floats_at(answer))


@kernel
def last_reroll_chances(mind: int, question: int, answer: int) -> None:
    """`endings.last_reroll_chances`."""
    people, dice = ints_at(question)[0], ints_at(question + DICE_AT)
    endings.last_reroll_chances(mind, people, question + SHEETS_AT, dice, floats_at(answer))


@kernel
def final_scores(mind: int, question: int, answer: int) -> None:
    """`endings.final_scores`."""
    counts = ints_at(question)
    plays = question + LISTS_AT
    endings.final_scores(
        mind, sheet_at(question + SHEETS_AT), ints_at(question + DICE_AT), counts[0], ints_at(plays),
        counts[1], counts[2], ints_at(plays + counts[0] * PLAY_SLOTS * WORD), counts[3], floats_at(answer),
    )  # fmt: skip


@kernel
def final_chances(mind: int, question: int, answer: int) -> None:
    """`endings.final_chances`; the fifth count is how many sheets there are."""
    counts = ints_at(question)
    plays = question + SHEETS_AT + counts[4] * SHEET_BYTES
    endings.final_chances(
        mind, counts[4], question + SHEETS_AT, ints_at(question + DICE_AT), counts[0],
        ints_at(plays), counts[1], counts[2], ints_at(plays + counts[0] * PLAY_SLOTS * WORD), counts[3],
        floats_at(answer),
    )  # fmt: skip


@kernel
def last_play(mind: int, question: int, answer: int) -> None:
    """Round 13: the best pair of dice, or -1 for a cross, the last open city, and the score."""
    out, scores = ints_at(answer), stack_ints(SCORES)
    city = last_scores(mind, sheet_at(question + SHEETS_AT), scores)
    out[1] = city
    out[0], out[2] = best_last_pair(mind, city, scores, ints_at(question + DICE_AT))


@kernel
def value_of_sheet(mind: int, question: int, answer: int) -> None:
    """`values.sheet_value`."""
    floats_at(answer)[0] = sheet_value(mind, sheet_at(question + SHEETS_AT))


@kernel
def play_on(mind: int, question: int, answer: int) -> None:
    """`outlooks.play_on`."""
    rolls_in = question + LISTS_AT
    outlooks.play_on(
        mind, sheet_at(question + SHEETS_AT), ints_at(rolls_in), ints_at(question)[0],
        ints_at(rolls_in + outlooks.ROUNDS * WORD), floats_at(answer),
    )  # fmt: skip


@kernel
def take_steps(mind: int, question: int, answer: int) -> None:
    """Move the weights of a mind by whole steps, of which so many are a point; tells how many it moved."""
    counts, weights, steps = ints_at(question), weights_at(mind), shorts_at(question + SHEETS_AT)
    for k in range(counts[0]):
        weights[k] += steps[k] / counts[1]
    ints_at(answer)[0] = counts[0]


ENTRIES = (
    candidates, next_round_values, values_ahead, reroll_means, last_reroll_means, last_reroll_chances,
    final_scores, final_chances, last_play, value_of_sheet, play_on, take_steps,
)  # fmt: skip
"""All entries; a name of a function is the name by which it is called."""
