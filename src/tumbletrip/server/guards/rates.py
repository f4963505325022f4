"""Rate limits by token buckets: short bursts pass, floods do not."""

import time
from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any


def address_of(scope: Mapping[str, Any]) -> str:
    """The address that a request or socket is counted against."""
    return network_of(scope["client"][0]) if scope.get("client") else "?"


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """What one visitor has of addresses: of IPv6 a whole /64, any of which it may take (F53)."""
    try:
        found = ip_address(address)
    except ValueError:
        return address  # of a Unix socket
    if found.version == 4 or found.ipv4_mapped:
        return str(found if found.version == 4 else found.ipv4_mapped)
    return str(ip_network((int(found), 64), strict=False))


class Bucket:
    """A token bucket: refilled at `rate` tokens a second, up to `burst`; requests take what they cost."""

    __slots__ = ("_burst", "_filled_at", "_rate", "_tokens")

    def __init__(self, rate: float, burst: int) -> None:
        """A full bucket."""
        self._rate, self._burst = rate, burst
        self._tokens = float(burst)
        self._filled_at = time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Take tokens; False if there are too few. The most that can be asked is a full bucket."""
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._filled_at) * self._rate)
        self._filled_at = now
        cost = min(cost, self._burst)
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True


class Buckets:
    """A bucket per address; of more than `most`, the addresses unseen for longest are dropped."""

    def __init__(self, rate: float, burst: int, most: int = 50_000) -> None:
        """No address seen yet."""
        self._rate, self._burst, self._most = rate, burst, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, cost: float = 1.0) -> bool:
        """Take tokens from an address's bucket; False if there are too few."""
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, self._burst)
        self._buckets[address] = bucket
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket.take(cost)
