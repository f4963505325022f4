"""Rounds of one bot against another: what the ladder and the exploit search are judged by.

Rounds have numbers, and every seat its own chance for each: whoever plays, the order of play and the rival's
shakes are the same (common random numbers), so levels differ by how they play.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean, stdev
from typing import Final

from bench.tumblin.flights import SHOOTER
from bench.tumblin.unfilmed import Unfilmed
from tumbletrip.analysis.estimates import Interval, wilson
from tumbletrip.analysis.tumblin.results import PLACES
from tumbletrip.analysis.tumblin.rounds import PlayedRound, Series, play_among
from tumbletrip.bots.tumblin.levels import Player
from tumbletrip.bots.tumblin.protocol import Bot, Budget
from tumbletrip.bots.tumblin.shots import emergency, possible
from tumbletrip.bots.tumblin.simple import die_to_flick
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.hands import PRACTISED
from tumbletrip.tumblin.launches import on_the_track
from tumbletrip.tumblin.ports import Launch
from tumbletrip.tumblin.rules import Match
from tumbletrip.tumblin.setup import PRESETS, from_preset


class Constant:
    """Always the same flick, as one makes it who only presses the button; a lane further if it is taken."""

    def __init__(self, shot: Launch) -> None:
        """Whose die it is does not matter."""
        self._shot = shot

    def aim(self, match: Match, budget: Budget, rng: Random) -> Launch:
        """The shot with the next die; it takes neither time nor chance."""
        del budget, rng
        board, die = match.setup.board, die_to_flick(match)
        lanes = (replace(self._shot, die=die, y=self._shot.y + lane) for lane in LANES_M)
        shots = (on_the_track(board, shot) for shot in lanes)
        return (possible(board, shots, match.rests) or emergency(board, die, match.rests))[0]


LANES_M: Final = (0.0, -0.02, -0.04, 0.02, -0.06)
# What `python -m bench.tumblin exploit 60` found, with the hand that people have at the button.
BEST_CONSTANT: Final = Launch(
    SHOOTER, -0.011, 0.004, 6, yaw=-0.994, azimuth=-0.114, speed_mps=1.346, hit_side=0.04, hit_height=-0.06
)
# The field that every level meets: so each of them also shows whether the button beats it.
FIELD: Final = Player(Constant(BEST_CONSTANT), PRACTISED)


@dataclass(frozen=True, slots=True)
class Tally:
    """A bot's rounds against a rival: its points, its lead over the rival, and where its dice lay."""

    points: tuple[int, ...]
    leads: tuple[int, ...]
    places: Counter[str]

    @property
    def won(self) -> Interval:
        """The 95 % interval of the share of rounds won, ties halved."""
        wins = sum(1.0 if lead > 0 else 0.5 if lead == 0 else 0.0 for lead in self.leads)
        return wilson(wins, len(self.leads))

    def line(self, name: str) -> str:
        """The tally as a row of a table."""
        lying = " ".join(f"{100 * self.places[place] / self.places.total():4.0f}" for place in PLACES)
        won = f"{100 * self.won.low:3.0f}–{100 * self.won.high:2.0f} %"
        return f"{name:18} {_interval(self.points)}   {_interval(self.leads)}   {won}   {lying}"


HEADING: Final = (
    f"{'':18} {'points a round, 95 %':22}   {'lead, 95 %':22}   rounds won   off track none 1x 2x 3x 4x, in %"
)


def _interval(values: Sequence[int]) -> str:
    mean, half = fmean(values), 1.96 * stdev(values) / len(values) ** 0.5
    return f"{mean:5.1f} ({mean - half:5.1f} to {mean + half:5.1f})"


def contest(board: Board, bot: Bot, rival: Bot, rounds: range, budget: float, seed: int) -> Tally:
    """Duels of single rounds; a round's number settles its chance, so rounds may be played piece by piece."""
    setup = from_preset(PRESETS["duel"], ("bot", "rival"), board=board)
    series = Series(setup, ("bot", "rival"), seed, Budget(budget))
    physics = Unfilmed(board)
    played: list[PlayedRound] = []
    for number in rounds:
        played.append(play_among(series, (bot, rival), number, physics))
        if len(played) % 25 == 0:
            print(_tally(played).line(f"  {len(played)} rounds"), file=sys.stderr, flush=True)
    return _tally(played)


def _tally(played: Sequence[PlayedRound]) -> Tally:
    own = [_points(one, 0) for one in played]
    others = [_points(one, 1) for one in played]
    places = Counter(rest.tier for one in played for rest in one.rests if one.seats[rest.die.seat] == 0)
    leads = tuple(mine - theirs for mine, theirs in zip(own, others, strict=True))
    return Tally(tuple(own), leads, places)


def _points(played: PlayedRound, player: int) -> int:
    return played.sheet.seats[played.seats.index(player)]
