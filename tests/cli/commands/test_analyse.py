"""`tumbletrip analyse` as a person meets it."""

import json
from pathlib import Path

import pytest

from tests.analysis.dicetrip.test_analysis import a_game_until
from tests.analysis.tumblin.test_analysis import until
from tests.kit.command_line import tumbletrip, tumbletrip_says
from tests.kit.dicetrip.boards import document, save_board
from tumbletrip.core.texts import LANGUAGES, say
from tumbletrip.dicetrip.notation.records import format_record
from tumbletrip.tumblin.notation.records import format_record as format_tumble

FEW = ("--games", "16", "--jobs", "1")


@pytest.fixture
def trip(tmp_path: Path) -> Path:
    """A game that stops after one round."""
    path = tmp_path / "evening.trip"
    path.write_text(format_record(a_game_until(round_number=1)), "utf-8")
    return path


@pytest.fixture
def tumble(tmp_path: Path) -> Path:
    """A match that stops after two flicks."""
    path = tmp_path / "evening.tumble"
    path.write_text(format_tumble(until(2)), "utf-8")
    return path


def test_json_tells_luck_and_losses_that_add_up(trip: Path) -> None:
    run = tumbletrip("analyse", trip, *FEW, "--json")
    assert run.returncode == 0, run.stderr
    document = json.loads(run.stdout)
    (player,) = document["players"]
    assert not document["is_over"]
    assert player["end"]["mean"] - player["start"]["mean"] == pytest.approx(
        player["luck"] - player["lost"], abs=0.01
    )
    assert {"slip", "mistake", "blunder"} == set(player["marks"])
    (turn,) = player["turns"]
    assert set(turn["luck"]) == set(turn["lost"]) == {"mean", "se"}
    for sum_of in ("luck", "lost"):
        assert turn[sum_of]["mean"] + player["small_change"] == pytest.approx(player[sum_of], abs=0.01)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_told_in_every_language(trip: Path, language: str) -> None:
    told = tumbletrip_says("--lang", language, "analyse", trip, *FEW, "--rounds")
    assert told.code == 0, told.err
    assert "casual" in told.out
    assert "analysis." not in told.out


def test_on_a_board_of_ones_own_it_is_told_that_the_lead_is_borrowed(trip: Path, tmp_path: Path) -> None:
    board = save_board(tmp_path, {**document(), "id": "mine"})
    text = trip.read_text("utf-8").replace('[Edition "france"]', f"[Edition {json.dumps(str(board))}]")
    trip.write_text(text, "utf-8")
    told = tumbletrip_says("analyse", trip, *FEW)
    assert told.code == 0, told.err
    for key in ("analysis.borrowed_lead", "bots.untrained"):
        assert say(key, "en", edition="France") in " ".join(told.out.split())


@pytest.mark.slow
def test_curves_and_maps_are_drawn(trip: Path, tumble: Path, tmp_path: Path) -> None:
    for record in (trip, tumble):
        picture = tmp_path / f"{record.suffix[1:]}.png"
        run = tumbletrip("analyse", record, *FEW, "--plot", picture)
        assert run.returncode == 0, run.stderr
        assert picture.read_bytes().startswith(b"\x89PNG")


def test_flicks_are_told_and_counted(tumble: Path) -> None:
    told = tumbletrip_says("analyse", tumble, *FEW, "--rounds")
    assert told.code == 0, told.err
    assert "Ada" in told.out
    document = json.loads(tumbletrip("analyse", tumble, *FEW, "--json").stdout)
    assert document["flights"] == 16
    flicks = [flick for player in document["players"] for flick in player["flicks"]]
    assert [flick["number"] for flick in flicks] == [0, 1]
    for flick in flicks:
        assert flick["brought"] == pytest.approx(flick["own"] - flick["others"], abs=0.01)
        assert flick["luck"] == pytest.approx(flick["brought"] - flick["expected"]["mean"], abs=0.01)


def test_a_broken_record_is_told_up_to_the_mistake_which_is_named(trip: Path) -> None:
    text = trip.read_text("utf-8")
    trip.write_text(text + text.rstrip().splitlines()[-1].replace("A:", "   A:") + "\n", "utf-8")
    told = tumbletrip_says("analyse", trip, *FEW)
    assert told.code == 2
    assert len(told.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nowhere.trip",), ("nowhere.trip",)),
        (("-", "--games", "5"), ("--games", "16")),
        (("-", "--jobs", "0"), ("--jobs",)),
        (("-", "--plot", "picture.doc"), ("picture.doc",)),
    ],
)
def test_bad_input_is_refused_in_one_sentence(arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    tumbletrip_says("analyse", *arguments).assert_refused(*words)


def test_a_text_that_is_no_record_is_refused() -> None:
    tumbletrip_says("analyse", "-", said="hello\n").assert_refused()
