"""The stored transcripts are what the rules tell today; after a wanted change, run `make playthroughs`."""

import pytest

from tools.playthroughs import FOLDER
from tools.tumblin_playthroughs import tumblin_transcripts

TODAY = tumblin_transcripts()


@pytest.mark.parametrize("name", TODAY)
def test_the_stored_transcript_is_what_the_rules_tell_today(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == TODAY[name]


def test_the_transcripts_show_fallen_dice_bonuses_and_ends() -> None:
    everything = "\n".join(TODAY.values())
    for words in (
        "off the board, costs",
        "(doubled)",
        "all aboard",
        "enough rounds won",
        "target is reached",
        "→",
    ):
        assert words in everything, words
