"""Makes the boards of the package from their recipes: `python -m tools.maps.package_boards [NAME …]`."""

import sys
from pathlib import Path
from typing import Final

from tools.maps.recipes import RECIPES, Recipe
from tumbletrip.dicetrip.edition_checks import CITY_COUNT
from tumbletrip.maps import world
from tumbletrip.maps.choosing_cities import LEAST_SPACING, apart
from tumbletrip.maps.ground import Ground, Town, ground_of_country
from tumbletrip.maps.making import Wishes, as_text, made
from tumbletrip.maps.playing.fairness import nearest_to_france

BOARDS: Final = Path(__file__).parents[2] / "src" / "tumbletrip" / "dicetrip" / "boards"


def main() -> None:
    """Write the boards that are named, or all."""
    for name in sys.argv[1:] or RECIPES:
        recipe = RECIPES[name]
        ground = ground_of_country(recipe.country, recipe.without_land_at)
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
        text = as_text(made(ground, wishes, nearest_to_france))
        (BOARDS / f"{name}.json").write_text(text, "utf-8")
        print(f"{name}: {len(text) / 1000:.0f} kB", flush=True)


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
