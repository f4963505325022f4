"""What is counted, and how it is told."""

from array import array

import pytest

from tumbletrip.analysis.dicetrip.results import count, summary, tallies_for
from tumbletrip.analysis.dicetrip.simulation import Pairing, Played
from tumbletrip.dicetrip.scoring import Score


def sheet_score(road: int, crossed: int = 0, tens: int | None = None) -> Score:
    cities = tuple(f"city{place}" for place in range(25))
    return Score((), cities[:crossed], cities[:road], (), (), tens)


def played(seats: tuple[int, ...], *scores: Score) -> Played:
    return Played(Pairing(0, seats), (), scores, tuple(array("f", [10, 30]) for _ in seats))


def test_points_go_to_the_bot_in_the_seat() -> None:
    tallies = tallies_for(["ada", "bob"])
    count(tallies, played((1, 0), sheet_score(5), sheet_score(8)))
    assert [tally.totals for tally in tallies] == [[8], [5]]
    assert [tally.wins for tally in tallies] == [1, 0]


def test_DT15_a_shared_win_counts_for_both_and_is_half_a_share() -> None:
    tallies = tallies_for(["ada", "bob"])
    count(tallies, played((0, 1), sheet_score(5), sheet_score(5)))
    count(tallies, played((0, 1), sheet_score(9), sheet_score(5)))
    assert [(tally.wins, tally.shared_wins, tally.win_share) for tally in tallies] == [
        (2, 1, 0.75),
        (1, 1, 0.25),
    ]


def test_DT15_alone_there_is_nothing_to_win() -> None:
    tallies = tallies_for(["ada"])
    count(tallies, played((0,), sheet_score(5)))
    told = summary(tallies[0])
    assert told["wins"] == 0
    assert told["win_share"] is None
    assert told["win_interval"] is None


def test_a_summary_by_hand() -> None:
    tallies = tallies_for(["ada"])
    for road in (2, 4, 6, 8):
        count(tallies, played((0,), sheet_score(road, crossed=1)))
    told = summary(tallies[0])
    assert told["games"] == 4
    assert told["mean"] == 4
    assert told["se"] == pytest.approx((20 / 3) ** 0.5 / 2)
    assert (told["min"], told["max"]) == (1, 7)
    assert told["quantiles"]["50%"] == 4
    assert told["parts"] == {"bonus": 0, "crossed": -1, "road": 5, "series": 0, "zones": 0, "tens": 0}
    assert told["us_per_decision"] == 20
    assert told["decisions"] == 8
    assert told["histogram"] == {"1": 1, "3": 1, "5": 1, "7": 1}


def test_a_bot_without_games_has_a_summary_too() -> None:
    assert summary(tallies_for(["ada"])[0])["games"] == 0
