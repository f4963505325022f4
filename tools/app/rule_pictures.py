"""What the pictures beside each rule show, counted by the rules: `python -m tools.app.rule_pictures`.

The app draws them with its own dice, maps and zones; every number, road and point in them is worked out here.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.kit.browser.companion import published_marks
from tumbletrip.dicetrip.editions import find_edition
from tumbletrip.dicetrip.scoring import Score, score
from tumbletrip.dicetrip.sheet import CROSSED, Mark, Sheet, Written
from tumbletrip.tumblin.dice import COLOURS, D6, KINDS, Colour, DieKind
from tumbletrip.tumblin.house_rules import (
    ALL_ABOARD,
    CLASSIC,
    FALLING_COSTS,
    LONG_MATCH,
    ROUNDS_WON,
    YOUNG_PLAYERS,
    HouseRules,
)
from tumbletrip.tumblin.order import turn_order
from tumbletrip.tumblin.ports import Die
from tumbletrip.tumblin.scoring import RoundSheet, outcome_of, rounds_won, score_round, totals
from tumbletrip.tumblin.setup import PRESETS, from_preset

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "frontend" / "src" / "lib"
FILES = {
    "dicetrip": FOLDER / "dicetrip" / "rules" / "pictures.json",
    "tumblin": FOLDER / "tumblin" / "rules" / "pictures.json",
}

Picture = dict[str, Any]
FRANCE = find_edition("france")
ROLL = {"red": 4, "blue": 2, "green": 6, "yellow": 1}


# Dice Trip


def _dice(*colours: str, faces: dict[str, int] = ROLL, out: str = "") -> list[Picture]:
    return [{"colour": colour, "face": faces[colour], "isOut": colour == out} for colour in colours]


def _number(tens: str, units: str) -> Picture:
    return {"dice": _dice(tens, units), "number": 10 * ROLL[tens] + ROLL[units]}


def _marks(text: str) -> dict[str, Mark]:
    """Marks from words such as `lyon=64*` (with the die of its colour) and `brest=x`."""
    found = dict(word.split("=") for word in text.split())
    return {city: _mark(mark) for city, mark in found.items()}


def _mark(text: str) -> Mark:
    return CROSSED if text == "x" else Written(int(text.rstrip("*")), in_colour=text.endswith("*"))


def _sheet(marks: Mapping[str, Mark], *, tens: bool = False) -> Sheet:
    sheet = Sheet(FRANCE, tens_variant=tens)
    for city, mark in marks.items():
        sheet = sheet.with_mark(city, mark)
    return sheet


def _map(sheet: Sheet, around: tuple[str, ...], **more: object) -> Picture:
    """A part of the map, around some cities; without any, all of it."""
    counted = score(sheet)
    shown: Picture = {
        "around": around,
        "marks": {
            city: mark.number if isinstance(mark, Written) else "x" for city, mark in sheet.marks.items()
        },
        "bonus": [one.city for one in counted.bonus_cities],
        "road": [],
        "series": [],
        "lit": [],
    }
    return {"map": shown | more}


def _lines(counted: Score) -> Picture:
    points = {
        "bonus": counted.bonus,
        "crossed": counted.crossed,
        "road": counted.road_points,
        "series": counted.series_points,
        "zones": counted.zones,
    }
    return {"score": points | {"total": counted.total}}


def dicetrip() -> dict[str, Picture]:
    """A picture for each rule of Dice Trip, on the board of France."""
    published = _sheet(_marks(" ".join(f"{city}={mark}" for city, mark in published_marks("france").items())))
    last = _sheet({city: mark for city, mark in published.marks.items() if city != "dijon"})
    road = _sheet(_marks("dijon=21 paris=22 rennes=23 brest=24"))
    series = _sheet(_marks("nancy=15 strasbourg=16 dijon=21 paris=22"))
    paid = _sheet(_marks("lyon=64*"))
    filled = [city for city in FRANCE.coloured_cities if city not in {"nice", "lille", "lyon"}]
    tens = _sheet(
        {city: Written(10 * place + 1) for place, city in enumerate(filled, start=1)} | {"nice": Written(64)},
        tens=True,
    )
    everything = _dice(*ROLL)
    again = ROLL | {"blue": 5, "yellow": 3}
    return {
        "DT01": _map(_sheet({}), (), lit=FRANCE.coloured_cities),
        "DT02": {"rows": [{"dice": everything}]},
        "DT03": {"rows": [_number("red", "blue"), _number("yellow", "green")]},
        "DT04": {"tracker": {"used": [42], "made": [42]}},
        "DT05": _map(_sheet(_marks("dijon=42 lyon=x")), ("paris", "dijon", "lyon", "strasbourg")),
        "DT06": _map(last, ("paris", "dijon", "lyon", "strasbourg"), lit=last.open_cities),
        "DT07": {
            "rows": [{"dice": everything}, {"dice": _dice(*ROLL, faces=again), "changed": ["blue", "yellow"]}]
        },
        "DT08": {
            "rows": [_number("red", "blue"), _number("red", "green"), {"dice": _dice("yellow", out="yellow")}]
        },
        "DT09": {"rows": [{"dice": _dice("green", "red"), "number": 64}]}
        | _map(paid, ("lyon", "clermont", "grenoble"), lit=[one.city for one in score(paid).bonus_cities]),
        "DT10": _map(published, ("poitiers", "limoges", "nantes"), lit=score(published).crossed_cities),
        "DT11": _map(road, score(road).road, road=score(road).road),
        "DT12": _map(series, score(series).series, series=score(series).series),
        "DT13": _map(published, (), lit=_cities_of(score(published).clean_zones)),
        "DT14": _map(tens, (), lit=score(tens).tens_cities),
        "DT15": _lines(score(published)),
    }


def _cities_of(zones: tuple[str, ...]) -> list[str]:
    return [city.id for city in FRANCE.cities if city.zone in zones]


# Tumblin-Dice


@dataclass(frozen=True, slots=True)
class _Lying:
    """A die as somebody would read it off a board."""

    die: Die
    face: int
    zone: int
    on_board: bool


def _zones(*dice: tuple[Colour, int, str], house: HouseRules = CLASSIC, told: bool = True) -> Picture:
    """Dice in their zones (`track`, `level`, `1x` … `4x`, `off`), with their points if they are told."""
    seats = {colour: seat for seat, colour in enumerate(dict.fromkeys(colour for colour, _, _ in dice))}
    lying = [
        _Lying(
            Die(f"a{place}", seats[colour], colour, D6),
            face,
            int(tier[0]) if tier[0].isdigit() else 0,
            tier != "off",
        )
        for place, (colour, face, tier) in enumerate(dice)
    ]
    sheet = score_round(house, [[seat] for seat in seats.values()], lying)
    points = {one.die.key: one.points for one in sheet.dice}
    return {
        "zones": [
            {
                "colour": one.die.colour,
                "face": one.face,
                "tier": tier,
                "points": points[one.die.key] if told else None,
            }
            for one, (_, _, tier) in zip(lying, dice, strict=True)
        ],
        "aboard": list(sheet.aboard) if house.all_aboard else [],
    }


def _hands(players: int, preset: str) -> Picture:
    """The dice of each player, the players of a side together."""
    setup = from_preset(PRESETS[preset], [f"P{number}" for number in range(players)])
    return {"sides": [[_icons(setup.seats[seat].dice) for seat in side] for side in setup.sides]}


def _icons(dice: tuple[Die, ...]) -> list[Picture]:
    return [{"colour": die.colour, "kind": die.kind.name, "isBonus": die.is_bonus} for die in dice]


def _race(house: HouseRules, *rounds: tuple[int, ...]) -> Picture:
    """Where the sides stand, in points or rounds won, and who has won."""
    sheets = [RoundSheet((), (), points, points) for points in rounds]
    count = len(rounds[0])
    ended = outcome_of(house, sheets, count)
    winners = ended.winners if ended else ()
    standing = rounds_won(sheets, count) if house.rounds_to_win else totals(sheets, count)
    goal = house.rounds_to_win or house.points_to_reach
    sides = [
        {"colour": colour, "stands": stands, "isWinner": side in winners}
        for side, (colour, stands) in enumerate(zip(COLOURS, standing, strict=False))
    ]
    return {"race": {"goal": goal, "sides": sides}}


def _order(*rolls: int) -> Picture:
    """TD03: what everybody rolled, in the order of their turns."""
    order = turn_order([(roll,) for roll in rolls], [[seat] for seat in range(len(rolls))])
    return {"row": [{"colour": COLOURS[seat], "kind": D6.name, "face": rolls[seat]} for seat in order]}


def _kind(kind: DieKind) -> Picture:
    return {"colour": Colour.RED, "kind": kind.name, "face": max(kind.faces)}


def tumblin() -> dict[str, Picture]:
    """A picture for each rule of Tumblin-Dice."""
    red, blue = Colour.RED, Colour.BLUE
    box = [COLOURS[place] for place, count in enumerate((5, 5, 4, 4)) for _ in range(count)]
    return {
        "TD01": _zones(),
        "TD02": {"row": [{"colour": colour, "kind": D6.name} for colour in box]},
        "TD03": _order(2, 6, 4),
        "TD04": _zones((red, 6, "track"), told=False) | {"flick": True},
        "TD05": _zones((red, 6, "3x"), (red, 1, "2x"), (blue, 5, "track"), told=False) | {"flick": True},
        "TD06": _zones((red, 6, "off"), (blue, 4, "3x")),
        "TD07": _zones((red, 6, "level"), (blue, 5, "1x")),
        "TD08": _zones((red, 6, "4x"), (blue, 5, "2x"), (red, 3, "3x")),
        "TD09": _hands(4, "individual"),
        "TD10": _hands(4, "pairs"),
        "TD11": _race(CLASSIC, (250, 290), (62, 15)),
        "TD12": _zones((red, 5, "4x"), house=YOUNG_PLAYERS),
        "TD13": _zones((red, 5, "off"), house=FALLING_COSTS),
        "TD14": _race(LONG_MATCH, (310, 420), (40, 90)),
        "TD15": _race(ROUNDS_WON, (30, 20), (10, 40), (50, 20), (41, 40), (33, 12)),
        "TD16": _zones((red, 5, "3x"), (red, 2, "level"), house=ALL_ABOARD),
        "TD17": {"row": [_kind(kind) for kind in KINDS.values() if kind is not D6]},
        "TD18": _hands(16, "four-teams"),
    }


def pictures() -> dict[str, str]:
    """The text of each game's file."""
    found = {"dicetrip": dicetrip(), "tumblin": tumblin()}
    return {
        game: json.dumps(each, indent=1, default=list, ensure_ascii=False) + "\n"
        for game, each in found.items()
    }


def main() -> None:
    """Write the files."""
    for game, text in pictures().items():
        FILES[game].parent.mkdir(exist_ok=True)
        FILES[game].write_text(text, "utf-8")


if __name__ == "__main__":
    main()
