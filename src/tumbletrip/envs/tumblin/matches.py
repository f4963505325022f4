"""Matches of Tumblin-Dice in PettingZoo, one flick after the other (AEC), in the physics of play."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box

from tumbletrip.envs.seats_in_turn import SeatsInTurn
from tumbletrip.envs.tumblin.flick_actions import NUMBERS, launch_of
from tumbletrip.envs.tumblin.match_steps import after, flicked, seen_by, shares
from tumbletrip.envs.tumblin.pictures import board_pixels
from tumbletrip.envs.tumblin.seen_dice import LEAST, MOST, Floats, die_text
from tumbletrip.tumblin.board import USUAL_BOARD, Board, find_board
from tumbletrip.tumblin.dice import D6, KINDS
from tumbletrip.tumblin.hands import HandSize, MadeBy, hand_of
from tumbletrip.tumblin.house_rules import house_rules
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.rules import Match, RollForOrder, new_match, outcome, refuse_flick
from tumbletrip.tumblin.scoring import score_die
from tumbletrip.tumblin.setup import table

_FARTHEST: Final = 10_000.0  # points, of a long match in which falling costs


class TumblinAEC(SeatsInTurn):
    """Players flick in turn until somebody has won; an action is a flick of their next die (`flick_actions`).

    An agent sees the dice as `seen_dice` tells them, its own first, then those of the seats after it, and the
    points of each side so far, its own first. `reward` is `win` (1 for the side that wins, shared by equals)
    or `difference`: what a flick changed for a seat's own side.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # PettingZoo's own
        "name": "tumbletrip_tumblin_v0",
        "render_modes": ["ansi", "rgb_array"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 2,
        board: str | Board = USUAL_BOARD,
        *,
        dice: int = 5,
        teams: int | None = None,
        kind: str = "d6",
        hand: str = HandSize.HUMAN,
        house: Sequence[str] = (),
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        """A table of any size that the rules allow (TD18), with teams or without."""
        super().__init__(players, render_mode)
        if reward not in ("win", "difference"):
            raise ValueError(f"rewards are paid as win or difference, not {reward!r}")
        wood = find_board(board) if isinstance(board, str) else board
        kinds, rules = (KINDS[kind],), house_rules(house)
        self._setup: Final = table(
            self.possible_agents, dice, teams, kinds=kinds, house=rules, board=wood, hand=HandSize(hand)
        )
        self._hand: Final = hand_of(HandSize(hand), MadeBy.METER)
        self._pays_wins: Final = reward == "win"
        self._physics: Final = MujocoPhysics(wood)
        self._random = np.random.default_rng()
        self.match: Match = new_match(self._setup)
        count, sides = len(self._setup.dice), len(self._setup.sides)
        least = np.append(np.tile(LEAST, count), np.full(sides, -_FARTHEST)).astype(np.float32)
        most = np.append(np.tile(MOST, count), np.full(sides, _FARTHEST)).astype(np.float32)
        self.observation_spaces = {agent: Box(least, most) for agent in self.possible_agents}
        self.action_spaces = {
            agent: Box(-1.0, 1.0, (NUMBERS,), dtype=np.float32) for agent in self.possible_agents
        }

    def observe(self, agent: str) -> Floats:
        """What an agent sees now."""
        return seen_by(self.match, self.possible_agents.index(agent))

    def render(self) -> Any:
        """The dice of this round, and the points of each side so far; or the board from above."""
        if self.render_mode == "rgb_array":
            return board_pixels(self._setup.board, self.match.rests)
        if self.render_mode != "ansi":
            return None
        totals = " : ".join(map(str, self.match.totals))
        return "\n".join([*map(die_text, self.match.rests), f"round {self.match.round}, {totals} points"])

    def _begin(self, seed: int | None) -> None:
        """Roll for the order, too (TD03)."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.match = new_match(self._setup)
        while self.match.rolling:
            rolled = RollForOrder(self.match.rolling[0], int(self._random.choice(D6.faces)))
            self.match = after(self.match, rolled)

    def _next_seat(self) -> int:
        return self.match.turn or 0

    def _act(self, seat: int, action: Floats) -> tuple[str, list[float], bool]:
        before = self._points()
        refusal = self._flick(seat, action)
        return refusal, self._paid(before), outcome(self.match) is not None

    def _flick(self, seat: int, action: Floats) -> str:
        match = self.match
        meant = launch_of(self._setup.board, match.dice_in_hand(seat)[0], np.asarray(action).tolist())
        refusal = refuse_flick(match, seat, meant)
        if refusal:
            return str(refusal)
        draw = self._random.standard_normal
        self.match = flicked(match, seat, meant, self._hand, self._physics, draw)
        return ""

    def _points(self) -> list[int]:
        """The points of each side: its rounds, and its dice as they lie now."""
        points = list(self.match.totals)
        for rest in self.match.rests:
            points[self._setup.side_of[rest.die.seat]] += score_die(self._setup.house, rest).points
        return points

    def _paid(self, before: Sequence[int]) -> list[float]:
        """What each seat is paid, by the points of the sides before the flick."""
        if not self._pays_wins:
            now = self._points()
            sides = [self._setup.side_of[seat] for seat in range(len(self.possible_agents))]
            return [float(now[side] - before[side]) for side in sides]
        ended = outcome(self.match)
        return shares(self.match, ended.winners if ended else ())
