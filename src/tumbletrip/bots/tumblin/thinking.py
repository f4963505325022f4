"""The thinking head: it imagines many flicks with its own shaky hand and keeps the best aim.

Successive halving: every candidate gets a few tries, the better half gets as many again, and so on until
one is left. What is compared at the end has been tried often, so luck in few tries does not win.
"""

import math
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Final

import numpy as np

from tumbletrip.bots.tumblin.hands import Hand
from tumbletrip.bots.tumblin.protocol import Budget
from tumbletrip.bots.tumblin.shots import emergency, knocks, library, possible
from tumbletrip.bots.tumblin.valuing import worth
from tumbletrip.tumblin.house_rules import Count
from tumbletrip.tumblin.physics.imagining import Imagination
from tumbletrip.tumblin.ports import Die, Launch, Rest
from tumbletrip.tumblin.rules import Match
from tumbletrip.tumblin.scoring import score_die

_TARGETS: Final = 3  # rival dice worth aiming at
_FEWEST_TRIES: Final = 2  # of each candidate in the first sieving; with one, good shots fall through
# Flicks that two idle cores imagine in a second on an empty board, and how much each die on it slows that.
_FLICKS_PER_SECOND: Final = 600
_SLOWER_PER_DIE: Final = 0.11
_TYPICAL_ZONE: Final = 2.4  # where a good shot lands, on average


@dataclass(frozen=True, slots=True)
class Idea:
    """A shot that was tried out: the mean worth of the position after it, and of the flicked die alone."""

    launch: Launch
    position: float
    flicked: float


class Thinker:
    """Chooses by imagination; `hand` is the one it knows itself to have."""

    def __init__(self, hand: Hand, thoroughness: float = 1.0, threads: int = 1) -> None:
        """A head that uses a share of the time it is given; more threads make it faster, nothing else."""
        self._hand = hand
        self._thoroughness = thoroughness
        self._imagination = cache(lambda board: Imagination(board, threads))

    def aim(self, match: Match, budget: Budget, rng: Random) -> Launch:
        """The best aim found, with a plain die or, when its time has come, with the bonus die (TD09)."""
        assert match.turn is not None
        dice = sorted(match.dice_in_hand(match.turn), key=lambda die: die.is_bonus)
        idea = self._best_idea(match, dice[0], self._tries(match, budget), rng)
        saved = dice[-1]
        if saved.is_bonus and saved != dice[0] and idea.flicked > _worth_waiting_for(match, saved):
            return replace(idea.launch, die=saved)
        return idea.launch

    def _tries(self, match: Match, budget: Budget) -> int:
        lying = sum(rest.on_board for rest in match.rests)
        seconds = budget.seconds * self._thoroughness
        return max(1, int(seconds * _FLICKS_PER_SECOND / (1 + _SLOWER_PER_DIE * lying)))

    def _best_idea(self, match: Match, die: Die, tries: int, rng: Random) -> Idea:
        """Try all candidates, then the better half more often, until one is left."""
        shots = _thinned(_candidates(match, die), most=tries // (3 * _FEWEST_TRIES))
        sums = np.zeros((len(shots), 2))
        counts = np.zeros(len(shots))
        alive = np.arange(len(shots))
        sievings = max(1, (len(shots) - 1).bit_length())
        while True:
            each = max(_FEWEST_TRIES, tries // sievings // len(alive))
            flicks = [self._hand.flick(shots[shot], rng) for shot in alive for _ in range(each)]
            endings = self._imagination(match.setup.board).fly(match.rests, flicks)
            outcome = worth(match, die, endings)
            for place, values in enumerate((outcome.position, outcome.flicked)):
                sums[alive, place] += values.reshape(len(alive), each).sum(1)
            counts[alive] += each
            means = sums[alive, 0] / counts[alive]
            alive = alive[np.argsort(-means, kind="stable")[: (len(alive) + 1) // 2]]
            if len(alive) == 1:
                best = int(alive[0])
                position, flicked = sums[best] / counts[best]
                return Idea(shots[best], float(position), float(flicked))


def _candidates(match: Match, die: Die) -> list[Launch]:
    """The library, and hard shots at the rivals' dice that are worth most."""
    board, resting = match.setup.board, match.rests
    shots = [*knocks(board, die, _targets(match, die)), *library(board, die)]
    return possible(board, shots, resting) or emergency(board, die, resting)


def _targets(match: Match, die: Die) -> list[Rest]:
    side_of = match.setup.side_of
    rivals = [rest for rest in match.rests if rest.zone and side_of[rest.die.seat] != side_of[die.seat]]
    points = {rest.die: score_die(match.setup.house, rest).points for rest in rivals}
    return sorted(rivals, key=lambda rest: -points[rest.die])[:_TARGETS]


def _thinned(shots: list[Launch], most: int) -> list[Launch]:
    """Every nth shot, so that what is left can be tried often enough."""
    return shots[:: math.ceil(len(shots) / max(1, most))]


def _worth_waiting_for(match: Match, bonus: Die) -> float:
    """The points a plain die would have if it were flicked later, when fewer flicks can knock it away."""
    face = (len(bonus.kind.faces) + 1) / 2
    is_product = match.setup.house.count is Count.TIMES
    return face * _TYPICAL_ZONE if is_product else face + _TYPICAL_ZONE
