"""The bots behind the stronger levels: one way of valuing sheets, what each knows and how far it looks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from tumbletrip.bots.dicetrip.candidate_plays import candidate_plays
from tumbletrip.bots.dicetrip.endings import ENDGAME_ROUND, chances_of_rerolls, final_worths
from tumbletrip.bots.dicetrip.imagining import FEWEST_ROLLS, affordable, best_of, means_of, next_rolls
from tumbletrip.bots.dicetrip.learning.known_boards import is_trained
from tumbletrip.bots.dicetrip.learning.starting_values import starting_mind
from tumbletrip.bots.dicetrip.learning.trained_values import mind_for
from tumbletrip.bots.dicetrip.looking_ahead import ROUNDS_AHEAD, worths_ahead
from tumbletrip.bots.dicetrip.machine import questions
from tumbletrip.bots.dicetrip.machine.places import DISAPPOINTMENT
from tumbletrip.bots.dicetrip.machine.questions import Mind
from tumbletrip.bots.dicetrip.machine.sheet_block import Play, entries
from tumbletrip.bots.dicetrip.protocol import Bot, Budget, Choice, KeepDice, Position, RerollDice
from tumbletrip.core.errors import Problem, problem
from tumbletrip.dicetrip.dice import COLOURS
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.rules import Entries, fill
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import LAST_ROUND

ALL_DICE = 0b1111
SETS_OF_DICE = 15  # that can be thrown again
FINALISTS = 2  # of them, looked at with care


@dataclass(frozen=True)
class ValueBot:
    """A bot that values sheets by its weights, and looks at what the next rolls may bring."""

    mind: Callable[[Edition], Mind] = mind_for
    plays: int = 6  # candidates it compares
    overlooks: float = 0.0  # the share of them it does not see
    next_rolls: int = 0  # rolls of the next round it imagines for each, in the time it is given …
    futures: int = 0  # … or, with more time, ways the next rounds may go …
    endings: int = 0  # … and in the last rounds, ways the game may end
    quick_throws: int = 6  # samples of each way to re-roll …
    careful_throws: int = 36  # … and of the two best; 0 decides by a rule of thumb
    plays_to_win: bool = False

    def remark(self, edition: Edition) -> Problem | None:
        """A warning for people who let this bot play on a board that it was not trained on; else None."""
        if self.mind is mind_for and not is_trained(edition):
            return problem("bots.untrained", edition=edition.name())
        return None

    def choose(self, position: Position, budget: Budget, rng: Random) -> Choice:
        """Keep or re-roll, or this round's entries."""
        mind = self.mind(position.sheet.edition)
        if position.may_reroll_now:
            return self._keep_or_reroll(mind, position, budget, rng)
        if position.round == LAST_ROUND:
            return last_entry(mind, position)
        return self._two_entries(mind, position, budget, rng)

    def _keep_or_reroll(
        self, mind: Mind, position: Position, budget: Budget, rng: Random
    ) -> KeepDice | RerollDice:
        if position.round == LAST_ROUND and self.careful_throws:
            return reroll_choice(best_of(self._last_rerolls(mind, position)))
        work = SETS_OF_DICE * self.quick_throws + FINALISTS * self.careful_throws
        if not self.careful_throws or affordable(budget) < work:
            return by_rule_of_thumb(mind, position)
        if shortfall(mind, position) <= 0.0:
            return KeepDice()  # a roll as good as the sheet promised is not worth a power
        samples = (self.quick_throws, self.careful_throws, FINALISTS)
        means = questions.reroll_means(mind, position.sheet, position.roll, *samples, rng.getrandbits(64))
        return reroll_choice(best_of(means))

    def _last_rerolls(self, mind: Mind, position: Position) -> list[float]:
        """Round 13: what keeping and each set of dice is worth, exactly."""
        if self._heeds_rivals(position):
            return chances_of_rerolls(mind, position)
        return questions.last_reroll_means(mind, position.sheet, position.roll)

    def _two_entries(self, mind: Mind, position: Position, budget: Budget, rng: Random) -> Entries:
        values, plays = candidates(mind, position, self.plays)
        if self.overlooks:
            plays = noticed(plays, self.overlooks, rng)
            values = values[: len(plays)]  # best first, so the first one seen is taken
        if len(plays) > 1:
            values = self._prospects(mind, position, plays, budget, rng, values)
        return entries(position.sheet.edition, plays[best_of(values)])

    def _prospects(
        self,
        mind: Mind,
        position: Position,
        plays: Sequence[Play],
        budget: Budget,
        rng: Random,
        values: list[float],
    ) -> list[float]:
        """What each play is worth after as many imagined rolls as there is time for; else its plain value."""
        if not self.next_rolls and not self.endings:
            return values
        if position.round >= (ENDGAME_ROUND if self.endings else LAST_ROUND - 1):
            to_win = self._heeds_rivals(position)
            found = final_worths(mind, position, plays, self.endings, to_win, budget, rng)
            return values if found is None else found
        if self.futures and position.round + ROUNDS_AHEAD < LAST_ROUND:
            ahead = worths_ahead(mind, position, plays, self.futures, budget, rng)
            if ahead is not None:
                return ahead
        count = min(self.next_rolls, affordable(budget) // len(plays))
        if count < FEWEST_ROLLS:
            return values
        rolls = next_rolls(count, rng)
        return means_of(questions.next_round_values(mind, position.sheet, position.roll, plays, rolls))

    def _heeds_rivals(self, position: Position) -> bool:
        """Whether the rivals' sheets matter to this bot."""
        return self.plays_to_win and len(position.sheets) > 1


def candidates(mind: Mind, position: Position, count: int) -> tuple[list[float], list[Play]]:
    """The values of the best plays by value alone and the plays themselves, best first."""
    return candidate_plays(mind, position.sheet, position.roll, count)


def noticed(plays: list[Play], overlooks: float, rng: Random) -> list[Play]:
    """The plays that this bot does not overlook, in their order; the last one if it overlooks all."""
    return [play for play in plays if rng.random() >= overlooks] or plays[-1:]


def last_entry(mind: Mind, position: Position) -> Entries:
    """Round 13: the number, or the cross, that scores most."""
    return entries(position.sheet.edition, questions.last_play(mind, position.sheet, position.roll))


def by_rule_of_thumb(mind: Mind, position: Position) -> KeepDice | RerollDice:
    """Throw all dice again if the roll brings clearly less than the sheet promised before it."""
    return reroll_choice(ALL_DICE) if shortfall(mind, position) > DISAPPOINTMENT else KeepDice()


def shortfall(mind: Mind, position: Position) -> float:
    """How much less the best answer to a roll brings than the sheet promised before it."""
    promised = questions.value_of_sheet(mind, position.sheet)
    if position.round == LAST_ROUND:
        return promised - score(fill(position.sheet, position.roll, last_entry(mind, position))).total
    values, _ = candidates(mind, position, 1)
    return promised - values[0]


def reroll_choice(again: int) -> KeepDice | RerollDice:
    """The choice to throw the dice of a mask again; an empty mask keeps them."""
    if again == 0:
        return KeepDice()
    return RerollDice(frozenset(colour for die, colour in enumerate(COLOURS) if again >> die & 1))


def good() -> Bot:
    """Plans by values made by hand, the same way on every board, but overlooks many plays."""
    return ValueBot(mind=starting_mind, plays=12, overlooks=0.7, careful_throws=0)


def expert() -> Bot:
    """Knows the board from self-play and looks a round ahead, but overlooks two plays in five."""
    return ValueBot(plays=8, overlooks=0.4, next_rolls=12, careful_throws=0)


def champion() -> Bot:
    """Looks three rounds ahead, judges re-rolls with care, and plays to win."""
    return ValueBot(
        plays=8, next_rolls=30, futures=24, endings=36, quick_throws=8, careful_throws=72, plays_to_win=True
    )
