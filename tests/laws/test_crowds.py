"""However hard and wherever dice are flicked into a crowd: nothing tunnels, explodes or shakes for ever."""

import pytest

from tests.kit.tumblin.laws import CROWDS_OF_17, CROWDS_OF_ODD_DICE, Crowd
from tests.kit.tumblin.measuring import Law, measured
from tumbletrip.tumblin.physics.resting import MAX_LOOKS
from tumbletrip.tumblin.physics.world import SKIN_M

# Deeper than its skin, a die's hard core would be in the wood. Most corners at rest are 0.005 mm deep; the
# deepest of 1,159 stood at 0.19 mm (docs/lab/tumblin-physics.md).
DEEP_MM = 1000 * SKIN_M


def check(law: Law[Crowd], flicks: int) -> None:
    """One face, one tier, and no corner of a die inside the wood."""
    parts = measured(law)
    assert sum(part.flicks for part in parts) == flicks
    for part in parts:
        assert part.not_finite == part.nowhere == 0, part
        assert part.most_looks < MAX_LOOKS, part  # none had to be frozen
        assert part.moved >= part.flicks / 2, part  # or there was little to look at
        assert part.deepest_mm < DEEP_MM, part


@pytest.mark.slow
@pytest.mark.parametrize("law", CROWDS_OF_17, ids=lambda law: str(law.name))
def test_flicks_of_all_speeds_into_crowds_of_17_dice_end_properly(law: Law[Crowd]) -> None:
    """Four times 4,500 flicks, so that the cores share them when they must be flown."""
    check(law, 4_500)


@pytest.mark.slow
def test_TD17_so_do_flicks_of_odd_dice_among_each_other() -> None:
    check(CROWDS_OF_ODD_DICE, 2_000)
