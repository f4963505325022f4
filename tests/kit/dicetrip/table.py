"""A table for tests: dice and moves are said in notation, and every refusal is shown to change nothing."""

from dataclasses import dataclass, field

from tumbletrip.core.words import words_of
from tumbletrip.dicetrip.dice import Roll
from tumbletrip.dicetrip.editions import builtin_edition
from tumbletrip.dicetrip.notation.records import read_entry
from tumbletrip.dicetrip.notation.sheet_line import format_sheet, parse_roll, read_die
from tumbletrip.dicetrip.rules import (
    Command,
    Entries,
    Event,
    Game,
    Keep,
    No,
    Reroll,
    RollDice,
    Write,
    decide,
    evolve,
    new_game,
)
from tumbletrip.dicetrip.sheet import Sheet


def entries_of(text: str, roll: Roll) -> Entries:
    """Entries from notation: `lyon=r4b2 x=brest`."""
    return tuple(read_entry(word, roll) for word in words_of(text))


def snapshot(game: Game) -> tuple[object, ...]:
    """All that a game is, as values and texts that nobody can change behind our back."""
    sheets = tuple(format_sheet(sheet) for sheet in (*game.sheets, *game.shown))
    return sheets, game.round, game.phase, game.roll, game.done


@dataclass
class Table:
    """A game under test; scripted dice go in as text."""

    game: Game
    events: list[Event] = field(default_factory=list)

    @classmethod
    def of(cls, edition: str = "france", players: int = 1, *, tens: bool = False) -> "Table":
        """A table before its first roll."""
        return cls(new_game(builtin_edition(edition), players, tens_variant=tens))

    @property
    def dice(self) -> Roll:
        """The dice on the table."""
        assert self.game.roll is not None
        return self.game.roll

    @property
    def sheet(self) -> Sheet:
        """The sheet of the first seat."""
        return self.game.sheets[0]

    def do(self, command: Command) -> Event:
        """Play a command that the rules allow."""
        event = decide(self.game, command)
        assert not isinstance(event, No), f"{command} was refused: {event}"
        self.game = evolve(self.game, event)
        self.events.append(event)
        return event

    def refuse(self, command: Command) -> No:
        """The refusal of a command; the game must be as it was."""
        before = snapshot(self.game)
        answer = decide(self.game, command)
        assert isinstance(answer, No), f"{command} was allowed: {answer}"
        assert snapshot(self.game) == before
        return answer

    def roll(self, dice: str, *, keep: bool = True) -> "Table":
        """The roller throws these dice and, if there is something to decide, keeps them."""
        self.do(RollDice(self.game.roller, parse_roll(dice)))
        if keep and self.game.sheets[self.game.roller].may_reroll:
            self.do(Keep(self.game.roller))
        return self

    def reroll(self, dice: str) -> "Table":
        """The roller throws some dice again: `g1 y6`."""
        self.do(Reroll(self.game.roller, dict(map(read_die, words_of(dice)))))
        return self

    def write(self, entries: str, seat: int = 0) -> Event:
        """A seat fills its cities."""
        return self.do(self.writing(entries, seat))

    def writing(self, entries: str, seat: int = 0) -> Write:
        """The command that fills these cities."""
        return Write(seat, entries_of(entries, self.dice))

    def fill_rounds(self, rounds: int) -> "Table":
        """Everybody crosses out the first open cities for some rounds: the quickest way to a late round."""
        for _ in range(rounds):
            self.roll("r1 b2 g3 y4")
            for seat in self.game.seats:
                open_cities = self.game.sheets[seat].open_cities[:2]
                self.write(" ".join(f"x={city}" for city in open_cities), seat)
        return self
