"""Where two boxes touch: by the axis on which they are furthest apart, or least within each other.

If that axis is a side of one of them, the side of the other that faces it is cut to its size; every corner
that is left touches. If it is square to an edge of each, the two edges touch where they are nearest.
"""

import math

from tumbletrip.bots.tumblin.fast.bodies import MOST_TOUCHES, Touches
from tumbletrip.dicetrip.fast.addresses import Floats, row
from tumbletrip.dicetrip.fast.compiling import inlined, kernel

_APART = -1
_A_SIDE_OF_OTHER = 3  # axes are numbered: sides of one, sides of the other, pairs of edges
_EDGES = 6
_A_LITTLE = 1e-6  # metres: of axes that are as good, the first is taken
_RATHER_SIDES = 1e-5  # by so much edges must be better than sides
_PARALLEL = 1e-4


@inlined
def touch(
    touches: Touches, many: int, one: int, other: int, x: float, y: float, z: float, nx: float, ny: float,
    nz: float, distance: float,
) -> int:  # fmt: skip
    """Note a touch; tells how many there are now."""
    if many == MOST_TOUCHES:
        return many
    at, who = row(touches.at, 7 * many), row(touches.who, 2 * many)
    at[0], at[1], at[2], at[3], at[4], at[5], at[6] = x, y, z, nx, ny, nz, distance
    who[0], who[1] = one, other
    return many + 1


@kernel
def box_on_box(
    touches: Touches, many: int, one: int, other: int, place: Floats, axes: Floats, half: Floats,
    other_place: Floats, other_axes: Floats, other_half: Floats, skin: float,
) -> int:  # fmt: skip
    """Note where two boxes touch; tells how many touches there are now."""
    room = touches.room
    axis, apart = _best_axis(room, place, axes, half, other_place, other_axes, other_half, skin)
    if axis == _APART:
        return many
    if axis >= _EDGES:
        return _edge_on_edge(
            touches, many, one, other, axis - _EDGES, apart,
            place, axes, half, other_place, other_axes, other_half,
        )  # fmt: skip
    if axis >= _A_SIDE_OF_OTHER:
        side = axis - _A_SIDE_OF_OTHER
        sign = 1.0 if room[12 + side] > 0 else -1.0
        return _box_on_side(
            touches, many, one, other, side, sign, 1.0,
            other_place, other_axes, other_half, place, axes, half, skin,
        )  # fmt: skip
    sign = -1.0 if room[9 + axis] > 0 else 1.0
    return _box_on_side(
        touches, many, one, other, axis, sign, -1.0,
        place, axes, half, other_place, other_axes, other_half, skin,
    )  # fmt: skip


@kernel
def _best_axis(
    room: Floats, place: Floats, axes: Floats, half: Floats, other_place: Floats, other_axes: Floats,
    other_half: Floats, skin: float,
) -> tuple[int, float]:  # fmt: skip
    """The axis that parts two boxes most, and how far; room[0:3] has the cosines between their axes,
    rows 3 and 4 the way between them as each of them sees it."""
    best, code = -1e9, _APART
    dx, dy, dz = place[0] - other_place[0], place[1] - other_place[1], place[2] - other_place[2]
    for i in range(3):
        for j in range(3):
            room[3 * i + j] = (
                axes[i] * other_axes[j] + axes[3 + i] * other_axes[3 + j] + axes[6 + i] * other_axes[6 + j]
            )
    for j in range(3):
        way = dx * other_axes[j] + dy * other_axes[3 + j] + dz * other_axes[6 + j]
        room[12 + j] = way
        reach = half[0] * abs(room[j]) + half[1] * abs(room[3 + j]) + half[2] * abs(room[6 + j])
        apart = abs(way) - other_half[j] - reach
        if apart > skin:
            return _APART, apart
        if apart > best:
            best, code = apart, _A_SIDE_OF_OTHER + j
    for i in range(3):
        way = dx * axes[i] + dy * axes[3 + i] + dz * axes[6 + i]
        room[9 + i] = way
        reach = (
            other_half[0] * abs(room[3 * i])
            + other_half[1] * abs(room[3 * i + 1])
            + other_half[2] * abs(room[3 * i + 2])
        )
        apart = abs(way) - half[i] - reach
        if apart > skin:
            return _APART, apart
        if apart > best + _A_LITTLE:
            best, code = apart, i
    for i in range(3):
        i1, i2 = (i + 1) % 3, (i + 2) % 3
        for j in range(3):
            j1, j2 = (j + 1) % 3, (j + 2) % 3
            square = 1.0 - room[3 * i + j] * room[3 * i + j]
            if square < _PARALLEL:
                continue
            way = room[9 + i2] * room[3 * i1 + j] - room[9 + i1] * room[3 * i2 + j]
            reach = half[i1] * abs(room[3 * i2 + j]) + half[i2] * abs(room[3 * i1 + j])
            reach += other_half[j1] * abs(room[3 * i + j2]) + other_half[j2] * abs(room[3 * i + j1])
            apart = (abs(way) - reach) / math.sqrt(square)
            if apart > skin:
                return _APART, apart
            if apart > best + _RATHER_SIDES:
                best, code = apart, _EDGES + 3 * i + j
    return code, best


