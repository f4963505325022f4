"""The score column: DT09 to DT14 line by line, and a second scorer that must agree with the first."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.dicetrip.boards import moved, shuffled
from tests.kit.dicetrip.brute_force import score_lines
from tests.kit.dicetrip.generators import seeds, sheets
from tests.kit.dicetrip.play import random_entries, random_game, random_roll
from tests.kit.dicetrip.table import Table
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.numbers import place_on_tracker
from tumbletrip.dicetrip.rules import Wrote, fill
from tumbletrip.dicetrip.scoring import (
    SERIES_POINTS,
    SERIES_RATES,
    ZONE_POINTS,
    ZONE_RATES,
    BonusCity,
    BonusReason,
    Rate,
    rates,
    score,
)
from tumbletrip.dicetrip.sheet import CROSSED, Mark, Sheet, Written

FRANCE = builtin_edition("france")
# A walk along French roads on which every next city is linked to the one before.
WALK = (
    "caen", "amiens", "lille", "reims", "nancy", "strasbourg", "dijon", "paris", "rennes", "brest", "nantes",
)  # fmt: skip


def sheet(**marks: int | str) -> Sheet:
    """A French sheet: numbers by city, `x` for crossed out; a star marks the city's own colour."""
    return Sheet(FRANCE, {city: _mark(value) for city, value in marks.items()})


def _mark(value: int | str) -> Mark:
    if value == CROSSED:
        return CROSSED
    return Written(value) if isinstance(value, int) else Written(int(value[:2]), in_colour=True)


def test_an_empty_sheet_scores_its_three_clean_zones() -> None:
    counted = score(sheet())
    assert counted.lines == {"bonus": 0, "crossed": 0, "road": 0, "series": 0, "zones": 9, "tens": 0}
    assert counted.total == 9


def test_DT09_a_number_with_two_equal_digits_pays_one_point() -> None:
    counted = score(sheet(paris=33, caen=34))
    assert counted.bonus_cities == (BonusCity("paris", BonusReason.DOUBLE),)


def test_DT09_a_coloured_city_pays_if_its_own_die_made_a_digit() -> None:
    counted = score(sheet(lille="34*", lyon=35))
    assert counted.bonus_cities == (BonusCity("lille", BonusReason.COLOUR),)


def test_DT09_a_city_pays_once_even_with_a_double_in_its_own_colour() -> None:
    assert score(sheet(lille="33*")).bonus == 1


def test_DT10_a_crossed_out_city_costs_one_point() -> None:
    counted = score(sheet(lille="x", nice="x", paris=33))
    assert counted.crossed == -2
    assert counted.crossed_cities == ("lille", "nice")


def test_DT11_the_longest_road_counts_its_cities() -> None:
    counted = score(sheet(caen=12, amiens=25, lille=26, nice=41, grenoble=52))
    assert counted.road == ("caen", "amiens", "lille")
    assert counted.road_points == 3


def test_DT11_a_road_needs_roads_between_its_cities() -> None:
    assert score(sheet(caen=12, lille=13, nice=14)).road == ()


def test_DT11_a_lone_city_is_no_road() -> None:
    counted = score(sheet(paris=34))
    assert (counted.road, counted.road_points) == ((), 0)


def test_DT11_a_crossed_city_belongs_to_no_road() -> None:
    assert score(sheet(caen=12, amiens="x", lille=26)).road_points == 0


def test_DT11_numbers_ascend_from_one_end_to_the_other() -> None:
    assert score(sheet(caen=26, amiens=12, lille=25)).road == ("amiens", "lille")


@pytest.mark.parametrize(
    ("length", "expected"),
    [(1, 0), (2, 0), (3, 0), (4, 2), (5, 3), (6, 4), (7, 6), (8, 6), (9, 6), (10, 9), (11, 9)],
)
def test_DT12_a_series_pays_by_its_length(length: int, expected: int) -> None:
    tracker = (11, 12, 13, 14, 15, 16, 21, 22, 23, 24, 25)
    counted = score(sheet(**dict(zip(WALK[:length], tracker, strict=False))))
    assert counted.series_points == expected
    assert len(counted.series) == (length if length > 1 else 0)


