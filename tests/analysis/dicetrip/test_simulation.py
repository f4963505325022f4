"""A series is a pure function of its seed, wherever it runs."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import pytest

from tests.kit.dicetrip.bots import Cheat, Crosser, Scribbler, word
from tumbletrip.analysis.dicetrip.bot_game import BotError
from tumbletrip.analysis.dicetrip.simulation import Played, Setup, around_the_table, each_alone, play_all
from tumbletrip.analysis.executor import Executor, Item, Processes, Result, Serial, executor_for
from tumbletrip.dicetrip.editions import builtin_edition

SETUP = Setup(builtin_edition("germany"), (word(Scribbler), word(Crosser), word(Scribbler)), seed=7)


def told(setup: Setup, executor: Executor, games: int = 12) -> list[Played]:
    """A series without its times, which are never the same."""
    pairings = around_the_table(len(setup.bots), games)
    return [replace(played, microseconds=()) for played in play_all(setup, pairings, executor)]


class Backwards:
    """A stranger's executor: it begins with the last item."""

    def map(self, task: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        yield from reversed([task(item) for item in reversed(list(items))])


def test_any_executor_will_do_in_whatever_order_it_works() -> None:
    assert told(SETUP, Backwards()) == told(SETUP, Serial())


@pytest.mark.slow
@pytest.mark.parametrize("bots", [SETUP.bots, ("good", "beginner")], ids=["plain", "compiled"])
def test_two_processes_tell_the_same_games_as_one(bots: tuple[str, ...]) -> None:
    setup = replace(SETUP, bots=bots)
    assert told(setup, Serial()) == told(setup, Processes(2))


@pytest.mark.slow
def test_a_bot_error_in_another_process_arrives_as_itself() -> None:
    with pytest.raises(BotError, match="Cheat"):
        told(replace(SETUP, bots=(word(Cheat),)), Processes(2))


def test_a_later_game_does_not_depend_on_earlier_ones() -> None:
    pairings = list(around_the_table(3, 6))
    alone = next(play_all(SETUP, iter(pairings[5:]), Serial()))
    assert replace(alone, microseconds=()) == told(SETUP, Serial(), games=6)[5]


def test_another_seed_gives_other_games() -> None:
    one, other = told(SETUP, Serial(), games=2), told(replace(SETUP, seed=8), Serial(), games=2)
    assert [played.events for played in one] != [played.events for played in other]


def test_bots_move_up_one_seat_each_game() -> None:
    assert [pairing.seats for pairing in around_the_table(3, 4)] == [
        (0, 1, 2),
        (1, 2, 0),
        (2, 0, 1),
        (0, 1, 2),
    ]


def test_alone_every_bot_has_the_same_dice() -> None:
    assert [(pairing.deal, pairing.seats) for pairing in each_alone(2, 2)] == [
        (0, (0,)),
        (0, (1,)),
        (1, (0,)),
        (1, (1,)),
    ]


def test_DT15_equal_totals_share_the_first_place() -> None:
    setup = replace(SETUP, bots=(word(Crosser), word(Crosser)))
    played = next(play_all(setup, around_the_table(2, 1), Serial()))
    assert played.totals == (-25, -25)
    assert played.places == ((0, 1),)


def test_one_job_needs_no_processes() -> None:
    assert isinstance(executor_for(1), Serial)
    assert isinstance(executor_for(2), Processes)
