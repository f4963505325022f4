"""A counted sheet in words: every line of the score column with the cities and zones that earn it."""

from collections.abc import Iterable
from dataclasses import dataclass

from tumbletrip.core.texts import say
from tumbletrip.dicetrip.editions import CityId
from tumbletrip.dicetrip.notation.sheet_line import format_sheet
from tumbletrip.dicetrip.scoring import Score, score
from tumbletrip.dicetrip.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the score column; the powers, which pay nothing, have no points."""

    key: str
    points: int | None
    words: str


def explain(sheet: Sheet, language: str) -> tuple[Line, ...]:
    """All lines in the order of the printed column."""
    counted = score(sheet)
    lines = [
        Line("bonus", counted.bonus, _bonus(sheet, counted, language)),
        Line("crossed", counted.crossed, _crossed(sheet, counted, language)),
        Line("road", counted.road_points, _road(sheet, counted, language)),
        Line("series", counted.series_points, _series(sheet, counted, language)),
        Line("zones", counted.zones, _zones(sheet, counted, language)),
    ]
    if sheet.tens_variant:
        lines.append(Line("tens", counted.tens, _tens(counted, language)))
    return (*lines, Line("powers", None, _powers(sheet, language)))


def _bonus(sheet: Sheet, counted: Score, language: str) -> str:
    if not counted.bonus_cities:
        return say("companion.no_bonus", language)
    return ", ".join(
        f"{sheet.edition.by_id[one.city].name} {sheet.numbers[one.city]}"
        f" ({say(f'score.reason.{one.reason}', language)})"
        for one in counted.bonus_cities
    )


def _crossed(sheet: Sheet, counted: Score, language: str) -> str:
    names = ", ".join(sheet.edition.by_id[city].name for city in counted.crossed_cities)
    return names or say("companion.no_crosses", language)


def _road(sheet: Sheet, counted: Score, language: str) -> str:
    if not counted.road:
        return say("companion.no_road", language)
    return say("companion.road", language, count=len(counted.road), path=_path(sheet, counted.road))


def _series(sheet: Sheet, counted: Score, language: str) -> str:
    if not counted.series_points:
        return say("companion.no_series", language, count=len(counted.series))
    return say("companion.series", language, count=len(counted.series), path=_path(sheet, counted.series))


def _zones(sheet: Sheet, counted: Score, language: str) -> str:
    if not counted.clean_zones:
        return say("companion.no_zones", language)
    names = {zone.id: zone.names for zone in sheet.edition.zones}
    return ", ".join(
        names[zone].get(language) or names[zone].get("en") or zone for zone in counted.clean_zones
    )


def _tens(counted: Score, language: str) -> str:
    if counted.tens_bonus is None:
        return say("companion.no_tens", language)
    return say("companion.tens", language, count=counted.tens_bonus)


def _powers(sheet: Sheet, language: str) -> str:
    reroll = "companion.reroll_left" if sheet.may_reroll else "companion.reroll_used"
    double = "companion.double_left" if sheet.may_double else "companion.double_used"
    return f"{say(reroll, language)}, {say(double, language)}"


def _path(sheet: Sheet, cities: Iterable[CityId]) -> str:
    return " – ".join(f"{sheet.edition.by_id[city].name} {sheet.numbers[city]}" for city in cities)


def as_text(name: str, sheet: Sheet, language: str) -> str:
    """The counted sheet as a small text to send to friends; its last line can be read back."""
    counted = [line for line in explain(sheet, language) if line.points is not None]
    told = [f"{say(f'score.{line.key}', language)} {line.points:+d}: {line.words}" for line in counted]
    total = f"{say('score.total', language)} {score(sheet).total}"
    title = f"{name} · Dice Trip · {sheet.edition.name(language)}"
    return "\n".join([title, *told, total, "", format_sheet(sheet)])
