"""Figures against sums done by hand."""

import pytest

from tumbletrip.analysis.estimates import Z95, Z99, mean_interval, quantile, standard_error, wilson


def test_standard_error_is_the_sample_deviation_over_the_root_of_n() -> None:
    # mean 5, squares 9+1+1+9 = 20, variance 20/3, error √(20/3)/2
    assert standard_error([2, 4, 6, 8]) == pytest.approx((20 / 3) ** 0.5 / 2)


def test_a_single_value_has_no_standard_error() -> None:
    assert standard_error([7]) is None
    assert mean_interval([7]) == (7, 7)


def test_mean_interval_reaches_z_errors_to_both_sides() -> None:
    error = (20 / 3) ** 0.5 / 2
    assert mean_interval([2, 4, 6, 8], Z95) == pytest.approx((5 - Z95 * error, 5 + Z95 * error))
    assert mean_interval([2, 4, 6, 8]) == pytest.approx((5 - Z99 * error, 5 + Z99 * error))


@pytest.mark.parametrize(
    ("share", "value"),
    [(0, 10), (0.25, 20), (0.5, 30), (0.9, 46), (1, 50)],  # 0.9 · 4 = 3.6: 40 + 0.6 · 10
)
def test_quantile_interpolates_between_neighbours(share: float, value: float) -> None:
    assert quantile([50, 10, 40, 20, 30], share) == pytest.approx(value)


def test_wilson_interval_of_half_of_a_hundred() -> None:
    # centre 0.5; reach z·√(0.25/100 + z²/40000) / (1 + z²/100) with z = 1.96: 0.0962
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)


def test_wilson_interval_stays_between_0_and_1() -> None:
    # 0 of 10: high end z²/10 / (1 + z²/10) = 0.38415 / 1.38415
    assert wilson(0, 10) == pytest.approx((0, 0.27753), abs=1e-5)
    assert wilson(10, 10) == pytest.approx((1 - 0.27753, 1), abs=1e-5)
    assert wilson(0, 0) == (0, 1)
