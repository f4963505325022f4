"""What the browser believes about HTTP and the socket is what the server says of itself."""

from pathlib import Path

import pytest

from tools.wire.api_types import PROTOCOL, documents, write_types

pytestmark = pytest.mark.slow


def test_the_types_of_the_browser_are_those_that_the_server_declares(tmp_path: Path) -> None:
    write_types(tmp_path)
    for name in documents():
        fresh, kept = tmp_path / f"{name}.d.ts", PROTOCOL / f"{name}.d.ts"
        assert fresh.read_text("utf-8") == kept.read_text("utf-8"), "run: make types"
