"""The wanderer, who plays at random: the readable truth of `random_games.play_out`, draw for draw.

Each round it takes a random split, and for each of the two numbers a random open city: it writes the
number there, or crosses the city out when the number is taken. It re-rolls a random choice of dice in one
round drawn beforehand, and tries to double a die in another, if it has these powers.
`bench/bench_dicetrip.py` measures the kernels against it, and tests compare the two game by game.
"""

from dataclasses import dataclass

from tumbletrip.dicetrip.dice import COLOURS, PAIRS, Pair, Roll
from tumbletrip.dicetrip.editions import CityId
from tumbletrip.dicetrip.rules import (
    Command,
    Entry,
    Game,
    Keep,
    No,
    Phase,
    Reroll,
    RollDice,
    Write,
    decide,
    evolve,
)
from tumbletrip.dicetrip.sheet import LAST_ROUND
from tumbletrip.dicetrip.splits import DOUBLED_SPLITS, PLAIN_SPLITS, Split

_WORD = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


def mixed(word: int) -> int:
    """A word of 64 bits, thoroughly shuffled: SplitMix64 (Steele, Lea and Flood, 2014)."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
    return word ^ word >> 31


def game_seed(seed: int, game: int) -> int:
    """Where the generator of one game of a batch starts: a pure function of both."""
    return mixed(seed + mixed(game) & _WORD)


@dataclass
class Words:
    """The words of SplitMix64 from a start; each gives two numbers."""

    state: int

    def two_below(self, high: int, low: int) -> tuple[int, int]:
        """A number below `high` from the high half of the next word, and one below `low` from the other."""
        word = mixed(self.state)
        self.state = self.state + _GOLDEN & _WORD
        return (word >> 32) * high >> 32, (word & 0xFFFFFFFF) * low >> 32


def play(game: Game, words: Words) -> Game:
    """A solo game from the beginning of a round to its end."""
    cities = list(game.sheets[0].open_cities)
    reroll_round, double_round = (1 + drawn for drawn in words.two_below(13, 12))
    while game.phase is not Phase.OVER:
        doubling = game.round == double_round and game.sheets[0].may_double
        splits = DOUBLED_SPLITS if doubling else PLAIN_SPLITS
        rolled, choice = words.two_below(6**4, len(PAIRS) if game.round == LAST_ROUND else len(splits))
        game = _do(game, RollDice(0, _roll(rolled)))
        if game.phase is Phase.REROLL:
            game = _reroll(game, words) if game.round == reroll_round else _do(game, Keep(0))
        if game.round == LAST_ROUND:
            game = _do(game, Write(0, (_entry(game, PAIRS[choice], cities[0]),)))
        else:
            game = _do(game, _write(game, splits[choice], _two_cities(cities, words)))
    return game


def _do(game: Game, command: Command) -> Game:
    event = decide(game, command)
    assert not isinstance(event, No), f"{command} was refused: {event}"
    return evolve(game, event)


def _roll(index: int) -> Roll:
    return Roll(*(index // 6**place % 6 + 1 for place in (3, 2, 1, 0)))


def _reroll(game: Game, words: Words) -> Game:
    again, dice = words.two_below(6**4, 15)
    thrown = [colour for die, colour in enumerate(COLOURS) if dice + 1 >> die & 1]
    return _do(game, Reroll(0, {colour: _roll(again).shows(colour) for colour in thrown}))


def _two_cities(cities: list[CityId], words: Words) -> tuple[CityId, CityId]:
    one, other = words.two_below(len(cities), len(cities) - 1)
    return _take(cities, one), _take(cities, other)


def _take(cities: list[CityId], index: int) -> CityId:
    """Take a city out of the list; the last one moves to its place."""
    city, cities[index] = cities[index], cities[-1]
    cities.pop()
    return city


def _write(game: Game, split: Split, cities: tuple[CityId, CityId]) -> Write:
    first = _entry(game, split.first, cities[0])
    same = split.first.number(_dice(game)) == split.second.number(_dice(game))
    second = Entry(cities[1]) if same else _entry(game, split.second, cities[1])
    return Write(0, (first, second))


def _entry(game: Game, pair: Pair, city: CityId) -> Entry:
    """Write the pair's number if it is free, else cross the city out."""
    taken = pair.number(_dice(game)) in game.sheets[0].numbers.values()
    return Entry(city, None if taken else pair)


def _dice(game: Game) -> Roll:
    assert game.roll is not None
    return game.roll
