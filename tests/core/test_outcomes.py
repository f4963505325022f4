"""Who stands where at the end."""

import pytest

from tumbletrip.core.outcomes import Outcome, Reason, rank


@pytest.mark.parametrize(
    ("totals", "ranking"),
    [
        ((39,), ((0,),)),
        ((27, 39), ((1,), (0,))),
        ((30, 30), ((0, 1),)),
        ((-5, 12, -5, 40), ((3,), (1,), (0, 2))),
    ],
)
def test_equal_totals_share_a_place(totals: tuple[int, ...], ranking: tuple[tuple[int, ...], ...]) -> None:
    assert rank(totals) == ranking
    assert Outcome(Reason.ALL_ROUNDS_PLAYED, rank(totals)).winners == ranking[0]
