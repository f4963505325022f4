"""The timing of a host: delays and intervals, and the clock for event timestamps."""

import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """Delays and intervals of a host, in seconds."""

    bot_delay: float = 0.4  # before a bot decides, so that people can follow
    away_after: float = 45.0  # a disconnected player may then be replaced by a stand-in
    links: float = 3.0  # that devices have to give their links for a draw
    poll: float = 3.0  # the store for events of other processes, in case a notification was lost (F23)
    renew_presence: float = 10.0  # connected seats are announced again to other processes
    keep_drafts: float = 1.0  # drafts are stored together, this long after the first of them
    keep_unwatched: float = 300.0  # an unwatched table is then dropped from memory; its log stays
    abandoned_after: float = 30 * 24 * 3600.0  # without any event
    reap_every: float = 600.0  # unwatched and abandoned tables are looked for


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
