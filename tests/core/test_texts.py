"""The catalogue: four languages that say the same things, and nothing that nobody says."""

import ast
import json
import re
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest

import tumbletrip
from tumbletrip.core.errors import Ambiguous, InputError, Unreadable, printable, problem
from tumbletrip.core.texts import LANGUAGES, catalogue, language_of, say

SOURCE = Path(tumbletrip.__file__).parent
ENGLISH = catalogue("en")
FORM = re.compile(r"(\.you)?(\.(one|other))?$")  # the second person, one or many


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys(language: str) -> None:
    assert set(catalogue(language)) == set(ENGLISH)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fills_in_the_same_values(language: str) -> None:
    texts = catalogue(language)
    assert {key: placeholders(text) for key, text in texts.items()} == {
        key: placeholders(text) for key, text in ENGLISH.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_DT14_the_variant_has_one_name_on_sheets_screens_and_in_messages(language: str) -> None:
    name = say("score.tens", language)
    assert say("app.variant_tens", language) == name
    for key in ("sheet.tens_incomplete", "sheet.tens_points"):
        assert name in catalogue(language)[key]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_and_none_is_left_in_english(language: str) -> None:
    texts = catalogue(language)
    assert [key for key, text in texts.items() if not text.strip()] == []
    sentences = [key for key, text in ENGLISH.items() if len(text.split()) > 4]
    if language != "en":
        assert [key for key in sentences if texts[key] == ENGLISH[key]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_in_two_files(language: str) -> None:
    folder = files("tumbletrip.core").joinpath("catalogue", language)
    rooms = [*folder.iterdir(), *folder.joinpath("app").iterdir()]
    keys = [key for room in rooms if room.is_file() for key in json.loads(room.read_text("utf-8"))]
    assert len(keys) == len(set(keys))


def _texts_in(tree: ast.AST) -> Iterator[tuple[str, bool]]:
    """Every string of a module; of f-strings the fixed start, marked as the head of a family."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[0], ast.Constant):
            yield str(node.values[0].value), True
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, False


def _used() -> tuple[set[str], set[str]]:
    """The keys and the heads of key families that the source mentions."""
    trees = [ast.parse(file.read_text("utf-8")) for file in SOURCE.rglob("*.py")]
    texts = [text for tree in trees for text in _texts_in(tree)]
    heads = {text for text, is_head in texts if is_head and re.fullmatch(r"[a-z_.]+\.", text)}
    return {text for text, is_head in texts if not is_head}, heads


def _browser_source() -> str:
    """All that the browser is told to do, which reads the same catalogue; empty where it is not shipped."""
    folder = Path(__file__).parents[2] / "frontend" / "src"
    found = sorted([*folder.rglob("*.ts"), *folder.rglob("*.svelte")])
    return "\n".join(file.read_text("utf-8") for file in found)


def _stem(key: str) -> str:
    return FORM.sub("", key)


def test_no_text_is_unused() -> None:
    keys, heads = _used()
    unused = [key for key in ENGLISH if key not in keys and _stem(key) not in keys]
    unused = [key for key in unused if not key.startswith(tuple(heads))]
    browser = _browser_source()
    families = tuple(re.findall(r"`([a-z_.]+\.)\$\{", browser))
    unused = [key for key in unused if not key.startswith(families)]
    assert [key for key in unused if _stem(key) not in browser] == []


# Where the functions that speak take their key: the server's refusals have the status before it.
ASKING = {"say": 0, "problem": 0, "unreadable": 0, "_ask": 0, "Refuse": 1}


def _asked_keys() -> Iterator[str]:
    """The keys given as literals to the functions that look them up."""
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                )
                keys = node.args[ASKING[name] : ASKING[name] + 1] if name in ASKING else []
                yield from (str(key.value) for key in keys if isinstance(key, ast.Constant))


def test_no_key_is_missing() -> None:
    known = set(ENGLISH) | {_stem(key) for key in ENGLISH}
    asked = set(_asked_keys())
    assert len(asked) > 50
    assert sorted(asked - known) == []


def test_every_family_has_all_its_members() -> None:
    """Keys made of a head and a word from the code: each word must have its text."""
    from tumbletrip.dicetrip.dice import Colour
    from tumbletrip.dicetrip.rules import Phase
    from tumbletrip.dicetrip.scoring import LINES, BonusReason

    notation = (SOURCE / "dicetrip" / "notation" / "sheet_line.py").read_text("utf-8")
    records = (SOURCE / "dicetrip" / "notation" / "records.py").read_text("utf-8")
    parts = set(re.findall(r'\.take\("(\w+)"\)', notation + records))
    families: dict[str, Iterable[str]] = {
        "score": (*LINES, "total"),
        "score.reason": BonusReason,
        "phase": [phase for phase in Phase if phase is not Phase.OVER],
        "colour": Colour,
        "notation.part": parts,
    }
    assert len(parts) > 5
    missing = [
        f"{head}.{word}"
        for head, words in families.items()
        for word in words
        if f"{head}.{word}" not in ENGLISH
    ]
    assert missing == []


def test_rights_named_in_the_checks_have_texts() -> None:
    texts = "".join(file.read_text("utf-8") for file in (SOURCE / "dicetrip").rglob("*.py"))
    rights = set(re.findall(r'"((?:edition|sheet)\.right\.\w+)"', texts))
    assert len(rights) > 20
    assert sorted(rights - set(ENGLISH)) == []


@pytest.mark.parametrize(
    ("language", "count", "form"),
    [
        ("en", 0, "points"),
        ("en", 1, "point"),
        ("en", 2, "points"),
        ("fr", 0, "point"),
        ("fr", 1, "point"),
        ("fr", 2, "points"),
    ],
)
def test_plurals_follow_the_language(language: str, count: int, form: str) -> None:
    assert say("play.tens", language, count=count).endswith(f"{count} {form}")


@pytest.mark.parametrize(
    ("locale", "language"),
    [("de_CH.UTF-8", "de"), ("fr", "fr"), ("nl-BE", "nl"), ("C.UTF-8", "en"), ("", "en"), ("FR_fr", "fr")],
)
def test_a_locale_chooses_a_language(locale: str, language: str) -> None:
    assert language_of(locale) == language


def test_a_problem_within_a_problem_is_spoken_in_the_same_language() -> None:
    inner = problem("edition.right.list")
    outer = problem("edition.field", field="zones", value="3", right=inner)
    for language in LANGUAGES:
        assert catalogue(language)["edition.right.list"] in outer.sentence(language)


def test_a_value_is_never_read_as_a_template() -> None:
    assert "{path} {0}" in InputError(problem("file.not_text", path="{path} {0}")).sentence("de")


@pytest.mark.parametrize(
    ("text", "shown"),
    [("Münster", "Münster"), ("a\nb", "a\\nb"), ("\x1b[31m", "\\x1b[31m"), ("\ud800", "\\ud800")],
)
def test_a_strangers_text_is_shown_on_one_line(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_a_long_text_is_cut() -> None:
    assert len(printable("x" * 10_000)) == 300


def test_an_unreadable_text_names_its_place_in_every_language() -> None:
    error = Unreadable(problem("notation.extra", word="zz"), line=12, column=34)
    for language in LANGUAGES:
        assert "12" in error.sentence(language)
        assert "34" in error.sentence(language)
    assert isinstance(error, InputError)
    assert issubclass(Ambiguous, InputError)
