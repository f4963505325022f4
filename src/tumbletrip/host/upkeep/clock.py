"""A clock for what cannot be taken back: it believes the calendar only once that has run steadily (F54).

A clock that was set wrong says that a month has passed. Tables would be closed and a day's seed told; so a
jump counts only after it has held for a while.
"""

import time
from typing import Final

from tumbletrip.host.pace import now_ms

STEADY_SECONDS: Final = 1800.0  # that a new time must hold before it counts
TOLERANCE_MS: Final = 5 * 60 * 1000  # by which a clock may be put right without having jumped
GAP_MS: Final = 24 * 60 * 60 * 1000  # since the last event, after which a starting server waits first


class SteadyClock:
    """The calendar's time, believed while it keeps step with the monotonic clock, which never jumps."""

    def __init__(self, steady_seconds: float = STEADY_SECONDS) -> None:
        """Nothing is believed yet."""
        self._steady_seconds = steady_seconds
        self._shift_ms = 0.0  # calendar minus monotonic, as last read
        self._steady_since: float | None = None
        self._believed_ms: float | None = None

    def start(self, newest_ms: int | None) -> None:
        """Believe the calendar at once if the store's newest event, if any, is of the same day."""
        self.sure_ms()
        if newest_ms is None or now_ms() < newest_ms + GAP_MS:
            self._believed_ms = self._shift_ms

    def sure_ms(self) -> int | None:
        """Milliseconds since 1970 that have certainly passed; None while no time is believed."""
        monotonic = time.monotonic()
        shift = now_ms() - monotonic * 1000
        if self._steady_since is None or abs(shift - self._shift_ms) > TOLERANCE_MS:
            self._steady_since = monotonic
        self._shift_ms = shift
        if monotonic - self._steady_since >= self._steady_seconds:
            self._believed_ms = shift
        return None if self._believed_ms is None else int(self._believed_ms + monotonic * 1000)
