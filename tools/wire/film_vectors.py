"""Films of flicks as Python codes them, and the limits of a flick, for tests of the browser."""

import base64
import json
import math
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tumbletrip.tumblin.board import builtin_board
from tumbletrip.tumblin.dice import KINDS, face_up
from tumbletrip.tumblin.launches import limits
from tumbletrip.tumblin.physics.trajectory import Film, Track, decode, encode

FILE = Path(__file__).parents[2] / "frontend" / "tests" / "vectors" / "films.json"


def vectors() -> dict[str, Any]:
    """A film of two dice with what comes out of its bytes, some dice turned to a face, and limits."""
    data = encode(_film())
    film = decode(data)
    tracks = [
        {"die": track.die, "first": track.first, "poses": [[*place, *turn] for place, turn in track.frames]}
        for track in film.tracks
    ]
    turns = [
        {"kind": name, "face": face, "yaw": yaw, "turn": face_up(KINDS[name], face, yaw)}
        for name, face, yaw in (("d6", 1, 0.0), ("d6", 6, 0.4), ("d6", 3, -1.2), ("d20", 17, 2.0))
    ]
    normals = {name: {str(face): kind.normals[face] for face in kind.faces} for name, kind in KINDS.items()}
    return {
        "film": base64.b64encode(data).decode(),
        "length": film.length,
        "tracks": tracks,
        "turns": turns,
        "normals": normals,
        "limits": asdict(limits(builtin_board("classic"))),
    }


def _film() -> Film:
    def turned(angle: float) -> tuple[float, float, float, float]:
        half = angle / 2
        return math.cos(half), 0.6 * math.sin(half), 0.0, -0.8 * math.sin(half)

    flicked = tuple(((0.01 * n, -0.02, 0.1 - 0.003 * n), turned(0.9 * n)) for n in range(8))
    pushed = tuple(((0.2, 0.001 * n, 0.068), turned(-0.2 * n)) for n in range(3))
    return Film(9, (Track(0, 4, pushed), Track(2, 1, flicked)))


if __name__ == "__main__":
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(json.dumps(vectors(), indent=1) + "\n", "utf-8")
