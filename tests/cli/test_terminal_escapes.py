"""F29: nothing in a file steers the terminal of whoever looks at it, whichever command reads it."""

import json
import re
import unicodedata
from pathlib import Path

import pytest

from tests.kit.command_line import ROOT, tumbletrip_says
from tumbletrip.cli.main import COMMANDS
from tumbletrip.core.errors import escaped, is_showable

# Clipboard, title, colours, a screen cleared at once, turned writing, hidden characters, lines of its own.
HOSTILE = (
    "\x1b]52;c;ZXZpbA==\x07\x1b]0;evil\x1b\\\x1b[31m\x9b2J\x90q\x9c"
    "\u202eevil\u2066\u200f\u200b\u2028\ufeff\U000e0041\x7f\x08\r\nTotal 99"
)
SHORT = "\x1b[2J\u202e"  # where only a few characters are kept
GOLDEN = ROOT / "tests" / "golden"
BOARDS = ROOT / "src" / "tumbletrip"
SEED = "00" * 32
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
READ_NO_FILE_OF_STRANGERS = {"serve", "site", "warm", "forget", "dataset"}  # what they read is the operator's


def _trip(quoted: str) -> str:
    text = (GOLDEN / "published_france.trip").read_text("utf-8").replace('"Example"', quoted, 1)
    return f"[Event {quoted}]\n[Dice {quoted}]\n{text}"


def _tumble(quoted: str) -> str:
    return f"[Event {quoted}]\n" + (GOLDEN / "duel_bonus_falling.tumble").read_text("utf-8")


def _document(path: Path, **changed: object) -> str:
    return json.dumps(json.loads(path.read_text("utf-8")) | changed)


