"""What each test costs in seconds of processor, its own processes included: `pytest -p tools.test_costs`."""

from collections.abc import Generator

import psutil
import pytest

SHOWN = 20
COST = "seconds of processor"
BEFORE = pytest.StashKey[float]()


def spent() -> float:
    """Seconds of processor of this process and of all that it started, the ended ones included."""
    me = psutil.Process()
    total = 0.0
    for process in [me, *me.children(recursive=True)]:
        try:
            times = process.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total += times.user + times.system + times.children_user + times.children_system
    return total


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Setting up and taking down count for the test that does it: shared parts for the first and the last."""
    item.stash[BEFORE] = spent()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Every step of a test reports what it cost."""
    report = yield
    now = spent()
    # What a browser's processes spent is lost when it is closed: then this step has cost nothing.
    report.user_properties = [(COST, max(0.0, now - item.stash[BEFORE]))]
    item.stash[BEFORE] = now
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What all cost together, the dearest tests, and the dearest folders."""
    costs: dict[str, float] = {}
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                cost = sum(float(str(value)) for name, value in report.user_properties if name == COST)
                costs[report.nodeid] = costs.get(report.nodeid, 0.0) + cost
    terminalreporter.section(f"{sum(costs.values()):.0f} {COST}")
    folders: dict[str, float] = {}
    for test, cost in costs.items():
        folder = "/".join(test.split("::")[0].split("/")[:2])
        folders[folder] = folders.get(folder, 0.0) + cost
    for ranking in (costs, folders):
        for name, cost in sorted(ranking.items(), key=lambda one: -one[1])[:SHOWN]:
            terminalreporter.write_line(f"{cost:7.1f}  {name}")
        terminalreporter.write_line("")
