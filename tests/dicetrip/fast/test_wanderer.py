"""Whole games: the kernels and the readable rules play the very same ones."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.dicetrip.sheets import COMPILED, editions, shuffled_france
from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.editions import Edition, builtin_edition
from tumbletrip.dicetrip.fast import bridge, chance, kernels, random_games, wanderer
from tumbletrip.dicetrip.rules import Game, Keep, No, Phase, Reroll, RollDice, Write, decide, evolve, new_game
from tumbletrip.dicetrip.scoring import score

# A failing example prints a whole board, which Hypothesis finds long.
pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")

EDITIONS = (builtin_edition("france"), builtin_edition("germany"), shuffled_france())


@settings(COMPILED, max_examples=300)
@given(editions(), st.booleans(), st.integers(0, 2**64 - 1))
def test_a_random_game_ends_with_the_same_sheet(edition: Edition, tens_variant: bool, seed: int) -> None:
    game = new_game(edition, tens_variant=tens_variant)
    pos, state = bridge.sheet_arrays(game.sheets[0])
    points = random_games.play_out(bridge.board_arrays(edition), pos, state, np.uint64(seed))
    sheet = wanderer.play(game, wanderer.Words(seed)).sheets[0]
    assert bridge.sheet_of(edition, pos, state) == sheet
    assert points == score(sheet).total


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
@pytest.mark.parametrize("tens_variant", [False, True])
def test_a_batch_holds_the_games_of_its_seed(edition: Edition, tens_variant: bool) -> None:
    scores = np.empty(100, dtype=np.int64)
    tens = kernels.TENS_OPEN if tens_variant else kernels.TENS_OFF
    both = kernels.REROLL | kernels.DOUBLE
    random_games.play_games(bridge.board_arrays(edition), both, tens, np.uint64(11), 40, scores)
    for index, points in enumerate(scores):
        words = wanderer.Words(wanderer.game_seed(11, 40 + index))
        game = wanderer.play(new_game(edition, tens_variant=tens_variant), words)
        assert points == score(game.sheets[0]).total


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
def test_DT07_DT08_wanderers_spend_both_powers(edition: Edition) -> None:
    sheets = [
        wanderer.play(new_game(edition), wanderer.Words(wanderer.game_seed(3, game))).sheets[0]
        for game in range(60)
    ]
    assert not any(sheet.may_reroll for sheet in sheets)
    doubled = sum(not sheet.may_double for sheet in sheets)
    assert 0 < doubled < len(sheets)  # not when one of the two numbers was taken


@settings(COMPILED, max_examples=60)
@given(editions(), st.booleans(), st.integers(0, 2**32))
def test_any_moves_of_the_list_make_a_game_the_rules_accept(edition: Edition, tens: bool, seed: int) -> None:
    random = Random(seed)
    game = new_game(edition, tens_variant=tens)
    board, (pos, state) = bridge.board_arrays(edition), bridge.sheet_arrays(game.sheets[0])
    while game.phase is not Phase.OVER:
        game = _rolled(game, random, state)
        assert game.roll is not None
        roll = bridge.roll_index(game.roll)
        moves = kernels.list_moves(state, roll)
        move = moves[random.randrange(len(moves))]
        kernels.fill(board, pos, state, roll, move)
        event = decide(game, Write(0, bridge.entries_of(edition, move)))
        assert not isinstance(event, No)
        game = evolve(game, event)
        assert bridge.sheet_of(edition, pos, state) == game.sheets[0]
        assert kernels.score(board, pos, state) == score(game.sheets[0]).total


def _rolled(game: Game, random: Random, state: kernels.Ints) -> Game:
    """The round's dice, re-rolled now and then."""
    rolled = decide(game, RollDice(0, _any_roll(random)))
    assert not isinstance(rolled, No)
    game = evolve(game, rolled)
    if game.phase is not Phase.REROLL:
        return game
    again = random.random() < 0.2
    if again:
        state[kernels.POWERS] &= ~kernels.REROLL
    faces = dict(zip(bridge.dice_of(random.randint(1, 15)), _any_roll(random), strict=False))
    answer = decide(game, Reroll(0, faces) if again else Keep(0))
    assert not isinstance(answer, No)
    return evolve(game, answer)


def _any_roll(random: Random) -> Roll:
    return Roll(*(random.randint(1, 6) for _ in range(4)))


def test_chance_is_fair() -> None:
    random = np.array([5], dtype=np.uint64)
    rolls = [bridge.roll_of(chance.random_roll(random)) for _ in range(6000)]
    for die in range(4):
        faces = np.bincount([roll[die] for roll in rolls], minlength=7)[1:]
        assert ((faces - 1000) ** 2 / 1000).sum() < 20.5  # chi-square, 5 degrees of freedom: 0.1 %
