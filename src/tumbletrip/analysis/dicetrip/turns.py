"""A recorded Dice Trip game taken apart into turns: what each player saw, did, and had afterwards."""

from collections.abc import Iterator
from dataclasses import dataclass

from tumbletrip.dicetrip.dice import Colour, Roll
from tumbletrip.dicetrip.notation.replays import Replay
from tumbletrip.dicetrip.rules import Entries, Rerolled, Rolled, Wrote
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet


@dataclass(frozen=True, slots=True)
class Turn:
    """One player's part of one round."""

    seat: int
    round: int
    before: Sheet
    first_roll: Roll
    may_reroll: bool  # this player rolled, and still had the power (DT07)
    thrown_again: tuple[Colour, ...]  # by whoever rolled
    roll: Roll  # what everybody wrote with
    entries: Entries
    after: Sheet

    @property
    def rerolled(self) -> bool:
        """Whether this player threw dice again."""
        return self.may_reroll and bool(self.thrown_again)


def turns_of(played: Replay) -> Iterator[Turn]:
    """All finished turns of a record, in the order in which they were written down."""
    opened = played.games[0]
    first_roll, thrown_again = Roll(1, 1, 1, 1), tuple[Colour, ...]()
    for game, event, after in zip(played.games, played.events, played.games[1:], strict=False):
        match event:
            case Rolled():
                opened, first_roll, thrown_again = game, event.roll, ()
            case Rerolled():
                thrown_again = event.dice
            case Wrote(seat, entries):
                assert game.roll is not None
                before = opened.sheets[seat]
                may_reroll = seat == opened.roller and before.may_reroll
                yield Turn(
                    seat,
                    game.round,
                    before,
                    first_roll,
                    may_reroll,
                    thrown_again,
                    game.roll,
                    entries,
                    after.sheets[seat],
                )


def rolls_in(seat: int, players: int) -> tuple[bool, ...]:
    """For each round, whether a seat rolls in it (DT02)."""
    return tuple(at % players == seat for at in range(LAST_ROUND))
