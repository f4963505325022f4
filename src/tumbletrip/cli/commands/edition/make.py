"""`tumbletrip edition make`: a finished board of a country, of a box of degrees, or of a list of places."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tumbletrip.analysis.extras import needs_extra
from tumbletrip.cli.terminal.console import console, language, read_text, write_text
from tumbletrip.cli.terminal.progress import bar
from tumbletrip.core.errors import InputError, problem
from tumbletrip.core.texts import LANGUAGES, say
from tumbletrip.dicetrip.own.ids import word_for

if TYPE_CHECKING:
    from tumbletrip.maps.ground import Ground


def command(
    country: Annotated[str | None, typer.Option("--country", help="help.edition.make.country")] = None,
    region: Annotated[str | None, typer.Option("--box", help="help.edition.make.box")] = None,
    cities: Annotated[Path | None, typer.Option("--cities", help="help.edition.make.cities")] = None,
    name: Annotated[str | None, typer.Option("--name", help="help.edition.make.name")] = None,
    wanted: Annotated[list[str] | None, typer.Option("--with", help="help.edition.make.with")] = None,
    unwanted: Annotated[list[str] | None, typer.Option("--without", help="help.edition.make.without")] = None,
    seed: Annotated[int, typer.Option("--seed", help="help.edition.make.seed")] = 1,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="help.edition.make.out")] = None,
) -> None:
    """Make a board: 25 cities, roads, zones, colours, names and a map; the fairest of several networks."""
    if sum(given is not None for given in (country, region, cities)) != 1:
        raise InputError(problem("maps.one_of"))
    with needs_extra("maps"):
        from tumbletrip.maps.making import Wishes, as_text, made
        from tumbletrip.maps.world import country_code, country_names
    ground = _ground(country, region, cities)
    names = dict(country_names(country_code(country))) if country else {}
    if name or not names:
        names = dict.fromkeys(LANGUAGES, name or (cities.stem if cities else "Region"))
    wishes = Wishes(word_for(names["en"]), names, seed, tuple(wanted or ()), tuple(unwanted or ()))
    document = made(ground, wishes, _ranked)
    path = out or Path(f"{wishes.id}.json")
    write_text(path, as_text(document))
    console().print(
        say("maps.made", language(), path=str(path), name=names[language()], roads=len(document["roads"]))
    )


def _ground(country: str | None, region: str | None, cities: Path | None) -> "Ground":
    from tumbletrip.maps import ground
    from tumbletrip.maps.place_list import places_from
    from tumbletrip.maps.world import country_code

    if country:
        return ground.ground_of_country(country_code(country))
    if region:
        return ground.ground_of_box(*_sides(region))
    return ground.ground_of_places(places_from(read_text(str(cities))))


def _sides(region: str) -> tuple[float, float, float, float]:
    """West, south, east and north of a box."""
    try:
        west, south, east, north = map(float, region.split(","))
    except ValueError as error:
        raise InputError(problem("maps.bad_box", box=region)) from error
    return west, south, east, north


def _ranked(documents: "list[dict[str, object]]") -> list[int]:
    """The fairest first, with a bar for those who wait."""
    from tumbletrip.maps.playing.fairness import nearest_to_france

    with bar() as progress:
        task = progress.add_task(say("maps.comparing", language()), total=len(documents))
        return nearest_to_france(documents, lambda done: progress.update(task, completed=done))
