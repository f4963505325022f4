"""A map in one word, where a record names its edition: replayed, analysed, kept as a picture."""

import json
from pathlib import Path

import pytest

from tests.kit.command_line import tumbletrip_says
from tests.kit.dicetrip.bot_games import play_game
from tests.kit.dicetrip.own_boards import own_word
from tests.kit.pdf import Pdf
from tumbletrip.bots.dicetrip.levels import bot_by_name
from tumbletrip.dicetrip.editions import own_edition
from tumbletrip.dicetrip.notation.records import format_record, record_of
from tumbletrip.dicetrip.rules import new_game


@pytest.fixture(scope="module")
def trip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game of a bot on a map that is stored nowhere."""
    edition = own_edition(own_word())
    _, events = play_game(edition, [bot_by_name("casual")], 5)
    path = tmp_path_factory.mktemp("own") / "evening.trip"
    path.write_text(format_record(record_of(new_game(edition), ["Ada"], events)), "utf-8")
    return path


def test_a_game_is_told_with_the_names_of_its_own_map(trip: Path) -> None:
    told = tumbletrip_says("replay", trip)
    assert (told.code, told.err) == (0, "")
    assert "Shangri-La" in told.out
    assert "Utopia" in told.out


def test_a_finished_sheet_is_kept_with_its_own_map(trip: Path, tmp_path: Path) -> None:
    target = tmp_path / "kept.pdf"
    assert tumbletrip_says("sheets", "--game", trip, "-o", target).code == 0
    pdf = Pdf(target.read_bytes())
    assert "Dice Trip · Utopia" in pdf.words()
    assert "Shangri-La" in pdf.words(len(pdf.pages) - 1)


@pytest.mark.slow
def test_a_game_is_analysed_on_its_own_map(trip: Path, tmp_path: Path) -> None:
    begun = tmp_path / "begun.trip"
    begun.write_text(trip.read_text("utf-8").split("\n2. ")[0], "utf-8")
    run = tumbletrip_says("analyse", begun, "--games", "16", "--jobs", "1", "--json")
    assert run.code == 0, run.err
    (player,) = json.loads(run.out)["players"]
    assert len(player["turns"]) == 1
