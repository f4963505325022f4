"""Thousands of solo games stepped at once, compiled; the twin of `solo.DiceTripEnv`, game by game.

A game is a row of each array of `Games`; its observation is kept up to date entry by entry, and says what
is asked.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tumbletrip.dicetrip.dice import PAIRS
from tumbletrip.dicetrip.fast.chance import Random, draw, high_below, random_roll
from tumbletrip.dicetrip.fast.compiling import bit_count, inlined, kernel, lowest_bit
from tumbletrip.dicetrip.fast.fields import CITIES
from tumbletrip.dicetrip.fast.kernels import (
    CROSS,
    DOUBLE,
    IN_COLOUR,
    OPEN,
    PAIR_DICE,
    POWERS,
    REROLL,
    ROLL_NUMBERS,
    TENS,
    Board,
    Bytes,
    Ints,
    clear,
    fill_city,
    is_taken,
    rerolled,
    score,
)
from tumbletrip.envs.dicetrip import observations as seen
from tumbletrip.envs.dicetrip.actions import CROSSING, KEEP, WAYS
from tumbletrip.envs.dicetrip.observations import Question

ASKED_DICE, ASKED_FIRST, ASKED_SECOND, ASKED_NOTHING = (int(question) for question in Question)
_COMMON = [[bin(int(one & other)).count("1") for other in PAIR_DICE] for one in PAIR_DICE]
# What may be written beside a pair, as masks of pairs: without a common die (DT03), or with one (DT08).
APART = np.array([sum(1 << at for at, common in enumerate(row) if common == 0) for row in _COMMON])
SHARING = np.array([sum(1 << at for at, common in enumerate(row) if common == 1) for row in _COMMON])


class Games(NamedTuple):
    """Games side by side; those who step them change the arrays."""

    pos: Bytes
    state: Ints
    rolls: Ints
    random: Random
    scores: Ints
    seen: Bytes


class Paid(NamedTuple):
    """What a step gives back for each game; made anew for each step."""

    rewards: NDArray[np.float64]
    over: NDArray[np.bool_]
    refused: NDArray[np.bool_]


@kernel
def begin_games(board: Board, games: Games, powers: int, tens: int) -> None:
    """Begin every game, with these powers and TENS_OFF or TENS_OPEN."""
    for game in range(len(games.rolls)):
        _begin(board, games, game, powers, tens)


@inlined
def _begin(board: Board, games: Games, game: int, powers: int, tens: int) -> None:
    state, row = games.state[game], games.seen[game]
    clear(games.pos[game], state, powers, tens)
    games.scores[game] = score(board, games.pos[game], state)
    row[:] = 0
    row[seen.REROLL] = powers & REROLL != 0
    row[seen.DOUBLE] = powers & DOUBLE != 0
    row[seen.TENS] = tens + 2
    _roll(games, game)


@inlined
def _roll(games: Games, game: int) -> None:
    """A round begins: throw all dice, and ask the roller first (DT07)."""
    games.rolls[game] = random_roll(games.random[game : game + 1])
    _show_dice(games.seen[game], games.rolls[game])
    asked = ASKED_DICE if games.state[game, POWERS] & REROLL else ASKED_FIRST
    games.seen[game, seen.QUESTION] = asked


@inlined
def _show_dice(row: Bytes, roll: int) -> None:
    for die in range(3, -1, -1):
        row[seen.DICE + die] = roll % 6
        roll //= 6


@kernel
def step_games(
    board: Board, games: Games, actions: Ints, powers: int, tens: int, at_the_end: bool, paid: Paid
) -> None:
    """Act in every game; one that was over begins anew instead, whatever the action."""
    for game in range(len(actions)):
        asked, action = games.seen[game, seen.QUESTION], actions[game]
        before, paid.over[game], paid.refused[game] = games.scores[game], False, False
        if asked == ASKED_NOTHING:
            _begin(board, games, game, powers, tens)
            paid.rewards[game] = 0.0
            continue
        if asked == ASKED_DICE:
            paid.refused[game] = not _throw(games, game, action)
        else:
            paid.refused[game] = not _enter(board, games, game, asked, action)
        over = games.seen[game, seen.QUESTION] == ASKED_NOTHING
        paid.over[game] = over
        if not paid.refused[game]:
            games.scores[game] = score(board, games.pos[game], games.state[game])
        if at_the_end:
            paid.rewards[game] = games.scores[game] if over else 0
        else:
            paid.rewards[game] = games.scores[game] - before


@inlined
def _throw(games: Games, game: int, action: int) -> bool:
    """Keep the dice or throw some again; false if the action is something else."""
    if not KEEP <= action < KEEP + 16:
        return False
    row = games.seen[game]
    if action > KEEP:
        again = random_roll(games.random[game : game + 1])
        games.rolls[game] = rerolled(games.rolls[game], again, action - KEEP)
        games.state[game, POWERS] &= ~REROLL
        row[seen.REROLL] = 0
        _show_dice(row, games.rolls[game])
    row[seen.QUESTION] = ASKED_FIRST
    return True


@inlined
def _enter(board: Board, games: Games, game: int, asked: int, action: int) -> bool:
    """Fill a city; false if the action is not legal."""
    state, row = games.state[game], games.seen[game]
    if not 0 <= action < KEEP:
        return False
    city, way = action // WAYS, action % WAYS
    if not (state[OPEN] >> city & 1 and _free_ways(state, games.rolls[game], row[seen.FIRST]) >> way & 1):
        return False
    pair = CROSS if way == CROSSING else way
    fill_city(board, games.pos[game], state, games.rolls[game], city, pair)
    _show_city(row, state, games.rolls[game], city, pair)
    if asked == ASKED_FIRST and state[OPEN]:
        row[seen.QUESTION] = ASKED_SECOND
        row[seen.FIRST] = seen.A_CROSS if pair == CROSS else seen.A_PAIR + pair
        return True
    _spend_double(state, row, pair)
    row[seen.FIRST] = seen.NOTHING
    if state[OPEN]:
        _roll(games, game)
    else:
        row[seen.QUESTION] = ASKED_NOTHING
    return True


@inlined
def _show_city(row: Bytes, state: Ints, roll: int, city: int, pair: int) -> None:
    row[city] = seen.CROSS if pair == CROSS else seen.LOWEST + ROLL_NUMBERS[roll, pair]
    row[seen.IN_COLOUR + city] = state[IN_COLOUR] >> city & 1
    row[seen.TENS] = state[TENS] + 2


@inlined
def _spend_double(state: Ints, row: Bytes, pair: int) -> None:
    """DT08: two pairs with a common die spend the power; a cross needs no dice."""
    first = row[seen.FIRST]
    if first >= seen.A_PAIR and pair != CROSS and PAIR_DICE[first - seen.A_PAIR] & PAIR_DICE[pair]:
        state[POWERS] &= ~DOUBLE
        row[seen.DOUBLE] = 0


@inlined
def _free_ways(state: Ints, roll: int, first: int) -> int:
    """The ways to fill an open city, as a mask: pairs whose number may be written, and the cross."""
    free = 0
    for pair in range(len(PAIRS)):
        free |= (not is_taken(state, roll, pair)) << pair
    if first >= seen.A_PAIR:
        beside = APART[first - seen.A_PAIR]
        if state[POWERS] & DOUBLE:
            beside |= SHARING[first - seen.A_PAIR]
        free &= beside
    return free | 1 << CROSSING


@kernel
def legal_actions(games: Games, masks: Bytes) -> None:
    """1 for each legal action of every game; where all is over only KEEP, which begins the next game."""
    for game in range(len(masks)):
        asked, mask = games.seen[game, seen.QUESTION], masks[game]
        mask[:] = 0
        if asked == ASKED_DICE:
            mask[KEEP:] = 1
        elif asked == ASKED_NOTHING:
            mask[KEEP] = 1
        else:
            state = games.state[game]
            free = _free_ways(state, games.rolls[game], games.seen[game, seen.FIRST])
            for city in range(CITIES):
                if state[OPEN] >> city & 1:
                    for way in range(WAYS):
                        mask[city * WAYS + way] = free >> way & 1


@kernel
def random_actions(games: Games, random: Random, actions: Ints) -> None:
    """A legal action for every game, each as likely as any other."""
    for game in range(len(actions)):
        asked, word = games.seen[game, seen.QUESTION], draw(random[game : game + 1])
        if asked == ASKED_DICE:
            actions[game] = KEEP + high_below(word, 16)
        elif asked == ASKED_NOTHING:
            actions[game] = KEEP
        else:
            state = games.state[game]
            free = _free_ways(state, games.rolls[game], games.seen[game, seen.FIRST])
            ways = bit_count(free)
            drawn = high_below(word, ways * bit_count(state[OPEN]))
            actions[game] = _nth_bit(state[OPEN], drawn // ways) * WAYS + _nth_bit(free, drawn % ways)


@inlined
def _nth_bit(mask: int, nth: int) -> int:
    """The place of a mask's bit, counted from the lowest, which is 0."""
    for _ in range(nth):
        mask &= mask - 1
    return lowest_bit(mask)
