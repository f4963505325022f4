"""Dice Trip alone, thousands of games at once: a Gymnasium `VectorEnv` in compiled code."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tumbletrip.dicetrip.editions import Edition, find_edition
from tumbletrip.dicetrip.fast.bridge import board_arrays
from tumbletrip.dicetrip.fast.chance import GOLDEN, Random
from tumbletrip.dicetrip.fast.fields import NUMBERS
from tumbletrip.dicetrip.fast.kernels import DOUBLE, FIELDS, REROLL, TENS_OFF, TENS_OPEN, Bytes, Ints
from tumbletrip.envs.dicetrip import kernels
from tumbletrip.envs.dicetrip.actions import ACTIONS
from tumbletrip.envs.dicetrip.dice_stream import first_word
from tumbletrip.envs.dicetrip.kernels import Games, Paid
from tumbletrip.envs.dicetrip.observations import SIZE, observation_space
from tumbletrip.envs.dicetrip.solo import Reward

Seeds = int | Sequence[int | None] | None
Stepped = tuple[Bytes, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]


class DiceTripVectorEnv(VectorEnv[Bytes, Ints, NDArray[Any]]):
    """What `DiceTripEnv` does, game by game with the seeds `seed`, `seed + 1`, …; a game that is over begins
    anew with the next step.

    `infos` holds `action_mask`, `score` and `refused`; a refused action changes nothing and pays nothing.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        edition: str | Edition = "france",
        *,
        tens: bool = False,
        reroll: bool = True,
        double: bool = True,
        reward: str = Reward.DIFFERENCE,
        render_mode: None = None,
    ) -> None:
        """As many games as you like on one board, with or without the variant and the two powers."""
        self.num_envs, self.render_mode = num_envs, render_mode
        self.edition = find_edition(edition) if isinstance(edition, str) else edition
        self.single_action_space = Discrete(ACTIONS)
        self.single_observation_space = observation_space()
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._board = board_arrays(self.edition)
        self._powers: Final = REROLL * reroll | DOUBLE * double
        self._tens: Final = TENS_OPEN if tens else TENS_OFF
        self._at_the_end: Final = Reward(reward) is Reward.FINAL
        self._games = Games(
            pos=np.empty((num_envs, NUMBERS), dtype=np.int8),
            state=np.empty((num_envs, FIELDS), dtype=np.int64),
            rolls=np.zeros(num_envs, dtype=np.int64),
            random=np.empty(num_envs, dtype=np.uint64),
            scores=np.zeros(num_envs, dtype=np.int64),
            seen=np.zeros((num_envs, SIZE), dtype=np.int8),
        )
        self._choosing: Random = np.empty(num_envs, dtype=np.uint64)
        self._is_seeded = False

    def reset(
        self,
        *,
        seed: Seeds = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Bytes, dict[str, Any]]:
        """Begin all games; seeds begin their dice anew, without one they roll on."""
        first = seed if isinstance(seed, int) or seed is None else None
        super().reset(seed=first, options=options)
        if seed is not None or not self._is_seeded:
            self._seed(seed)
        kernels.begin_games(self._board, self._games, self._powers, self._tens)
        return self._games.seen.copy(), self._infos(np.zeros(self.num_envs, dtype=np.bool_))

    def step(self, actions: Ints) -> Stepped:
        """Act in all games."""
        if not self._is_seeded:
            raise ValueError("reset the environment first")
        given = np.ascontiguousarray(actions, dtype=np.int64)
        if given.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} games want as many actions, not {given.shape}")
        paid = Paid(
            rewards=np.empty(self.num_envs),
            over=np.empty(self.num_envs, dtype=np.bool_),
            refused=np.empty(self.num_envs, dtype=np.bool_),
        )
        kernels.step_games(self._board, self._games, given, self._powers, self._tens, self._at_the_end, paid)
        never = np.zeros(self.num_envs, dtype=np.bool_)
        return self._games.seen.copy(), paid.rewards, paid.over, never, self._infos(paid.refused)

    def random_actions(self) -> Ints:
        """A legal action for each game, drawn from a generator beside that of the dice."""
        actions: Ints = np.empty(self.num_envs, dtype=np.int64)
        kernels.random_actions(self._games, self._choosing, actions)
        return actions

    def _infos(self, refused: NDArray[np.bool_]) -> dict[str, Any]:
        masks: Bytes = np.empty((self.num_envs, ACTIONS), dtype=np.int8)
        kernels.legal_actions(self._games, masks)
        return {"action_mask": masks, "score": self._games.scores.copy(), "refused": refused}

    def _seed(self, seed: Seeds) -> None:
        """Give each game its dice; a generator of the kernels steps before it draws, that of Python after."""
        if seed is None:
            seed = self.np_random_seed or 0
        seeds = [seed + game for game in range(self.num_envs)] if isinstance(seed, int) else list(seed)
        for game, one in enumerate(seeds):
            if one is not None:
                self._games.random[game] = first_word(one)
                self._choosing[game] = first_word(~one)
        self._games.random[:] -= GOLDEN
        self._is_seeded = True
