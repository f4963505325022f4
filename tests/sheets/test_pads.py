"""Empty sheets: right paper, right words with their accents, vector only, any edition."""

import json
from pathlib import Path

import pytest

from tests.kit.dicetrip.boards import grid_document
from tests.kit.pdf import Pdf
from tumbletrip.core.errors import InputError
from tumbletrip.core.texts import LANGUAGES, say
from tumbletrip.dicetrip.editions import builtin_edition, edition_from_text
from tumbletrip.dicetrip.numbers import NUMBERS
from tumbletrip.sheets.pads import pad
from tumbletrip.sheets.press import print_pdf, print_pictures

OUT = Path(__file__).parents[2] / "out" / "sheets"  # to be looked at
MM = 72 / 25.4
FRANCE = builtin_edition("france")


def save(name: str, picture: bytes) -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / name).write_bytes(picture)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["france", "germany", "switzerland"])
def test_all_names_stand_on_the_sheet_with_their_accents(name: str, language: str) -> None:
    edition = builtin_edition(name)
    job = pad(edition, language=language)
    pdf = Pdf(print_pdf(job))
    words = " ".join(pdf.words())
    for city in edition.document["cities"]:
        for line in city["label"].get("lines", [city["name"]]):
            assert line in words
    assert edition.name(language) in words
    assert say("score.series", language) in words
    assert say("sheets.credits.data", language).split()[1] in words
    assert pdf.language == language
    save(f"{name}-{language}.png", print_pictures(job)[0])


def test_DT12_the_tracker_is_one_ribbon_where_16_and_21_touch() -> None:
    words = Pdf(print_pdf(pad(FRANCE))).words()
    ribbon = [str(number) for number in NUMBERS]
    start = words.index("11", words.index("13"))  # the numbers of the rounds come first, and end with 13
    assert words[start : start + 36] == ribbon


def test_the_steps_of_the_score_column_come_from_the_rules() -> None:
    words = "".join(Pdf(print_pdf(pad(FRANCE))).words())
    assert "4→2" in words.replace(" ", "")
    assert "7–9→6" in words.replace(" ", "")
    assert "10+→9" in words.replace(" ", "")
    assert "1→42→73→9" in words.replace(" ", "")


@pytest.mark.parametrize(
    ("paper", "per_page", "copies", "pages", "size"),
    [
        ("a4", 1, 3, 3, (210, 297)),
        ("a4", 2, 3, 2, (297, 210)),
        ("letter", 1, 1, 1, (215.9, 279.4)),
        ("letter", 4, 9, 3, (215.9, 279.4)),
    ],
)
def test_sheets_share_pages(
    paper: str, per_page: int, copies: int, pages: int, size: tuple[float, float]
) -> None:
    job = pad(FRANCE, paper=paper, per_page=per_page, copies=copies)
    pdf = Pdf(print_pdf(job))
    assert len(pdf.pages) == job.pages == pages
    for width, height in pdf.sizes:
        assert width / MM == pytest.approx(size[0], abs=0.1)
        assert height / MM == pytest.approx(size[1], abs=0.1)
    sheets = sum(pdf.words(page).count("Lille") for page in range(pages))
    assert sheets == copies
    save(f"{paper}-{per_page}.png", print_pictures(job)[0])


def test_nothing_on_a_sheet_is_made_of_dots() -> None:
    assert Pdf(print_pdf(pad(FRANCE, copies=2, per_page=2))).raster_images == 0


def test_colour_is_never_the_only_code() -> None:
    words = Pdf(print_pdf(pad(FRANCE, language="de"))).words()
    assert [words.count(letter) for letter in ("R", "B", "Gr", "Ge")] == [2, 2, 2, 2]


def test_an_edition_that_holds_only_what_the_rules_need_is_printed_too() -> None:
    document = grid_document()
    document["cities"][0]["name"] = "Łódź"  # letters that our fonts lack come from the press's own
    document["sources"] = {"cities": "made up"}
    own = edition_from_text(json.dumps(document), source="grid.json")
    job = pad(own)
    words = Pdf(print_pdf(job)).words()
    assert {f"City{place}" for place in range(1, 25)} <= set(words)
    assert "Łódź" in "".join(words)
    assert "made up" in " ".join(words)
    save("own.png", print_pictures(job)[0])


def test_equal_sheets_are_equal_files() -> None:
    assert print_pdf(pad(FRANCE)) == print_pdf(pad(FRANCE))


@pytest.mark.parametrize(
    ("wish", "word"),
    [({"paper": "a5"}, "a5"), ({"per_page": 3}, "3"), ({"copies": 0}, "0"), ({"copies": 201}, "200")],
)
def test_what_cannot_be_printed_is_said_in_a_sentence(wish: dict[str, object], word: str) -> None:
    with pytest.raises(InputError, match=word):
        pad(FRANCE, **wish)  # type: ignore[arg-type]  # one wish of several kinds