@pytest.mark.parametrize("before", [16, 26, 36, 46, 56])
def test_DT12_after_a_six_the_next_ten_follows(before: int) -> None:
    numbers = (before - 2, before - 1, before, before + 5)
    assert score(sheet(**dict(zip(WALK, numbers, strict=False)))).series_points == 2


def test_DT12_the_tracker_is_no_ring() -> None:
    numbers = (64, 65, 66, 11)
    assert len(score(sheet(**dict(zip(WALK, numbers, strict=False)))).series) == 3


def test_DT12_the_numbers_must_lie_on_linked_cities() -> None:
    assert score(sheet(caen=11, lille=12, nice=13, bayonne=14)).series == ()


def test_DT12_the_series_need_not_lie_on_the_longest_road() -> None:
    counted = score(
        sheet(brest=11, rennes=12, nantes=13, poitiers=14, caen=21, amiens=31, lille=32, reims=34, nancy=45)
    )
    assert counted.series == ("brest", "rennes", "nantes", "poitiers")
    assert counted.road == ("brest", "rennes", "caen", "amiens", "lille", "reims", "nancy")
    assert counted.total == 1 + 7 + 2 + 9  # a double, seven cities, a series of four, three clean zones


def test_DT12_only_the_longest_series_counts() -> None:
    one = sheet(**dict(zip(WALK[:5], (11, 12, 13, 14, 15), strict=True)))
    both = Sheet(
        FRANCE,
        {**one.marks, **{city: Written(41 + place) for place, city in enumerate(("bordeaux", "toulouse"))}},
    )
    assert score(both).series_points == score(one).series_points == 3


def test_DT12_of_two_series_of_equal_length_the_lower_one_is_shown() -> None:
    assert score(sheet(bordeaux=41, toulouse=42, caen=11, amiens=12)).series == ("caen", "amiens")


@pytest.mark.parametrize(
    ("crossed", "expected"),
    [
        ((), 9),
        (("lille",), 7),
        (("lille", "paris"), 7),
        (("lille", "nice"), 4),
        (("lille", "nice", "caen"), 0),
    ],
)
def test_DT13_zones_without_a_crossed_out_city_pay_together(crossed: tuple[str, ...], expected: int) -> None:
    assert score(sheet(**dict.fromkeys(crossed, "x"))).zones == expected


def test_DT13_names_the_clean_zones() -> None:
    assert score(sheet(lille="x")).clean_zones == ("SE", "W")


def six_tens(order: str) -> Table:
    """A French table with the tens 1 to 4 on the sheet and 51 and 61 to be written in this order."""
    table = Table.of(tens=True)
    table.roll("r1 b3 g2 y4")
    table.write("paris=r1b3 caen=g2y4")
    table.roll("r3 b3 g4 y4")
    table.write("brest=r3b3 nantes=g4y4")
    table.roll("r5 b1 g6 y1")
    table.write(order)
    return table


def test_DT14_the_write_that_completes_the_six_tens_scores_the_empty_coloured_cities() -> None:
    table = six_tens("limoges=r5b1 dijon=g6y1")
    assert table.sheet.tens_bonus == 8
    counted = score(table.sheet)
    assert counted.tens == 8
    assert counted.total == sum(counted.lines.values())  # the six lines, the variant's among them


def test_DT14_the_city_just_written_is_no_longer_empty() -> None:
    assert six_tens("limoges=r5b1 nice=g6y1").sheet.tens_bonus == 7


def test_DT14_a_coloured_city_filled_before_counts_no_more() -> None:
    assert six_tens("nice=r5b1 limoges=g6y1").sheet.tens_bonus == 7


