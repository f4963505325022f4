"""Tumblin-Dice in OpenSpiel: importing this registers `python_tumbletrip_tumblin`.

OpenSpiel counts actions, so flicks come from a grid: ten places on the track, seven angles, six speeds. What
the hand makes of a flick is a chance node: one of 64 ways to shake, others for every flick of a match, all
equally likely. The physics follows from it, so a history tells the whole match. The rolls for the order
(TD03) are chance nodes of six outcomes. Returns are shares of the win.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pyspiel

from tumbletrip.envs.tumblin.flick_actions import launch_of
from tumbletrip.envs.tumblin.match_steps import after, flicked, seen_by, shares
from tumbletrip.envs.tumblin.seen_dice import LEAST, die_text
from tumbletrip.tumblin.board import USUAL_BOARD, Board, find_board
from tumbletrip.tumblin.dice import D6, KINDS
from tumbletrip.tumblin.hands import HandSize, MadeBy, hand_of
from tumbletrip.tumblin.house_rules import house_rules
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.ports import Launch
from tumbletrip.tumblin.rules import Match, Phase, RollForOrder, new_match, outcome, refuse_flick
from tumbletrip.tumblin.setup import most_rounds, table

NAME = "python_tumbletrip_tumblin"
SETTINGS: dict[str, Any] = {
    "players": 2,
    "dice": 4,
    "kind": "d6",
    "board": USUAL_BOARD,
    "hand": str(HandSize.HUMAN),
    "house": "rounds=1",  # words with spaces between them
}
MOST_PLAYERS = 4

DEPTHS, SIDES = (-0.6, 0.6), (-0.8, -0.4, 0.0, 0.4, 0.8)
ANGLES = (-0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3)
SPEEDS = (-0.7, -0.55, -0.4, -0.25, -0.1, 0.2)
PLACES = tuple(product(DEPTHS, SIDES))
HITS = tuple(product(ANGLES, SPEEDS))
SHAKES = 64

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Tumblin-Dice",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_PLAYERS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=SETTINGS,
)


@dataclass(frozen=True, slots=True)
class Moment:
    """A match, and the flick that was meant while its hand has not yet shaken."""

    match: Match
    meant: Launch | None = None

    def __deepcopy__(self, _memo: dict[int, Any]) -> "Moment":
        """It never changes, so it is its own copy."""
        return self


@lru_cache(maxsize=4)
def physics_of(board: Board) -> MujocoPhysics:
    """One world for each board."""
    return MujocoPhysics(board)


class TumblinGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """The rules with their settings: `players`, `dice`, `kind`, `board`, `hand`, `house`."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Choose among the settings."""
        chosen = {**SETTINGS, **(params or {})}
        names = [f"seat_{seat}" for seat in range(chosen["players"])]
        size = HandSize(chosen["hand"])
        setup = table(
            names,
            chosen["dice"],
            kinds=(KINDS[chosen["kind"]],),
            house=house_rules(chosen["house"].split()),
            board=find_board(chosen["board"]),
            hand=size,
        )
        self.hand = hand_of(size, MadeBy.METER)
        self.beginning = Moment(new_match(setup))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(PLACES) * len(HITS),
            max_chance_outcomes=SHAKES,
            num_players=len(names),
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=most_rounds(setup) * setup.flicks_per_round,
        )
        super().__init__(GAME_TYPE, info, dict(params or {}))

    def new_initial_state(self) -> "TumblinState":
        """The order is rolled for."""
        return TumblinState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "TumblinObserver":  # noqa: ARG002  # OpenSpiel calls it so
        """What players see."""
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return TumblinObserver(self.beginning.match, recalls)


class TumblinState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A moment of a match."""

    def __init__(self, game: TumblinGame) -> None:
        """Begin."""
        super().__init__(game)
        self.moment: Moment = game.beginning
        self._hand = game.hand

    def current_player(self) -> int:
        """Chance while dice are rolled or a hand shakes, else whoever flicks."""
        match = self.moment.match
        if match.phase is Phase.OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.moment.meant or match.turn is None:
            return int(pyspiel.PlayerId.CHANCE)
        return match.turn

    def is_terminal(self) -> bool:
        """Whether somebody has won."""
        return self.moment.match.phase is Phase.OVER

    def _legal_actions(self, player: int) -> list[int]:
        """The flicks from places where there is room for the die (TD04)."""
        match = self.moment.match
        free = [
            place
            for place in range(len(PLACES))
            if refuse_flick(match, player, launch_from(match, player, place * len(HITS))) is None
        ]
        return [place * len(HITS) + hit for place in free for hit in range(len(HITS))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces of a die, or the ways to shake; a hand that does not shake has one."""
        count = (SHAKES if self._hand else 1) if self.moment.meant else len(D6.faces)
        return [(outcome, 1 / count) for outcome in range(count)]

    def _apply_action(self, action: int) -> None:
        match, meant = self.moment.match, self.moment.meant
        if meant:
            assert match.turn is not None
            draw = Random(f"{match.round}/{len(match.rests)}/{action}").gauss
            physics = physics_of(match.setup.board)
            self.moment = Moment(flicked(match, match.turn, meant, self._hand, physics, draw))
        elif match.turn is None:
            self.moment = Moment(after(match, RollForOrder(match.rolling[0], D6.faces[action])))
        else:
            self.moment = replace(self.moment, meant=launch_from(match, match.turn, action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"shake {action}" if self.moment.meant else f"roll {D6.faces[action]}"
        place, hit = divmod(action, len(HITS))
        return f"flick from {PLACES[place]}, angle {HITS[hit][0]}, speed {HITS[hit][1]}"

    def returns(self) -> list[float]:
        """The shares of the win; nothing before the end."""
        ended = outcome(self.moment.match)
        return shares(self.moment.match, ended.winners if ended else ())

    def __str__(self) -> str:
        """The points so far, the dice of this round, and a flick that is meant."""
        match = self.moment.match
        meant = [f"meant: {self.moment.meant}"] if self.moment.meant else []
        points = " : ".join(map(str, match.totals))
        return "\n".join([f"round {match.round}, {points} points", *map(die_text, match.rests), *meant])


class TumblinObserver:
    """What a player sees, as numbers and as text; nothing is hidden."""

    def __init__(self, match: Match, recalls: bool) -> None:
        """For matches of this setup; with perfect recall the text is the whole way."""
        size = len(match.setup.dice) * len(LEAST) + len(match.setup.sides)
        self._recalls = recalls
        self.tensor = np.zeros(0 if recalls else size, dtype=np.float32)
        self.dict = {} if recalls else {"observation": self.tensor}

    def set_from(self, state: TumblinState, player: int) -> None:
        """Fill the tensor."""
        if not self._recalls:
            self.tensor[:] = seen_by(state.moment.match, player)

    def string_from(self, state: TumblinState, player: int) -> str:
        """The player's view as text."""
        return f"seat {player} " + (" ".join(map(str, state.history())) if self._recalls else str(state))


def launch_from(match: Match, seat: int, action: int) -> Launch:
    """The flick that an action means for a seat's next die."""
    place, hit = divmod(action, len(HITS))
    (depth, side), (angle, speed) = PLACES[place], HITS[hit]
    return launch_of(match.setup.board, match.dice_in_hand(seat)[0], (depth, side, 0, 0, speed, angle, 0, 0))


pyspiel.register_game(GAME_TYPE, TumblinGame)