@kernel
def _edge_on_edge(
    touches: Touches, many: int, one: int, other: int, pair: int, apart: float, place: Floats, axes: Floats,
    half: Floats, other_place: Floats, other_axes: Floats, other_half: Floats,
) -> int:  # fmt: skip
    """Two edges touch where they are nearest; the touch looks from the other box to the one."""
    i, j = pair // 3, pair % 3
    nx = axes[3 + i] * other_axes[6 + j] - axes[6 + i] * other_axes[3 + j]
    ny = axes[6 + i] * other_axes[j] - axes[i] * other_axes[6 + j]
    nz = axes[i] * other_axes[3 + j] - axes[3 + i] * other_axes[j]
    size = 1.0 / math.sqrt(nx * nx + ny * ny + nz * nz)
    px, py, pz = place[0], place[1], place[2]
    qx, qy, qz = other_place[0], other_place[1], other_place[2]
    if nx * (px - qx) + ny * (py - qy) + nz * (pz - qz) < 0:
        size = -size
    nx, ny, nz = nx * size, ny * size, nz * size
    for k in range(3):  # the middles of the two edges
        if k != i:
            towards = axes[k] * nx + axes[3 + k] * ny + axes[6 + k] * nz
            far = -half[k] if towards > 0 else half[k]
            px, py, pz = px + far * axes[k], py + far * axes[3 + k], pz + far * axes[6 + k]
        if k != j:
            towards = other_axes[k] * nx + other_axes[3 + k] * ny + other_axes[6 + k] * nz
            far = other_half[k] if towards > 0 else -other_half[k]
            qx, qy, qz = qx + far * other_axes[k], qy + far * other_axes[3 + k], qz + far * other_axes[6 + k]
    wx, wy, wz = qx - px, qy - py, qz - pz
    cosine = touches.room[3 * i + j]
    along = wx * axes[i] + wy * axes[3 + i] + wz * axes[6 + i]
    other_along = wx * other_axes[j] + wy * other_axes[3 + j] + wz * other_axes[6 + j]
    square = 1.0 / (1.0 - cosine * cosine)
    u, v = (along - cosine * other_along) * square, (cosine * along - other_along) * square
    x = 0.5 * (px + u * axes[i] + qx + v * other_axes[j])
    y = 0.5 * (py + u * axes[3 + i] + qy + v * other_axes[3 + j])
    z = 0.5 * (pz + u * axes[6 + i] + qz + v * other_axes[6 + j])
    return touch(touches, many, one, other, x, y, z, nx, ny, nz, apart)


