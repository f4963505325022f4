"""The pictures beside the rules show what the rules count."""

import pytest

from tools.app.rule_pictures import FILES, pictures


@pytest.mark.parametrize("game", FILES)
def test_pictures_of_rules_are_as_the_rules_count_them(game: str) -> None:
    assert FILES[game].read_text("utf-8") == pictures()[game], "run python -m tools.app.rule_pictures"
