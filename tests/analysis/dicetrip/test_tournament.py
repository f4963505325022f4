"""Everybody meets everybody on the same dice."""

from collections import Counter

import pytest

from tests.kit.dicetrip.bots import Crosser, Scribbler, word
from tumbletrip.analysis.dicetrip.simulation import Setup, play_all
from tumbletrip.analysis.dicetrip.tournament import Standings, games_in, schedule
from tumbletrip.analysis.executor import Serial
from tumbletrip.dicetrip.editions import builtin_edition

FRANCE = builtin_edition("france")


def standings_of(*bots: type, players: int = 2, deals: int = 6) -> Standings:
    words = tuple(word(bot) for bot in bots)
    standings = Standings(words)
    for played in play_all(Setup(FRANCE, words, seed=3), schedule(len(bots), players, deals), Serial()):
        standings.add(played)
    return standings


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (3, 2), (4, 3), (4, 4)])
def test_each_deal_is_played_in_every_seating(bots: int, players: int) -> None:
    pairings = list(schedule(bots, players, deals=2))
    assert len(pairings) == len(set(pairings)) == games_in(bots, players, 2)
    seats = Counter((seat, bot) for pairing in pairings for seat, bot in enumerate(pairing.seats))
    assert len(seats) == bots * players
    assert len(set(seats.values())) == 1


def test_equal_bots_come_out_exactly_even() -> None:
    standings = standings_of(Scribbler, Scribbler)
    assert standings.tallies[0].win_share == standings.tallies[1].win_share == 0.5
    assert sorted(standings.tallies[0].totals) == sorted(standings.tallies[1].totals)
    assert standings.matrix() == [[None, 0.5], [0.5, None]]


def test_the_stronger_bot_stands_above_and_the_intervals_part() -> None:
    standings = standings_of(Crosser, Scribbler, deals=15)
    assert standings.order == [1, 0]
    assert standings.matrix() == [[None, 0], [1, None]]
    assert standings.ratings[0].interval.high < standings.ratings[1].interval.low


def test_more_games_make_a_rating_surer() -> None:
    few, many = standings_of(Crosser, Scribbler, deals=2), standings_of(Crosser, Scribbler, deals=8)
    assert many.ratings[0].sigma < few.ratings[0].sigma


def test_three_at_a_table_are_compared_two_by_two() -> None:
    standings = standings_of(Crosser, Scribbler, Crosser, players=3, deals=2)
    assert standings.games == 12
    assert standings.matrix()[0] == [None, 0, 0.5]


def test_documents_are_ordered_and_carry_rating_and_figures() -> None:
    best, worst = standings_of(Crosser, Scribbler).documents()
    assert best["bot"].endswith("Scribbler")
    assert best["rating"] > worst["rating"]
    low, high = best["rating_interval"]
    assert low < best["rating"] < high
    assert worst["mean"] == -25
