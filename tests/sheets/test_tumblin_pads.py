"""Score sheets for Tumblin-Dice."""

import pytest

from tests.kit.pdf import Pdf
from tests.sheets.test_pads import save
from tumbletrip.core.errors import InputError
from tumbletrip.core.texts import LANGUAGES
from tumbletrip.sheets.press import print_pdf, print_pictures
from tumbletrip.sheets.tumblin_pads import tumblin_pad
from tumbletrip.tumblin.house_rules import VARIANTS


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_score_sheet_has_a_column_per_player_and_a_row_per_round(language: str) -> None:
    job = tumblin_pad(["Ada", "Jürgen", ""], rounds=9, language=language)
    pdf = Pdf(print_pdf(job))
    words = pdf.words()
    assert len(pdf.pages) == 1
    assert {"Ada", "Jürgen", *map(str, range(1, 10))} <= set(words)
    assert "301" in " ".join(words)  # TD11
    for variant in VARIANTS:  # to be ticked
        assert variant.title(language).split()[0] in " ".join(words)
    assert pdf.raster_images == 0
    save(f"tumblin-{language}.png", print_pictures(job)[0])


@pytest.mark.parametrize("rounds", [1, 20])
@pytest.mark.parametrize("players", [2, 6, 7, 16])
def test_every_size_fits_on_its_page(players: int, rounds: int) -> None:
    job = tumblin_pad([""] * players, rounds=rounds, paper="letter", per_page=2, copies=2)
    assert len(Pdf(print_pdf(job)).pages) == job.pages == 1


@pytest.mark.parametrize(("players", "rounds"), [(1, 5), (17, 5), (2, 0), (2, 21)])
def test_what_has_no_room_is_refused(players: int, rounds: int) -> None:
    with pytest.raises(InputError):
        tumblin_pad([""] * players, rounds=rounds)


def test_TD18_sixteen_have_a_column_each() -> None:
    names = [f"Name{number}" for number in range(16)]
    job = tumblin_pad(names)
    assert set(names) <= set(Pdf(print_pdf(job)).words())
    save("tumblin-16.png", print_pictures(job)[0])
