"""A second scorer, slow on purpose: it walks every path of the map and shares no code with the first."""

from collections.abc import Iterator

from tumbletrip.dicetrip.sheet import Sheet

Path = list[str]


def score_lines(sheet: Sheet) -> dict[str, int]:
    """The points of each line of the score column, as the rulebook counts them."""
    crossed = {city for city, mark in sheet.marks.items() if isinstance(mark, str)}
    numbers = {city: mark.number for city, mark in sheet.marks.items() if not isinstance(mark, str)}
    paths = list(_ascending_paths(sheet, numbers))
    road = max((len(path) for path in paths if len(path) > 1), default=0)
    series = max((len(path) for path in paths if _is_series(path, numbers)), default=0)
    clean = sum(1 for zone in sheet.edition.zones if not any(city in crossed for city in zone.cities))
    return {
        "bonus": sum(1 for city in numbers if _pays(sheet, city)),
        "crossed": -len(crossed),
        "road": road,
        "series": {0: 0, 1: 0, 2: 0, 3: 0, 4: 2, 5: 3, 6: 4, 7: 6, 8: 6, 9: 6}.get(series, 9),
        "zones": {0: 0, 1: 4, 2: 7, 3: 9}[clean],
        "tens": sheet.tens_bonus or 0,
    }


def _pays(sheet: Sheet, city: str) -> bool:
    mark = sheet.marks[city]
    assert not isinstance(mark, str)
    return str(mark.number)[0] == str(mark.number)[1] or mark.in_colour


def _ascending_paths(sheet: Sheet, numbers: dict[str, int]) -> Iterator[Path]:
    """Every simple path over written cities whose numbers ascend, by depth-first search from every city."""
    stack = [[city] for city in numbers]
    while stack:
        path = stack.pop()
        yield path
        for road in sheet.edition.roads:
            if path[-1] not in road:
                continue
            there = road[1] if road[0] == path[-1] else road[0]
            if there in numbers and there not in path and numbers[there] > numbers[path[-1]]:
                stack.append([*path, there])


def _is_series(path: Path, numbers: dict[str, int]) -> bool:
    tracker = [10 * tens + units for tens in range(1, 7) for units in range(1, 7)]
    places = [tracker.index(numbers[city]) for city in path]
    return places == list(range(places[0], places[0] + len(path)))
