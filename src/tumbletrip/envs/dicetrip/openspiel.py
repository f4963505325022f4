"""Dice Trip in OpenSpiel, with explicit chance: importing this registers `python_tumbletrip_dicetrip`.

Players answer one action at a time, numbered as everywhere; a chance outcome is what all four dice show then,
a number in base six from 0 (1 1 1 1) to 1,295. Alone the return is the score, at a table a share of the win.
"""

from collections.abc import Mapping
from itertools import product
from typing import Any

import numpy as np
import pyspiel
from gymnasium.spaces.utils import flatdim, flatten

from tumbletrip.dicetrip.dice import COLOURS, Roll
from tumbletrip.dicetrip.editions import find_edition
from tumbletrip.dicetrip.fast.bridge import roll_index, roll_of
from tumbletrip.dicetrip.fast.fields import ROLLS
from tumbletrip.dicetrip.notation.sheet_line import format_sheet
from tumbletrip.dicetrip.numbers import DIGITS
from tumbletrip.dicetrip.rules import MAX_SEATS, outcome
from tumbletrip.dicetrip.scoring import score
from tumbletrip.dicetrip.sheet import LAST_ROUND
from tumbletrip.envs.dicetrip.actions import ACTIONS, KEEP, Throw, answer_of
from tumbletrip.envs.dicetrip.moment import Moment, answered, beginning, landed, observation_space
from tumbletrip.envs.dicetrip.seat import legal_actions

NAME = "python_tumbletrip_dicetrip"
SETTINGS: dict[str, Any] = {"players": 1, "edition": "france", "tens": False, "reroll": True, "double": True}
Step = tuple[int, int, int]  # round, player (or chance), action
ENTRIES = 25
MOST_POINTS = ENTRIES + ENTRIES + 9 + 9 + 8  # bonus, road, series, zones, tens: never all at once

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Dice Trip",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MAX_SEATS,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=SETTINGS,
)


class DiceTripGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """The rules with their settings: `players`, `edition`, `tens`, `reroll`, `double`."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Choose among the settings."""
        chosen = {**SETTINGS, **(params or {})}
        players = chosen["players"]
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=ROLLS,
            num_players=players,
            min_utility=-float(ENTRIES) if players == 1 else 0.0,
            max_utility=float(MOST_POINTS) if players == 1 else 1.0,
            max_game_length=players * ENTRIES + LAST_ROUND,
        )
        super().__init__(GAME_TYPE, info, dict(params or {}))
        powers = {name: chosen[name] for name in ("tens", "reroll", "double")}
        self.beginning = beginning(find_edition(chosen["edition"]), players, **powers)

    def new_initial_state(self) -> "DiceTripState":
        """The dice of the first round are in the air."""
        return DiceTripState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "DiceTripObserver":  # noqa: ARG002  # OpenSpiel calls it so
        """What players see."""
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return DiceTripObserver(len(self.beginning.drafts), recalls)


class DiceTripState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A moment of a game, and the way to it."""

    def __init__(self, game: DiceTripGame) -> None:
        """Begin."""
        super().__init__(game)
        self.moment: Moment = game.beginning
        self.way: tuple[Step, ...] = ()

    def current_player(self) -> int:
        """Chance while dice are in the air, else the first who owes an answer."""
        if self.moment.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.moment.in_the_air else self.moment.asked[0]

    def is_terminal(self) -> bool:
        """Whether all rounds are played."""
        return self.moment.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return [int(action) for action in np.flatnonzero(legal_actions(self.moment.turn(player)))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every roll in which the dice that were kept show what they show, each as likely as any other."""
        lying, air = self.moment.roll, self.moment.in_the_air
        faces = [DIGITS if colour in air else (lying.shows(colour),) for colour in COLOURS]
        rolls = [roll_index(Roll(*roll)) for roll in product(*faces)]
        return [(index, 1 / len(rolls)) for index in rolls]

    def _apply_action(self, action: int) -> None:
        player, round_ = self.current_player(), self.moment.game.round
        if self.moment.in_the_air:
            self.moment = landed(self.moment, roll_of(action))
        else:
            answer = answer_of(self.moment.game.edition, action)
            self.moment = answered(self.moment, player, answer)
        self.way = (*self.way, (round_, player, action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"dice {' '.join(map(str, roll_of(action)))}"
        answer = answer_of(self.moment.game.edition, action)
        if isinstance(answer, Throw):
            again = sorted(answer.dice, key=COLOURS.index)
            return f"throw {' '.join(again)}" if again else "keep"
        if answer.pair is None:
            return f"{answer.city} x"
        return f"{answer.city} {answer.pair.text(self.moment.roll)}"

    def returns(self) -> list[float]:
        """The score of a game alone, the shares of the win at a table; nothing before the end."""
        game = self.moment.game
        ended = outcome(game)
        if ended is None:
            return [0.0] * len(game.sheets)
        if len(game.sheets) == 1:
            return [float(score(game.sheets[0]).total)]
        return [1 / len(ended.winners) if seat in ended.winners else 0.0 for seat in game.seats]

    def __str__(self) -> str:
        """The dice, and a line for each sheet with what is drafted on it."""
        moment = self.moment
        air = " ".join(sorted(moment.in_the_air, key=COLOURS.index))
        sheets = [format_sheet(moment.turn(seat).sheet) for seat in moment.game.seats]
        return "\n".join([f"dice {roll_index(moment.roll)}{f', in the air: {air}' if air else ''}", *sheets])


class DiceTripObserver:
    """What a player sees, as zeros and ones and as text; what others wrote this round is hidden."""

    def __init__(self, players: int, recalls: bool) -> None:
        """For a table of this size; with perfect recall the text is the whole way that the player knows."""
        self._space, self._recalls = observation_space(players), recalls
        self.tensor = np.zeros(0 if recalls else flatdim(self._space), dtype=np.float32)
        self.dict = {} if recalls else {"observation": self.tensor}

    def set_from(self, state: DiceTripState, player: int) -> None:
        """Fill the tensor."""
        if not self._recalls:
            self.tensor[:] = np.asarray(flatten(self._space, state.moment.observe(player)))

    def string_from(self, state: DiceTripState, player: int) -> str:
        """The player's view as text."""
        if not self._recalls:
            return " ".join(map(str, state.moment.observe(player).tolist()))
        known = [step for step in state.way if _knows(state.moment, player, step)]
        return f"seat {player} " + " ".join(f"{who}:{action}" for _, who, action in known)


def _knows(moment: Moment, player: int, step: Step) -> bool:
    """Dice and what became of them are seen by all, entries of others when the round is over."""
    round_, who, action = step
    is_open = who == pyspiel.PlayerId.CHANCE or action >= KEEP
    return is_open or who == player or round_ < moment.game.round or moment.is_over


pyspiel.register_game(GAME_TYPE, DiceTripGame)
