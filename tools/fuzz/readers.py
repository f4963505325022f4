"""The readers of strangers' texts, with good examples for each and the errors that are its own."""

import base64
import json
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from tumbletrip.core.errors import InputError
from tumbletrip.dicetrip import editions
from tumbletrip.dicetrip.editions import EDITION_NAMES
from tumbletrip.dicetrip.notation import json_sheet, records, sheet_line
from tumbletrip.dicetrip.own import packing
from tumbletrip.fairness.checking import check
from tumbletrip.fairness.proofs import proof_from
from tumbletrip.games.dicetrip import drawn
from tumbletrip.server.transport.frames import read_frame
from tumbletrip.tumblin import board
from tumbletrip.tumblin.notation import record_reader
from tumbletrip.tumblin.physics import trajectory
from tumbletrip.tumblin.score_pad import json_form, text_form

ROOT: Final = Path(__file__).parents[2]
GOLDEN: Final = ROOT / "tests" / "golden"
BEGINNING: Final = 3_000  # characters
LONG_PARTS: Final = ("context", "roadNotes", "sources")  # of an edition, and not needed by its reader


@dataclass(frozen=True)
class Reader:
    """A reader, good examples for it, and the errors that are its own."""

    read: Callable[[str], object]
    examples: Callable[[], list[str]]
    own: tuple[type[Exception], ...] = (InputError,)


def _golden(*patterns: str) -> Callable[[], list[str]]:
    return lambda: [path.read_text("utf-8") for pattern in patterns for path in sorted(GOLDEN.glob(pattern))]


def _beginnings() -> list[str]:
    """Matches up to a line end after some kilobytes: whole ones take long to read."""
    return [text[: text.rfind("\n", 0, BEGINNING) + 1] for text in _golden("*.tumble")()]


def _boards(game: str) -> Callable[[], list[str]]:
    folder = ROOT / "src" / "tumbletrip" / game / "boards"
    return lambda: [_without_drawings(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]


def _without_drawings(text: str) -> str:
    """A board with its lines cut short and its notes left out: small enough to be broken often."""
    document = {key: part for key, part in json.loads(text).items() if key not in LONG_PARTS}
    return re.sub(
        r'"(M[^"]{20})[^"]*"', r'"\1"', json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    )


def _own_boards() -> list[str]:
    """What is packed into the words of boards of one's own, of which most of the coast is left out."""
    boards = [json.loads(text) for text in _boards("dicetrip")()]
    found = []
    for drawing in boards[:3]:
        content = json.loads(packing._stretched(packing.pack(drawing).removeprefix(packing.OWN)))
        found.append(json.dumps({**content, "o": [ring[:12] for ring in content["o"]]}))
    return found


def _read_own_board(text: str) -> object:
    """A board in the word that holds this text."""
    packed = base64.urlsafe_b64encode(zlib.compress(text.encode(errors="replace"))).decode().rstrip("=")
    return editions.own_edition.__wrapped__(packing.OWN + packed)


def _sheets() -> list[str]:
    empty = f"france {' '.join(['..'] * 25)} | reroll double | 1"
    written = empty.replace(".. ..", "15* xx", 1).replace("| 1", "| 2")
    return [empty, written, f"{empty} | tens", f"{empty} | tens 3"]


def _json_sheets() -> list[str]:
    cities = {"lille": {"number": 15, "dice": ["red", "blue"]}, "toulouse": "x"}
    written = {"edition": "france", "cities": cities, "tens_bonus": 0}
    return [json.dumps(written), *(json.dumps({"edition": name, "cities": {}}) for name in EDITION_NAMES)]


def _read_proof(text: str) -> object:
    """A record, and whether its dice fit."""
    record = records.parse_record(text)
    proof = proof_from(record.tags)
    return proof and check(proof, drawn.setup_text(record), drawn.claims(record))


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
    "proof": Reader(_read_proof, _golden("fair.trip")),
    "tumble": Reader(record_reader.parse_record, _beginnings),
    "sheet": Reader(sheet_line.parse_sheet, _sheets),
    "json-sheet": Reader(lambda text: json_sheet.sheet_from_json(text, "it"), _json_sheets),
    "edition": Reader(lambda text: editions.edition_from_text(text, "it"), _boards("dicetrip")),
    "own-board": Reader(_read_own_board, _own_boards),
    "board": Reader(lambda text: board.board_from_text(text, "it"), _boards("tumblin")),
    "pad": Reader(text_form.pad_from_text, _golden("*.pad")),
    "json-pad": Reader(lambda text: json_form.pad_from_json(text, "it"), _golden("*.pad.json")),
    "frame": Reader(
        read_frame, _frames, (msgspec.DecodeError, UnicodeError, RecursionError)
    ),  # as the socket
    "film": Reader(_read_film, _films, (InputError, ValueError)),
}
