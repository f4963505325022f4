"""The peers' game (peers/trip.cjs) as its players see it: whose move it is, and a legal one."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

CITIES, LAST_ROUND, SEATS = 25, 13, 2


class Trip(msgspec.Struct):
    """The state that a peer sends, as far as a player needs it."""

    round: int
    phase: str
    dice: list[int]
    done: list[bool]


@dataclass
class Pads:
    """What each seat has written; cities are filled in order."""

    numbers: list[set[int]] = field(default_factory=lambda: [set() for _ in range(SEATS)])
    filled: list[int] = field(default_factory=lambda: [0] * SEATS)

    def next_move(self, trip: Trip) -> tuple[int, str, list[list[int]] | None]:
        """The seat whose move is due, the move's name, and what it writes."""
        if trip.phase != "write":
            return (trip.round - 1) % SEATS, trip.phase, None
        seat = trip.done.index(False)
        return seat, "write", self._write(seat, trip)

    def _write(self, seat: int, trip: Trip) -> list[list[int]]:
        pairs = [(0, 1), (2, 3)][: 1 if trip.round == LAST_ROUND else 2]
        entries = [self._entry(seat, pair, trip.dice) for pair in pairs]
        self.filled[seat] += len(entries)
        return entries

    def _entry(self, seat: int, pair: tuple[int, int], dice: Sequence[int]) -> list[int]:
        """Write the number of two dice, or cross the city out if it was written before."""
        city = self.filled[seat] + (pair != (0, 1))
        number = 10 * dice[pair[0]] + dice[pair[1]]
        if number in self.numbers[seat]:
            return [city]
        self.numbers[seat].add(number)
        return [city, *pair]
