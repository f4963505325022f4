"""Feed the readers of strangers' texts with broken ones: `python -m tools.fuzz --inputs 100000`.

Inputs grow from good examples. One that runs a line of code no other has run, or is refused for a new reason,
is kept and broken further. A reader may refuse with its own error and with nothing else; whatever else it
raises is reported with the text that caused it. The same seed makes the same inputs.
"""

import argparse
import base64
import json
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any, Final

import msgspec

from tests.kit.mangling import mangled
from tumbletrip.core.errors import InputError
from tumbletrip.dicetrip import editions
from tumbletrip.dicetrip.editions import EDITION_NAMES
from tumbletrip.dicetrip.notation import json_sheet, records, sheet_line
from tumbletrip.server.transport.wire import read_frame
from tumbletrip.tumblin import board
from tumbletrip.tumblin.notation import record_reader
from tumbletrip.tumblin.physics import trajectory
from tumbletrip.tumblin.score_pad import json_form, text_form

ROOT: Final = Path(__file__).parents[1]
GOLDEN: Final = ROOT / "tests" / "golden"
OURS: Final = str(ROOT / "src" / "tumbletrip")
LONGEST: Final = 8_192  # signs of an input
MOST_KEPT: Final = 2_000
ODD_NUMBERS: Final = (0, -1, 10**30, 1e308, float("nan"))
ODD_VALUES: Final[tuple[Any, ...]] = (
    *ODD_NUMBERS,
    None,
    True,
    "",
    "\ud800",
    "x" * 300,
    [],
    {},
    [[]],
    {"": 0},
)
TRACED: Final = 20  # every so many-th input is traced line by line, which is slow


@dataclass(frozen=True)
class Reader:
    """A reader, good examples for it, and the errors that are its own."""

    read: Callable[[str], object]
    examples: Callable[[], list[str]]
    own: tuple[type[Exception], ...] = (InputError,)


def _golden(*patterns: str) -> Callable[[], list[str]]:
    return lambda: [path.read_text("utf-8") for pattern in patterns for path in sorted(GOLDEN.glob(pattern))]


def _boards(game: str) -> Callable[[], list[str]]:
    folder = ROOT / "src" / "tumbletrip" / game / "boards"
    return lambda: [path.read_text("utf-8") for path in sorted(folder.glob("*.json"))]


def _sheets() -> list[str]:
    empty = f"france {' '.join(['..'] * 25)} | reroll double | 1"
    written = empty.replace(".. ..", "5* xx", 1).replace("| 1", "| 2")
    return [empty, written, f"{empty} | tens", f"{empty} | tens 3"]


def _json_sheets() -> list[str]:
    cities = {"lille": {"number": 15, "dice": ["red", "blue"]}, "toulouse": "x"}
    written = {"edition": "france", "cities": cities, "tens_bonus": 0}
    return [json.dumps(written), *(json.dumps({"edition": name, "cities": {}}) for name in EDITION_NAMES)]


def _films() -> list[str]:
    film = trajectory.Film(3, (trajectory.Track(0, 0, (((0.1, 0.2, 0.3), (1.0, 0.0, 0.0, 0.0)),) * 3),))
    return [base64.b64encode(trajectory.encode(film)).decode()]


def _read_film(text: str) -> object:
    return trajectory.decode(base64.b64decode(text.encode(errors="replace") + b"==", validate=False))


def _frames() -> list[str]:
    command = {"type": "command", "id": "0:a", "seat": 0, "round": 1, "action": {"do": "roll"}}
    return [json.dumps({"type": "hello", "secrets": ["abc"], "since": 3}), json.dumps(command)]


READERS: Final = {
    "trip": Reader(records.parse_record, _golden("*.trip")),
    "tumble": Reader(record_reader.parse_record, _golden("*.tumble")),
    "sheet": Reader(sheet_line.parse_sheet, _sheets),
    "json-sheet": Reader(lambda text: json_sheet.sheet_from_json(text, "it"), _json_sheets),
    "edition": Reader(lambda text: editions.edition_from_text(text, "it"), _boards("dicetrip")),
    "board": Reader(lambda text: board.board_from_text(text, "it"), _boards("tumblin")),
    "pad": Reader(text_form.pad_from_text, _golden("*.pad")),
    "json-pad": Reader(lambda text: json_form.pad_from_json(text, "it"), _golden("*.pad.json")),
    "frame": Reader(read_frame, _frames, (msgspec.DecodeError, InputError)),
    "film": Reader(_read_film, _films, (InputError, ValueError)),
}


