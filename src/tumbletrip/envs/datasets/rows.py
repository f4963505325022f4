"""A game of Dice Trip as rows: what a seat saw, what it did, and what it might have done, action by action.

Observations and actions are those of the environments, so that what is learnt from rows can play there.
"""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from tumbletrip.analysis.dicetrip.simulation import Pairing, Played, Setup, play_pairing
from tumbletrip.analysis.executor import Executor
from tumbletrip.dicetrip.rules import Entry, Event, Game, Kept, Rerolled, Wrote, evolve, new_game
from tumbletrip.envs.datasets.valuing import KEEPING, Judge, judge_for, valued_plays, valued_throws
from tumbletrip.envs.dicetrip.actions import Throw, action_of
from tumbletrip.envs.dicetrip.moment import Moment
from tumbletrip.envs.dicetrip.observations import SHEET_KINDS, SIZE, observe


class Row(NamedTuple):
    """One action of one seat; docs/research.md tells its columns."""

    game: int
    seat: int
    bot: str
    round: int
    observation: bytes
    action: int
    considered: list[int]
    values: list[float]
    final: int
    win: float | None  # nobody is beaten by one who plays alone (DT15)


class Answer(NamedTuple):
    """An action with what was considered in its place, best known value each; the action itself first."""

    observation: bytes
    action: int
    considered: dict[int, float]


def width_of_observation(players: int) -> int:
    """How many numbers a seat sees: alone as in Gymnasium, at a table as in PettingZoo."""
    return SIZE if players == 1 else SIZE + (players - 1) * len(SHEET_KINDS) + 1


def all_rows(
    setup: Setup, pairings: Iterator[Pairing], effort: int, executor: Executor
) -> Iterator[list[Row]]:
    """The rows of a series game by game, in their order."""
    return executor.map(partial(rows_of_pairing, setup, effort), enumerate(pairings))


def rows_of_pairing(setup: Setup, effort: int, numbered: tuple[int, Pairing]) -> list[Row]:
    """Play one game of a series and write it as rows; depends on nothing but its arguments."""
    number, pairing = numbered
    played = play_pairing(setup, pairing)
    judges = [
        judge_for(setup.edition, seat, len(pairing.seats), effort, setup.seed)
        for seat in range(len(pairing.seats))
    ]
    return [
        Row(
            game=number,
            seat=seat,
            bot=setup.bots[pairing.seats[seat]],
            round=game.round,
            observation=answer.observation,
            action=answer.action,
            considered=list(answer.considered),
            values=list(answer.considered.values()),
            final=played.totals[seat],
            win=_share(played, seat),
        )
        for game, seat, event in _decisions(setup, played)
        for answer in _answers(game, seat, event, judges[seat], _random(setup, pairing, game, seat))
    ]


def _decisions(setup: Setup, played: Played) -> Iterator[tuple[Game, int, Event]]:
    """Every answer of a seat, with the game as it was before."""
    game = new_game(setup.edition, len(played.pairing.seats), tens_variant=setup.tens_variant)
    for event in played.events:
        if isinstance(event, Kept | Rerolled | Wrote):
            yield game, event.seat, event
        game = evolve(game, event)


def _answers(game: Game, seat: int, event: Event, judge: Judge, random: int) -> Iterator[Answer]:
    """The actions that an answer consists of: one about dice, or one for each entry."""
    sheet, roll, edition = game.sheets[seat], game.roll, game.edition
    assert roll is not None
    choices: dict[tuple[Entry | Throw, ...], float]
    if isinstance(event, Wrote):
        choices = {(*play,): value for play, value in valued_plays(judge, sheet, roll, event.entries).items()}
    else:
        thrown = Throw(frozenset(event.dice)) if isinstance(event, Rerolled) else KEEPING
        choices = {
            (throw,): value for throw, value in valued_throws(judge, sheet, roll, thrown, random).items()
        }
    chosen = next(iter(choices))
    for place, answer in enumerate(chosen):
        considered: dict[int, float] = {}
        for choice, value in choices.items():
            if choice[:place] == chosen[:place]:
                action = action_of(edition, choice[place])
                considered[action] = max(value, considered.get(action, value))
        draft = tuple(entry for entry in chosen[:place] if isinstance(entry, Entry))
        yield Answer(_seen(game, seat, draft), action_of(edition, answer), considered)


def _seen(game: Game, seat: int, draft: tuple[Entry, ...]) -> bytes:
    assert game.roll is not None
    drafts = tuple(draft if place == seat else () for place in game.seats)
    moment = Moment(game, drafts, game.roll)
    alone = len(game.sheets) == 1
    return (observe(moment.turn(seat), game.roll) if alone else moment.observe(seat)).tobytes()


def _share(played: Played, seat: int) -> float | None:
    winners = played.places[0]
    if len(played.scores) == 1:
        return None
    return 1 / len(winners) if seat in winners else 0.0


def _random(setup: Setup, pairing: Pairing, game: Game, seat: int) -> int:
    """Where sampled throws of one decision begin."""
    return Random(f"{setup.seed}/{pairing.deal}/values/{game.round}/{seat}").getrandbits(64)
