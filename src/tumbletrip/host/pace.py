"""How patient a host is, and the clock it stamps events with."""

import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """How patient a host is, in seconds."""

    bot_delay: float = 0.4  # bots take their time kindly
    away_after: float = 45.0  # before others may ask for a stand-in
    poll: float = 3.0  # for what other processes wrote, should a wake-up be lost (F23)
    renew_presence: float = 10.0  # who is here is told again to other processes
    keep_unwatched: float = 300.0  # a table nobody watches is forgotten after this, not its log
    abandoned_after: float = 30 * 24 * 3600.0
    reap_every: float = 600.0


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
