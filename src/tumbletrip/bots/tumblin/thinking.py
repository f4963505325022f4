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
from operator import mul, sub, truediv
from random import Random
from statistics import fmean
from typing import Final

from tumbletrip.bots.tumblin.experience import Experience
from tumbletrip.bots.tumblin.foreseeing import foresee, is_foreseeable
from tumbletrip.bots.tumblin.imagination import BotImagination, flicks_in
from tumbletrip.bots.tumblin.protocol import Budget
from tumbletrip.bots.tumblin.shots import SPEEDS_MPS, emergency, knocks, library, possible
from tumbletrip.bots.tumblin.valuing import Worth, worth
from tumbletrip.bots.tumblin.winning import View, chances, outlook
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.dice import DieKind
from tumbletrip.tumblin.hands import Hand
from tumbletrip.tumblin.house_rules import Count, HouseRules
from tumbletrip.tumblin.ports import Die, Launch, Rest
from tumbletrip.tumblin.rules import Match
from tumbletrip.tumblin.scoring import score_die

_TARGETS: Final = 3  # rival dice worth aiming at
_FEWEST_TRIES: Final = 2  # of each candidate in the first sieving; with one, good shots fall through
_SAME_PLACE_M: Final = 0.008  # starts this close together are nearly the same
# How many tries experience counts for: single flicks stray by 5 points, the worth of good shots by about 1.
_DOUBT: Final = 25.0
_DOUBT_OF_KNOCKS: Final = 5.0  # it knows nothing of the dice that a hard shot hits
_LESSONS_TO_FORESEE: Final = 64  # the best of many shots looks too good when each was seen a few times
_BONUS_ZONE: Final = 2.7  # a good shot lands at 2.4 on average; the bonus die waits for a better one


@dataclass(frozen=True, slots=True)
class Idea:
    """A shot that was tried out: the chance to win with it, and the mean points of the flicked die."""

    launch: Launch
    chance: float
    flicked: float


