"""The thinking head: it imagines many flicks with its own shaky hand and keeps the best aim.

It begins with what it knows: what flicks of each speed bring on an empty board. Then successive
halving: every candidate gets a few tries, the better half gets as many together, and so on. All are shaken
alike, so that they differ by aim and not by luck. A flick that was imagined for one aim also tells about its
neighbours, since the hand might have made it from there: that is worth several times as many tries.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from random import Random
from typing import Final

import numpy as np

from tumbletrip.bots.tumblin.experience import Experience
from tumbletrip.bots.tumblin.protocol import Budget
from tumbletrip.bots.tumblin.shots import SPEEDS_MPS, emergency, knocks, library, possible
from tumbletrip.bots.tumblin.valuing import Worth, worth
from tumbletrip.bots.tumblin.winning import Outlook, outlook
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.dice import DieKind
from tumbletrip.tumblin.hands import Hand
from tumbletrip.tumblin.house_rules import Count, HouseRules
from tumbletrip.tumblin.physics.imagining import Imagination
from tumbletrip.tumblin.physics.world import COARSE, Floats
from tumbletrip.tumblin.ports import Die, Launch, Rest
from tumbletrip.tumblin.rules import Match
from tumbletrip.tumblin.scoring import score_die

_TARGETS: Final = 3  # rival dice worth aiming at
_FEWEST_TRIES: Final = 2  # of each candidate in the first sieving; with one, good shots fall through
# Flicks that an idle core imagines in a second on an empty board, and how much each die on it slows that.
_FLICKS_PER_SECOND: Final = 600
_SLOWER_PER_DIE: Final = 0.11
_SAME_PLACE_M: Final = 0.008  # starts this close together are nearly the same
# How many tries experience counts for: single flicks stray by 5 points, the worth of good shots by about 1.
_DOUBT: Final = 25.0
_DOUBT_OF_KNOCKS: Final = 5.0  # it knows nothing of the dice that a hard shot hits
_BONUS_ZONE: Final = 2.7  # a good shot lands at 2.4 on average; the bonus die waits for a better one


@dataclass(frozen=True, slots=True)
class Idea:
    """A shot that was tried out: the chance to win with it, and the mean points of the flicked die."""

    launch: Launch
    chance: float
    flicked: float


class Thinker:
    """Chooses by imagination; `hand` is the one it knows itself to have."""

    def __init__(self, hand: Hand, thoroughness: float = 1.0, spite: float = 1.0) -> None:
        """A head that uses a share of its time; with spite above 1 it would rather hurt than help itself."""
        self._hand = hand
        self._spite = spite
        self._thoroughness = thoroughness
        self._imagination = lru_cache(maxsize=2)(lambda board: Imagination(board, COARSE))
        self._experience = lru_cache(maxsize=16)(self._learn)

    def aim(self, match: Match, budget: Budget, rng: Random) -> Launch:
        """The best aim found, with a plain die or, when its time has come, with the bonus die (TD09)."""
        assert match.turn is not None
        dice = sorted(match.dice_in_hand(match.turn), key=lambda die: die.is_bonus)
        idea = self._best_idea(match, dice[0], self._tries(match, budget), rng)
        saved = dice[-1]
        if saved.is_bonus and saved != dice[0] and idea.flicked > _worth_waiting_for(match, saved):
            return replace(idea.launch, die=saved)
        return idea.launch

    def _learn(self, board: Board, house: HouseRules, kind: DieKind) -> Experience:
        return Experience(self._imagination(board), house, kind, self._hand)

    def _tries(self, match: Match, budget: Budget) -> int:
        lying = sum(rest.on_board for rest in match.rests)
        seconds = budget.seconds * self._thoroughness
        return max(1, int(seconds * _FLICKS_PER_SECOND / (1 + _SLOWER_PER_DIE * lying)))

    def _best_idea(self, match: Match, die: Die, tries: int, rng: Random) -> Idea:
        """Try all candidates, then the better half, a quarter … again, as all that is known ranks them."""
        board = match.setup.board
        experience = self._experience(board, match.setup.house, die.kind)
        view = outlook(match, die, self._spite)
        shots = _candidates(match, die, experience, view, max(2, tries // (2 * _FEWEST_TRIES)), rng)
        memory = _Memory(self._hand, experience, view)
        rounds = max(1, (len(shots) - 1).bit_length() - 1)
        ideas = [Idea(shot, 0.0, 0.0) for shot in shots]
        for sieving in range(rounds):
            best = [idea.launch for idea in ideas[: math.ceil(len(shots) / 2**sieving)]]
            each = max(_FEWEST_TRIES, tries // rounds // len(best))
            shakes = [rng.random() for _ in range(each)]
            flicks = [self._shaken(match, shot, shake) for shot in best for shake in shakes]
            endings = self._imagination(board).fly(match.rests, flicks)
            memory.add(best, each, flicks, worth(match, die, endings, self._spite))
            ideas = memory.ideas(shots)
        return ideas[0]

    def _shaken(self, match: Match, shot: Launch, shake: float) -> Launch:
        """What the hand makes of a shot in one of its moments."""
        draw = partial(Random(shake).gauss, 0.0, 1.0)
        return self._hand.flick(match.setup.board, match.rests, shot, draw)


class _Memory:
    """All flicks imagined so far; every one of them speaks for all aims from which the hand might make it.

    To an aim, a flick counts by how likely the hand makes it of this aim, against how likely it was to be
    imagined at all (multiple importance sampling with the balance heuristic).
    """

    def __init__(self, hand: Hand, experience: Experience, view: Outlook) -> None:
        self._hand = hand
        self._experience = experience
        self._outlook = view
        self._aims = np.empty((0, 3))
        self._tries = np.empty(0)
        self._flicks = np.empty((0, 3))
        self._worths = np.empty((0, 2))  # the chance to win, and the points of the flicked die
        self._others = np.empty(0)  # what all other dice are worth

    def add(self, shots: Sequence[Launch], each: int, flicks: Sequence[Launch], outcome: Worth) -> None:
        """Keep what came of shots that were tried a number of times each."""
        self._aims = np.concatenate([self._aims, [_aim(shot) for shot in shots]])
        self._tries = np.concatenate([self._tries, np.full(len(shots), each)])
        self._flicks = np.concatenate([self._flicks, [_aim(flick) for flick in flicks]])
        worths = np.stack([self._outlook.chances(outcome), outcome.flicked], axis=1)
        self._worths = np.concatenate([self._worths, worths])
        self._others = np.concatenate([self._others, outcome.position - outcome.flicked])

    def ideas(self, shots: Sequence[Launch]) -> list[Idea]:
        """The mean worth of what the hand makes of each shot, best first; little evidence counts little."""
        imagined = self._tries @ self._likelihood(self._aims)
        weights = self._likelihood(np.array([_aim(shot) for shot in shots])) / imagined
        evidence = (weights.sum(1) ** 2 / (weights**2).sum(1))[:, None]
        means = weights @ self._worths / weights.sum(1, keepdims=True)
        doubt = np.array([_doubt(shot) for shot in shots])[:, None]
        careful = (evidence * means + doubt * self._expected(shots)) / (evidence + doubt)
        found = [Idea(shot, *map(float, mean)) for shot, mean in zip(shots, careful, strict=True)]
        return sorted(found, key=lambda idea: -idea.chance)

    def _expected(self, shots: Sequence[Launch]) -> Floats:
        """What experience says of each shot, with the other dice as imagined flicks leave them on average."""
        flicked = self._experience.worths(shots)
        chances = self._experience.chances(shots, self._outlook, float(self._others.mean()))
        return np.stack([chances, flicked], axis=1)

    def _likelihood(self, aims: Floats) -> Floats:
        """How likely the hand makes each flick of each aim (aim × flick), up to a factor."""
        spread = np.stack(
            [self._hand.speed * aims[:, 0], *(np.full(len(aims), s) for s in self._fixed)], axis=1
        )
        far = (self._flicks[None] - aims[:, None]) / spread[:, None]
        likelihood: Floats = np.exp(-0.5 * (far**2).sum(2)) / spread[:, :1]
        return likelihood

    @property
    def _fixed(self) -> tuple[float, float]:
        return self._hand.azimuth, _SAME_PLACE_M


def _aim(launch: Launch) -> tuple[float, float, float]:
    return launch.speed_mps, launch.azimuth, launch.y


def _doubt(shot: Launch) -> float:
    return _DOUBT if shot.speed_mps <= SPEEDS_MPS[-1] else _DOUBT_OF_KNOCKS


def _candidates(
    match: Match, die: Die, experience: Experience, view: Outlook, most: int, rng: Random
) -> list[Launch]:
    """Hard shots at the rivals' best dice, and those of the library that usually pay best."""
    board, resting = match.setup.board, match.rests
    hard = possible(board, knocks(board, die, _targets(match, die)), resting)
    hard = rng.sample(hard, min(len(hard), most // 2))
    usual = possible(board, library(board, die), resting)
    rng.shuffle(usual)  # among shots of one speed it is chance that says which lanes are looked at
    if not usual:
        return hard or emergency(board, die, resting)
    chances = experience.chances(usual, view, view.lying)
    best = [usual[place] for place in np.argsort(-chances, kind="stable")]
    return [*hard, *best[: most - len(hard)]]


def _targets(match: Match, die: Die) -> list[Rest]:
    side_of = match.setup.side_of
    rivals = [rest for rest in match.rests if rest.zone and side_of[rest.die.seat] != side_of[die.seat]]
    points = {rest.die: score_die(match.setup.house, rest).points for rest in rivals}
    return sorted(rivals, key=lambda rest: -points[rest.die])[:_TARGETS]


def _worth_waiting_for(match: Match, bonus: Die) -> float:
    """The points that a shot must promise a plain die before the bonus die is used for it."""
    face = (len(bonus.kind.faces) + 1) / 2
    is_product = match.setup.house.count is Count.TIMES
    return face * _BONUS_ZONE if is_product else face + _BONUS_ZONE
