"""Token buckets: a little patience for bursts, none for floods."""

import time
from collections import OrderedDict


class Bucket:
    """Fills at a rate up to a burst; every act takes one token."""

    __slots__ = ("_burst", "_filled_at", "_rate", "_tokens")

    def __init__(self, rate: float, burst: int) -> None:
        """A full bucket."""
        self._rate, self._burst = rate, burst
        self._tokens = float(burst)
        self._filled_at = time.monotonic()

    def take(self) -> bool:
        """Take a token if there is one."""
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._filled_at) * self._rate)
        self._filled_at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """A bucket per address; the addresses longest unseen are forgotten, so memory stays bounded."""

    def __init__(self, rate: float, burst: int, most: int = 50_000) -> None:
        """Buckets that all fill alike."""
        self._rate, self._burst, self._most = rate, burst, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take a token from an address's bucket if there is one."""
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, self._burst)
        self._buckets[address] = bucket
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket.take()