def test_DT14_the_order_of_writing_decides() -> None:
    """DT14: a cross after the completing write comes too late to cost a point; before it, it costs one."""
    table = six_tens("limoges=r5b1 x=dijon")
    after, before = Table(table.game), Table(table.game)
    after.roll("r6 b1 g2 y3")
    after.write("toulouse=r6b1 x=nice")
    before.roll("r6 b1 g2 y3")
    before.write("x=nice toulouse=r6b1")
    assert (after.sheet.tens_bonus, before.sheet.tens_bonus) == (8, 7)


def test_DT14_names_the_coloured_cities_that_pay_even_if_they_were_filled_later() -> None:
    table = six_tens("limoges=r5b1 nice=g6y1")
    table.roll("r6 b1 g2 y3")
    table.write("x=bordeaux x=lille")
    counted = score(table.sheet)
    assert counted.tens_city == "nice"
    assert set(counted.tens_cities) == set(FRANCE.coloured_cities) - {"nice"}
    assert "bordeaux" in counted.tens_cities
    assert len(counted.tens_cities) == counted.tens


def test_DT14_the_event_tells_the_moment_and_the_points() -> None:
    event = six_tens("limoges=r5b1 dijon=g6y1").events[-1]
    assert isinstance(event, Wrote)
    assert event.tens_bonus == 8


def test_DT14_once_per_game() -> None:
    table = six_tens("limoges=r5b1 dijon=g6y1")
    table.roll("r6 b6 g2 y3")
    event = table.write("nice=r6b6 x=lille")
    assert isinstance(event, Wrote)
    assert event.tens_bonus is None
    assert table.sheet.tens_bonus == 8


def test_DT14_completed_with_no_coloured_city_left_it_is_worth_nothing_but_is_done() -> None:
    marks: dict[str, Mark] = dict.fromkeys(FRANCE.coloured_cities, CROSSED)
    for number, city in zip((11, 21, 31, 41, 51), ("paris", "caen", "brest", "nantes", "reims"), strict=True):
        marks[city] = Written(number)
    full = Sheet(FRANCE, marks, tens_variant=True).with_mark("dijon", Written(61))
    assert full.tens_bonus == 0
    assert score(full).tens == 0


def test_DT14_five_tens_score_nothing() -> None:
    table = six_tens("limoges=r5b1 x=dijon")
    assert table.sheet.tens_bonus is None
    assert score(table.sheet).tens == 0


def test_DT14_is_off_by_default() -> None:
    rng = Random(14)
    for seed in range(20):
        _, game = random_game(seed, FRANCE, 2)
        assert all(sheet.tens_bonus is None for sheet in game.sheets)
    empty = Sheet(FRANCE)
    roll = random_roll(rng)
    assert fill(empty, roll, random_entries(empty, roll, rng)).tens_bonus is None


@settings(max_examples=1000)
@given(sheets())
def test_a_second_scorer_that_walks_every_path_agrees(drawn: Sheet) -> None:
    lines = score_lines(drawn)
    assert score(drawn).lines == lines
    assert score(drawn).total == sum(lines.values())


@settings(max_examples=500)
@given(sheets(least=20))
def test_a_second_scorer_agrees_on_nearly_full_sheets(drawn: Sheet) -> None:
    assert score(drawn).lines == score_lines(drawn)


@pytest.mark.parametrize("edition", ["france", "germany", "italy"])
def test_a_second_scorer_agrees_on_the_sheets_of_whole_games(edition: str) -> None:
    for seed in range(300):
        _, game = random_game(seed, builtin_edition(edition), 2, tens=seed % 2 == 0)
        for number, played in enumerate(game.sheets):
            assert score(played).lines == score_lines(played), f"seed {seed}, seat {number}"


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["france", "germany", "usa"])
def test_a_second_scorer_agrees_where_roads_are_long(edition: str) -> None:
    """Numbers that ascend along random walks: chance alone seldom makes long roads and series."""
    for seed in range(300):
        walked = _walked_sheet(edition, Random(seed))
        assert score(walked).lines == score_lines(walked), f"seed {seed}"


