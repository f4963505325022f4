"""The interface between tables and games: decide, evolve, and what each seat may see."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Self, TypeAlias

from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.outcomes import Outcome
from tumbletrip.core.refusals import Refusal

Body: TypeAlias = Mapping[str, Any]  # an event or a view, ready for JSON
Action: TypeAlias = Mapping[str, Any]  # a requested action as decoded JSON, unchecked
Draft: TypeAlias = Any  # an unfinished move as JSON; only its game understands it
Options: TypeAlias = Mapping[str, Any]  # what was agreed when a table was opened


@dataclass(frozen=True, slots=True)
class NeedDice:
    """A decision needs dice first: the faces of `count` six-sided dice, as a tuple."""

    count: int
    dice: tuple[str, ...] = field(default=(), compare=False)  # their names, if they have any
    throw: int = field(default=0, compare=False)  # 0: the first throw of a round, 1: a reroll
    is_noise: bool = field(default=False, compare=False)  # no dice to see: they shake a hand

    @property
    def kind(self) -> str:
        """What is drawn, as a draw that can be checked names it: `roll`, `reroll:R,G` or `noise`."""
        if self.is_noise:
            return "noise"
        return f"reroll:{','.join(die[0].upper() for die in self.dice)}" if self.throw else "roll"


@dataclass(frozen=True, slots=True)
class NeedWork:
    """A decision needs slow work first: `job(question)`, run in a worker process, is the answer."""

    job: Callable[[Any], Any] = field(compare=False)  # a module-level function, so that it can be pickled
    question: Any  # picklable; equal questions have equal answers
    seconds: float = field(compare=False)  # that an answer may take


Need: TypeAlias = NeedDice | NeedWork


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision that needs dice or work: the need, and how to resume with the answer.

    All that can be refused without the answer has been refused before. `resume` is valid only for the
    moment of the game at which it was decided; it may ask for something else before it decides.
    """

    need: Need
    resume: Callable[[Any], "Body | Asked | Refusal"] = field(compare=False)


@dataclass(frozen=True, slots=True)
class Thought:
    """A draft to keep for a seat: no event, not binding, and replaced by the next one."""

    draft: Draft


Decided: TypeAlias = Body | Asked | Thought | Refusal


class Play(Protocol):
    """A game at one moment; immutable. Seats are the game's player numbers, from 0."""

    @property
    def round(self) -> int:
        """The round that commands must name."""

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats whose decision the game needs now."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended; called with every move, so it must be cheap."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each side now."""

    def decide(self, seat: int, action: Action) -> Decided:
        """The event of an action, what it needs first, a draft, or a refusal. Has no side effects."""

    def without_hands(self) -> "Play":
        """The game as a bot plays it: the app rolls, since a bot cannot roll dice on a real table."""

    def evolve(self, body: Body) -> "Play":
        """The game after an event, or the same object if nothing changed. Never refuses."""

    def shown(self, body: Body, seats: Collection[int]) -> Body:
        """An event of this game as these seats may see it now; spectators have no seat."""

    def public_view(self) -> Body:
        """What everybody may see."""

    def public_changes(self, before: Self) -> Body:
        """The entries of the public view that differ from those of an earlier moment of the same game."""

    def private_view(self, seat: int, draft: Draft) -> Body:
        """What only this seat may see: its draft, and what it may do."""

    def private_changes(self, before: Self, seat: int, drafts: tuple[Draft, Draft]) -> Body:
        """The entries of a seat's own view that differ from an earlier moment; `drafts`: before and now."""

    def hint(self, seat: int, draft: Draft, about: str) -> Body:
        """Help for a seat about a named thing of the game, such as a city; empty if there is none."""


class Games(Protocol):
    """The games that can be played at tables."""

    def begin(self, game: str, options: Options, names: Sequence[str]) -> Play:
        """The game about to begin; raises InputError if it cannot be played this way."""

    def understood(self, game: str, options: Options) -> Options:
        """What a table keeps of its options: without names, and not how they were written."""


def unknown_game(game: str) -> InputError:
    """The error for an unknown game."""
    return InputError(problem("table.unknown_game", game=game[:60]))


def changed(before: Body, after: Body) -> Body:
    """The entries that are new or different; the entries of a view never go away."""
    return {name: value for name, value in after.items() if name not in before or before[name] != value}
