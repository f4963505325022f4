"""F25: a text costs no more than its length: readers have limits, and none looks twice at each character."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from types import ModuleType

import pytest

from tests.kit.spoken import assert_spoken
from tests.kit.work import Act, assert_linear
from tumbletrip.core.errors import InputError
from tumbletrip.core.lines import TextLimits
from tumbletrip.dicetrip import editions, perft
from tumbletrip.dicetrip.notation import json_sheet, records, sheet_line
from tumbletrip.tumblin import board
from tumbletrip.tumblin.notation import record_reader
from tumbletrip.tumblin.score_pad import json_form, text_form

TRIP = '[Game "dicetrip"]\n[Rules "1"]\n[Edition "france"]\n[A "Ada"]\n'
TUMBLE = '[Game "tumblin"]\n[Rules "1"]\n[Board "classic"]\n'
NO_LIMITS = TextLimits(10**9, 10**9, 10**9)


def _tags(count: int) -> str:
    return "".join(f'[T{number} "x"]\n' for number in range(count))


def _keys(count: int) -> str:
    return json.dumps({f"key{number}": number for number in range(count)})


@dataclass(frozen=True)
class Reader:
    """A reader of text, the module with its limits, and a text of some size that costs it most."""

    read: Callable[[str], object]
    module: ModuleType
    costly: Callable[[int], str]


READERS = {
    "trip": Reader(records.parse_record, records, lambda size: TRIP + _tags(size) + "x\n" * 2 * size),
    "trip-turns": Reader(
        records.parse_record, records, lambda size: f"{TRIP}1. r1 b2 g3 y4 keep\nA: {'x=lyon ' * size}\n"
    ),
    "tumble": Reader(
        record_reader.parse_record, record_reader, lambda size: TUMBLE + _tags(size) + "x\n" * size
    ),
    "sheet": Reader(sheet_line.parse_sheet, sheet_line, lambda size: "france " + ".. " * size),
    "json-sheet": Reader(
        lambda text: json_sheet.sheet_from_json(text, "it"),
        json_sheet,
        lambda size: f'{{"edition": "france", "cities": {_keys(size)}}}',
    ),
    "edition": Reader(lambda text: editions.edition_from_text(text, "it"), editions, _keys),
    "board": Reader(lambda text: board.board_from_text(text, "it"), board, _keys),
    "pad": Reader(text_form.pad_from_text, text_form, lambda size: "players Ada Ben\n" + "# x\n" * size),
    "json-pad": Reader(lambda text: json_form.pad_from_json(text, "it"), json_form, _keys),
    "perft": Reader(perft.parse_perft, perft, lambda size: "roll r1 b2 g3 y4\n" * size),
}


@pytest.mark.parametrize("name", READERS)
def test_F25_twice_the_text_is_twice_the_work(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = READERS[name]
    monkeypatch.setattr(reader.module, "LIMITS", NO_LIMITS)

    def act_on(size: int) -> Act:
        text = reader.costly(size)

        def read() -> None:
            with suppress(InputError):
                reader.read(text)

        return read

    assert_linear(act_on, 600)


@pytest.mark.parametrize("name", READERS)
def test_F25_a_text_beyond_its_readers_limit_is_not_read_at_all(name: str) -> None:
    reader = READERS[name]
    limits: TextLimits = reader.module.LIMITS
    with pytest.raises(InputError) as refused:
        reader.read(" " * (limits.characters + 1))
    assert refused.value.problem.key == "text.too_long"
    assert_spoken(refused.value)


@pytest.mark.parametrize("name", ["trip", "tumble", "pad", "perft"])
def test_F25_lines_beyond_the_limit_are_refused_with_their_place(name: str) -> None:
    reader = READERS[name]
    limits: TextLimits = reader.module.LIMITS
    with pytest.raises(InputError) as refused:
        reader.read("\n" * (limits.lines + 1) + "x")
    assert refused.value.problem.key == "text.too_many_lines"
    assert_spoken(refused.value)


@pytest.mark.parametrize(("name", "head"), [("trip", TRIP), ("tumble", TUMBLE)])
def test_F25_tags_beyond_the_limit_are_refused_with_their_place(name: str, head: str) -> None:
    reader = READERS[name]
    with pytest.raises(InputError) as refused:
        reader.read(head + _tags(reader.module.LIMITS.tags))
    assert refused.value.problem.key == "record.too_many_tags"
    assert_spoken(refused.value)


def test_F25_a_sheet_has_no_more_rolls_than_rounds() -> None:
    with pytest.raises(InputError) as refused:
        perft.parse_perft("roll r1 b2 g3 y4\n" * 14)
    assert refused.value.problem.key == "perft.too_many_rolls"
    assert_spoken(refused.value)
