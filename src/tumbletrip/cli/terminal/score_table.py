"""The score column in words: every line with its points and the cities that earn them."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from tumbletrip.cli.terminal.console import language
from tumbletrip.cli.terminal.drawing import draw_path
from tumbletrip.core.texts import say
from tumbletrip.dicetrip.scoring import LINES, Score, score
from tumbletrip.dicetrip.sheet import Sheet


def points_by_line(counted: Score) -> dict[str, int]:
    """The points of each line and the total, by the names that `--json` uses."""
    return {**counted.lines, "total": counted.total}


def score_json(sheet: Sheet) -> dict[str, object]:
    """A sheet's score with its evidence, ready for JSON."""
    counted = score(sheet)
    return {
        "edition": sheet.edition.id,
        **points_by_line(counted),
        "road_path": list(counted.road),
        "series_path": list(counted.series),
        "clean_zones": list(counted.clean_zones),
        "bonus_cities": [bonus.city for bonus in counted.bonus_cities],
        "bonus_reasons": {bonus.city: bonus.reason.value for bonus in counted.bonus_cities},
        "crossed_cities": list(counted.crossed_cities),
        "tens_scored": counted.tens_bonus is not None,
        "tens_city": counted.tens_city,
        "tens_cities": list(counted.tens_cities),
        "full": sheet.is_full,
    }


def score_table(sheet: Sheet) -> Table:
    """One sheet: line, points, evidence."""
    counted = score(sheet)
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(justify="right")
    table.add_column(overflow="fold")
    points = points_by_line(counted)
    for line in _lines([sheet]):
        table.add_row(
            say(f"score.{line}", language()), f"{points[line]:+d}", Text(_evidence(sheet, counted, line))
        )
    table.add_row(say("score.total", language()), str(points["total"]), "", style="bold")
    return table


def comparison_table(names: Sequence[str], sheets: Sequence[Sheet]) -> Table:
    """Several sheets side by side."""
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for name in names:
        table.add_column(Text(name), justify="right")
    points = [points_by_line(score(sheet)) for sheet in sheets]
    for line in _lines(sheets):
        table.add_row(say(f"score.{line}", language()), *(f"{column[line]:+d}" for column in points))
    totals = (str(column["total"]) for column in points)
    table.add_row(say("score.total", language()), *totals, style="bold")
    return table


def _lines(sheets: Sequence[Sheet]) -> tuple[str, ...]:
    """The lines to show: the tens line only where the variant is played."""
    return LINES if any(sheet.tens_variant for sheet in sheets) else LINES[:-1]


def _evidence(sheet: Sheet, counted: Score, line: str) -> str:
    names = {city.id: city.name for city in sheet.edition.cities}
    match line:
        case "bonus":
            reasons = ((names[bonus.city], bonus.reason) for bonus in counted.bonus_cities)
            return ", ".join(f"{name} ({say(f'score.reason.{why}', language())})" for name, why in reasons)
        case "crossed":
            return ", ".join(names[city] for city in counted.crossed_cities)
        case "road":
            return draw_path(sheet, counted.road)
        case "series":
            return draw_path(sheet, counted.series)
        case "zones":
            zones = {zone.id: zone for zone in sheet.edition.zones}
            return ", ".join(zones[zone].names.get(language(), zone) for zone in counted.clean_zones)
        case _:
            if counted.tens_bonus is None:
                return say("score.tens_open", language())
            return draw_path(sheet, (counted.tens_city,)) if counted.tens_city else ""
