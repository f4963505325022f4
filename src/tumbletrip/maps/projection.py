"""From degrees to the units of a drawing: Lambert's azimuthal projection, which keeps areas as they are."""

from dataclasses import dataclass
from math import cos, radians, sin, sqrt

import numpy as np
from numpy.typing import NDArray
from shapely import transform
from shapely.geometry.base import BaseGeometry

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Projection:
    """A flat map around a middle: `scale` units are the earth's radius, `left`, `top` the frame's corner."""

    latitude: float
    longitude: float
    scale: float = 1.0
    left: float = 0.0
    top: float = 0.0

    def points(self, degrees: Points) -> Points:
        """Longitudes and latitudes, one pair in a row, as x to the right and y down."""
        east = np.radians(degrees[:, 0] - self.longitude)
        north = np.radians(degrees[:, 1])
        middle_sin, middle_cos = sin(radians(self.latitude)), cos(radians(self.latitude))
        across = np.cos(north) * np.cos(east)
        stretch = np.sqrt(2 / np.maximum(1e-9, 1 + middle_sin * np.sin(north) + middle_cos * across))
        x = stretch * np.cos(north) * np.sin(east)
        y = stretch * (middle_cos * np.sin(north) - middle_sin * across)
        return np.column_stack((self.scale * x - self.left, -self.scale * y - self.top))

    def drawn(self, shape: BaseGeometry) -> BaseGeometry:
        """A shape in degrees as one in units of the drawing."""
        return transform(shape, self.points)


def around(shape: BaseGeometry) -> Projection:
    """A projection around the middle of a shape in degrees."""
    west, south, east, north = shape.bounds
    return Projection((south + north) / 2, (west + east) / 2)


def fitted(rough: Projection, shape: BaseGeometry, area: float, most: tuple[float, float]) -> Projection:
    """Scaled so that a shape has an area, or less if it would be wider or higher than it may be."""
    flat = rough.drawn(shape)
    left, top, right, bottom = flat.bounds
    scale = min(sqrt(area / flat.area), most[0] / (right - left), most[1] / (bottom - top))
    return Projection(rough.latitude, rough.longitude, scale, scale * left, scale * top)


def moved(projection: Projection, margin: tuple[float, float]) -> Projection:
    """With a margin to the left and above."""
    return Projection(
        projection.latitude,
        projection.longitude,
        projection.scale,
        projection.left - margin[0],
        projection.top - margin[1],
    )
