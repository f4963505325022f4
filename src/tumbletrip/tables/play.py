"""What a table asks of a game, whichever of the two it is."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Self, TypeAlias

from tumbletrip.core.outcomes import Outcome
from tumbletrip.core.refusals import Refusal
from tumbletrip.tumblin.ports import Launch, Rest, Settled
from tumbletrip.tumblin.setup import Setup

Body: TypeAlias = Mapping[str, Any]  # an event or a view, ready for JSON
Action: TypeAlias = Mapping[str, Any]  # what a seat wants, as it came from JSON


@dataclass(frozen=True, slots=True)
class NeedDice:
    """Chance must answer first: this many dice with six faces, and which ones where they have names."""

    count: int
    dice: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class NeedFlick:
    """Physics must answer first: how do all dice come to rest after this launch."""

    setup: Setup
    resting: tuple[Rest, ...]
    launch: Launch


@dataclass(frozen=True, slots=True)
class DiceAnswer:
    """The faces that chance showed."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FlickAnswer:
    """Where the dice came to rest, and the engine that says so."""

    settled: Settled
    fingerprint: str


Need: TypeAlias = NeedDice | NeedFlick
Answer: TypeAlias = DiceAnswer | FlickAnswer


class Play(Protocol):
    """A game at one moment. Never changed, always replaced; seats are those of the game, from 0."""

    @property
    def round(self) -> int:
        """The round that commands must name."""

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats that can do something the game needs now."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended; asked with every move, so it counts nothing."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""

    def decide(self, seat: int, action: Action, answer: Answer | None) -> Body | Need | Refusal:
        """What an action does, what must be known first, or why it is refused. Touches nothing."""

    def without_hands(self) -> "Play":
        """The same game as a bot plays it, which cannot roll dice on a real table."""

    def evolve(self, body: Body) -> "Play":
        """The game after the fact. Never refuses."""

    def shown(self, body: Body, seats: Collection[int]) -> Body:
        """An event of this game as those on these seats may see it now; spectators have none."""

    def public_view(self) -> Body:
        """All that everybody may see."""

    def public_changes(self, before: Self) -> Body:
        """The entries of the public view that differ from those of an earlier moment of the same game."""

    def private_view(self, seat: int) -> Body:
        """What only this seat may see: its draft, and what it may do."""

    def private_changes(self, before: Self, seat: int) -> Body:
        """The entries of a seat's own view that differ from those of an earlier moment of the same game."""


def changed(before: Body, after: Body) -> Body:
    """The entries that are new or different; the entries of a view never go away."""
    return {name: value for name, value in after.items() if name not in before or before[name] != value}
