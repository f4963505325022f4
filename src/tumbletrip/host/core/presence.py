"""Which seats of a table are connected, to this process or to others.

Times are seconds of a monotonic clock. What another process announces expires unless it is renewed, so that
no seat stays connected to a process that died.
"""

from collections import Counter
from collections.abc import Collection, Iterable


class TablePresence:
    """The connected seats of one table, and when each was last seen."""

    def __init__(self, loaded_at: float) -> None:
        """Nobody is connected; a seat never seen counts as last seen at `loaded_at`."""
        self._loaded_at = loaded_at
        self._here: Counter[int] = Counter()  # connections per seat, at this process
        self._elsewhere: dict[str, tuple[frozenset[int], float]] = {}  # process -> its seats, and until when
        self._seen_at: dict[int, float] = {}
        self._has_asked = False

    def connect(self, seats: Collection[int]) -> None:
        """A client with these seats connected."""
        self._here.update(seats)

    def disconnect(self, seats: Collection[int], now: float) -> None:
        """A client with these seats disconnected."""
        self._here.subtract(seats)
        self._seen_at.update(dict.fromkeys(seats, now))

    def vacate(self, seat: int) -> None:
        """A seat changed hands: its connections no longer count."""
        self._here[seat] = 0

    def acted(self, seat: int, now: float) -> None:
        """A seat did something."""
        self._seen_at[seat] = now

    def connected(self, seats: int) -> list[bool]:
        """For each of `seats` seats, whether it is connected to any process."""
        elsewhere = {seat for found, _ in self._elsewhere.values() for seat in found}
        return [self._here[seat] > 0 or seat in elsewhere for seat in range(seats)]

    def away(self, seats: Iterable[int], before: float) -> set[int]:
        """Those of the seats that are not connected and were last seen before a time.

        A disconnect need not have been noticed: a server that was killed never saw one.
        """
        elsewhere = {seat for found, _ in self._elsewhere.values() for seat in found}
        return {
            seat
            for seat in seats
            if self._here[seat] <= 0
            and seat not in elsewhere
            and self._seen_at.get(seat, self._loaded_at) < before
        }

    def until_away(self, seats: int, now: float, away_after: float) -> list[float]:
        """For each of `seats` seats, how long it is until it counts as away if nobody connects to it."""
        return [
            away_after if connected else max(0.0, self._seen_at.get(seat, self._loaded_at) + away_after - now)
            for seat, connected in enumerate(self.connected(seats))
        ]

    # Other processes

    def here(self) -> list[int]:
        """The seats that are connected to this process."""
        return sorted(seat for seat, connections in self._here.items() if connections > 0)

    def asks_others(self) -> bool:
        """True the first time only: then other processes are asked for their connected seats."""
        asks, self._has_asked = not self._has_asked, True
        return asks

    def heard_from(self, process: str, seats: Collection[int], until: float, now: float) -> None:
        """Another process announced its connected seats, which expire at `until`."""
        for seat in self._elsewhere.get(process, (frozenset(), 0.0))[0] - set(seats):
            self._seen_at[seat] = now
        self._elsewhere[process] = frozenset(seats), until
        if not seats:
            del self._elsewhere[process]

    def expire(self, now: float) -> None:
        """Drop announcements that were not renewed in time."""
        for process, (_, until) in tuple(self._elsewhere.items()):
            if until < now:
                self.heard_from(process, (), now, now)
