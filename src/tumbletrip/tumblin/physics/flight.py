"""One flick in slow motion: every step is filmed and listened to, until the dice are at rest."""

from collections.abc import Sequence
from dataclasses import dataclass

from tumbletrip.tumblin.physics.recording import Camera, Microphone
from tumbletrip.tumblin.physics.resting import Watch
from tumbletrip.tumblin.physics.stepping import MOTION, POSE, Numbers
from tumbletrip.tumblin.physics.world import FINE, TIMESTEP_S, World


@dataclass(frozen=True, slots=True)
class Fall:
    """A die at the moment it was found to have left the board."""

    die: int
    step: int
    pose: Numbers
    motion: Numbers


class Flight:
    """A flick under way in a world; `names` are what the dice are called in the sounds."""

    def __init__(
        self, world: World, lying: Sequence[Numbers], start: tuple[Numbers, Numbers], names: Sequence[str]
    ) -> None:
        """Put the dice where they lie, asleep, and set the flicked one in motion."""
        self._world = world
        self._simulation = world.simulation
        self._simulation.restart(lying, *start)
        self._poses = self._simulation.now()[0]
        self._heard_as = [names[thing] if isinstance(thing, int) else thing for thing in world.touchables]
        self._watch = Watch(world)
        self.falls: list[Fall] = []
        self.step = 0
        self.camera = Camera()
        self.microphone = Microphone()

    @property
    def poses(self) -> list[Numbers]:
        """How each die lies now."""
        return [_part(self._poses, die, POSE) for die in range(len(self._world.kinds))]

    def fly(self) -> None:
        """Step until the dice are at rest; those that fall off are noted and taken away."""
        over = False
        while not over:
            for poses, touches in self._simulation.filmed(FINE.steps_per_look):
                self._film()
                self.step += 1
                self._poses = poses
                self.microphone.listen(self.step * TIMESTEP_S, touches, self._heard_as)
            over = self._look()
        self._film()

    def _film(self) -> None:
        if self.camera.is_due(self.step):
            for die, is_out in enumerate(self._watch.out):
                if not is_out:
                    self.camera.film(self.step, die, _part(self._poses, die, POSE))

    def _look(self) -> bool:
        poses, motions = self._simulation.now()
        for die in self._watch.look(poses, motions):
            self.falls.append(Fall(die, self.step, _part(poses, die, POSE), _part(motions, die, MOTION)))
            self._simulation.take_away(die, self._world.parking[die])
        return self._watch.is_over(poses)


def _part(row: Numbers, die: int, size: int) -> Numbers:
    """A die's numbers in a row of all."""
    return row[die * size : (die + 1) * size]
