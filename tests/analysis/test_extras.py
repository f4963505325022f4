"""A missing package is named together with the extra that brings it."""

from collections.abc import Callable, Iterator

import pytest

from tumbletrip.analysis import executor, plots
from tumbletrip.analysis.dicetrip import simulation, tournament
from tumbletrip.analysis.extras import MissingExtra
from tumbletrip.dicetrip.editions import builtin_edition


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


def prepared_bot(word: str) -> Iterator[str]:
    return simulation.prepared(simulation.Setup(builtin_edition("france"), (word,), seed=1))


def test_a_bot_that_needs_the_compiler_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_numba(_word: str) -> None:
        raise ModuleNotFoundError("No module named 'numba'", name="numba")

    monkeypatch.setattr(simulation, "bot_by_name", without_numba)
    with pytest.raises(MissingExtra, match=r"numba.*tumbletrip\[fast\]"):
        next(prepared_bot("a bot nobody has asked for yet"))


def test_a_bot_that_needs_something_else_is_not_misunderstood(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_its_own(_word: str) -> None:
        raise ModuleNotFoundError("No module named 'mine'", name="mine")

    monkeypatch.setattr(simulation, "bot_by_name", without_its_own)
    with pytest.raises(ModuleNotFoundError, match="mine"):
        next(prepared_bot("another bot nobody has asked for yet"))
