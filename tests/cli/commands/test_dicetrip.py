"""`tumbletrip dicetrip`: whole games typed into the terminal, left, resumed, misunderstood and explained."""

import builtins
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.kit.command_line import ESCAPE, Answer, plain_environment, tumbletrip_says
from tests.kit.dicetrip.boards import grid_document, save_board
from tests.kit.dicetrip.terminal_player import TerminalPlayer
from tumbletrip.cli.commands import dicetrip
from tumbletrip.core.texts import LANGUAGES, say
from tumbletrip.dicetrip.notation.records import Record, parse_record
from tumbletrip.dicetrip.notation.replays import replay
from tumbletrip.dicetrip.rules import Phase, Rerolled, Rolled, Wrote

HEAD = '[Game "dicetrip"]\n[Rules "1"]\n[Edition "france"]\n[A "Ada"]\n[Seed "7"]\n\n'
SEED = 11


def kept(path: Path) -> Record:
    return parse_record(path.read_text("utf-8"))


def without_date(path: Path) -> str:
    return "\n".join(line for line in path.read_text("utf-8").split("\n") if not line.startswith("[Date"))


def play_whole_game(path: Path, monkeypatch: pytest.MonkeyPatch, **options: object) -> list[str]:
    """Play in this process, reading each position from the saved record; what was typed is returned."""
    player = TerminalPlayer(path, Random(SEED))
    monkeypatch.setattr(builtins, "input", player)
    settings = {"edition": "france", "players": "", "tens": False, "seed": SEED, "save": path, "resume": None}
    dicetrip.command(**(settings | options))  # type: ignore[arg-type]  # options by name, as typer gives them
    return player.typed


@pytest.mark.parametrize(
    ("players", "tens", "edition"),
    [("", False, "france"), ("Ada, Ben", True, "germany"), ("A,B,C,D", True, "france")],
)
def test_a_whole_game_is_played_and_every_step_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: str, tens: bool, edition: str
) -> None:
    path = tmp_path / "game.trip"
    play_whole_game(path, monkeypatch, players=players, tens=tens, edition=edition)
    played = replay(kept(path))
    assert played.error is None
    assert played.final.phase is Phase.OVER
    assert kept(path).result is not None
    assert kept(path).tens_variant is tens
    assert not list(tmp_path.glob("*.tmp"))


def test_the_same_seed_rolls_the_same_dice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other, third = (tmp_path / name for name in ("one.trip", "other.trip", "third.trip"))
    play_whole_game(one, monkeypatch)
    play_whole_game(other, monkeypatch)
    play_whole_game(third, monkeypatch, seed=SEED + 1)
    assert without_date(one) == without_date(other)
    assert _rolls(one) != _rolls(third)


def _rolls(path: Path) -> list[Rolled]:
    return [recorded.event for recorded in kept(path).events if isinstance(recorded.event, Rolled)]


@pytest.mark.parametrize("share", [0.0, 0.5, 0.9])
def test_a_game_left_and_resumed_ends_like_an_uninterrupted_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, share: float
) -> None:
    whole, parts = tmp_path / "whole.trip", tmp_path / "parts.trip"
    typed = play_whole_game(whole, monkeypatch, players="Ada, Ben", tens=True)
    cut = _after_a_finished_answer(typed, int(share * len(typed)))
    setup = ("--players", "Ada, Ben", "--tens", "--seed", str(SEED), "--save", parts)
    left = tumbletrip_says("dicetrip", *setup, said=_lines(typed[:cut]))
    assert (left.code, left.err) == (0, "")
    assert f"--resume {parts}" in left.out
    resumed = tumbletrip_says("dicetrip", "--resume", parts, said=_lines(typed[cut:]))
    assert (resumed.code, resumed.err) == (0, "")
    assert without_date(parts) == without_date(whole)
    assert any(isinstance(recorded.event, Rerolled) for recorded in kept(whole).events)


def _after_a_finished_answer(typed: list[str], cut: int) -> int:
    """A half-said move is forgotten when one leaves: cut where nothing is half said."""
    while cut > 0 and "=" in typed[cut - 1]:
        cut -= 1
    return cut


def _lines(typed: list[str]) -> str:
    return "".join(f"{line}\n" for line in typed)


def at_table(folder: Path, roll: str, *typed: str, language: str = "en") -> tuple[Answer, Record]:
    """Resume a solo game whose first dice are these, type some lines and leave."""
    path = folder / "table.trip"
    path.write_text(f"{HEAD}1. {roll}\n", "utf-8")
    answer = tumbletrip_says("--lang", language, "dicetrip", "--resume", path, said=_lines(list(typed)))
    assert "Traceback" not in answer.err
    return answer, kept(path)


def wrote(record: Record) -> list[Wrote]:
    return [recorded.event for recorded in record.events if isinstance(recorded.event, Wrote)]


