"""A Tumblin-Dice table for tests: dice laid by hand, scripted physics, whole matches from a seed."""

import math
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from tumbletrip.tumblin.board import Board, builtin_board
from tumbletrip.tumblin.dice import D6, Colour, DieKind, face_up
from tumbletrip.tumblin.house_rules import CLASSIC, HouseRules
from tumbletrip.tumblin.launches import refuse_launch
from tumbletrip.tumblin.ports import LEVEL, OFF, Die, Launch, Pose, Rest, Settled
from tumbletrip.tumblin.reading import read
from tumbletrip.tumblin.rules import (
    Command,
    Event,
    Flick,
    Match,
    Phase,
    RollForOrder,
    decide,
    evolve,
    new_match,
)
from tumbletrip.tumblin.setup import Setup, table

CLASSIC_BOARD = builtin_board("classic")
PLACES = ("track", LEVEL, "1x", "2x", "3x", "4x", OFF)
# The middle of each place of the classic board, off its pegs, and the height of what is under it.
_MIDDLES = {
    "track": (-0.06, 0.0, 0.100),
    LEVEL: (0.03, 0.0, 0.080),
    "1x": (0.12, 0.0, 0.080),
    "2x": (0.24, 0.0, 0.060),
    "3x": (0.36, 0.0, 0.040),
    "4x": (0.46, 0.0, 0.020),
    OFF: (0.80, 0.0, 0.0),
}


def die(key: str = "a1", kind: DieKind = D6) -> Die:
    """A die by its key; the letter is the seat, a star the bonus die."""
    return Die(key, "abcdefghijklmnop".index(key[0]), Colour.RED, kind, key.endswith("*"))


def flat(
    place: str, face: int, kind: DieKind = D6, dx: float = 0.0, dy: float = 0.0, yaw: float = 0.0
) -> Pose:
    """The pose of a die lying flat in the middle of a place, or a little beside it."""
    x, y, floor = _MIDDLES[place]
    return Pose(x + dx, y + dy, floor + kind.inradius, *face_up(kind, face, yaw))


def at_rest(key: str, place: str, face: int, kind: DieKind = D6, **beside: float) -> Rest:
    """A die at rest, read from the pose that puts it there."""
    return read(CLASSIC_BOARD, die(key, kind), flat(place, face, kind, **beside))


class ScriptedPhysics:
    """Physics that plays a script: for each flick, the poses of the dice it moves, by their keys."""

    fingerprint = "scripted/1"

    def __init__(self, script: Iterable[Mapping[str, Pose]], board: Board = CLASSIC_BOARD) -> None:
        """Keep the script; running out of it is an error."""
        self._script = iter(script)
        self._board = board

    def settle(self, resting: tuple[Rest, ...], launch: Launch) -> Settled:
        """All dice at rest, those of the script where it says."""
        moved = next(self._script)
        stayed = [read(self._board, rest.die, moved.get(rest.die.key, rest.pose)) for rest in resting]
        return Settled((*stayed, read(self._board, launch.die, moved[launch.die.key])))


def a_launch(thrown: Die, resting: Iterable[Rest] = (), speed_mps: float = 1.2) -> Launch:
    """A flick from the first free place on the track."""
    taken = tuple(resting)
    places = ((x / 1000, y / 1000) for x in range(-15, -106, -6) for y in (0, -17, 17, -34, 34))
    launches = (Launch(thrown, x, y, face_up=1, speed_mps=speed_mps) for x, y in places)
    return next(launch for launch in launches if refuse_launch(CLASSIC_BOARD, launch, taken) is None)


def flick(match: Match, key: str, moved: Mapping[str, Pose]) -> Flick:
    """The command of a seat that flicks a die, with the poses the script gives."""
    thrown = match.setup.dice[key]
    launch = a_launch(thrown, match.rests)
    settled = ScriptedPhysics([moved], match.setup.board).settle(match.rests, launch)
    return Flick(thrown.seat, launch, settled.rests, ScriptedPhysics.fingerprint)


def after(match: Match, *commands: Command) -> Match:
    """The match after some commands, all of which must be allowed."""
    for command in commands:
        event = decide(match, command)
        assert isinstance(event, Event), event
        before, match = match, evolve(match, event)
        assert match != before, "nothing happened; those who wait for something would wait for ever"
    return match


def begun(setup: Setup, order: Sequence[int] = ()) -> Match:
    """A match whose seats have rolled for this order (seating order if none is given)."""
    match = new_match(setup)
    wanted = list(order) or list(range(len(setup.seats)))
    while match.phase is Phase.ORDER:
        seat = match.rolling[0]
        tied = [
            other for other in wanted if match.rolls[other][: len(match.rolls[seat])] == match.rolls[seat]
        ]
        match = after(match, RollForOrder(seat, max(1, 6 - tied.index(seat))))
    return match


def duel(house: HouseRules = CLASSIC, dice: int = 1, *, has_bonus: bool = False) -> Setup:
    """Ada against Ben."""
    return table(["Ada", "Ben"], dice, has_bonus=has_bonus, house=house)


def play_round(match: Match, places: Mapping[str, tuple[str, int]]) -> Match:
    """The match after a round in which every die ends where it is told, showing what it is told."""
    while True:
        seat = match.turn
        assert seat is not None
        key = match.dice_in_hand(seat)[0].key
        place, face = places[key]
        pose = flat(place, face, match.setup.dice[key].kind, dy=0.02 * len(match.rests) - 0.02)
        sheets = len(match.sheets)
        match = after(match, flick(match, key, {key: pose}))
        if len(match.sheets) > sheets:
            return match


# Whole matches from a seed


def random_pose(rng: Random, kind: DieKind) -> Pose:
    """A die anywhere on or off the board, mostly flat, sometimes cocked."""
    place = rng.choice(PLACES[1:])  # the track must stay free for the next flick
    pose = flat(place, rng.choice(list(kind.faces)), kind, rng.uniform(-0.04, 0.04), rng.uniform(-0.16, 0.16))
    if rng.random() < 0.8:
        return Pose(pose.x, pose.y, pose.z, *face_up(kind, rng.choice(list(kind.faces)), rng.uniform(-3, 3)))
    parts = [rng.gauss(0, 1) for _ in range(4)]
    norm = math.sqrt(sum(part * part for part in parts))
    return Pose(pose.x, pose.y, pose.z, *(part / norm for part in parts))


def random_command(match: Match, rng: Random) -> Command:
    """Something a seat may do now."""
    if match.phase is Phase.ORDER:
        return RollForOrder(rng.choice(match.rolling), rng.randint(1, 6))
    assert match.turn is not None
    thrown = rng.choice(match.dice_in_hand(match.turn))
    moved = {
        rest.die.key: random_pose(rng, rest.die.kind)
        for rest in match.rests
        if rest.on_board and rng.random() < 0.3
    }
    return flick(match, thrown.key, {**moved, thrown.key: random_pose(rng, thrown.kind)})


def random_events(setup: Setup, rng: Random, most: int = 60) -> list[Event]:
    """The events of a match, to its end or to a number of events."""
    match = new_match(setup)
    events: list[Event] = []
    while match.phase is not Phase.OVER and len(events) < most:
        event = decide(match, random_command(match, rng))
        assert isinstance(event, Event), event
        events.append(event)
        match = evolve(match, event)
    return events
