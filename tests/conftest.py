"""Settings for all tests: random tests print what repeats them; no test fails because a machine is busy."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.kit.postgres import PostgresServer, postgres_server

settings.register_profile(
    "house", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL for this process of the test run; tests take a database of their own from it."""
    with postgres_server() as server:
        yield server


@pytest.fixture
def anyio_backend() -> str:
    """Tests that wait run on asyncio, as the server does."""
    return "asyncio"
