"""What a sheet will be worth in the end: many games played on from it by the value alone."""

from tumbletrip.bots.dicetrip.kernels.memory import SheetArrays, copy_sheet
from tumbletrip.bots.dicetrip.kernels.plays import best_plays
from tumbletrip.bots.dicetrip.kernels.search import WIDTH, WIDTH_SLOTS, last_round_values, mean_of_rolls
from tumbletrip.bots.dicetrip.kernels.sheets import numbers_of, play
from tumbletrip.bots.dicetrip.kernels.values import FEATURES, GAINS, TOPS, Desk, sheet_value
from tumbletrip.bots.dicetrip.learning.value_weights import FACTS, REROLL, ROUND
from tumbletrip.bots.dicetrip.machine.places import DISAPPOINTMENT
from tumbletrip.dicetrip.fast.addresses import Floats, Ints, row, stack_bytes, stack_floats, stack_ints
from tumbletrip.dicetrip.fast.compiling import kernel
from tumbletrip.dicetrip.fast.fields import CITIES, NUMBERS, ROLLS

ROUNDS = 13
GAME = ROUNDS * 2 * 4  # faces of a game: a roll and a second one per round


@kernel
def play_on(mind: int, sheet: SheetArrays, rolls_in: Ints, games: int, throws: Ints, ends: Floats) -> None:
    """Play a sheet on to its end, once for each of the games; tells the final scores expected.

    `rolls_in` says for each round whether the player rolls in it, and so may throw again (DT02, DT07);
    `throws` holds for each game and round the roll and a second one. Round 13 is not played but averaged
    over all its rolls.
    """
    desk = Desk(stack_floats(GAINS), stack_ints(TOPS), stack_ints(FEATURES))
    trial = SheetArrays(stack_bytes(CITIES), stack_bytes(NUMBERS), stack_ints(FACTS))
    values, plays, last = stack_floats(WIDTH), stack_ints(WIDTH_SLOTS), stack_floats(ROLLS)
    for game in range(games):
        copy_sheet(sheet, trial)
        for at in range(trial.facts[ROUND] - 1, ROUNDS - 1):
            dice = row(throws, game * GAME + at * 8)
            _best(mind, trial, desk, dice, values, plays)
            if rolls_in[at] and trial.facts[REROLL] and _disappoints(mind, trial, values[0]):
                trial.facts[REROLL] = 0
                dice = row(dice, 4)
                _best(mind, trial, desk, dice, values, plays)
            play(mind, trial, dice, plays)
        last_round_values(mind, trial, rolls_in[ROUNDS - 1] * trial.facts[REROLL], last)
        ends[game] = mean_of_rolls(last)


@kernel
def _best(mind: int, sheet: SheetArrays, desk: Desk, dice: Ints, values: Floats, plays: Ints) -> None:
    best_plays(mind, sheet, desk, dice, numbers_of(dice), WIDTH, values, plays)


@kernel
def _disappoints(mind: int, sheet: SheetArrays, brings: float) -> bool:
    """Whether a roll brings clearly less than the sheet promised before it."""
    return brings < sheet_value(mind, sheet) - DISAPPOINTMENT