@pytest.mark.parametrize(
    "typed",
    [
        ("42 lyon, x brest", "done"),
        ("42 lyon", "x brest", "done"),
        ("lyon 42; brest x", "ok"),
        ("LYON=r4b2", "x=Brest", "fertig"),
        ("42 lyo", "x BRES", "fini"),
        ("42 lyon", "x caen", "undo", "x brest", "klaar"),
        ("42 nice, x caen", "undo", "undo", "undo", "42 lyon, x brest", "d"),
    ],
)
def test_moves_are_understood_as_people_say_them_and_undone_until_done(
    tmp_path: Path, typed: tuple[str, ...]
) -> None:
    _, record = at_table(tmp_path, "r4 b2 g6 y1 keep", *typed)
    (turn,) = wrote(record)
    assert [(entry.city, entry.pair is None) for entry in turn.entries] == [("lyon", False), ("brest", True)]


def test_nothing_is_final_before_done(tmp_path: Path) -> None:
    _, record = at_table(tmp_path, "r4 b2 g6 y1 keep", "42 lyon, x brest")
    assert wrote(record) == []


MISUNDERSTANDINGS = [
    ("", "Type a number and a city"),
    ("lyon", "is not clear"),
    ("42", "is not clear"),
    ("42 16 lyon", "is not clear"),
    ("42 atlantis", "There is no city “atlantis”"),
    ("42 n", "“n” could be Nancy, Nice, Nantes"),
    ("77 lyon", "77 is not on the tracker"),
    ("55 lyon", "These dice do not make 55"),
    ("42 lyon, 42 nice", "use the dice too often"),
    ("42 lyon, x lyon", "That city is filled or crossed out already."),
    ("42 lyon, x nice, x brest", "Only 2 cities are filled"),
    ("lyon=r4r4", "A number is made of two different dice."),
    ("lyon=r5b2", "that die shows 4"),
    ("lyon=", "is not an entry"),
    ("done", "writes 42 in Lyon"),
    ("help", "writes 42 in Lyon"),
    ("\x1b[31m", "is not clear"),
]


def test_what_cannot_be_done_is_explained_and_asked_again(tmp_path: Path) -> None:
    typed = [line for line, _ in MISUNDERSTANDINGS]
    answer, record = at_table(tmp_path, "r4 b2 g6 y1 keep", *typed, "42 lyon, x brest", "done")
    for line, explained in MISUNDERSTANDINGS:
        assert explained in answer.out, line
    assert answer.out.count("writes 42 in Lyon") == 2  # for done too early, and for help
    assert ESCAPE not in answer.out
    assert len(wrote(record)) == 1


def test_dice_that_could_be_meant_in_two_ways_are_asked_about(tmp_path: Path) -> None:
    answer, record = at_table(
        tmp_path, "r3 b3 g4 y5 keep", "34 lille, 35 bordeaux", "lille=b3g4, 35 bordeaux", "done"
    )
    assert "which dice?" in answer.out
    (turn,) = wrote(record)
    assert turn.doubled is None
    assert score_in_colour(record) == ["bordeaux"]


def score_in_colour(record: Record) -> list[str]:
    sheet = replay(record).final.sheets[0]
    return [city for city, mark in sheet.marks.items() if not isinstance(mark, str) and mark.in_colour]


def test_a_die_used_twice_is_told(tmp_path: Path) -> None:
    answer, record = at_table(tmp_path, "r4 b2 g6 y1 keep", "42 lyon, 64 nice", "done")
    assert "the red die used twice" in answer.out
    assert wrote(record)[0].doubled == "red"


@pytest.mark.parametrize(
    ("typed", "dice"),
    [("g y", ("green", "yellow")), ("blue", ("blue",)), ("r b g y r", ("red", "blue", "green", "yellow"))],
)
def test_dice_are_thrown_again_by_letter_or_colour(tmp_path: Path, typed: str, dice: tuple[str, ...]) -> None:
    answer, record = at_table(tmp_path, "r4 b2 g6 y1", typed)
    (event,) = (recorded.event for recorded in record.events if isinstance(recorded.event, Rerolled))
    assert event.dice == dice
    assert "Ada re-rolls:" in answer.out


def test_at_the_question_for_a_reroll_help_is_given_and_nonsense_explained(tmp_path: Path) -> None:
    answer, record = at_table(tmp_path, "r4 b2 g6 y1", "help", "purple", "gelb", "sheets")
    assert "writes 42 in Lyon" in answer.out
    assert "“purple” is not a die" in answer.out
    assert "“gelb” is not a die" in answer.out
    assert len(record.events) == 1


