"""One seat of a game, asked for one entry at a time: the readable truth of all environments of Dice Trip."""

from dataclasses import dataclass, replace

import numpy as np

from tumbletrip.dicetrip.dice import COLOURS, PAIRS, Colour, Roll
from tumbletrip.dicetrip.rules import (
    Entries,
    Entry,
    Game,
    Keep,
    No,
    Phase,
    Reroll,
    Write,
    decide,
    evolve,
    fill,
    refuse_draft,
)
from tumbletrip.dicetrip.sheet import LAST_ROUND, Sheet
from tumbletrip.envs.dicetrip.actions import ACTIONS, CROSSING, KEEP, Mask, Throw, action_of


@dataclass(frozen=True, slots=True)
class SeatTurn:
    """A game as one seat answers in it; `draft` is the entry it has made of the two of this round."""

    game: Game
    seat: int = 0
    draft: Entries = ()

    @property
    def sheet(self) -> Sheet:
        """The seat's sheet with its draft on it."""
        sheet, roll = self.game.sheets[self.seat], self.game.roll
        return fill(sheet, roll, self.draft) if roll and self.draft else sheet

    @property
    def may_throw(self) -> bool:
        """Whether the seat is asked which dice to throw again (DT07)."""
        return self.game.phase is Phase.REROLL and self.game.roller == self.seat

    @property
    def may_write(self) -> bool:
        """Whether the seat is asked for an entry."""
        return self.game.phase is Phase.WRITE and not self.game.done[self.seat]


def refuse(turn: SeatTurn, answer: Entry | Throw) -> No | None:
    """The rule that forbids an answer now; None if it is legal."""
    if turn.game.phase is Phase.OVER:
        return No.GAME_OVER
    if isinstance(answer, Throw):
        refusal = decide(turn.game, Keep(turn.seat))
        return refusal if isinstance(refusal, No) else None
    if not turn.may_write or turn.game.roll is None:
        refusal = decide(turn.game, Write(turn.seat, (answer,)))
        return refusal if isinstance(refusal, No) else None
    return refuse_draft(turn.game.sheets[turn.seat], turn.game.roll, (*turn.draft, answer))


def thrown(turn: SeatTurn, throw: Throw, again: Roll) -> SeatTurn:
    """The game after the roller kept the dice or threw some again, which show what they show in `again`."""
    faces: dict[Colour, int] = {colour: again.shows(colour) for colour in COLOURS if colour in throw.dice}
    return _done(turn, Reroll(turn.seat, faces) if faces else Keep(turn.seat))


def entered(turn: SeatTurn, entry: Entry) -> SeatTurn:
    """The game after one more entry; the round is written when its entries are complete."""
    entries = (*turn.draft, entry)
    wanted = 1 if turn.game.round == LAST_ROUND else 2
    if len(entries) < wanted:
        return replace(turn, draft=entries)
    return _done(turn, Write(turn.seat, entries))


def _done(turn: SeatTurn, command: Reroll | Keep | Write) -> SeatTurn:
    event = decide(turn.game, command)
    if isinstance(event, No):
        raise ValueError(f"{command} is refused: {event}")
    return replace(turn, game=evolve(turn.game, event), draft=())


def legal_actions(turn: SeatTurn) -> Mask:
    """What the seat may do now. A pair that may be written in one open city may be written in any."""
    mask: Mask = np.zeros(ACTIONS, dtype=np.int8)
    if turn.may_throw:
        mask[KEEP:] = 1
    elif turn.may_write:
        cities = turn.sheet.open_cities
        pairs = [way for way, pair in enumerate(PAIRS) if refuse(turn, Entry(cities[0], pair)) is None]
        for city in cities:
            start = action_of(turn.game.edition, Entry(city)) - CROSSING
            mask[[start + way for way in (*pairs, CROSSING)]] = 1
    return mask
