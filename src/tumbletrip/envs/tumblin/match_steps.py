"""A match of Tumblin-Dice as learners play it: one command after the other, flicks in the physics of play."""

from collections.abc import Callable

import numpy as np

from tumbletrip.envs.tumblin.seen_dice import Floats, die_seen
from tumbletrip.tumblin.hands import Hand
from tumbletrip.tumblin.physics.engine import MujocoPhysics
from tumbletrip.tumblin.ports import Launch
from tumbletrip.tumblin.refusals import No
from tumbletrip.tumblin.rules import Command, Flick, Match, decide, evolve


def after(match: Match, command: Command) -> Match:
    """The match after a legal command."""
    event = decide(match, command)
    if isinstance(event, No):
        raise ValueError(f"{command} is refused: {event}")
    return evolve(match, event)


def flicked(
    match: Match,
    seat: int,
    meant: Launch,
    hand: Hand | None,
    physics: MujocoPhysics,
    draw: Callable[[], float],
) -> Match:
    """The match after a legal flick, as the hand shook it and the dice came to rest."""
    flown = hand.flick(match.setup.board, match.rests, meant, draw) if hand else meant
    settled = physics.settle(match.rests, flown)
    return after(match, Flick(seat, flown, settled.rests, physics.fingerprint))


def seen_by(match: Match, seat: int) -> Floats:
    """All dice, a seat's own first, then those of the seats after it, and the points, its own side first."""
    setup = match.setup
    lying = {rest.die.key: rest for rest in match.rests}
    seats = [*setup.seats[seat:], *setup.seats[:seat]]
    side = setup.side_of[seat]
    points = np.array([*match.totals[side:], *match.totals[:side]], dtype=np.float32)
    return np.concatenate([*(die_seen(lying.get(die.key)) for own in seats for die in own.dice), points])


def shares(match: Match, winners: tuple[int, ...]) -> list[float]:
    """Each seat's share of the win, by the sides that have won; nothing while nobody has."""
    sides = [match.setup.side_of[seat] for seat in range(len(match.setup.seats))]
    return [1 / len(winners) if side in winners else 0.0 for side in sides]
