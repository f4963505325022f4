"""Dice that already lie on a board, from a JSON file: a list of places, or what `flick --json` printed."""

from collections.abc import Mapping, Sequence
from typing import Any

from tumbletrip.cli.terminal.console import read_text
from tumbletrip.core.documents import load_document
from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.lines import TextLimits
from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.dice import COLOURS, D6, KINDS, Colour, DieKind, face_up
from tumbletrip.tumblin.ports import Die, Pose, Rest
from tumbletrip.tumblin.reading import read

LIMITS = TextLimits(characters=65_536)
MOST = 47  # with the flicked one as many as a match can have


def dice_in(path: str, board: Board) -> tuple[Rest, ...]:
    """The dice of a file as they lie: with a whole pose, or as x, y and the face that is up."""
    document = load_document(read_text(path), path, LIMITS)
    entries = document.get("dice") if isinstance(document, Mapping) else document
    if not isinstance(entries, list) or len(entries) > MOST:
        raise InputError(problem("flick.dice.list", path=path, most=MOST))
    return tuple(_rest(path, number, entry, board) for number, entry in enumerate(entries, start=1))


def dice_json(rests: Sequence[Rest]) -> list[dict[str, Any]]:
    """Dice at rest as `dice_in` reads them."""
    return [
        {
            "die": rest.die.key,
            "kind": rest.die.kind.name,
            "colour": rest.die.colour,
            "pose": [rest.pose.x, rest.pose.y, rest.pose.z, *rest.pose.orientation],
            "tier": rest.tier,
            "zone": rest.zone,
            "face": rest.face,
        }
        for rest in rests
    ]


def _rest(path: str, number: int, entry: object, board: Board) -> Rest:
    try:
        return _read_entry(number, entry, board)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise InputError(problem("flick.dice.entry", path=path, number=number)) from error


def _read_entry(number: int, entry: object, board: Board) -> Rest:
    if not isinstance(entry, Mapping):
        raise TypeError
    kind = KINDS[entry.get("kind", D6.name)]
    colour = Colour(entry.get("colour", COLOURS[number % len(COLOURS)]))
    pose = _whole_pose(entry["pose"]) if "pose" in entry else _flat_pose(entry, kind, board)
    return read(board, Die(f"d{number}", 0, colour, kind), pose)


def _whole_pose(values: Sequence[float]) -> Pose:
    numbers = [float(value) for value in values]
    norm = sum(part * part for part in numbers[3:]) ** 0.5
    if len(numbers) != len(Pose.__slots__) or not 0.99 < norm < 1.01 or max(map(abs, numbers)) > 100:
        raise ValueError
    return Pose(*numbers)


def _flat_pose(entry: Mapping[str, Any], kind: DieKind, board: Board) -> Pose:
    """A die that lies flat on the tier at x and y."""
    x, y = float(entry["x"]), float(entry["y"])
    tier = board.tier_at(x, y)
    if tier is None:
        raise ValueError
    turned = face_up(kind, int(entry.get("face", 1)), float(entry.get("yaw", 0.0)))
    return Pose(x, y, tier.top + kind.inradius, *turned)