@kernel
def _box_on_side(
    touches: Touches, many: int, one: int, other: int, side: int, sign: float, looks: float, place: Floats,
    axes: Floats, half: Floats, other_place: Floats, other_axes: Floats, other_half: Floats, skin: float,
) -> int:  # fmt: skip
    """The corners of the side that faces a box's side, cut to its size, touch if they are near enough."""
    nx, ny, nz = sign * axes[side], sign * axes[3 + side], sign * axes[6 + side]
    s1, s2 = (side + 1) % 3, (side + 2) % 3
    corners, spare = row(touches.room, 15), row(touches.room, 51)
    _facing(corners, side, nx, ny, nz, place, axes, half, other_place, other_axes, other_half)
    left = 4
    for axis in range(2):
        far = half[s1] if axis == 0 else half[s2]
        for way in range(2):
            sign = 1.0 - 2.0 * way
            if _sticks_out(corners, left, axis, far, sign):
                left = _cut(corners, spare, left, axis, far, sign)
                corners, spare = spare, corners
    for k in range(left):
        apart = corners[3 * k + 2]
        if apart < skin:
            u, v, h = corners[3 * k], corners[3 * k + 1], half[side] + 0.5 * apart
            x = place[0] + u * axes[s1] + v * axes[s2] + h * nx
            y = place[1] + u * axes[3 + s1] + v * axes[3 + s2] + h * ny
            z = place[2] + u * axes[6 + s1] + v * axes[6 + s2] + h * nz
            many = touch(touches, many, one, other, x, y, z, looks * nx, looks * ny, looks * nz, apart)
    return many


@kernel
def _facing(
    corners: Floats, side: int, nx: float, ny: float, nz: float, place: Floats, axes: Floats, half: Floats,
    other_place: Floats, other_axes: Floats, other_half: Floats,
) -> None:  # fmt: skip
    """The four corners of the side of the other box that faces a side of the one: along that side, across
    it, and how far before it."""
    s1, s2 = (side + 1) % 3, (side + 2) % 3
    facing, most, sign = 0, -1.0, 0.0
    for k in range(3):
        cosine = other_axes[k] * nx + other_axes[3 + k] * ny + other_axes[6 + k] * nz
        if abs(cosine) > most:
            most, facing, sign = abs(cosine), k, (-1.0 if cosine > 0 else 1.0)
    f1, f2 = (facing + 1) % 3, (facing + 2) % 3
    for corner in range(4):
        h = sign * other_half[facing]
        h1 = other_half[f1] if corner in (1, 2) else -other_half[f1]
        h2 = other_half[f2] if corner >= 2 else -other_half[f2]
        x = other_place[0] - place[0] + h * other_axes[facing] + h1 * other_axes[f1] + h2 * other_axes[f2]
        y = (
            other_place[1]
            - place[1]
            + h * other_axes[3 + facing]
            + h1 * other_axes[3 + f1]
            + h2 * other_axes[3 + f2]
        )
        z = (
            other_place[2]
            - place[2]
            + h * other_axes[6 + facing]
            + h1 * other_axes[6 + f1]
            + h2 * other_axes[6 + f2]
        )
        corners[3 * corner] = x * axes[s1] + y * axes[3 + s1] + z * axes[6 + s1]
        corners[3 * corner + 1] = x * axes[s2] + y * axes[3 + s2] + z * axes[6 + s2]
        corners[3 * corner + 2] = x * nx + y * ny + z * nz - half[side]


@inlined
def _sticks_out(corners: Floats, many: int, axis: int, far: float, sign: float) -> bool:
    """Whether any corner lies beyond an edge."""
    for k in range(many):  # noqa: SIM110  # Numba knows no `any`
        if sign * corners[3 * k + axis] > far:
            return True
    return False


@kernel
def _cut(corners: Floats, cut: Floats, many: int, axis: int, far: float, sign: float) -> int:
    """What is left of a flat shape on this side of an edge; tells how many corners it has."""
    left = 0
    for k in range(many):
        following = k + 1 if k + 1 < many else 0
        here, there = sign * corners[3 * k + axis] - far, sign * corners[3 * following + axis] - far
        if here <= 0:
            for part in range(3):
                cut[3 * left + part] = corners[3 * k + part]
            left += 1
        if (here < 0 < there) or (there < 0 < here):
            share = here / (here - there)
            for part in range(3):
                cut[3 * left + part] = corners[3 * k + part] + share * (
                    corners[3 * following + part] - corners[3 * k + part]
                )
            left += 1
    return left
