"""How far flicks go: the same many flicks at each speed, and where they come to rest."""

from collections import Counter
from random import Random

from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.dice import D6, Colour
from tumbletrip.tumblin.physics.imagining import Imagination
from tumbletrip.tumblin.ports import OFF, Die, Launch, Pose
from tumbletrip.tumblin.reading import read

# People aim roughly ahead and hit a die somewhere near the middle of its rear.
AZIMUTH_SD = 0.15
HIT_HEIGHT = 0.5
GAP_M = 0.012  # behind the front edge


def tiers_by_speed(board: Board, speed_mps: float, flicks: int, seed: int) -> Counter[str]:
    """On which tier d6 flicked at this speed come to rest on an empty board."""
    rng = Random(f"{seed}/{speed_mps}")
    launches = [_launch(board, speed_mps, rng) for _ in range(flicks)]
    endings = Imagination(board).fly((), launches)
    return Counter(
        OFF if out[0] else read(board, launches[0].die, Pose(*map(float, poses[0]))).tier
        for poses, out in zip(endings.poses, endings.out, strict=True)
    )


def _launch(board: Board, speed_mps: float, rng: Random) -> Launch:
    die = Die("a1", 0, Colour.RED, D6)
    track = board.track.boxes[0]
    room = (track.y[1] - track.y[0]) / 2 - D6.circumradius
    return Launch(
        die=die,
        x=track.x[1] - D6.inradius - GAP_M,
        y=(track.y[0] + track.y[1]) / 2 + rng.uniform(-room, room),
        face_up=rng.choice(D6.faces),
        azimuth=max(-1.0, min(1.0, rng.gauss(0.0, AZIMUTH_SD))),
        speed_mps=speed_mps,
        hit_height=rng.uniform(-HIT_HEIGHT, HIT_HEIGHT),
    )
