"""`tumbletrip warm` compiles what has to be compiled, and says when it is done."""

import pytest

from tests.kit.command_line import tumbletrip


@pytest.mark.slow
def test_warm_ends_with_one_sentence() -> None:
    run = tumbletrip("warm")
    assert run.returncode == 0, run.stderr
    assert run.stdout == "The fast code is compiled and ready.\n"
    assert run.stderr == ""
