"""Shapes as SVG paths: a point, then short steps with one decimal, as the boards of the package have them."""

from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry


def path(shape: BaseGeometry) -> str:
    """All lines and polygons of a shape as one path."""
    return "".join(_part(part) for part in _parts(shape))


def _parts(shape: BaseGeometry) -> list[BaseGeometry]:
    return [piece for part in shape.geoms for piece in _parts(part)] if hasattr(shape, "geoms") else [shape]


def _part(shape: BaseGeometry) -> str:
    if isinstance(shape, Polygon):
        if shape.area < 4:
            return ""
        rings = [shape.exterior, *(hole for hole in shape.interiors if Polygon(hole).area > 12)]
        return "".join(_line(list(ring.coords)[:-1]) + "Z" for ring in rings)
    return _line(list(shape.coords)) if isinstance(shape, LineString) and shape.length > 1 else ""


def _line(points: list[tuple[float, ...]]) -> str:
    """Tenths, counted as whole numbers, so that steps never drift away from their points."""
    tenths = [(round(10 * point[0]), round(10 * point[1])) for point in points]
    x, y = tenths[0]
    steps = []
    for nx, ny in tenths[1:]:
        if (nx, ny) != (x, y):
            steps.append(f"{_tenth(nx - x)} {_tenth(ny - y)}")
            x, y = nx, ny
    return f"M{_tenth(tenths[0][0])} {_tenth(tenths[0][1])}" + ("l" + " ".join(steps) if steps else "")


def _tenth(number: int) -> str:
    """12 for 120 tenths, .5 for 5."""
    whole, rest = divmod(abs(number), 10)
    sign = "-" if number < 0 else ""
    return f"{sign}{whole or ('' if rest else '0')}{f'.{rest}' if rest else ''}"
