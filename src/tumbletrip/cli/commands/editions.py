"""`tumbletrip editions`: list the boards, or describe and check one."""

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from tumbletrip.cli.terminal.console import BAD_INPUT, console, language, print_errors, print_json
from tumbletrip.cli.terminal.drawing import STYLES, SYMBOLS, draw_sheet
from tumbletrip.core.errors import printable
from tumbletrip.core.texts import say
from tumbletrip.dicetrip.editions import EDITION_NAMES, BadEdition, Edition, find_edition
from tumbletrip.dicetrip.sheet import Sheet


def command(
    edition: Annotated[str | None, typer.Argument(help="help.editions.edition")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="help.json")] = False,
) -> None:
    """List the boards of Dice Trip, or describe and check one."""
    if edition is None:
        _list([find_edition(name) for name in EDITION_NAMES], as_json)
    else:
        _describe(_checked(edition), as_json)


def _checked(word: str) -> Edition:
    """The edition, or every problem of its file on a line of its own and exit code 2."""
    try:
        return find_edition(word)
    except BadEdition as bad:
        print_errors(bad, bad.problems)
        raise typer.Exit(BAD_INPUT) from bad


def _summary(edition: Edition) -> dict[str, object]:
    return {
        "id": edition.id,
        "name": edition.name(language()),
        "cities": len(edition.cities),
        "roads": len(edition.roads),
        "zones": {zone.id: list(zone.cities) for zone in edition.zones},
        "coloured": {city.id: city.colour for city in edition.cities if city.colour},
    }


def _list(editions: list[Edition], as_json: bool) -> None:
    if as_json:
        print_json([_summary(edition) for edition in editions])
        return
    for edition in editions:
        console().print(_headline(edition), markup=False)


def _headline(edition: Edition) -> str:
    return say(
        "editions.headline",
        language(),
        id=edition.id,
        name=edition.name(language()),
        cities=len(edition.cities),
        roads=len(edition.roads),
    )


def _describe(edition: Edition, as_json: bool) -> None:
    if as_json:
        print_json(_summary(edition))
        return
    console().print(_headline(edition), style="bold", markup=False)
    console().print(draw_sheet(Sheet(edition)))
    console().print(_zone_table(edition))
    for part, note in edition.document.get("sources", {}).items():
        console().print(printable(f"{part}: {note}"), style="dim", markup=False)
    console().print(say("editions.checked", language()))


def _zone_table(edition: Edition) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    for zone in edition.zones:
        cities = Text(", ").join(_city_text(edition, city) for city in zone.cities)
        table.add_row(Text(zone.names.get(language(), zone.id)), str(len(zone.cities)), cities)
    return table


def _city_text(edition: Edition, city_id: str) -> Text:
    city = edition.by_id[city_id]
    return (
        Text(f"{SYMBOLS[city.colour]} {city.name}", STYLES[city.colour]) if city.colour else Text(city.name)
    )