def _walked_sheet(edition: str, rng: Random) -> Sheet:
    board = builtin_edition(edition)
    walk = [rng.choice(board.city_ids)]
    while ahead := sorted(board.neighbours[walk[-1]] - set(walk)):
        walk.append(rng.choice(ahead))
    start = rng.randint(0, 35 - min(len(walk), 35))
    tracker = [10 * tens + units for tens in range(1, 7) for units in range(1, 7)][start:]
    marks: dict[str, Mark] = {
        city: Written(number) for city, number in zip(walk, tracker, strict=False) if rng.random() < 0.95
    }
    return Sheet(board, marks)


@settings(max_examples=300)
@given(sheets(), seeds)
def test_renaming_and_reordering_cities_never_changes_a_score(drawn: Sheet, seed: int) -> None:
    edition, renamed = shuffled(drawn.edition, seed)
    here, there = score(drawn), score(moved(drawn, edition, renamed))
    assert there.lines == here.lines
    assert there.road == tuple(renamed[city] for city in here.road)
    assert there.series == tuple(renamed[city] for city in here.series)
    assert {bonus.city for bonus in there.bonus_cities} == {
        renamed[bonus.city] for bonus in here.bonus_cities
    }
    assert set(there.clean_zones) == set(here.clean_zones)


@settings(max_examples=300)
@given(sheets())
def test_the_evidence_is_what_it_says(drawn: Sheet) -> None:
    counted = score(drawn)
    numbers, linked = drawn.numbers, drawn.edition.neighbours
    for chain in (counted.road, counted.series):
        assert len(set(chain)) == len(chain)
        assert all(later in linked[earlier] for earlier, later in pairwise(chain))
    assert all(numbers[later] > numbers[earlier] for earlier, later in pairwise(counted.road))
    places = [place_on_tracker(numbers[city]) for city in counted.series]
    assert all(later == earlier + 1 for earlier, later in pairwise(places))


@given(sheets(), st.randoms(use_true_random=False))
def test_the_order_in_which_a_sheet_was_filled_does_not_matter(drawn: Sheet, rng: Random) -> None:
    marks = list(drawn.marks.items())
    rng.shuffle(marks)
    again = Sheet(
        drawn.edition, dict(marks), drawn.may_reroll, drawn.may_double, drawn.tens_variant, drawn.tens_bonus
    )
    assert again == drawn
    assert hash(again) == hash(drawn)
    assert score(again) == score(drawn)


def test_DT14_the_score_names_the_write_that_completed_the_six_tens() -> None:
    sheet = Sheet(builtin_edition("france"), tens_variant=True)
    for city, number in zip(
        ("lille", "amiens", "paris", "reims", "dijon"), (11, 21, 31, 41, 51), strict=True
    ):
        sheet = sheet.with_mark(city, Written(number))
    assert score(sheet).tens_city is None
    sheet = sheet.with_mark("caen", Written(61)).with_mark("brest", Written(62))
    assert (score(sheet).tens_bonus, score(sheet).tens_city) == (7, "caen")


def test_DT12_DT13_the_tables_of_points_read_as_on_the_printed_sheet() -> None:
    assert (Rate(4, 4, 2), Rate(5, 5, 3), Rate(6, 6, 4), Rate(7, 9, 6), Rate(10, None, 9)) == SERIES_RATES
    assert (Rate(1, 1, 4), Rate(2, 2, 7), Rate(3, 3, 9)) == ZONE_RATES
    assert rates(SERIES_POINTS, is_open=True) == SERIES_RATES
    assert rates(ZONE_POINTS, is_open=False) == ZONE_RATES
