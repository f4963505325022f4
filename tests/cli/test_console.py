"""What the command line reads and writes: files within limits."""

from pathlib import Path

import pytest

from tumbletrip.cli.terminal import console
from tumbletrip.core.errors import InputError


def test_F25_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "MOST_BYTES", 1024**2)
    file = tmp_path / "long.trip"
    file.write_bytes(b" " * 1024**2)
    assert len(console.read_text(str(file))) == 1024**2
    file.write_bytes(b" " * (1024**2 + 1))
    with pytest.raises(InputError) as refused:
        console.read_text(str(file))
    assert refused.value.problem.key == "file.too_large"
