"""The stored transcripts are what the rules tell today; after a wanted change, run `make playthroughs`."""

import pytest

from tools.playthroughs import FOLDER, transcripts

TODAY = transcripts()


@pytest.mark.parametrize("name", TODAY)
def test_the_stored_transcript_is_what_the_rules_tell_today(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == TODAY[name]


@pytest.mark.parametrize("name", TODAY)
def test_a_transcript_shows_both_powers_and_the_tens(name: str) -> None:
    for word in ("Rerolled: ", " double ", " tens ", "Kept: ", "Outcome: "):
        assert word in TODAY[name], word
    assert any("Wrote" in line and " tens " in line for line in TODAY[name].splitlines())