ESCAPED, RAW = json.dumps(HOSTILE), '"' + HOSTILE.replace("\r\n", "") + '"'
FILES = {
    "good.trip": _trip(ESCAPED),
    "bad.trip": _trip(RAW),
    "wrong.trip": _trip('"x"').replace("2. ", f"{SHORT}2. "),
    "good.tumble": _tumble(ESCAPED),
    "bad.tumble": _tumble(RAW),
    "wrong.tumble": _tumble('"x"').replace("order ", f"order {SHORT} "),
    "sheet.json": json.dumps({"edition": HOSTILE, "cities": {HOSTILE: HOSTILE}}),
    "cities.json": json.dumps({"edition": "france", "cities": {HOSTILE: HOSTILE}}),
    "sheet.line": f"france {SHORT} ..\n",
    "names.pad": f"players {ESCAPED} Ben\nround\n",
    "dice.pad": f"players Ada Ben\nround\nAda: {SHORT}\n",
    "pad.json": json.dumps({"players": ["Ada", HOSTILE], HOSTILE: 1, "rounds": []}),
    "position.perft": f"id {HOSTILE.split(chr(13))[0]}\nsheet france {'.. ' * 25}| - - | 1\n"
    "roll r1 b2 g3 y4\nperft 1 14700\n",
    "word.perft": f"{SHORT} x\n",
    "edition.json": _document(BOARDS / "dicetrip" / "boards" / "france.json", name={"en": HOSTILE}),
    "sources.json": _document(BOARDS / "dicetrip" / "boards" / "france.json", sources={HOSTILE: "x"}),
    "board.json": _document(BOARDS / "tumblin" / "boards" / "classic.json", name={"en": HOSTILE}),
    "dice.json": json.dumps([{"kind": HOSTILE}]),
    "no.json": HOSTILE,
}
RECORDS = [name for name in FILES if name.endswith((".trip", ".tumble"))]
CASES: list[tuple[str, ...]] = [
    *(("replay", "--sheets", name) for name in RECORDS),
    *(("verify", name) for name in RECORDS),
    *(("score", name) for name in FILES if not name.endswith(".tumble")),
    *(("score", "--json", name) for name in ("good.trip", "sheet.json")),
    *(("tumblin-score", name) for name in ("names.pad", "dice.pad", "pad.json", "no.json")),
    *(("editions", name) for name in ("edition.json", "sources.json", "no.json")),
    ("editions", "--json", "sources.json"),
    *(("edition", "rate", name, "--games", "10") for name in ("edition.json", "sources.json", "no.json")),
    *(("boards", name) for name in ("board.json", "no.json")),
    *(("perft", name) for name in ("position.perft", "word.perft", "sheet.line")),
    *(("dicetrip", "--resume", name) for name in ("good.trip", "bad.trip", "wrong.trip")),
    ("dicetrip", "--edition", "edition.json"),
    *(("daily", "--verify", "2026-11-16", "--seed", SEED, "--game", name) for name in RECORDS[:3]),
    ("doctor", "no.json"),
    ("flick", "--dice", "dice.json"),
    ("flick", "--board", "board.json"),
    ("sheets", "--game", "good.trip", "-o", "out.pdf"),
    ("sheets", "--edition", "edition.json", "-o", "out.pdf"),
    ("simulate", "dicetrip", "--edition", "edition.json", "--bots", "random", "--games", "1"),
    ("tournament", "dicetrip", "--edition", "edition.json", "--bots", "random,casual", "--games", "1"),
    *(("analyse", name) for name in ("bad.trip", "wrong.trip", "bad.tumble", "wrong.tumble")),
]
SLOW_CASES: list[tuple[str, ...]] = [
    ("analyse", "--games", "2", "--rounds", "good.trip"),
    ("analyse", "--games", "2", "--json", "good.trip"),
    ("analyse", "--games", "2", "--rounds", "good.tumble"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = tmp_path_factory.mktemp("hostile")
    for name, text in FILES.items():
        (made / name).write_text(text, "utf-8", newline="")
    return made


def assert_harmless(said: str) -> None:
    odd = {one for one in said if one != "\n" and not is_showable(one)}
    assert not odd, (sorted(map(unicodedata.category, odd)), said[:2000].encode("unicode_escape"))
    assert "\nTotal 99" not in said  # nor does a file write lines of its own


@pytest.mark.parametrize(
    "words", [*CASES, *(pytest.param(words, marks=pytest.mark.slow) for words in SLOW_CASES)], ids=" ".join
)
def test_F29_no_command_lets_a_file_steer_the_terminal(words: tuple[str, ...], folder: Path) -> None:
    answer = tumbletrip_says(*words, folder=folder)
    assert answer.out or answer.err
    assert "Traceback" not in answer.err
    assert_harmless(answer.out)
    assert_harmless(answer.err)


@pytest.mark.parametrize("name", ["good.trip", "good.tumble"])
def test_F29_colours_of_our_own_are_all_that_a_terminal_is_told(name: str, folder: Path) -> None:
    answer = tumbletrip_says("replay", "--sheets", name, folder=folder, environment={"FORCE_COLOR": "1"})
    assert ("\x1b[" in answer.out) == (name == "good.trip")  # a match is told without colours
    assert_harmless(COLOURS.sub("", answer.out))
    assert escaped("\x1b]52;c;ZXZpbA==\x07") in answer.out  # shown, not hidden


def test_F29_what_is_told_to_programs_is_the_text_of_the_file(folder: Path) -> None:
    told = json.loads(tumbletrip_says("score", "--json", "good.trip", folder=folder).out)
    assert told["name"] == HOSTILE


def test_F29_every_command_is_tried_or_reads_no_file_of_strangers() -> None:
    assert {words[0] for words in CASES} | READ_NO_FILE_OF_STRANGERS == set(COMMANDS)


@pytest.mark.parametrize("text", ["Zoë", "Ο Άδα", "عادة", "नमस्ते", "👩‍🚀", "می‌خواهم", "50 °C — “ok”"])
def test_what_people_write_is_left_alone(text: str) -> None:
    assert escaped(text) == text
