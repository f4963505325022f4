"""What the kit of Tumblin-Dice knows of its bots."""

import pytest

from tumbletrip.games.tumblin.bots import SEATS


@pytest.mark.parametrize("level", SEATS.to_warm)
def test_a_level_that_imagines_gets_ready(level: str) -> None:
    assert SEATS.warm_up
    SEATS.warm_up(level, lambda _: None)  # raises if the level cannot think of a first flick
