"""F7: requests made up from the API's own description: no error of ours, and answers as described."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from tests.kit.server.servers import PATIENCE, Server

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("fuzzed")
    options = ("--thinkers", "1", "--limit", "requests_burst=100000")
    running = Server(str(folder / "tables.db"), folder / "log", *options).start()
    yield running
    running.kill()


CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]


def test_F7_whatever_is_asked_is_answered_as_described(server: Server) -> None:
    api = schemathesis.openapi.from_url(f"http://127.0.0.1:{server.port}/api/openapi.json")
    operations = [found.ok() for found in api.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) > 10
    for operation in operations:

        @settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            # 200 printed sheets take a while on a busy machine.
            case.call_and_validate(checks=CHECKS, timeout=PATIENCE)

        ask()


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/api/nothing", 404), ("DELETE", "/api/tables", 405), ("GET", "/api/tables/none", 404)],
)
def test_F7_the_framework_s_own_refusals_have_our_shape(
    server: Server, method: str, path: str, status: int
) -> None:
    answer = httpx.request(method, f"http://127.0.0.1:{server.port}{path}")
    assert answer.status_code == status
    assert set(answer.json()) == {"code", "message", "seq"}


def test_F7_a_body_that_grows_too_large_is_refused_as_such(server: Server) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(40):
            yield b" " * 10_000

    answer = httpx.post(f"http://127.0.0.1:{server.port}/api/tables", content=chunks())
    assert answer.status_code == 413
