"""Every level plays by the rules, repeats itself for a seed, and knows what it does not know."""

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean

import pytest

from tests.kit.dicetrip.bot_games import play_game, play_rounds
from tests.kit.dicetrip.sheets import BOARDS
from tumbletrip.bots.dicetrip.candidate_plays import candidate_plays
from tumbletrip.bots.dicetrip.imagining import affordable, imagined, next_rolls
from tumbletrip.bots.dicetrip.learning.trained_values import mind_for
from tumbletrip.bots.dicetrip.levels import LEVELS, bot_by_name
from tumbletrip.bots.dicetrip.machine import questions
from tumbletrip.bots.dicetrip.machine.questions import Future, Mind, value_of_sheet
from tumbletrip.bots.dicetrip.machine.sheet_block import Play, entries
from tumbletrip.bots.dicetrip.players import ValueBot, champion, expert
from tumbletrip.bots.dicetrip.protocol import Bot, Budget, Choice, Position
from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.editions import Edition, builtin_edition
from tumbletrip.dicetrip.numbers import DIGITS
from tumbletrip.dicetrip.options import all_entries
from tumbletrip.dicetrip.rules import fill, new_game, refuse_entries
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet

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
    assert isinstance(bot, ValueBot)
    remark = bot.remark(BOARDS["elsewhere"]())
    assert remark is not None
    assert "not been trained" in remark.sentence("en")
    assert bot.remark(builtin_edition("france")) is None


def test_imagined_rolls_show_every_face_equally_often_on_every_die() -> None:
    rolls = next_rolls(24, Random(1))
    assert len(rolls) == 24
    for die in zip(*rolls, strict=True):
        assert sorted(die) == sorted(list(range(6)) * 4)


def opening(bot: Bot, budget: Budget) -> Choice:
    """What a bot writes first, with a generator that always begins alike."""
    roll = Roll(red=4, blue=2, green=6, yellow=1)
    position = Position(0, (Sheet(builtin_edition("france")),), 1, 0, roll, may_reroll_now=False)
    return bot.choose(position, budget, Random(1))


def test_without_time_to_look_ahead_a_bot_plays_by_value_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    look, look_further = questions.next_round_values, questions.values_ahead

    def watched(
        mind: Mind, sheet: Sheet, roll: Roll, plays: Sequence[Play], rolls: Future
    ) -> list[list[float]]:
        looks.append(len(plays) * len(rolls))
        return look(mind, sheet, roll, plays, rolls)

    def watched_further(
        mind: Mind, sheet: Sheet, roll: Roll, plays: Sequence[Play], futures: Sequence[Future]
    ) -> list[list[float]]:
        looks.append(len(plays) * len(futures) * len(futures[0]))
        return look_further(mind, sheet, roll, plays, futures)

    monkeypatch.setattr(questions, "next_round_values", watched)
    monkeypatch.setattr(questions, "values_ahead", watched_further)
    counts = []
    for seconds in (0.001, 0.005, 0.05, 0.2, 1.0):
        opening(champion(), Budget(seconds))
        assert sum(looks) <= affordable(Budget(seconds))
        counts.append(len(looks))
        looks.clear()
    assert counts == [0, 0, 1, 1, 3]  # by value, a round ahead, three rounds ahead in three looks
    hasty, plain = champion(), ValueBot()
    assert opening(hasty, Budget(0.001)) == opening(plain, Budget(1.0))


def test_values_some_rounds_ahead_are_those_of_sheets_played_on_by_value() -> None:
    mind, sheet = mind_for(builtin_edition("france")), Sheet(builtin_edition("france"))
    roll, futures = Roll(red=4, blue=2, green=6, yellow=1), imagined(2, 3, Random(1))
    _, plays = candidate_plays(mind, sheet, roll, 2)
    for play, found in zip(plays, questions.values_ahead(mind, sheet, roll, plays, futures), strict=True):
        for future, value in zip(futures, found, strict=True):
            after = fill(sheet, roll, entries(sheet.edition, play))
            for faces in future:
                then = Roll(*(face + 1 for face in faces))
                _, answers = questions.candidates(mind, after, then, 3)  # as many as kernels value in full
                after = fill(after, then, entries(sheet.edition, answers[0]))
            assert value == pytest.approx(value_of_sheet(mind, after))


def test_before_the_last_round_nobody_imagines_two_cities_that_are_not_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After round 12 one city is left: the last round is counted, not looked at like any other."""
    monkeypatch.setattr(questions, "next_round_values", None)
    edition = builtin_edition("france")
    game = play_rounds(new_game(edition, 1), [ValueBot()], 1, before=LAST_ROUND - 1)
    position = Position(0, game.sheets, LAST_ROUND - 1, 0, Roll(4, 2, 6, 1), may_reroll_now=False)
    for bot in (expert(), ValueBot(next_rolls=12), champion()):
        chosen = bot.choose(position, Budget(), Random(1))
        assert isinstance(chosen, tuple)
        assert refuse_entries(position.sheet, position.roll, chosen) is None


@pytest.mark.slow
def test_hardly_a_better_play_is_overlooked() -> None:
    """Plays are found by the sum of two gains, then valued in full; here all legal plays are."""
    behind = [
        shortfall(sheet, roll)
        for board in ("france", "germany")
        for sheet, roll in late_positions(builtin_edition(board), games=2)
    ]
    assert fmean(behind) < 0.05  # measured on more positions: docs/lab/dicetrip-bots.md
    assert max(behind) < 1.0
    assert min(behind) > -1e-3


def shortfall(sheet: Sheet, roll: Roll) -> float:
    """How far the best play that a bot finds is behind the best of all legal plays."""
    mind = mind_for(sheet.edition)
    found, _ = candidate_plays(mind, sheet, roll, 1)
    every = (fill(sheet, roll, each) for each in all_entries(sheet, roll))
    return max(value_of_sheet(mind, after) for after in every) - found[0]


def late_positions(edition: Edition, games: int) -> Iterator[tuple[Sheet, Roll]]:
    """What a bot meets from round 8 to 12, when legal plays can still be counted in thousands."""
    chance, bot = Random(edition.id), ValueBot()
    for seed in range(games):
        for before in range(8, 13):
            game = play_rounds(new_game(edition, 1), [bot], seed, before=before)
            yield game.sheets[0], Roll(*chance.choices(DIGITS, k=4))
