"""`tumbletrip verify`, from outside."""

import json
import re
from pathlib import Path

import pytest

from tests.kit.command_line import ROOT, tumbletrip_says
from tests.kit.fair_games import fair_trip
from tumbletrip.core.texts import LANGUAGES, say
from tumbletrip.dicetrip.notation.records import format_record

GAME = format_record(fair_trip())


def test_an_honest_game_fits(tmp_path: Path) -> None:
    (tmp_path / "evening.trip").write_text(GAME, "utf-8")
    answer = tumbletrip_says("verify", "evening.trip", folder=tmp_path)
    assert answer.code == 0, answer
    assert "14 draws checked" in answer.out
    assert "Player 1: links given 14, missed 0" in answer.out
    told = json.loads(tumbletrip_says("verify", "--json", "evening.trip", folder=tmp_path).out)
    assert told["fits"]
    assert told["faults"] == []


def test_an_honest_match_fits_and_one_with_another_flick_does_not(tmp_path: Path) -> None:
    golden = ROOT / "tests" / "golden" / "fair.tumble"
    told = json.loads(tumbletrip_says("verify", "--json", golden).out)
    assert (told["fits"], told["draws"], told["mark"]) == (True, 10, "c2114202e9")
    bent = re.sub(r"(flick .* speed )[0-9.]+", r"\g<1>1.5", golden.read_text("utf-8"), count=1)
    (tmp_path / "bent.tumble").write_text(bent, "utf-8")
    answer = tumbletrip_says("verify", "bent.tumble", folder=tmp_path)
    assert answer.code == 1
    assert say("fair.wrong.dice", "en", draw=3) in answer.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_was_changed_does_not(tmp_path: Path, language: str) -> None:
    (tmp_path / "bent.trip").write_text(GAME.replace('Edition "france"', 'Edition "germany"'), "utf-8")
    answer = tumbletrip_says("--lang", language, "verify", "bent.trip", folder=tmp_path)
    assert answer.code in (1, 2)  # its cities are not those of Germany, either
    bent = GAME.replace("FairSeat2", "FairSeat3")
    (tmp_path / "bent.trip").write_text(bent, "utf-8")
    answer = tumbletrip_says("--lang", language, "verify", "bent.trip", folder=tmp_path)
    assert answer.code == 1
    assert say("fair.wrong.seat_link", language, draw=1, name="Player 2") in answer.out


@pytest.mark.parametrize("record", ["published_france.trip", "duel_mujoco.tumble"])
def test_an_old_record_says_that_it_is_not_verifiable(record: str) -> None:
    answer = tumbletrip_says("verify", ROOT / "tests" / "golden" / record)
    assert answer.code == 1
    assert answer.out.startswith("Not verifiable")
    told = tumbletrip_says("verify", "--json", ROOT / "tests" / "golden" / record)
    assert json.loads(told.out) == {"verifiable": False}
