"""All that stands on one Dice Trip sheet, empty or filled, as the templates read it."""

from collections.abc import Mapping
from typing import Any, Final

from tumbletrip.core.texts import say
from tumbletrip.dicetrip.editions import EDITION_NAMES, Edition, Zone
from tumbletrip.dicetrip.numbers import DIGITS, NUMBERS, tens
from tumbletrip.dicetrip.scoring import LINES, SERIES_POINTS, ZONE_POINTS, Score, score
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet, Written
from tumbletrip.sheets.drawing import LABEL_SIZE, Drawing
from tumbletrip.sheets.map_svg import BADGE, cities_svg, ground_svg, tilt
from tumbletrip.sheets.markers import PER_SHEET, marker_id, marker_svg
from tumbletrip.sheets.measures import LAYOUT, map_on, measures
from tumbletrip.sheets.papers import Layout

TICKS: Final = {"bonus": 12, "crossed": 10}  # boxes to tick while playing; one who needs more writes beside


def sheet_page(
    edition: Edition,
    language: str,
    page: Layout,
    *,
    sheet: Sheet | None = None,
    player: str = "",
    day: str = "",
) -> dict[str, Any]:
    """One sheet: the map with its words, the score column, powers, rounds and tracker."""
    counted = score(sheet) if sheet else None
    map_ = map_on(page, edition)
    return {
        "measures": measures(page, map_).as_json(),
        "title": f"Dice Trip · {edition.name(language)}",
        "player": {"label": say("sheets.player", language), "name": player},
        "date": {"label": say("sheets.date", language), "day": day},
        "map": _map(map_, language, sheet, counted),
        "score": _score_column(language, sheet, counted),
        "powers": _powers(language, sheet),
        "rounds": {
            "label": say("sheets.rounds", language),
            "numbers": list(range(1, LAST_ROUND + 1)),
            "done": LAST_ROUND if sheet and sheet.is_full else 0,
        },
        "tracker": _tracker(sheet),
        "credits": [*_credits(edition, language), say("sheets.layout", language, number=LAYOUT)],
    }


def page_markers(page: Layout) -> list[list[str]]:
    """The markers of every sheet of a page, as pictures."""
    return [
        [marker_svg(marker_id(position, place)) for place in range(PER_SHEET)]
        for position in range(page.per_page)
    ]


def _map(map_: Drawing, language: str, sheet: Sheet | None, counted: Score | None) -> dict[str, Any]:
    left, top, width, height = map_.box
    return {
        "left": left,
        "top": top,
        "width": width,
        "height": height,
        "radius": map_.radius,
        "ground": ground_svg(map_, counted),
        "cities": cities_svg(map_, sheet),
        "alt": say("sheets.map", language, name=map_.edition.name(language)),
        "label_size": LABEL_SIZE,
        "labels": [
            {"x": spot.x, "y": spot.y, "anchor": spot.anchor, "lines": list(spot.lines)}
            for spot in (map_.labels[city.id] for city in map_.edition.cities)
        ],
        "zones": [
            {"x": spot.x, "y": spot.y, "text": _short(zone, entry, language)}
            for zone, entry, spot in zip(
                map_.edition.zones, map_.edition.document["zones"], map_.zone_spots, strict=True
            )
        ],
        "badges": _badges(map_, language),
        "numbers": _numbers(map_, sheet, counted) if sheet and counted else [],
    }


def _short(zone: Zone, entry: Mapping[str, Any], language: str) -> str:
    short = entry.get("abbr", {})
    return str(short.get(language) or short.get("en") or zone.id).upper()


def _badges(map_: Drawing, language: str) -> list[dict[str, Any]]:
    """The letters of the coloured cities, on their shapes."""
    found = []
    for city in map_.edition.cities:
        if city.colour:
            x, y = map_.places[city.id]
            shift = BADGE * map_.radius
            letter = say(f"sheets.letter.{city.colour}", language)
            found.append({"x": x + shift, "y": y - shift, "text": letter, "colour": city.colour.value})
    return found


def _numbers(map_: Drawing, sheet: Sheet, counted: Score) -> list[dict[str, Any]]:
    """What the pencil wrote; numbers that pay a bonus are underlined."""
    paid = {bonus.city for bonus in counted.bonus_cities}
    written = [(city, mark) for city, mark in sheet.marks.items() if isinstance(mark, Written)]
    return [
        {
            "x": map_.places[city][0],
            "y": map_.places[city][1],
            "text": str(mark.number),
            "tilt": tilt(city),
            "bonus": city in paid,
        }
        for city, mark in written
    ]


def _score_column(language: str, sheet: Sheet | None, counted: Score | None) -> dict[str, Any]:
    """The lines with a word on how they count; the tens only where the game may be played with them."""
    shown = LINES if sheet is None or sheet.tens_variant else LINES[:-1]
    return {
        "lines": [
            {
                "label": say(f"score.{line}", language),
                "hint": _hint(line, language),
                "points": "" if counted is None else signed(counted.lines[line]),
                "ticks": _ticks(line) if sheet is None else [],
            }
            for line in shown
        ],
        "total": {
            "label": say("score.total", language),
            "points": "" if counted is None else str(counted.total),
        },
    }


def _ticks(line: str) -> list[str]:
    """What stands in the boxes of a line that players tick while they play."""
    return [str(digit) for digit in DIGITS] if line == "tens" else [""] * TICKS.get(line, 0)


def signed(points: int) -> str:
    """Points with a real minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def _hint(line: str, language: str) -> str:
    """How a line counts, in as few characters as possible; the steps come from the rules."""
    if line == "series":
        return "  ".join(f"{length}→{SERIES_POINTS[least]}" for length, least in _series_steps())
    if line == "zones":
        return "  ".join(f"{zones}→{points}" for zones, points in enumerate(ZONE_POINTS) if zones)
    return say(f"sheets.hint.{line}", language)


def _series_steps() -> list[tuple[str, int]]:
    """DT12: lengths that pay the same, as one step, with the shortest of them."""
    steps: list[tuple[str, int]] = []
    longest = len(SERIES_POINTS) - 1
    for points in sorted({points for points in SERIES_POINTS if points}):
        paid = [length for length, value in enumerate(SERIES_POINTS) if value == points]
        last = "+" if paid[-1] == longest else f"–{paid[-1]}" if len(paid) > 1 else ""
        steps.append((f"{paid[0]}{last}", paid[0]))
    return steps


def _powers(language: str, sheet: Sheet | None) -> list[dict[str, Any]]:
    spent = {"reroll": bool(sheet and not sheet.may_reroll), "double": bool(sheet and not sheet.may_double)}
    return [
        {"key": power, "label": say(f"sheets.power.{power}", language), "spent": is_spent}
        for power, is_spent in spent.items()
    ]


def _tracker(sheet: Sheet | None) -> list[dict[str, Any]]:
    """The 36 numbers in one row, where 16 and 21 touch (DT12)."""
    used = set(sheet.numbers.values()) if sheet else set()
    return [
        {"number": str(number), "shaded": tens(number) % 2 == 0, "used": number in used} for number in NUMBERS
    ]


def _credits(edition: Edition, language: str) -> list[str]:
    """Whose games and whose data: our own boards name GeoNames and Natural Earth, others their sources."""
    own = [str(note) for note in edition.document.get("sources", {}).values()]
    known = edition.source in EDITION_NAMES
    data = say("sheets.credits.data", language) if known else " · ".join(own)
    return [part for part in (say("sheets.credits.game", language), data) if part]
