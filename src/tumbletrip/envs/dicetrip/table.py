"""Dice Trip for two to four learners: one game, what each seat sees and may do, and what it is paid."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from tumbletrip.dicetrip.editions import Edition, find_edition
from tumbletrip.dicetrip.rules import MAX_SEATS, Game, outcome
from tumbletrip.dicetrip.scoring import score
from tumbletrip.envs.dicetrip.actions import ACTIONS, KEEP, Mask, answer_of
from tumbletrip.envs.dicetrip.dice_stream import DiceStream
from tumbletrip.envs.dicetrip.moment import answered, beginning, observation_space
from tumbletrip.envs.dicetrip.pictures import sheet_text
from tumbletrip.envs.dicetrip.seat import legal_actions, refuse

MIN_SEATS: Final = 2


class TableReward(StrEnum):
    """What a seat is paid for."""

    WIN = "win"  # 1 for the winner at the end, shared by equals (DT15)
    DIFFERENCE = "difference"  # what the seat's own actions have changed in its score
    FINAL = "final"  # its score at the end


class LearnersTable:
    """A game of several seats that answer one action at a time; chance comes from a seed."""

    def __init__(
        self,
        players: int = 2,
        edition: str | Edition = "france",
        *,
        tens: bool = False,
        reroll: bool = True,
        double: bool = True,
        reward: str = TableReward.WIN,
    ) -> None:
        """The seats around a board, with or without the variant and the two powers."""
        if not MIN_SEATS <= players <= MAX_SEATS:
            raise ValueError(f"a table has {MIN_SEATS} to {MAX_SEATS} players, not {players}")
        self.edition = find_edition(edition) if isinstance(edition, str) else edition
        self.seats: Final = range(players)
        self._reward: Final = TableReward(reward)
        self._beginning = beginning(self.edition, players, tens=tens, reroll=reroll, double=double)
        self._dice = DiceStream.seeded(int(np.random.SeedSequence().generate_state(1)[0]))
        self.begin(None)

    def begin(self, seed: int | None) -> None:
        """Begin a game; a seed begins the dice anew, without one they roll on."""
        if seed is not None:
            self._dice = DiceStream.seeded(seed)
        self.moment = self._dice.let_fall(self._beginning)

    @property
    def game(self) -> Game:
        """The game, in the words of the rules."""
        return self.moment.game

    @property
    def is_over(self) -> bool:
        """Whether all rounds are played."""
        return self.moment.is_over

    @property
    def asked(self) -> list[int]:
        """The seats that owe an answer: the roller about the dice, or all who have not written."""
        return self.moment.asked

    def answer(self, seat: int, action: int) -> str:
        """Let a seat act; gives the rule that forbids it, in which case nothing happens, or an empty text."""
        answer = answer_of(self.edition, action)
        refusal = refuse(self.moment.turn(seat), answer)
        if refusal:
            return str(refusal)
        self.moment = self._dice.let_fall(answered(self.moment, seat, answer))
        return ""

    def mask(self, seat: int) -> Mask:
        """What a seat may do now; one that is asked nothing may only wait, which is the action KEEP."""
        mask = legal_actions(self.moment.turn(seat))
        if not mask.any():
            mask[KEEP] = 1
        return mask

    def observe(self, seat: int) -> dict[str, Any]:
        """What a seat sees and may do."""
        return {"observation": self.moment.observe(seat), "action_mask": self.mask(seat)}

    def score(self, seat: int) -> int:
        """What a seat's sheet would count now, its first entry of a round included."""
        return score(self.moment.turn(seat).sheet).total

    def pay(self, before: Sequence[int]) -> list[float]:
        """What each seat is paid after an action, by the scores before it."""
        now = [self.score(seat) for seat in self.seats]
        if self._reward is TableReward.DIFFERENCE:
            return [float(new - old) for new, old in zip(now, before, strict=True)]
        if self._reward is TableReward.FINAL:
            return [float(points * self.is_over) for points in now]
        ended = outcome(self.game)
        winners = ended.winners if ended else ()
        return [1 / len(winners) if seat in winners else 0.0 for seat in self.seats]

    def text(self) -> str:
        """The sheets as all may see them."""
        return "\n\n".join(sheet_text(sheet, self.moment.roll) for sheet in self.game.shown)

    def observation_space(self) -> Dict:
        """The space of what a seat sees."""
        mask = Box(0, 1, (ACTIONS,), dtype=np.int8)
        return Dict({"observation": observation_space(len(self.seats)), "action_mask": mask})

    def action_space(self) -> Discrete:
        """The space of what a seat may do."""
        return Discrete(ACTIONS)
