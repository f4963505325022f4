"""A missing package is named together with the extra that brings it."""

from collections.abc import Callable

import pytest

from tumbletrip.analysis import executor, plots, simulation, tournament
from tumbletrip.analysis.extras import MissingExtra


def not_installed(_package: str) -> None:
    """What `find_spec` answers for a package that is not there."""


@pytest.mark.parametrize(
    ("module", "use", "package", "extra"),
    [
        (executor, lambda: executor.Processes(2), "joblib", "fast"),
        (tournament, lambda: tournament.Ratings(2), "openskill", "fast"),
        (plots, plots.require_matplotlib, "matplotlib", "plots"),
    ],
)
def test_what_needs_an_extra_says_which(
    monkeypatch: pytest.MonkeyPatch, module: object, use: Callable[[], object], package: str, extra: str
) -> None:
    monkeypatch.setattr(module, "find_spec", not_installed)
    with pytest.raises(MissingExtra, match=rf"{package}.*tumbletrip\[{extra}\]"):
        use()


def test_a_bot_that_needs_the_compiler_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_numba(_word: str) -> None:
        raise ModuleNotFoundError("No module named 'numba'", name="numba")

    monkeypatch.setattr(simulation, "bot_by_name", without_numba)
    with pytest.raises(MissingExtra, match=r"numba.*tumbletrip\[fast\]"):
        simulation.prepare(["a bot nobody has asked for yet"])


def test_a_bot_that_needs_something_else_is_not_misunderstood(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_its_own(_word: str) -> None:
        raise ModuleNotFoundError("No module named 'mine'", name="mine")

    monkeypatch.setattr(simulation, "bot_by_name", without_its_own)
    with pytest.raises(ModuleNotFoundError, match="mine"):
        simulation.prepare(["another bot nobody has asked for yet"])
