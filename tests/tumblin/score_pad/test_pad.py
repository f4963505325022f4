"""The score pad for a real board, as text and as JSON."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.tumblin.houses import setups
from tests.kit.tumblin.table import random_events
from tumbletrip.core.errors import InputError, Unreadable
from tumbletrip.core.outcomes import Reason
from tumbletrip.core.texts import LANGUAGES
from tumbletrip.tumblin.ports import Rest
from tumbletrip.tumblin.rules import Flicked, evolve, new_match
from tumbletrip.tumblin.score_pad.json_form import pad_from_json
from tumbletrip.tumblin.score_pad.text_form import format_pad, pad_from_text
from tumbletrip.tumblin.setup import Setup

GOLDEN = Path(__file__).parents[2] / "golden"
EVENING = (GOLDEN / "evening.pad").read_text("utf-8")
ODD_TEAMS = (GOLDEN / "odd_teams.pad.json").read_text("utf-8")


def test_TD13_TD16_an_evening_with_the_bonus_die_is_counted() -> None:
    pad = pad_from_text(EVENING)
    # Round 1. Ada: 15 + 2 + 0 − 4 + 2·8 = 29. Ben: 24 + 1 + 6 + 4 + 2·5 = 45, all aboard + 10 = 55.
    # Round 2. Ada: 24 + 18 + 10 + 1 + 2·24 = 101, all aboard + 10 = 111. Ben: −6 + 18 + 0 + 20 − 2·2 = 28.
    assert [sheet.seats for sheet in pad.sheets] == [(29, 55), (111, 28)]
    assert pad.totals == (140, 83)
    ended = pad.outcome
    assert ended is not None
    assert (ended.reason, ended.winners) == (Reason.TARGET_REACHED, (0,))


def test_TD12_TD15_TD17_teams_with_odd_dice_for_rounds_won() -> None:
    pad = pad_from_json(ODD_TEAMS, "pad")
    # Ada 8+4 + 20+1 = 33, Cleo 0 + 11+2 = 13; Ben 2+1 + off = 3, Dan off + 3+3 = 6.
    assert pad.sheets[0].seats == (33, 3, 13, 6)
    assert (pad.totals, pad.rounds_won, pad.outcome) == ((46, 9), (1, 0), None)


def test_text_and_json_say_the_same() -> None:
    text = "players A B\nteams A | B\nhouse young\ndice d8\nround\nA: 7x2 d20:19x1*\nB: off d20:off:3*\n"
    rows = {
        "A": [{"face": 7, "zone": 2}, {"face": 19, "zone": 1, "kind": "d20", "bonus": True}],
        "B": [{"zone": "off"}, {"face": 3, "zone": "off", "kind": "d20", "bonus": True}],
    }
    document = {
        "players": ["A", "B"],
        "teams": [["A"], ["B"]],
        "house": ["young"],
        "dice": "d8",
        "rounds": [rows],
    }
    assert pad_from_text(text) == pad_from_json(json.dumps(document), "pad")


def line(text: str, number: int, new: str) -> str:
    lines = text.split("\n")
    lines[number - 1] = new
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("number", "new", "place"),
    [
        (2, "players", (2, 1)),
        (2, "players Ada", (2, 1)),
        (2, "players Ada Ada", (2, 1)),
        (2, "Ada: 5x3", (2, 1)),
        (2, "players " + " ".join(f"P{n}" for n in range(17)), (2, 1)),
        (3, "house flying", (3, 1)),
        (3, "house target=301 rounds=4", (3, 1)),
        (3, "teams Ada Zoe", (3, 1)),
        (3, "teams Ada", (2, 1)),
        (3, "dice d7", (3, 6)),
        (3, "dice", (3, 5)),
        (5, "round 1", (5, 7)),
        (5, "", (6, 1)),
        (6, "Zoe: 5x3", (6, 1)),
        (6, "Ada 5x3", (6, 5)),
        (6, "Ada: 5x5 2x1 6x0 off:4 4x2*", (6, 6)),
        (6, "Ada: 5*3 2x1 6x0 off:4 4x2*", (6, 6)),
        (6, "Ada: 5x3 2x1 7x1 off:4 4x2*", (6, 14)),
        (6, "Ada: 5x3 2x1 0x1 off:4 4x2*", (6, 14)),
        (6, "Ada: 5x3 2x1 6x0 off 4x2*", (6, 18)),
        (6, "Ada: 5x3 2x1 6x0 off:4 4x2", (2, 1)),
        (6, "Ada: 5x3", (7, 1)),
        (6, "Ada:", (7, 1)),
        (7, '"Ben O.": 5x3', (7, 1)),
        (7, "", (5, 1)),
        (7, "Ada: 5x3 2x1 6x0 off:4 4x2*", (7, 1)),
        (8, "house young", (8, 1)),
        (10, '"Ben O.": off:6 6x3 4x0 5x4', (10, 1)),
        (10, '"Ben O.": off:6 6x3 4x0 5x4 d8:3x1*', (10, 29)),
        (10, '"Ben O.": off:6 6x3 4x0 5x4 3x1', (10, 29)),
        (12, "round\nAda: 1x1 1x1 1x1 1x1 1x1*", (12, 1)),
    ],
)
def test_a_wrong_pad_is_refused_at_its_place(number: int, new: str, place: tuple[int, int]) -> None:
    """What concerns the whole table is reported at the players, what concerns a round at its line."""
    with pytest.raises(Unreadable) as caught:
        pad_from_text(line(EVENING, number, new))
    assert (caught.value.line, caught.value.column) == place
    assert len({caught.value.sentence(language) for language in LANGUAGES}) == 4


def test_TD07_a_die_before_the_line_needs_no_face_but_one_that_counts_does() -> None:
    text = 'players round "a|b"\nround\n"round": x0 5x1\n"a|b": off x0\n'
    pad = pad_from_text(text)
    assert pad.totals == (5, 0)
    assert pad_from_text(format_pad(pad)) == pad
    with pytest.raises(Unreadable):
        pad_from_text(text.replace("x0 5x1", "x0 x1"))
    unread = json.loads(ODD_TEAMS)
    del unread["rounds"][0]["Cleo"][0]["face"]  # it lies before the line
    assert pad_from_json(json.dumps(unread), "pad").totals == (46, 9)


def test_a_pad_without_rounds_or_players_is_refused() -> None:
    for text in ("players A B\n", "# nothing\n"):
        with pytest.raises(Unreadable):
            pad_from_text(text)


def changed(path: list[str | int], value: Any) -> str:
    document = json.loads(ODD_TEAMS)
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return json.dumps(document)


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (["players"], "Ada", "players"),
        (["players"], ["Ada", 5], "players[1]"),
        (["players"], ["Ada"], "players"),
        (["teams"], [["Ada", "Zoe"]], "teams"),
        (["teams"], [["Ada"], ["Ben", "Cleo", "Dan"]], "players"),
        (["house"], ["rounds=2", "target=301"], "house"),
        (["house"], "young", "house"),
        (["dice"], "d7", "dice"),
        (["round"], [], "round"),
        (["rounds"], {}, "rounds"),
        (["rounds"], [], "players"),
        (["rounds", 0], [], "rounds[0]"),
        (["rounds", 0, "Zoe"], [], "rounds[0].Zoe"),
        (["rounds", 0, "Ada"], 7, "rounds[0].Ada"),
        (["rounds", 0, "Dan"], [], "rounds[0].Dan"),
        (["rounds", 0, "Ada", 0], 7, "rounds[0].Ada[0]"),
        (["rounds", 0, "Ada", 0, "face"], 9, "rounds[0].Ada[0]"),
        (["rounds", 0, "Ada", 0, "face"], "5", "rounds[0].Ada[0].face"),
        (["rounds", 0, "Ada", 0, "face"], True, "rounds[0].Ada[0].face"),
        (["rounds", 0, "Ada", 0, "face"], None, "rounds[0].Ada[0]"),
        (["rounds", 0, "Ada", 0, "zone"], 5, "rounds[0].Ada[0].zone"),
        (["rounds", 0, "Ada", 0, "zone"], True, "rounds[0].Ada[0].zone"),
        (["rounds", 0, "Ada", 0, "zone"], [1], "rounds[0].Ada[0].zone"),
        (["rounds", 0, "Ada", 0, "bonus"], 1, "rounds[0].Ada[0].bonus"),
        (["rounds", 0, "Ada", 0, "kind"], "d7", "rounds[0].Ada[0].kind"),
        (["rounds", 0, "Ada", 0, "colour"], "red", "rounds[0].Ada[0].colour"),
    ],
)
def test_a_wrong_document_is_refused_by_field(path: list[str | int], value: Any, field: str) -> None:
    with pytest.raises(InputError) as caught:
        pad_from_json(changed(path, value), "pad.json")
    assert caught.value.sentence().startswith(f"{field}: ")
    assert len({caught.value.sentence(language) for language in LANGUAGES}) == 4


@pytest.mark.parametrize("text", ["{", "[]", "7", '{"players": [], "players": []}', "9" * 5000, "[" * 99_999])
def test_what_is_no_document_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        pad_from_json(text, "pad.json")


def pad_text(setup: Setup, rounds: list[tuple[Rest, ...]]) -> str:
    """The pad a scorer would keep of these rounds."""
    quoted = [json.dumps(seat.name, ensure_ascii=False) for seat in setup.seats]
    teams = " | ".join(" ".join(quoted[seat] for seat in side) for side in setup.sides)
    lines = [f"players {' '.join(quoted)}", f"teams {teams}", f"house {' '.join(setup.house.words)}"]
    for rests in rounds:
        lines.append("round")
        for seat, name in enumerate(quoted):
            dice = [_die_word(rest) for rest in rests if rest.die.seat == seat]
            lines.append(f"{name}: {' '.join(dice)}")
    return "\n".join(lines)


def _die_word(rest: Rest) -> str:
    where = f"{rest.face}x{rest.zone}" if rest.on_board else f"off:{rest.face}"
    return f"{rest.die.kind.name}:{where}{'*' if rest.die.is_bonus else ''}"


@settings(deadline=None, max_examples=50)
@given(setup=setups(), seed=st.integers(0, 2**32))
def test_a_pad_counts_what_the_match_counts(setup: Setup, seed: int) -> None:
    match, rounds = new_match(setup), list[tuple[Rest, ...]]()
    for event in random_events(setup, Random(seed), 60):
        before, match = match, evolve(match, event)
        if isinstance(event, Flicked) and len(match.sheets) > len(before.sheets):
            rounds.append(event.rests)
    if rounds:
        pad = pad_from_text(pad_text(setup, rounds))
        assert (pad.totals, pad.rounds_won) == (match.totals, match.rounds_won)
        assert [sheet.sides for sheet in pad.sheets] == [sheet.sides for sheet in match.sheets]
        assert [sheet.aboard for sheet in pad.sheets] == [sheet.aboard for sheet in match.sheets]
        assert pad_from_text(format_pad(pad)) == pad


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_no_pad_raises_anything_but_unreadable(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(EVENING)))
    end = data.draw(st.integers(start, min(len(EVENING), start + 20)))
    junk = data.draw(st.text(alphabet=st.sampled_from('ABd86x19 -.:"*|\\\n\t²#='), max_size=6))
    try:
        pad = pad_from_text(EVENING[:start] + junk + EVENING[end:])
    except Unreadable:
        return
    assert len(pad.totals) >= 2


def test_F26_a_pad_has_no_more_rounds_than_its_rules_can_need() -> None:
    players, one_round = "players A B\nhouse target=1000000\n", "round\nA: 1x0\nB: 1x0\n"
    assert len(pad_from_text(players + 200 * one_round).rounds) == 200
    with pytest.raises(Unreadable) as refused:
        pad_from_text(players + 201 * one_round)
    assert refused.value.problem.key == "tumblin.pad.too_many_rounds"
