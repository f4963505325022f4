"""How strong Dice Trip bots are alone, without the luck of the dice: a third of the games tell as much.

Of what each roll brought by value, the mean of others is taken off; round 13 is counted over all its rolls.
Whatever the value thinks of rolls, that takes nothing from any bot and gives nothing to it.

python bench/dicetrip/without_luck.py --levels expert,champion --editions france --games 100 --first 20000
"""

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import fmean, median, stdev
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.kit.dicetrip.bot_games import dice_of
from tumbletrip.bots.dicetrip.imagining import next_rolls
from tumbletrip.bots.dicetrip.learning.trained_values import mind_for
from tumbletrip.bots.dicetrip.levels import bot_by_name
from tumbletrip.bots.dicetrip.machine import questions
from tumbletrip.bots.dicetrip.machine.sheet_block import Play
from tumbletrip.bots.dicetrip.protocol import Bot, Budget, Choice, Position, RerollDice
from tumbletrip.dicetrip.dice import COLOURS, PAIRS, Roll
from tumbletrip.dicetrip.editions import Edition, builtin_edition
from tumbletrip.dicetrip.rules import Entries, doubled_die, fill
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet

OTHERS = 24  # rolls beside which each roll is lucky or not


@dataclass(frozen=True)
class Written:
    """A sheet, a roll, and what was written: from here the next roll is judged."""

    sheet: Sheet
    roll: Roll
    play: Play

    def luck(self, rolls: Sequence[Sequence[int]]) -> float:
        """How much more the first roll brings than the others."""
        mind = mind_for(self.sheet.edition)
        values = questions.next_round_values(
            mind, self.sheet, self.roll, [self.play], [tuple(r) for r in rolls]
        )
        return values[0][0] - fmean(values[0][1:])

    def end(self) -> float:
        """After round 12: the final score over all rolls of round 13."""
        mind = mind_for(self.sheet.edition)
        return questions.final_scores(mind, self.sheet, self.roll, [self.play], [()], True)[0][0]


def solo_game(edition: Edition, bot: Bot, seed: int, seconds: list[float]) -> tuple[int, float]:
    """The final score of a game, and the same without luck."""
    choice, chance = Random(f"{seed}/0"), Random(f"{seed}/luck")
    sheet, before, fair = Sheet(edition), None, 0.0
    for number in range(1, LAST_ROUND + 1):
        roll, second = dice_of(seed, number)
        if before and number == LAST_ROUND:
            fair += before.end()
        elif before:
            fair -= before.luck([faces(roll), *next_rolls(OTHERS, chance)])
        if sheet.may_reroll:
            answer = asked(bot, Position(0, (sheet,), number, 0, roll, True), choice, seconds)
            if isinstance(answer, RerollDice):
                sheet = replace(sheet, may_reroll=False)
                again = [
                    mixed(answer, roll, Roll(*(face + 1 for face in other)))
                    for other in next_rolls(OTHERS, chance)
                ]
                roll = mixed(answer, roll, second)
                if before and number < LAST_ROUND:
                    fair -= before.luck([faces(roll), *map(faces, again)])
        entries = asked(bot, Position(0, (sheet,), number, 0, roll, False), choice, seconds)
        assert isinstance(entries, tuple)
        before = Written(sheet, roll, as_play(sheet, entries))
        sheet = fill(sheet, roll, entries)
    return score(sheet).total, fair


def asked(bot: Bot, position: Position, choice: Random, seconds: list[float]) -> Choice:
    """What a bot answers; its time goes to `seconds`."""
    began = perf_counter()
    answer = bot.choose(position, Budget(), choice)
    seconds.append(perf_counter() - began)
    return answer


def mixed(answer: RerollDice, roll: Roll, second: Roll) -> Roll:
    """A roll of which some dice were thrown again."""
    return Roll(*((second if colour in answer.dice else roll).shows(colour) for colour in COLOURS))


def faces(roll: Roll) -> tuple[int, ...]:
    """A roll as kernels read it."""
    return tuple(face - 1 for face in roll)


def as_play(sheet: Sheet, entries: Entries) -> Play:
    """Entries as a play of the kernels."""
    slots = [
        slot
        for entry in entries
        for slot in (PAIRS.index(entry.pair) if entry.pair else -1, sheet.edition.city_ids.index(entry.city))
    ]
    return (*slots, *[-1] * (4 - len(slots)), int(doubled_die(entries) is not None))


def told(numbers: Sequence[float]) -> str:
    """A mean and its standard error."""
    return f"{fmean(numbers):.2f} | {stdev(numbers) / math.sqrt(len(numbers)):.2f}"


def main() -> None:
    """Print a line for each level and board."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--levels", default="expert,champion")
    parser.add_argument("--editions", default="france,germany")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=20_000, help="the first seed")
    given = parser.parse_args()
    print("| level | board | games | without luck | se | as rolled | se | ms per decision (median) |")
    print("|---|---|---|---|---|---|---|---|")
    for level in given.levels.split(","):
        for board in given.editions.split(","):
            bot, edition, seconds = bot_by_name(level), builtin_edition(board), list[float]()
            ends = [solo_game(edition, bot, given.first + game, seconds) for game in range(given.games)]
            totals, fair = zip(*ends, strict=True)
            took = 1e3 * median(seconds)
            print(
                f"| {level} | {board} | {given.games} | {told(fair)} | {told(totals)} | {took:.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
