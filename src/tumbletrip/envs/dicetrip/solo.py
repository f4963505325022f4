"""Dice Trip alone as a Gymnasium environment, played by the readable rules."""

from enum import StrEnum
from typing import Any, Final

import numpy as np
from gymnasium import Env
from gymnasium.spaces import Discrete

from tumbletrip.dicetrip.editions import Edition, find_edition
from tumbletrip.dicetrip.scoring import score
from tumbletrip.envs.dicetrip.actions import ACTIONS, answer_of
from tumbletrip.envs.dicetrip.dice_stream import DiceStream
from tumbletrip.envs.dicetrip.moment import answered, beginning
from tumbletrip.envs.dicetrip.observations import Observation, observation_space, observe
from tumbletrip.envs.dicetrip.pictures import map_pixels, sheet_text
from tumbletrip.envs.dicetrip.seat import SeatTurn, legal_actions, refuse


class Reward(StrEnum):
    """When points are paid."""

    DIFFERENCE = "difference"  # what each action has changed; an empty sheet has 9 already, for its zones
    FINAL = "final"  # the score at the end, nothing before


class DiceTripEnv(Env[Observation, np.int64]):
    """One player, thirteen rounds; an action is an entry or the dice to throw again (see `actions`).

    `info` holds `action_mask`, the legal actions; `score`, what the sheet would count now; and `refusal`, the
    rule that forbids the action, which then changes nothing and pays nothing, or an empty text.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012  # Gymnasium's own

    def __init__(
        self,
        edition: str | Edition = "france",
        *,
        tens: bool = False,
        reroll: bool = True,
        double: bool = True,
        reward: str = Reward.DIFFERENCE,
        render_mode: str | None = None,
    ) -> None:
        """A board by name, by the path of its file or as it is; the variant; the two powers."""
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"there is no render mode {render_mode!r}")
        self.edition = find_edition(edition) if isinstance(edition, str) else edition
        self.render_mode = render_mode
        self.action_space = Discrete(ACTIONS)
        self.observation_space = observation_space()
        self._reward: Final = Reward(reward)
        self._beginning = beginning(self.edition, tens=tens, reroll=reroll, double=double)
        self._moment = self._beginning
        self._dice: DiceStream | None = None
        self._score = 0

    @property
    def turn(self) -> SeatTurn:
        """The game as it stands, in the words of the rules."""
        return self._moment.turn(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; a seed begins the dice anew, without one they roll on."""
        super().reset(seed=seed, options=options)
        if seed is not None or self._dice is None:
            self._dice = DiceStream.seeded(self.np_random_seed or 0)
        self._moment = self._dice.let_fall(self._beginning)
        self._score = score(self.turn.sheet).total
        return self._seen(), self._info("")

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make an entry, or keep or throw the dice."""
        if self._dice is None:
            raise ValueError("reset the environment first")
        answer = answer_of(self.edition, int(action))
        refusal = refuse(self.turn, answer)
        if refusal is None:
            self._moment = self._dice.let_fall(answered(self._moment, 0, answer))
        before, self._score = self._score, score(self.turn.sheet).total
        over = self._moment.is_over
        paid = self._score - before if self._reward is Reward.DIFFERENCE else self._score * over
        return self._seen(), float(paid), over, False, self._info(refusal or "")

    def render(self) -> Any:
        """The sheet as text, or as a picture of the map."""
        if self.render_mode == "ansi":
            return sheet_text(self.turn.sheet, self._moment.roll)
        return map_pixels(self.turn.sheet) if self.render_mode == "rgb_array" else None

    def _seen(self) -> Observation:
        return observe(self.turn, self._moment.roll)

    def _info(self, refusal: str) -> dict[str, Any]:
        return {"action_mask": legal_actions(self.turn), "score": self._score, "refusal": str(refusal)}
