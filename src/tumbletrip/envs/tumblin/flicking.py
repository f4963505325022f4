"""A round of Tumblin-Dice alone as a Gymnasium environment: one die after the other, in real physics."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from gymnasium import Env
from gymnasium.spaces import Box

from tumbletrip.envs.tumblin.flick_actions import NUMBERS, launch_of
from tumbletrip.envs.tumblin.pictures import board_pixels
from tumbletrip.envs.tumblin.seen_dice import LEAST, MOST, Floats, die_seen, die_text
from tumbletrip.tumblin.board import USUAL_BOARD, Board, find_board
from tumbletrip.tumblin.dice import COLOURS, KINDS
from tumbletrip.tumblin.hands import HandSize, MadeBy, hand_of
from tumbletrip.tumblin.house_rules import house_rules
from tumbletrip.tumblin.launches import refuse_launch
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.ports import Rest
from tumbletrip.tumblin.scoring import score_round
from tumbletrip.tumblin.setup import MAX_DICE_EACH, name_dice


class TumblinEnv(Env[Floats, Floats]):
    """One player flicks some dice; every action is a flick of the next one (see `flick_actions`).

    An observation has a row for each die, as `seen_dice` tells it.
    A reward is what the flick changed in the points of all dice, or, if it is paid as `final`, their sum at
    the end. A flick that the rules refuse, onto a die that lies on the track, changes nothing; `info` names
    the rule.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}  # noqa: RUF012  # Gymnasium's own

    def __init__(
        self,
        board: str | Board = USUAL_BOARD,
        *,
        dice: int = 5,
        kind: str = "d6",
        hand: str = HandSize.HUMAN,
        house: Sequence[str] = (),
        reward: str = "difference",
        render_mode: str | None = None,
    ) -> None:
        """A board by name, by the path of its file or as it is; how much the hand shakes; house rules."""
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"there is no render mode {render_mode!r}")
        if not 1 <= dice <= MAX_DICE_EACH:
            raise ValueError(f"a player has 1 to {MAX_DICE_EACH} dice, not {dice}")
        if reward not in ("difference", "final"):
            raise ValueError(f"rewards are paid as difference or final, not {reward!r}")
        self.board = find_board(board) if isinstance(board, str) else board
        self.render_mode = render_mode
        self.action_space = Box(-1.0, 1.0, (NUMBERS,), dtype=np.float32)
        self.observation_space = Box(np.tile(LEAST, (dice, 1)), np.tile(MOST, (dice, 1)))
        self._dice: Final = name_dice(0, [(COLOURS[0], KINDS[kind], False)] * dice)
        self._hand: Final = hand_of(HandSize(hand), MadeBy.METER)
        self._house: Final = house_rules(house)
        self._pays_at_the_end: Final = reward == "final"
        self._physics: Final = MujocoPhysics(self.board)
        self._rests: tuple[Rest, ...] = ()

    @property
    def rests(self) -> tuple[Rest, ...]:
        """The dice that were flicked, in their order, in the words of the rules."""
        return self._rests

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Take all dice back into the hand."""
        super().reset(seed=seed, options=options)
        self._rests = ()
        return self._seen(), self._info("")

    def step(self, action: Floats) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Flick the next die."""
        if len(self._rests) == len(self._dice):
            raise ValueError("all dice are flicked: reset the environment")
        meant = launch_of(self.board, self._dice[len(self._rests)], action.tolist())
        refusal = refuse_launch(self.board, meant, self._rests)
        before = self._points()
        if refusal is None:
            draw = self.np_random.standard_normal
            flown = self._hand.flick(self.board, self._rests, meant, draw) if self._hand else meant
            self._rests = self._physics.settle(self._rests, flown).rests
        over = len(self._rests) == len(self._dice)
        paid = self._points() * over if self._pays_at_the_end else self._points() - before
        return self._seen(), float(paid), over, False, self._info(str(refusal or ""))

    def render(self) -> Any:
        """The dice and what they count, or the board from above."""
        if self.render_mode == "rgb_array":
            return board_pixels(self.board, self._rests)
        if self.render_mode != "ansi":
            return None
        return "\n".join([*map(die_text, self._rests), f"{self._points()} points"])

    def _points(self) -> int:
        return score_round(self._house, [(0,)], self._rests).sides[0]

    def _seen(self) -> Floats:
        lying = {rest.die.key: rest for rest in self._rests}
        return np.array([die_seen(lying.get(die.key)) for die in self._dice])

    def _info(self, refusal: str) -> dict[str, Any]:
        return {"score": self._points(), "refusal": refusal}
