"""What the browser believes about the HTTP API is what the server says of itself."""

from pathlib import Path

from tests.kit.api_types import TYPES, write_types


def test_the_types_of_the_browser_are_those_of_the_schema(tmp_path: Path) -> None:
    fresh = tmp_path / "api.d.ts"
    write_types(fresh)
    assert fresh.read_text("utf-8") == TYPES.read_text("utf-8"), "run: make types"
