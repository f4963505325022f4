"""Statistics of samples: means, standard errors, quantiles and confidence intervals."""

from collections.abc import Sequence
from math import fsum, hypot, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

Z95 = 1.959963984540054  # the normal quantile that leaves 2.5 % on either side
Z99 = 2.5758293035489004  # … and 0.5 %
DECIMALS = 3  # of figures that are told


class Interval(NamedTuple):
    """A confidence interval."""

    low: float
    high: float


class Estimate(NamedTuple):
    """A mean with its standard error; 0 where nothing was left to chance."""

    mean: float
    se: float

    def document(self) -> dict[str, float]:
        """As plain values, rounded."""
        return {"mean": round(self.mean, DECIMALS), "se": round(self.se, DECIMALS)}


def estimate_of(values: Sequence[float]) -> Estimate:
    """The mean of a sample; its sums are exact, so every Python finds the same (`sum` changed in 3.12)."""
    count = len(values)
    mean = fsum(values) / count
    if count == 1:
        return Estimate(mean, 0.0)
    return Estimate(
        mean, sqrt(fsum((value - mean) * (value - mean) for value in values) / (count - 1) / count)
    )


def total(estimates: Sequence[Estimate]) -> Estimate:
    """The sum of estimates, their errors taken as independent."""
    return Estimate(fsum(one.mean for one in estimates), hypot(*(one.se for one in estimates)))


def standard_error(values: Sequence[float]) -> float | None:
    """The standard error of a sample's mean; None for a single value."""
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else None


def mean_interval(values: Sequence[float], z: float = Z99) -> Interval:
    """The mean, give or take z standard errors."""
    mean, reach = fmean(values), z * (standard_error(values) or 0.0)
    return Interval(mean - reach, mean + reach)


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the sample lies, interpolated between neighbours."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def wilson(successes: float, trials: int, z: float = Z95) -> Interval:
    """Wilson's interval for a share; unlike mean ± error it stays within 0 and 1, even for 0 of 10."""
    if trials == 0:
        return Interval(0.0, 1.0)
    share = successes / trials
    weight = 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / weight
    reach = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / weight
    return Interval(max(0.0, centre - reach), min(1.0, centre + reach))
