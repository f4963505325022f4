"""F7: requests made up from the API's own description: no error of ours, and answers as described."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from tests.kit.servers import Server

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("fuzzed")
    options = ("--thinkers", "1", "--limit", "requests_burst=100000")
    running = Server(str(folder / "tables.db"), folder / "log", *options).start()
    yield running
    running.kill()


@pytest.fixture
def api(server: Server) -> Any:
    return schemathesis.openapi.from_url(f"http://127.0.0.1:{server.port}/api/openapi.json")


described = schemathesis.pytest.from_fixture("api")
CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]


@described.parametrize()
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_F7_whatever_is_asked_is_answered_as_described(case: Any) -> None:
    case.call_and_validate(checks=CHECKS)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/api/nothing", 404), ("DELETE", "/api/tables", 405), ("GET", "/api/tables/none", 404)],
)
def test_F7_the_framework_s_own_refusals_have_our_shape(
    server: Server, method: str, path: str, status: int
) -> None:
    import httpx

    answer = httpx.request(method, f"http://127.0.0.1:{server.port}{path}")
    assert answer.status_code == status
    assert set(answer.json()) == {"code", "message", "seq"}


def test_F7_a_body_that_grows_too_large_is_refused_as_such(server: Server) -> None:
    import httpx

    def chunks() -> Iterator[bytes]:
        for _ in range(40):
            yield b" " * 10_000

    answer = httpx.post(f"http://127.0.0.1:{server.port}/api/tables", content=chunks())
    assert answer.status_code == 413
