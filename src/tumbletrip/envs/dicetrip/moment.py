"""A game of Dice Trip between two answers, chance included: the dice in the air are named, not thrown."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from gymnasium.spaces import MultiDiscrete

from tumbletrip.dicetrip.dice import COLOURS, Colour, Roll
from tumbletrip.dicetrip.editions import Edition
from tumbletrip.dicetrip.rules import Entries, Entry, Game, No, Phase, RollDice, decide, evolve, new_game
from tumbletrip.envs.dicetrip.actions import Throw
from tumbletrip.envs.dicetrip.observations import KINDS, SHEET_KINDS, Observation, observe, sheet_numbers
from tumbletrip.envs.dicetrip.seat import SeatTurn, entered, thrown


@dataclass(frozen=True, slots=True)
class Moment:
    """A game, what each seat has drafted, what the dice show or showed last, and which are thrown again."""

    game: Game
    drafts: tuple[Entries, ...]
    roll: Roll
    again: Throw | None = None

    def __deepcopy__(self, _memo: dict[int, Any]) -> "Moment":
        """It never changes, so it is its own copy."""
        return self

    @property
    def is_over(self) -> bool:
        """Whether all rounds are played."""
        return self.game.phase is Phase.OVER

    @property
    def in_the_air(self) -> frozenset[Colour]:
        """The dice that chance answers for now; none when players are asked."""
        if self.again:
            return self.again.dice
        return frozenset(COLOURS) if self.game.phase is Phase.ROLL else frozenset()

    @property
    def asked(self) -> list[int]:
        """The seats that owe an answer: the roller about the dice, or all who have not written."""
        if self.is_over or self.in_the_air:
            return []
        if self.game.phase is Phase.REROLL:
            return [self.game.roller]
        return [seat for seat in self.game.seats if not self.game.done[seat]]

    def turn(self, seat: int) -> SeatTurn:
        """The game as a seat answers in it."""
        return SeatTurn(self.game, seat, self.drafts[seat])

    def observe(self, seat: int) -> Observation:
        """What a seat sees: its own sheet, then those after it in seating order as shown, and who rolls."""
        seats = self.game.seats
        others = [self.game.shown[(seat + step) % len(seats)] for step in seats[1:]]
        roller = np.array([(self.game.roller - seat) % len(seats)], dtype=np.int8)
        own = observe(self.turn(seat), self.roll)
        return np.concatenate([own, *map(sheet_numbers, others), roller])


def beginning(edition: Edition, players: int = 1, *, tens: bool, reroll: bool, double: bool) -> Moment:
    """A game about to begin, with or without the variant and the two powers."""
    game = new_game(edition, players, tens_variant=tens)
    sheets = tuple(replace(sheet, may_reroll=reroll, may_double=double) for sheet in game.sheets)
    return Moment(replace(game, sheets=sheets, shown=sheets), ((),) * players, roll=Roll(1, 1, 1, 1))


def observation_space(seats: int) -> MultiDiscrete[np.int8]:
    """The space of what a seat sees at a table of this size."""
    kinds = (*KINDS, *SHEET_KINDS * (seats - 1), seats)
    return MultiDiscrete[np.int8](np.array(kinds), dtype=np.int8)


def landed(moment: Moment, roll: Roll) -> Moment:
    """The dice in the air have landed, and now all four show this."""
    game = moment.game
    if moment.again:
        turn = thrown(SeatTurn(game, game.roller), moment.again, roll)
        return replace(moment, game=turn.game, roll=roll, again=None)
    event = decide(game, RollDice(game.roller, roll))
    if isinstance(event, No):
        raise ValueError(f"no dice are in the air: {event}")
    return replace(moment, game=evolve(game, event), roll=roll)


def answered(moment: Moment, seat: int, answer: Entry | Throw) -> Moment:
    """A seat has given a legal answer."""
    if isinstance(answer, Throw) and answer.dice:
        return replace(moment, again=answer)
    turn = moment.turn(seat)
    after = thrown(turn, answer, moment.roll) if isinstance(answer, Throw) else entered(turn, answer)
    drafts = tuple(after.draft if place == seat else draft for place, draft in enumerate(moment.drafts))
    return replace(moment, game=after.game, drafts=drafts)