@pytest.mark.parametrize(("word", "roll"), [("quit", "r4 b2 g6 y1"), ("stoppen", "r4 b2 g6 y1 keep")])
def test_one_can_leave_at_any_question(tmp_path: Path, word: str, roll: str) -> None:
    answer, _ = at_table(tmp_path, roll, word, "42 lyon, x brest", "done")
    assert answer.code == 0
    assert "tumbletrip dicetrip --resume" in answer.out


def test_ctrl_c_keeps_the_game_and_ends_with_130(tmp_path: Path) -> None:
    path = tmp_path / "game.trip"
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "tumbletrip", "dicetrip", "--seed", "3", "--save", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=plain_environment(),
    ) as process:
        assert process.stdout is not None
        while b"> " not in process.stdout.readline() and not path.exists():
            pass
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert err == b""
    assert b"--resume" in out
    assert replay(kept(path)).error is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_speaks_four_languages(tmp_path: Path, language: str) -> None:
    answer, _ = at_table(tmp_path, "r4 b2 g6 y1 keep", "55 lyon", "42 lyon, x brest", language=language)
    assert say("play.not_made", language, number=55) in answer.out
    assert say("play.ask_done", language, name="Ada") in answer.out
    assert say("play.may_double", language) in answer.out


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}, {"NO_COLOR": "1", "FORCE_COLOR": "1"}])
def test_no_colours_where_they_do_not_belong(tmp_path: Path, environment: dict[str, str]) -> None:
    path = tmp_path / "game.trip"
    answer = tumbletrip_says("dicetrip", "--seed", "3", "--save", path, said="\n", environment=environment)
    assert "\x1b[3" not in answer.out  # colours; bold and dim are styles, which NO_COLOR leaves alone
    if "FORCE_COLOR" not in environment:
        assert ESCAPE not in answer.out


def test_an_existing_file_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "game.trip"
    path.write_text("precious", "utf-8")
    tumbletrip_says("dicetrip", "--save", path).assert_refused(str(path), "--resume")
    assert path.read_text("utf-8") == "precious"


def test_without_a_name_the_record_is_kept_in_the_folder(tmp_path: Path) -> None:
    answer = tumbletrip_says("dicetrip", folder=tmp_path)
    (path,) = tmp_path.iterdir()
    assert path.name in answer.out
    assert kept(path).names == ("Player 1",)


def test_a_place_that_cannot_be_written_is_explained(tmp_path: Path) -> None:
    answer = tumbletrip_says("dicetrip", "--save", tmp_path / "no such folder" / "game.trip")
    assert answer.code == 2
    assert len(answer.err.splitlines()) == 1
    assert "cannot be written" in answer.err


def test_five_players_are_too_many(tmp_path: Path) -> None:
    tumbletrip_says("dicetrip", "--players", "a,b,c,d,e", folder=tmp_path).assert_refused("5")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("edition", ["atlantis", "missing.json"])
def test_an_edition_that_is_not_there_is_refused(tmp_path: Path, edition: str) -> None:
    tumbletrip_says("dicetrip", "--edition", edition, folder=tmp_path).assert_refused(edition)


def test_a_board_of_ones_own_is_played_on(tmp_path: Path) -> None:
    board, path = save_board(tmp_path, grid_document()), tmp_path / "game.trip"
    typed = ["", "x c0, x c1", "done", "", "x city12, x c13", "done"]
    tumbletrip_says("dicetrip", "--edition", board, "--save", path, said=_lines(typed))
    again = tumbletrip_says("dicetrip", "--resume", path, said="quit\n")
    assert again.code == 0
    assert path.read_text("utf-8").count("x=c1") == 3  # c1, c12 and c13


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nonsense", ["Line 1"]),
        (HEAD + "1. r4 b2 g6 y1 keep\nA: lyon=r4b2 x=lyon\n", ["Line 8"]),
        (
            (Path(__file__).parents[2] / "golden" / "published_france.trip").read_text("utf-8"),
            ["over", "replay"],
        ),
    ],
)
def test_a_record_that_cannot_go_on_is_refused(tmp_path: Path, text: str, words: list[str]) -> None:
    path = tmp_path / "game.trip"
    path.write_text(text, "utf-8")
    tumbletrip_says("dicetrip", "--resume", path).assert_refused(*words)
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize("seed", ["--5", "ten", "9" * 5000, "²"])
def test_a_seed_that_is_none_rolls_by_chance(tmp_path: Path, seed: str) -> None:
    path = tmp_path / "game.trip"
    path.write_text(HEAD.replace('"7"', f'"{seed}"'), "utf-8")
    answer = tumbletrip_says("dicetrip", "--resume", path)
    assert (answer.code, answer.err) == (0, "")
    assert len(kept(path).events) == 1


def test_bytes_that_are_no_text_end_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.trip"
    answer = tumbletrip_says("dicetrip", "--save", path, said=b"\xff\xfe\n\nquit\n")
    assert (answer.code, answer.err) == (0, "")
