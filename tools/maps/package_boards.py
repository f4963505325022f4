"""Makes the boards of the package: `python -m tools.maps.package_boards [--check] [NAME …]`."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

from tools.maps.lakes import lakes
from tools.maps.recipes import RECIPES, Recipe
from tumbletrip.dicetrip.edition_checks import CITY_COUNT
from tumbletrip.dicetrip.own.directions import DIRECTIONS, MIDDLE
from tumbletrip.maps import world
from tumbletrip.maps.choosing_cities import LEAST_SPACING, apart
from tumbletrip.maps.ground import Ground, Town, ground_of_country
from tumbletrip.maps.making import Document, Wishes, as_text, made
from tumbletrip.maps.playing.fairness import nearest_to_france

BOARDS: Final = Path(__file__).parents[2] / "src" / "tumbletrip" / "dicetrip" / "boards"


def main() -> None:
    """Write the boards that are named, or all; or only say which are not as their recipes make them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME")
    given = parser.parse_args()
    others = []
    for name in given.names or RECIPES:
        text = board_from(name)
        file = BOARDS / f"{name}.json"
        if not given.check:
            file.write_text(text, "utf-8")
        elif file.read_text("utf-8") != text:
            others.append(name)
        print(f"{name}: {len(text) / 1000:.0f} kB", flush=True)
    if others:
        sys.exit(f"not as their recipes make them: {', '.join(others)}")


def board_from(name: str) -> str:
    """The file of a board: made, then corrected by hand as its recipe says."""
    recipe = RECIPES[name]
    ground = ground_of_country(recipe.country, recipe.without_land_at)
    if recipe.lakes:
        drawn = ground.projection.drawn(lakes(recipe.lakes))
        ground = replace(ground, lakes=drawn, sources={**ground.sources, "lakes": "drawn by hand"})
    wishes = Wishes(
        id=name,
        names=recipe.names or world.country_names(recipe.country),
        seed=recipe.seed,
        wanted=_fitting(ground, recipe),
        unwanted=recipe.unwanted,
        spelling=recipe.spelling,
        bridges=recipe.bridges,
        roads=recipe.roads,
        no_roads=recipe.no_roads,
    )
    return as_text(_corrected(made(ground, wishes, nearest_to_france), recipe))


def _corrected(document: Document, recipe: Recipe) -> Document:
    """With circles moved a little, and zones called as people there call them."""
    by_name = {city["name"]: city for city in document["cities"]}
    for name, (right, down) in recipe.moved.items():
        city = by_name[name]
        city["x"], city["y"] = round(city["x"] + right, 1), round(city["y"] + down, 1)
    called = {way.id: way for way in (*DIRECTIONS, MIDDLE)}
    for zone in document["zones"]:
        way = called[recipe.zones.get(zone["id"], zone["id"])]
        zone.update(id=way.id, names=way.names, abbr=way.signs)
        for city in document["cities"]:
            if city["id"] in zone["cities"]:
                city["zone"] = way.id
    return document


def _fitting(ground: Ground, recipe: Recipe) -> tuple[str, ...]:
    """The towns of a recipe that have room beside those before them."""
    kept: list[Town] = []
    for name in recipe.wanted:
        town = next((town for town in ground.towns if town.place.name == name), None)
        if town is None:
            print(f"{name} is not on the land of {recipe.country}")
        elif any(apart(town, other) < LEAST_SPACING for other in kept):
            print(f"{name} has no room")
        elif len(kept) < CITY_COUNT:
            kept.append(town)
    return tuple(town.place.name for town in kept)


if __name__ == "__main__":
    main()
