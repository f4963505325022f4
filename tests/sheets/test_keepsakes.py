"""A finished game on paper: its result, its dice, and every sheet as it was filled."""

from pathlib import Path

import pytest

from tests.kit.pdf import Pdf
from tests.sheets.test_pads import save
from tumbletrip.core.errors import InputError
from tumbletrip.core.texts import LANGUAGES, say
from tumbletrip.dicetrip.notation.records import parse_record
from tumbletrip.sheets.keepsakes import keepsake
from tumbletrip.sheets.press import print_pdf, print_pictures

GOLDEN = Path(__file__).parents[1] / "golden"
FRANCE = (GOLDEN / "published_france.trip").read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_finished_game_is_kept_with_dice_scores_and_sheets(language: str) -> None:
    job = keepsake(parse_record(FRANCE), language=language)
    pdf = Pdf(print_pdf(job))
    assert len(pdf.pages) == job.pages == 2
    front, sheet = (" ".join(pdf.words(page)) for page in range(2))
    assert say("sheets.solo", language, name="Example", count=39) in front
    assert "6 4 6 5" in front  # the dice of the first round
    assert "Grenoble 66" in front.replace("Grenoble  66", "Grenoble 66")
    assert "39" in sheet
    assert pdf.raster_images == 0
    for page, picture in enumerate(print_pictures(job)):
        save(f"keepsake-{language}-{page}.png", picture)


def test_every_number_stands_on_the_sheet_in_pencil() -> None:
    words = Pdf(print_pdf(keepsake(parse_record(FRANCE)))).words(1)
    written = ("66", "45", "64", "61", "15", "26", "32", "11", "51", "54", "24", "13", "21", "12", "16")
    for number in written:  # once in its city and once on the tracker
        assert words.count(number) >= 2, number
    assert words.count("56") == 1  # nobody wrote it


def test_the_day_of_the_game_stands_on_every_page() -> None:
    dated = FRANCE.replace('[A "Example"]', '[A "Example"]\n[Date "2026-11-17"]')
    pdf = Pdf(print_pdf(keepsake(parse_record(dated))))
    assert all("2026-11-17" in "".join(pdf.words(page)) for page in range(2))


def test_F66_a_game_from_a_record_says_so_quietly_on_its_first_page() -> None:
    imported = FRANCE.replace('[A "Example"]', '[A "Example"]\n[Date "2026-11-17"]\n[Origin "imported"]')
    for language in LANGUAGES:
        word = say("sheets.imported", language)
        assert keepsake(parse_record(imported), language=language).data["day"] == f"2026-11-17 · {word}"
    assert keepsake(parse_record(FRANCE)).data["day"] == ""


def test_several_players_have_a_sheet_each_and_a_winner_is_named() -> None:
    text = FRANCE.replace('[A "Example"]', '[A "Ada"]\n[B "Bérénice"]')
    lines = []
    for line in text.splitlines():
        lines.append(line)
        if line.startswith("   A: "):
            lines.append(line.replace("A: ", "B: "))
    text = "\n".join(lines).replace("result A 39", "result A 39 B 39")
    pdf = Pdf(print_pdf(keepsake(parse_record(text), language="fr")))
    assert len(pdf.pages) == 3
    assert "Bérénice" in pdf.words(2)
    assert any("Ada, Bérénice" in word for word in pdf.words(0))


def test_an_unfinished_game_is_no_keepsake() -> None:
    text = FRANCE[: FRANCE.index("5. r1")]
    with pytest.raises(InputError, match="round 5"):
        keepsake(parse_record(text))


def test_a_record_that_breaks_the_rules_is_named_with_its_line() -> None:
    with pytest.raises(InputError, match="Line 10"):
        keepsake(parse_record(FRANCE.replace("toulouse=y4b5", "toulouse=r6g4")))
