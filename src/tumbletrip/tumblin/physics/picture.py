"""A photograph of the board after a flick, taken with MuJoCo's renderer; no screen is needed."""

import struct
import zlib
from typing import Final

import mujoco
import numpy as np
import numpy.typing as npt

from tumbletrip.tumblin.board import Board
from tumbletrip.tumblin.physics.scene import scene_xml
from tumbletrip.tumblin.physics.trajectory import decode
from tumbletrip.tumblin.ports import Settled

WIDTH: Final = 1600
HEIGHT: Final = 1100
_MAX_GEOMS: Final = 20_000  # numbers on odd dice are made of many little strokes


def photograph(board: Board, settled: Settled, width: int = WIDTH, height: int = HEIGHT) -> bytes:
    """The dice at rest on the board and the way the flicked one took, as a PNG."""
    film = decode(settled.trajectory)
    flicked = len(settled.rests) - 1
    trail = [place for track in film.tracks if track.die == flicked for place, _ in track.frames]
    model = mujoco.MjModel.from_xml_string(scene_xml(board, settled.rests, trail, width, height))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    with mujoco.Renderer(model, height, width, max_geom=_MAX_GEOMS) as renderer:
        renderer.update_scene(data, _camera(board))
        return png(renderer.render())


def _camera(board: Board) -> mujoco.MjvCamera:
    """From the foot of the board, a little to the side and above: where rivals sit."""
    camera = mujoco.MjvCamera()
    camera.lookat = [(board.track.boxes[0].x[0] + board.lowest.boxes[0].x[1]) / 2 + 0.03, 0.0, 0.02]
    camera.distance, camera.azimuth, camera.elevation = 1.12, 150.0, -40.0
    return camera


def png(pixels: npt.NDArray[np.uint8]) -> bytes:
    """An image of rows of red, green and blue as a PNG file."""
    height, width, _ = pixels.shape
    rows = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], axis=1)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = (b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
