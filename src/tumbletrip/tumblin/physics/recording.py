"""What eyes and ears get from a flick: the film of the dice that moved, and what hit what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tumbletrip.tumblin.physics.stepping import Numbers, Touch
from tumbletrip.tumblin.physics.trajectory import FRAMES_PER_SECOND, Film, Frame, Track
from tumbletrip.tumblin.physics.world import TIMESTEP_S
from tumbletrip.tumblin.ports import Contact, Pose

_STEPS_PER_FRAME: Final = 1 / (FRAMES_PER_SECOND * TIMESTEP_S)

# A die that stays this close to where it lies is not worth filming; a film shows tenths of a millimetre.
_STIRRED_M: Final = 0.0002
_STIRRED_TURN: Final = 0.002  # in components of the quaternion: a quarter of a degree

_QUIET_BEFORE_S: Final = 0.016  # touches of the same two things closer than this are one sound
_BOUNCE_S: Final = 0.008  # a bounce is over by then, and what follows is the die's weight
_AUDIBLE_NS: Final = 5e-4  # a d6 changes its speed by 10 cm/s; its weight alone makes 3.8e-4 in 8 ms


class Camera:
    """Collects the poses of dice sixty times a second."""

    def __init__(self) -> None:
        """Start with an empty film."""
        self._poses: dict[int, dict[int, Frame]] = {}

    @staticmethod
    def is_due(step: int) -> bool:
        """Whether a frame is taken at this step: frame k is, at the step nearest to k/60 s."""
        return round(round(step / _STEPS_PER_FRAME) * _STEPS_PER_FRAME) == step

    def film(self, step: int, die: int, pose: Numbers) -> None:
        """Keep a die's pose if a frame is due at this step."""
        if self.is_due(step):
            x, y, z, *turn = pose
            frame = round(step / _STEPS_PER_FRAME)
            self._poses.setdefault(die, {})[frame] = (x, y, z), (turn[0], turn[1], turn[2], turn[3])

    def cut(self, places: Sequence[int], rests: Mapping[int, Pose]) -> Film:
        """The film without the dice that did not move, each track ending with the die at rest.

        `places` says what number each filmed die has among all dice.
        """
        tracks = (self._track(die, place, _frame(rests[place])) for die, place in enumerate(places))
        moving = tuple(track for track in tracks if track is not None)
        return Film(max((track.first + len(track.frames) for track in moving), default=0), moving)

    def _track(self, die: int, place: int, rest: Frame) -> Track | None:
        frames = self._poses[die]
        start = frames[min(frames)]
        stirring = [number for number, frame in frames.items() if _differ(frame, start)]
        if not stirring and not _differ(rest, start):
            return None
        first = min(stirring, default=max(frames) + 1)
        last = max((number for number, frame in frames.items() if _differ(frame, rest)), default=first)
        shown = [frames[number] for number in range(first, last + 1) if number in frames]
        return Track(place, first, (*shown, rest))


def _frame(pose: Pose) -> Frame:
    return (pose.x, pose.y, pose.z), pose.orientation


def _differ(one: Frame, other: Frame) -> bool:
    if max(abs(a - b) for a, b in zip(one[0], other[0], strict=True)) > _STIRRED_M:
        return True
    same = sum(a * b for a, b in zip(one[1], other[1], strict=True)) >= 0  # q and −q are the same turn
    sign = 1.0 if same else -1.0
    return max(abs(a - sign * b) for a, b in zip(one[1], other[1], strict=True)) > _STIRRED_TURN


@dataclass(slots=True)
class _Touch:
    """Two things that touch: when it began, when it was last seen, and how hard the bounce was."""

    began_s: float
    seen_s: float
    impulse: float = 0.0


class Microphone:
    """Hears what hits what: the impulse of the bounce at the beginning of a touch."""

    def __init__(self) -> None:
        """Silence."""
        self._open: dict[tuple[str, str], _Touch] = {}
        self._heard: list[Contact] = []

    def listen(self, time_s: float, touches: Sequence[Touch], names: Sequence[str]) -> None:
        """Note the contacts of the step just made; `names` says what each geometry is."""
        for one, other, force in touches:  # MuJoCo names wood before dice; people say the die first
            self._touch(time_s, names[other], names[one], force)

    def _touch(self, time_s: float, one: str, other: str, force: float) -> None:
        pair = one, other
        touch = self._open.get(pair)
        if touch is None or time_s - touch.seen_s > _QUIET_BEFORE_S:
            self._close(pair)
            touch = self._open[pair] = _Touch(time_s, time_s)
        touch.seen_s = time_s
        if time_s - touch.began_s < _BOUNCE_S:
            touch.impulse += force * TIMESTEP_S

    def _close(self, pair: tuple[str, str]) -> None:
        touch = self._open.pop(pair, None)
        if touch and touch.impulse > _AUDIBLE_NS:
            self._heard.append(Contact(touch.began_s, *pair, touch.impulse))

    def heard(self) -> tuple[Contact, ...]:
        """All that could be heard, in the order of time."""
        for pair in list(self._open):
            self._close(pair)
        return tuple(sorted(self._heard, key=lambda contact: (contact.time_s, contact.one, contact.other)))
