"""The client in docs/bot-api.md plays a whole game against a real server."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.server.servers import Server

PAGE = Path(__file__).parents[2] / "docs" / "bot-api.md"


@pytest.mark.slow
def test_the_client_of_the_page_plays_a_whole_game(tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    script = tmp_path / "bot.py"
    script.write_text(found[1], "utf-8")
    server = Server(str(tmp_path / "t.db"), tmp_path / "log", "--thinkers", "1").start()
    try:
        command = [sys.executable, str(script), f"127.0.0.1:{server.port}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    finally:
        server.kill()
    assert re.fullmatch(r"total -?\d+\n", done.stdout)
