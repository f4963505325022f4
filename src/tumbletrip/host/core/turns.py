"""Which seats have to decide, which bots are thinking, and which clocks run."""

from collections import Counter
from collections.abc import Collection, Mapping
from types import MappingProxyType

from tumbletrip.host.core.effects import Effects, Hurry, Think
from tumbletrip.tables.table import Table

MAX_RETRY_SECONDS = 30.0  # before a bot that failed is asked again, at most
MOST_PATIENCE = 6  # times the usual time, for a bot that failed as often
MAX_FAILURES = 2  # in a row; then the stand-in's level decides


class Turns:
    """The open decisions of a table, numbered the same in all processes."""

    def __init__(self) -> None:
        """No decision is open."""
        self._asked: dict[int, int] = {}  # seat -> its decision: the event since which it has been open
        self._thinking: set[int] = set()  # seats whose bots are thinking
        self._failures: Counter[int] = Counter()  # of a seat's bots, in a row
        self._clocks: dict[int, int] = {}  # seat -> the decision its clock runs for

    def note(self, seq: int, actor: int | None, waiting: Collection[int]) -> None:
        """Take in an event: a seat gets a new decision if it was not waited for, or has just acted."""
        asked = {seat: self._asked.get(seat, seq) for seat in waiting}
        if actor in asked:
            asked[actor] = seq
        self._asked = asked

    @property
    def asked(self) -> Mapping[int, int]:
        """The seats with an open decision, each with its number."""
        return MappingProxyType(self._asked)

    @property
    def is_thinking(self) -> bool:
        """Whether any bot is thinking."""
        return bool(self._thinking)

    def due(self, table: Table, bot_delay: float) -> Effects:
        """The bots and clocks to start now; each is returned once for a decision."""
        effects: Effects = []
        limit = table.setup.seconds_per_decision
        for seat, decision in self._asked.items():
            if table.seats[seat].bot_level:
                if seat not in self._thinking:
                    self._thinking.add(seat)
                    effects.append(Think(seat, decision, bot_delay))
            elif limit and self._clocks.get(seat) != decision:
                # Measured from when this process first saw the decision: time in which no server ran does not
                # count, and a change of the system clock shortens nobody's time (F10).
                self._clocks[seat] = decision
                effects.append(Hurry(seat, decision, limit))
        return effects

    def level_for(self, seat: int, level: str, stand_in: str) -> str:
        """The bot level that decides for a seat: the stand-in's if the own bot keeps failing (F22)."""
        return stand_in if self._failures[seat] >= MAX_FAILURES else level

    def patience(self, seat: int) -> int:
        """How many times its usual time a bot may take: more after each failure, for busy machines."""
        return min(1 + self._failures[seat], MOST_PATIENCE)

    def judged(self, seat: int, *, has_failed: bool) -> float:
        """Note whether a bot's decision was accepted; returns the seconds to wait before a retry."""
        self._failures[seat] = self._failures[seat] + 1 if has_failed else 0
        return min(MAX_RETRY_SECONDS, 0.5 * 2.0 ** self._failures[seat]) if has_failed else 0.0

    def rested(self, seat: int) -> None:
        """A seat's bot is no longer thinking."""
        self._thinking.discard(seat)
