"""What both games share in PettingZoo, where seats act one after another (AEC)."""

from abc import abstractmethod
from typing import Any

from pettingzoo import AECEnv


class SeatsInTurn(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Seats that act in turn; what the rules refuse changes nothing, and `infos` names the rule."""

    def __init__(self, players: int, render_mode: str | None) -> None:
        """So many seats; who inherits from this gives each its spaces."""
        super().__init__()
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.observation_spaces: dict[str, Any] = {}
        self.action_spaces: dict[str, Any] = {}

    def observation_space(self, agent: str) -> Any:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  # none
        """Begin a game; a seed begins chance anew."""
        self._begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"refusal": ""} for agent in self.agents}
        self.agent_selection = self.agents[self._next_seat()]

    def step(self, action: Any) -> None:
        """Let the selected agent act."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked for an action")
        self._cumulative_rewards[agent] = 0.0
        refusal, rewards, is_over = self._act(self.possible_agents.index(agent), action)
        self.infos[agent] = {"refusal": refusal}
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, is_over)
        self.agent_selection = self.agents[self._next_seat()]
        self._accumulate_rewards()

    def close(self) -> None:
        """There is nothing to release; PettingZoo wants it said."""

    @abstractmethod
    def _begin(self, seed: int | None) -> None:
        """Begin a game."""

    @abstractmethod
    def _next_seat(self) -> int:
        """Whose turn it is; any seat once the game is over."""

    @abstractmethod
    def _act(self, seat: int, action: Any) -> tuple[str, list[float], bool]:
        """Let a seat act: the rule that forbids it, what each seat is paid, whether the game is over."""
