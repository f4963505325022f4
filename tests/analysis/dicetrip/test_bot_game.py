"""One game among bots: the rules decide, the dice are given, misbehaviour has a name."""

import pickle
from random import Random

import pytest

from tests.kit.dicetrip.bots import Babbler, Cheat, Crosser, Faulty, Scribbler
from tumbletrip.analysis.dicetrip.bot_game import BotError, Finished, Player, deal, play, private_chance
from tumbletrip.bots.dicetrip.protocol import Bot, Budget, KeepDice, RerollDice
from tumbletrip.dicetrip.dice import COLOURS, Colour
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.notation.records import Record, RecordedEvent
from tumbletrip.dicetrip.notation.replays import replay
from tumbletrip.dicetrip.rules import Entry, Kept, Rerolled, Rolled

FRANCE = builtin_edition("france")


def game_of(*bots: object, number: int = 0, tens_variant: bool = False) -> Finished:
    players = [
        Player(type(bot).__name__, bot, private_chance(1, number, seat))  # type: ignore[arg-type]  # some misbehave
        for seat, bot in enumerate(bots)
    ]
    return play(FRANCE, players, deal(1, number), Budget(), tens_variant=tens_variant)


class Answers:
    """Gives one fixed answer to the question whether to re-roll, another to what to write."""

    def __init__(self, reroll: object, write: object) -> None:
        self.reroll, self.write = reroll, write

    def choose(self, position: object, budget: object, rng: object) -> object:  # noqa: ARG002 (the protocol)
        return self.reroll if getattr(position, "may_reroll_now") else self.write  # noqa: B009 (object on purpose)


def test_a_bot_that_crosses_everything_out_scores_minus_25() -> None:
    finished = game_of(Crosser())
    assert finished.scores[0].total == -25


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("tens_variant", [False, True])
def test_the_events_replay_to_the_same_scores(number: int, tens_variant: bool) -> None:
    finished = game_of(Scribbler(), Crosser(), Scribbler(), number=number, tens_variant=tens_variant)
    totals = tuple(score.total for score in finished.scores)
    events = tuple(RecordedEvent(event, 0) for event in finished.events)
    again = replay(Record(FRANCE, ("a", "b", "c"), tens_variant, events=events, result=totals))
    assert again.error is None


def test_the_same_deal_and_generators_give_the_same_game() -> None:
    assert game_of(Scribbler(), Scribbler()) == game_of(Scribbler(), Scribbler())
    assert game_of(Scribbler(), number=1) != game_of(Scribbler(), number=2)


def test_a_reroll_changes_no_later_roll() -> None:
    rolls = [
        [event.roll for event in game_of(bot).events if isinstance(event, Rolled)]
        for bot in (Crosser(), Scribbler())
    ]
    assert rolls[0] == rolls[1]


def test_a_die_thrown_again_shows_the_same_whichever_others_go_with_it() -> None:
    def second_red(dice: frozenset[Colour]) -> int:
        class Rerolling(Crosser):
            def choose(self, position, budget, rng):  # type: ignore[no-untyped-def]  # like its parent
                return RerollDice(dice) if position.may_reroll_now else super().choose(position, budget, rng)

        event = game_of(Rerolling()).events[1]
        assert isinstance(event, Rerolled)
        return event.roll.red

    assert second_red(frozenset({Colour.RED})) == second_red(frozenset(COLOURS))


def test_every_decision_is_timed() -> None:
    player = Player("crosser", Crosser(), Random(0))
    finished = play(FRANCE, [player], deal(1, 0), Budget())
    asked = sum(not isinstance(event, Rolled) for event in finished.events)
    assert len(player.microseconds) == asked == 26
    assert all(time > 0 for time in player.microseconds)
    assert sum(isinstance(event, Kept) for event in finished.events) == 13


def test_an_illegal_choice_names_bot_choice_and_refusal() -> None:
    with pytest.raises(BotError) as caught:
        game_of(Crosser(), Cheat())
    cause = caught.value.problem
    values = dict(cause.values)
    assert cause.key == "bot.illegal"
    assert values["bot"] == "Cheat"
    assert values["refusal"].key == "dicetrip/city_taken"
    assert "Entry" in values["choice"]


@pytest.mark.parametrize(
    ("reroll", "write", "key"),
    [
        ("no", None, "bot.nonsense"),
        (None, None, "bot.nonsense"),
        (RerollDice(frozenset({"pink"})), None, "bot.nonsense"),  # type: ignore[arg-type]  # on purpose
        (RerollDice(7), None, "bot.nonsense"),  # type: ignore[arg-type]  # on purpose
        (RerollDice(frozenset()), None, "bot.illegal"),
        ((Entry("paris"), Entry("lyon")), None, "bot.illegal"),
        (KeepDice(), KeepDice(), "bot.illegal"),
        (KeepDice(), RerollDice(frozenset(COLOURS)), "bot.illegal"),
        (KeepDice(), ("paris", "lyon"), "bot.nonsense"),
        (KeepDice(), (Entry("paris", ("red", "blue")), Entry("lyon")), "bot.nonsense"),  # type: ignore[arg-type]  # on purpose
        (KeepDice(), (Entry(["paris"]), Entry("lyon")), "bot.nonsense"),  # type: ignore[arg-type]  # on purpose
        (KeepDice(), (Entry("atlantis"), Entry("lyon")), "bot.illegal"),
        (KeepDice(), (), "bot.illegal"),
    ],
)
def test_no_answer_however_odd_gets_past_the_rules(reroll: object, write: object, key: str) -> None:
    with pytest.raises(BotError) as caught:
        game_of(Answers(reroll, write))
    assert caught.value.problem.key == key


def test_prose_is_no_answer() -> None:
    with pytest.raises(BotError, match="I would rather not"):
        game_of(Babbler())


def test_a_breakdown_names_the_error_and_its_line() -> None:
    with pytest.raises(BotError, match=r"Faulty .* LookupError: no idea \(bots\.py, line \d+\)"):
        game_of(Faulty())


def test_a_bot_error_survives_the_way_between_processes() -> None:
    with pytest.raises(BotError) as caught:
        game_of(Babbler())
    again = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(again, BotError)
    assert again.sentence("de") == caught.value.sentence("de")


def test_small_bots_follow_the_protocol() -> None:
    bots: list[Bot] = [Crosser(), Scribbler(), Cheat(), Faulty()]
    assert len(bots) == 4
