"""Dice Trip in PettingZoo, one seat after the other (AEC)."""

from typing import Any, Final

from tumbletrip.envs.dicetrip.table import LearnersTable
from tumbletrip.envs.seats_in_turn import SeatsInTurn


class DiceTripAEC(SeatsInTurn):
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
        super().__init__(players, render_mode)
        self.table: Final = LearnersTable(players, **settings)
        self.observation_spaces = {agent: self.table.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.table.action_space() for agent in self.possible_agents}

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now."""
        return self.table.observe(self.possible_agents.index(agent))

    def render(self) -> str | None:
        """The sheets as all may see them."""
        return self.table.text() if self.render_mode == "ansi" else None

    def _begin(self, seed: int | None) -> None:
        self.table.begin(seed)

    def _next_seat(self) -> int:
        return self.table.asked[0] if self.table.asked else 0

    def _act(self, seat: int, action: int) -> tuple[str, list[float], bool]:
        before = [self.table.score(other) for other in self.table.seats]
        refusal = self.table.answer(seat, int(action))
        return refusal, self.table.pay(before), self.table.is_over
