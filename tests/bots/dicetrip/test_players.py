"""Every level plays by the rules, repeats itself for a seed, and knows what it does not know."""

from random import Random

import pytest

from tests.kit.bot_games import play_game
from tests.kit.sheets import BOARDS
from tumbletrip.bots.dicetrip.levels import LEVELS, bot_by_name
from tumbletrip.bots.dicetrip.players import TableBot, champion, chance_to_win, next_rolls
from tumbletrip.bots.dicetrip.protocol import Budget
from tumbletrip.bots.dicetrip.starting import starting_mind
from tumbletrip.dicetrip.editions import builtin_edition

HASTE = Budget(seconds=0.1)


@pytest.mark.parametrize("board", sorted(BOARDS))
@pytest.mark.parametrize("level", sorted(LEVELS))
def test_every_level_plays_whole_games_by_the_rules(level: str, board: str) -> None:
    chance = Random(f"{level} {board}")
    for players in (1, 2, 4):
        bots = [bot_by_name(level) for _ in range(players)]
        totals, _ = play_game(
            BOARDS[board](), bots, chance.randrange(10**6), tens_variant=chance.random() < 0.5, budget=HASTE
        )
        assert len(totals) == players


@pytest.mark.parametrize("level", sorted(LEVELS))
def test_the_same_seed_gives_the_same_game(level: str) -> None:
    edition = builtin_edition("germany")
    first, again, other = (play_game(edition, [bot_by_name(level)], seed, budget=HASTE) for seed in (3, 3, 4))
    assert first == again
    assert first != other


def test_on_an_unknown_board_a_bot_says_that_it_was_not_trained_there() -> None:
    bot = champion()
    assert isinstance(bot, TableBot)
    remark = bot.remark(BOARDS["elsewhere"]())
    assert remark is not None
    assert "not been trained" in remark.sentence("en")
    assert bot.remark(builtin_edition("france")) is None


def test_imagined_rolls_show_every_face_equally_often_on_every_die() -> None:
    rolls = next_rolls(24, Random(1))
    assert rolls.shape == (24, 4)
    for die in range(4):
        assert sorted(rolls[:, die].tolist()) == sorted(list(range(6)) * 4)


def test_a_chance_to_win_grows_with_the_score_and_shrinks_with_the_rival() -> None:
    import numpy as np

    from tumbletrip.bots.dicetrip.protocol import Position
    from tumbletrip.dicetrip.dice import Roll
    from tumbletrip.dicetrip.sheet import Sheet

    edition = builtin_edition("france")
    sheet = Sheet(edition)
    position = Position(0, (sheet, sheet), 12, 0, Roll(1, 2, 3, 4), may_reroll_now=False)
    low, high = chance_to_win(starting_mind(edition), position, np.array([[20.0, 30.0], [40.0, 60.0]]))
    assert 0.0 <= low < high <= 1.0
    crowd = Position(0, (sheet, sheet, sheet), 12, 0, Roll(1, 2, 3, 4), may_reroll_now=False)
    assert chance_to_win(starting_mind(edition), crowd, np.array([[40.0]]))[0] < high
