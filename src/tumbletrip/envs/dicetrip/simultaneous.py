"""Dice Trip in PettingZoo, all seats at once, as people play it (parallel)."""

from typing import Any, Final

from gymnasium.spaces import Dict, Discrete
from pettingzoo import ParallelEnv

from tumbletrip.envs.dicetrip.table import LearnersTable


class DiceTripParallel(ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Every step takes an action of each seat; one that is asked nothing waits, which is the action 325.

    The settings are those of `LearnersTable`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # PettingZoo's own
        "name": "tumbletrip_dicetrip_v0",
        "render_modes": ["ansi"],
    }

    def __init__(self, players: int = 2, *, render_mode: str | None = None, **settings: Any) -> None:
        """A table of two to four."""
        self.render_mode = render_mode
        self.table: Final = LearnersTable(players, **settings)
        self.possible_agents = [f"seat_{seat}" for seat in self.table.seats]
        self.observation_spaces = {agent: self.table.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.table.action_space() for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Dict:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """What an agent may do."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # there are none
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game; a seed begins the dice anew."""
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        return self._seen(self.agents), {agent: {"refusal": ""} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Let all who are asked act."""
        agents = self.agents
        before = [self.table.score(seat) for seat in self.table.seats]
        infos = {agent: {"refusal": ""} for agent in agents}
        for seat in self.table.asked:
            agent = self.possible_agents[seat]
            infos[agent] = {"refusal": self.table.answer(seat, int(actions[agent]))}
        rewards = dict(zip(agents, self.table.pay(before), strict=True))
        over = dict.fromkeys(agents, self.table.is_over)
        self.agents = [] if self.table.is_over else agents
        return self._seen(agents), rewards, over, dict.fromkeys(agents, False), infos

    def render(self) -> str | None:
        """The sheets as all may see them."""
        return self.table.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to release; PettingZoo wants it said."""

    def _seen(self, agents: list[str]) -> dict[str, Any]:
        return {agent: self.table.observe(self.possible_agents.index(agent)) for agent in agents}
