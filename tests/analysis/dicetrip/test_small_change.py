"""Small slips that are not certain: their sum counts as far as it is more than chance, in luck and losses."""

import numpy as np
import pytest

from tumbletrip.analysis.dicetrip.small_change import shrunk, with_small_change
from tumbletrip.analysis.dicetrip.study import Decision, Option, StudiedTurn
from tumbletrip.analysis.estimates import Estimate
from tumbletrip.bots.dicetrip.protocol import KeepDice

SURE = Decision(
    Option(KeepDice(), Estimate(30.0, 0.1)), Option(KeepDice(), Estimate(31.0, 0.1)), Estimate(1.0, 0.1), ()
)


def turns(*leads: float, se: float = 0.1) -> list[StudiedTurn]:
    return [
        StudiedTurn(0, number, Estimate(0.5, 0.2), (SURE,), Estimate(lead, se))
        for number, lead in enumerate(leads, start=1)
    ]


def test_slips_that_all_point_one_way_count_nearly_whole_where_they_were_made() -> None:
    found = with_small_change(turns(0.15, 0.3, 0.0, 0.15))
    counted = 0.6 - 4 * 0.1**2 / 0.6  # the sum, less its variance over itself
    assert [turn.small_change for turn in found] == pytest.approx(
        [counted / 4, counted / 2, 0.0, counted / 4]
    )


def test_luck_less_losses_stays_what_it_was() -> None:
    before = turns(0.4, -0.1, 0.2)
    for old, new in zip(before, with_small_change(before), strict=True):
        assert new.luck.mean - new.lost.mean == pytest.approx(old.luck.mean - old.lost.mean)
        assert new.decisions == old.decisions  # nothing is called a mistake that is not certain
        assert new.lost.mean >= old.lost.mean == 1.0


@pytest.mark.parametrize("leads", [(), (0.0, 0.0), (0.2, -0.3), (0.1, -0.05)])
def test_what_may_be_chance_as_a_whole_counts_as_nothing(leads: tuple[float, ...]) -> None:
    assert with_small_change(turns(*leads)) == tuple(turns(*leads))


def test_a_certain_sum_is_not_shrunk_and_a_negative_one_is_nothing() -> None:
    assert shrunk(Estimate(2.0, 0.0)) == 2.0
    assert shrunk(Estimate(-1.0, 0.1)) == shrunk(Estimate(0.0, 0.1)) == 0.0


def test_many_players_lose_on_average_what_they_lose() -> None:
    """One who slips for 1.4 points a game counts as that, one who does not as little."""
    chance = np.random.default_rng(1)
    leads = chance.normal(0.0, 0.15, (2000, 8))  # the errors of eight uncertain leads a game

    def mean_lost(each: float) -> float:
        games = (with_small_change(turns(*game, se=0.15)) for game in leads + each)
        return float(np.mean([sum(turn.small_change for turn in game) for game in games]))

    assert mean_lost(1.4 / 8) == pytest.approx(1.4, abs=0.2)
    assert mean_lost(0.0) < 0.12
