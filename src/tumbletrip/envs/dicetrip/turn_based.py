"""Dice Trip in PettingZoo, one seat after the other (AEC)."""

from typing import Any, Final

from gymnasium.spaces import Dict, Discrete
from pettingzoo import AECEnv

from tumbletrip.envs.dicetrip.table import LearnersTable


class DiceTripAEC(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """The roller answers for the dice, then each seat writes its round; nobody sees it before all have.

    The settings are those of `LearnersTable`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # PettingZoo's own
        "name": "tumbletrip_dicetrip_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,  # as a wrapper would do it; `DiceTripParallel` is made for it
    }

    def __init__(self, players: int = 2, *, render_mode: str | None = None, **settings: Any) -> None:
        """A table of two to four."""
        super().__init__()
        self.render_mode = render_mode
        self.table: Final = LearnersTable(players, **settings)
        self.possible_agents = [f"seat_{seat}" for seat in self.table.seats]
        self.observation_spaces = {agent: self.table.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.table.action_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """What an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  # none
        """Begin a game; a seed begins the dice anew."""
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"refusal": ""} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now."""
        return self.table.observe(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Let the selected agent act."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked for an action")
        before = [self.table.score(seat) for seat in self.table.seats]
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"refusal": self.table.answer(self.possible_agents.index(agent), int(action))}
        self.rewards = dict(zip(self.agents, self.table.pay(before), strict=True))
        self.terminations = dict.fromkeys(self.agents, self.table.is_over)
        self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The sheets as all may see them."""
        return self.table.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to release; PettingZoo wants it said."""

    def _select(self) -> None:
        self.agent_selection = self.agents[self.table.asked[0] if self.table.asked else 0]
