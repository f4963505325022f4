"""Left and right are alike: mirrored flicks mirror in the mean."""

import statistics
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from tests.kit.tumblin.flicks import die, random_launch
from tumbletrip.tumblin.board import builtin_board
from tumbletrip.tumblin.physics.imagining import Endings, Imagination
from tumbletrip.tumblin.ports import Launch

BOARD = builtin_board("classic")
FLICKS = 1500


def mirrored(launch: Launch) -> Launch:
    return replace(launch, y=-launch.y, yaw=-launch.yaw, azimuth=-launch.azimuth, hit_side=-launch.hit_side)


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    return statistics.fmean(values), statistics.stdev(values) / len(values) ** 0.5


def across(endings: Endings) -> list[float]:
    return [float(pose[0][1]) for pose, out in zip(endings.poses, endings.out, strict=True) if not out[0]]


def downhill(endings: Endings) -> list[float]:
    return [float(pose[0][0]) for pose, out in zip(endings.poses, endings.out, strict=True) if not out[0]]


@pytest.mark.slow
def test_flicks_to_the_left_and_their_mirror_images_to_the_right_end_alike() -> None:
    rng = Random(8)
    launches = [replace(random_launch(rng, die(), 0.6, 1.6), face_up=1) for _ in range(FLICKS)]
    leftish = [replace(launch, azimuth=abs(launch.azimuth) / 3) for launch in launches]
    imagination = Imagination(BOARD)
    left = imagination.fly((), leftish)
    right = imagination.fly((), [mirrored(launch) for launch in leftish])
    for measure, sign in ((across, -1), (downhill, 1)):
        one, one_error = mean_and_error(measure(left))
        other, other_error = mean_and_error(measure(right))
        assert abs(one - sign * other) < 4 * np.hypot(one_error, other_error)
    lost = np.mean(left.out), np.mean(right.out)
    assert abs(lost[0] - lost[1]) < 4 * (0.5 / FLICKS) ** 0.5
    assert mean_and_error(across(left))[0] > 0.01  # or the test could not fail