@dataclass
class Findings:
    """What came of feeding one reader."""

    inputs: int = 0
    accepted: int = 0
    lines: set[tuple[CodeType, int]] = field(default_factory=set)
    reasons: set[str] = field(default_factory=set)
    faults: dict[str, str] = field(default_factory=dict)  # traceback -> the first text that caused it


def fuzz(reader: Reader, inputs: int, seed: int) -> Findings:
    """Feed a reader with so many inputs."""
    rng, found = Random(seed), Findings()
    kept = [text if _document(text) else _window(text, rng) for text in reader.examples()]
    for text in [*kept, *_inputs(kept, inputs, rng)]:
        if _feed(reader, text, found, is_traced=found.inputs % TRACED == 0) and len(kept) < MOST_KEPT:
            kept.append(text)
    return found


def _inputs(kept: list[str], inputs: int, rng: Random) -> Iterator[str]:
    for _ in range(inputs):
        text = rng.choice(kept)
        for _ in range(rng.choice((1, 1, 1, 4))):
            document = _document(text) if rng.random() < 0.7 else None
            text = _with_odd_part(document, rng) if document else mangled(_window(text, rng), rng)
        yield text


def _document(text: str) -> Any:
    """The JSON document of a text; None if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _with_odd_part(document: Any, rng: Random) -> str:
    """A document in which one part, at any depth, is lost, doubled, renamed or replaced."""
    part = document
    while isinstance(part, dict | list) and part:
        key: Any = rng.choice(list(part)) if isinstance(part, dict) else rng.randrange(len(part))
        inner = part[key]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.8:
            part = inner
            continue
        match rng.randrange(4):
            case 0:
                del part[key]
            case 1 if isinstance(part, dict):
                part[rng.choice([*part, "odd"])] = part.pop(key)
            case 2 if isinstance(part, list):
                part.insert(key, inner)
            case _:
                part[key] = rng.choice([*ODD_VALUES, _near(inner, rng)])
        break
    return json.dumps(document)


def _near(value: Any, rng: Random) -> Any:
    """A value of the same kind, nearly the same."""
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int | float):
        return value + rng.choice((-1, 1, 0.5, -2 * value))
    return mangled(value, rng) if isinstance(value, str) else value


def _window(text: str, rng: Random) -> str:
    """A text that is not too long: usually its beginning, so that what must come first is there."""
    if len(text) <= LONGEST:
        return text
    cut = rng.randrange(len(text) - LONGEST // 2) if rng.random() < 0.5 else LONGEST // 2
    return text[: LONGEST // 2] + text[cut : cut + LONGEST // 2]


def _feed(reader: Reader, text: str, found: Findings, *, is_traced: bool) -> bool:
    """Let a reader read one text; whether something new came of it."""
    before = len(found.lines), len(found.reasons), len(found.faults)
    found.inputs += 1
    tracer = sys.gettrace()
    if is_traced:
        sys.settrace(_tracer(found.lines))
    try:
        reader.read(text)
        found.accepted += 1
    except reader.own as error:
        found.reasons.add(error.problem.key if isinstance(error, InputError) else type(error).__name__)
    except Exception:
        found.faults.setdefault(traceback.format_exc(), text)
    finally:
        sys.settrace(tracer)
    return (len(found.lines), len(found.reasons), len(found.faults)) != before


def _tracer(lines: set[tuple[CodeType, int]]) -> Callable[[FrameType, str, Any], Any]:
    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if not frame.f_code.co_filename.startswith(OURS):
            return None
        if event == "line":
            lines.add((frame.f_code, frame.f_lineno))
        return trace

    return trace


def main() -> int:
    """Feed the readers that are named, or all, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reader", choices=READERS, action="append")
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    has_faults = False
    for name in asked.reader or READERS:
        found = fuzz(READERS[name], asked.inputs, asked.seed)
        counts = f"{found.inputs} inputs, {found.accepted} accepted, {len(found.reasons)} kinds of refusal"
        print(f"{name}: {counts}, {len(found.lines)} lines reached, {len(found.faults)} faults", flush=True)
        for fault, text in found.faults.items():
            has_faults = True
            print(f"{fault}caused by {text!r}\n")
    return int(has_faults)


if __name__ == "__main__":
    sys.exit(main())