class Thinker:
    """Chooses by imagination; `hand` is the one it knows itself to have."""

    def __init__(
        self, hand: Hand, thoroughness: float = 1.0, spite: float = 1.0, rivals: Hand | None = None
    ) -> None:
        """A head that uses a share of its time; with spite above 1 it would rather hurt than help itself.

        If it knows a hand that its rivals may have, it foresees what they can do in the end of a round.
        """
        self._hand = hand
        self._rivals = rivals
        self._spite = spite
        self._thoroughness = thoroughness
        self._imagination = lru_cache(maxsize=2)(BotImagination)
        self._experience = lru_cache(maxsize=16)(self._learn)

    def aim(self, match: Match, budget: Budget, rng: Random) -> Launch:
        """The best aim found, with a plain die or, when its time has come, with the bonus die (TD09)."""
        assert match.turn is not None
        dice = sorted(match.dice_in_hand(match.turn), key=lambda die: die.is_bonus)
        idea = self._best_idea(match, dice[0], budget, rng)
        saved = dice[-1]
        if saved.is_bonus and saved != dice[0] and idea.flicked > _worth_waiting_for(match, saved):
            return replace(idea.launch, die=saved)
        return idea.launch

    def _learn(self, board: Board, house: HouseRules, kind: DieKind, hand: Hand, lessons: int) -> Experience:
        return Experience(self._imagination(board), house, kind, hand, lessons)

    def _best_idea(self, match: Match, die: Die, budget: Budget, rng: Random) -> Idea:
        """Try all candidates, then the better half, a quarter … again, as all that is known ranks them."""
        board = match.setup.board
        tries = flicks_in(budget.seconds * self._thoroughness, die, match.rests)
        experience = self._experience(board, match.setup.house, die.kind, self._hand, budget.lessons)
        view = self._view(match, die, experience, budget.lessons)
        shots = _candidates(match, die, experience, view, max(2, tries // (2 * _FEWEST_TRIES)), rng)
        memory = _Memory(self._hand, experience, view, shots)
        rounds = max(1, (len(shots) - 1).bit_length() - 1)
        ranked = list(range(len(shots)))
        for sieving in range(rounds):
            best = ranked[: math.ceil(len(shots) / 2**sieving)]
            each = max(_FEWEST_TRIES, tries // rounds // len(best))
            shakes = [rng.random() for _ in range(each)]
            flicks = [self._shaken(match, shots[place], shake) for place in best for shake in shakes]
            endings = self._imagination(board).fly(match.rests, flicks)
            memory.add(best, each, flicks, worth(match, die, endings, self._spite))
            ideas = memory.ideas()
            ranked.sort(key=lambda place: (-ideas[place].chance, place))
        return ideas[ranked[0]]

    def _view(self, match: Match, die: Die, own: Experience, lessons: int) -> View:
        """How the match stands; foreseen, if there are so few dice to come that this is possible."""
        if self._rivals is None or lessons < _LESSONS_TO_FORESEE or not is_foreseeable(match, die):
            return outlook(match, die, self._spite)
        rivals = self._experience(match.setup.board, match.setup.house, die.kind, self._rivals, lessons)
        return foresee(match, die, own, rivals)

    def _shaken(self, match: Match, shot: Launch, shake: float) -> Launch:
        """What the hand makes of a shot in one of its moments."""
        draw = partial(Random(shake).gauss, 0.0, 1.0)
        return self._hand.flick(match.setup.board, match.rests, shot, draw)


class _Memory:
    """All flicks imagined so far; every one of them speaks for all aims from which the hand might make it.

    To an aim, a flick counts by how likely the hand makes it of this aim, against how likely it was to be
    imagined at all (multiple importance sampling with the balance heuristic).
    """

    def __init__(self, hand: Hand, experience: Experience, view: View, shots: Sequence[Launch]) -> None:
        self._hand = hand
        self._experience = experience
        self._view = view
        self._shots = shots
        self._tries = [0] * len(shots)
        self._likely: list[list[float]] = [[] for _ in shots]  # that the hand makes a flick of a shot
        self._chances: list[float] = []
        self._flicked: list[float] = []
        self._others: list[float] = []  # what all other dice are worth

    def add(self, shots: Sequence[int], each: int, flicks: Sequence[Launch], outcome: Worth) -> None:
        """Keep what came of shots that were tried a number of times each."""
        for place in shots:
            self._tries[place] += each
        for shot, likely in zip(self._shots, self._likely, strict=True):
            likely += self._likelihoods(shot, flicks)
        self._chances += chances(self._view, outcome)
        self._flicked += outcome.flicked
        self._others += map(sub, outcome.position, outcome.flicked)

    def ideas(self) -> list[Idea]:
        """The mean worth of what the hand makes of each shot; little evidence counts little."""
        imagined = [0.0] * len(self._chances)
        for tries, likely in zip(self._tries, self._likely, strict=True):
            if tries:
                imagined = [before + tries * chance for before, chance in zip(imagined, likely, strict=True)]
        # Experience knows the flicked die alone; the others count as imagined flicks leave them on average.
        known = self._experience.chances(self._shots, self._view, fmean(self._others))
        return [
            self._idea(shot, list(map(truediv, likely, imagined)), chance)
            for shot, likely, chance in zip(self._shots, self._likely, known, strict=True)
        ]

    def _idea(self, shot: Launch, weights: Sequence[float], chance: float) -> Idea:
        """What flicks with these weights say of a shot, beside what experience says of it."""
        total = math.fsum(weights)
        evidence, doubt = total**2 / math.fsum(map(mul, weights, weights)), _doubt(shot)

        def careful(worths: Sequence[float], known: float) -> float:
            mean = math.fsum(map(mul, weights, worths)) / total
            return (evidence * mean + doubt * known) / (evidence + doubt)

        return Idea(
            shot, careful(self._chances, chance), careful(self._flicked, self._experience.worth(shot))
        )

    def _likelihoods(self, aim: Launch, flicks: Sequence[Launch]) -> list[float]:
        """How likely the hand makes each flick of an aim, up to a factor."""
        speed_sd, azimuth_sd = self._hand.speed * aim.speed_mps, self._hand.azimuth
        return [
            math.exp(
                -0.5
                * (
                    ((flick.speed_mps - aim.speed_mps) / speed_sd) ** 2
                    + ((flick.azimuth - aim.azimuth) / azimuth_sd) ** 2
                    + ((flick.y - aim.y) / _SAME_PLACE_M) ** 2
                )
            )
            / speed_sd
            for flick in flicks
        ]


def _doubt(shot: Launch) -> float:
    return _DOUBT if shot.speed_mps <= SPEEDS_MPS[-1] else _DOUBT_OF_KNOCKS


def _candidates(
    match: Match, die: Die, experience: Experience, view: View, most: int, rng: Random
) -> list[Launch]:
    """Hard shots at the rivals' best dice, and those of the library that usually pay best."""
    board, resting = match.setup.board, match.rests
    hard = possible(board, knocks(board, die, _targets(match, die)), resting)
    hard = rng.sample(hard, min(len(hard), most // 2))
    usual = possible(board, library(board, die), resting)
    if not usual:
        return hard or emergency(board, die, resting)
    rng.shuffle(usual)  # among shots of one speed it is chance that says which lanes are looked at
    chances = experience.chances(usual, view, view.lying)
    best = sorted(range(len(usual)), key=lambda place: -chances[place])
    return [*hard, *(usual[place] for place in best[: most - len(hard)])]


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
