"""Settings for all tests: random tests print what repeats them; no test fails because a machine is busy."""

import signal
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.kit.storage.postgres import PostgresServer, postgres_server
from tests.kit.storage.shared import Shared, workers_on

# A run in the background inherits that Ctrl-C is ignored; the programs under test must not.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "house", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")

# What takes 15 seconds of processor and more, or waits as long; `pytest -p tools.test_costs` tells.
DEAREST = (
    "journeys/test_alone.py",
    "journeys/test_screens.py::test_axe",
    "journeys/tumblin/test_screens.py::test_axe",
    "journeys/tumblin/test_company.py::test_sixteen",
    "journeys/dicetrip/test_room.py::test_no_screen",
    "journeys/dicetrip/test_labels.py",
    "server/test_kill.py",
    "test_mutants.py",
    "test_set_up.py::test_ten_kills",
)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL for this process of the test run; tests take a database of their own from it."""
    with postgres_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind: a test that asks for it runs twice."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.db"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.empty_database()


@pytest.fixture(params=["workers", "postgres"])
def shared(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shared]:
    """An empty database of each kind that several processes can use: a test that asks for it runs twice."""
    if request.param == "workers":
        with workers_on(tmp_path / "tables.db") as database:
            yield database
    else:
        server: PostgresServer = request.getfixturevalue("postgres")
        yield Shared(server.empty_database())


@pytest.fixture
def anyio_backend() -> str:
    """Tests that wait run on asyncio, as the server does."""
    return "asyncio"


@pytest.hookimpl(wrapper=True, optionalhook=True)  # without xdist nobody asks
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """One process more than cores: when a test waits for a server, a browser or a kill, no core does."""
    return (yield) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The dearest tests begin first and the fast ones come last: no core waits for a long one in the end."""
    for item in items:
        if _asks_postgres(item):
            item.add_marker("slow")  # its server has to be started, and SQLite keeps the same promises
    items.sort(key=_haste)


def _asks_postgres(item: pytest.Item) -> bool:
    chosen = (
        item.callspec.params.values()
        if isinstance(item, pytest.Function) and hasattr(item, "callspec")
        else ()
    )
    return "postgres" in chosen or "postgres" in getattr(item, "fixturenames", ())


def _haste(item: pytest.Item) -> int:
    place = item.nodeid.removeprefix("tests/")
    return 0 if place.startswith(DEAREST) else 1 if item.get_closest_marker("slow") else 2
