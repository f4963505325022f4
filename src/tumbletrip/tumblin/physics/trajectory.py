"""The film of a flick in a few hundred bytes: where the moving dice were, sixty times a second.

Only dice that move are filmed, each from the first frame in which it stirs to the last. Before its track
a die stands where it stood, after it where the track ends. All numbers are little-endian:

    head    uint8 format (1) · uint8 frames per second (60) · uint16 frames in the film · uint8 tracks
    track   uint8 die · uint16 first frame · uint16 frames                      (once per moving die)
    frames  10 bytes each, all of the first track, then all of the second, and so on:
            3 × int16   x, y, z in tenths of a millimetre
            uint32      the orientation, smallest three: bits 30–31 name the component (w, x, y, z) with
                        the greatest magnitude, which is left out and positive; then the other three in
                        order, 10 bits each from the high end, 0…1022 standing for −1/√2…+1/√2

The number of a die is its place among the resting dice; the flicked die comes last.
"""

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tumbletrip.core.errors import InputError, problem

FORMAT = 1
FRAMES_PER_SECOND = 60
_TENTH_MM = 10_000  # per metre
_HALF_SCALE = 511  # 10 bits with an exact zero: 0…1022
_ROOT = math.sqrt(2)  # the three smaller components never exceed 1/√2
_HEAD = struct.Struct("<BBHB")
_TRACK = struct.Struct("<BHH")
_FRAME = struct.Struct("<hhhI")

Vector: TypeAlias = tuple[float, float, float]
Quaternion: TypeAlias = tuple[float, float, float, float]
Frame: TypeAlias = tuple[Vector, Quaternion]


@dataclass(frozen=True, slots=True)
class Track:
    """One moving die: its number, the frame in which it first stirs, and its poses from there on."""

    die: int
    first: int
    frames: tuple[Frame, ...]


@dataclass(frozen=True, slots=True)
class Film:
    """All that moved in one flick, and how many frames it took."""

    length: int
    tracks: tuple[Track, ...]

    def pose(self, die: int, frame: int) -> Frame | None:
        """Where a die is in a frame; None before its track starts, or when it never moves."""
        for track in self.tracks:
            if track.die == die and frame >= track.first:
                return track.frames[min(frame - track.first, len(track.frames) - 1)]
        return None


def encode(film: Film) -> bytes:
    """The film as bytes."""
    head = _HEAD.pack(FORMAT, FRAMES_PER_SECOND, film.length, len(film.tracks))
    index = [_TRACK.pack(track.die, track.first, len(track.frames)) for track in film.tracks]
    frames = [_pack_frame(frame) for track in film.tracks for frame in track.frames]
    return b"".join([head, *index, *frames])


def decode(data: bytes) -> Film:
    """The film of these bytes; anything that is not a film is refused."""
    try:
        form, rate, length, count = _HEAD.unpack_from(data)
        if form != FORMAT or rate != FRAMES_PER_SECOND:
            raise InputError(problem("physics.trajectory_format", format=form))
        index = [_TRACK.unpack_from(data, _HEAD.size + place * _TRACK.size) for place in range(count)]
        start = _HEAD.size + count * _TRACK.size
        tracks = []
        for die, first, frames in index:
            end = start + frames * _FRAME.size
            poses = tuple(_unpack_frame(*raw) for raw in _FRAME.iter_unpack(data[start:end]))
            tracks.append(Track(die, first, poses))
            start = end
    except struct.error as error:
        raise InputError(problem("physics.trajectory_cut")) from error
    if start != len(data):
        raise InputError(problem("physics.trajectory_cut"))
    return Film(length, tuple(tracks))


def _pack_frame(frame: Frame) -> bytes:
    (x, y, z), orientation = frame
    return _FRAME.pack(_tenths(x), _tenths(y), _tenths(z), pack_quaternion(orientation))


def _unpack_frame(x: int, y: int, z: int, orientation: int) -> Frame:
    return (x / _TENTH_MM, y / _TENTH_MM, z / _TENTH_MM), unpack_quaternion(orientation)


def _tenths(metres: float) -> int:
    """Tenths of a millimetre; a die further than 3.2 m away is drawn at 3.2 m."""
    return max(-32_767, min(32_767, round(metres * _TENTH_MM)))


def pack_quaternion(quaternion: Sequence[float]) -> int:
    """A unit quaternion in 32 bits: its greatest component left out, the other three in 10 bits each."""
    largest = max(range(4), key=lambda place: abs(quaternion[place]))
    sign = math.copysign(1.0, quaternion[largest])
    packed = largest
    for place in range(4):
        if place != largest:
            packed = packed << 10 | round(quaternion[place] * sign * _ROOT * _HALF_SCALE) + _HALF_SCALE
    return packed


def unpack_quaternion(packed: int) -> Quaternion:
    """The unit quaternion of 32 bits."""
    largest = packed >> 30
    small = [((packed >> shift & 1023) - _HALF_SCALE) / _HALF_SCALE / _ROOT for shift in (20, 10, 0)]
    rest = math.sqrt(max(0.0, 1.0 - sum(value * value for value in small)))
    small.insert(largest, rest)
    return small[0], small[1], small[2], small[3]
