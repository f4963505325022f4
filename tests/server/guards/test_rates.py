"""Token buckets: bursts pass, floods do not, and memory stays bounded (F17)."""

import pytest

from tumbletrip.server.guards import rates
from tumbletrip.server.guards.rates import Bucket, Buckets


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    standing = Clock()
    monkeypatch.setattr(rates, "time", standing)
    return standing


def test_F17_a_burst_passes_and_what_is_beyond_it_waits(clock: Clock) -> None:
    bucket = Bucket(rate=2.0, burst=3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now += 0.25  # half a token at two a second
    assert not bucket.take()
    clock.now += 0.25  # exactly one
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_F17_a_bucket_never_holds_more_than_its_burst(clock: Clock) -> None:
    bucket = Bucket(rate=2.0, burst=3)
    clock.now += 3600
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_F17_every_address_has_a_bucket_of_its_own(clock: Clock) -> None:
    buckets = Buckets(rate=1.0, burst=2)
    assert [buckets.take("one") for _ in range(3)] == [True, True, False]
    assert buckets.take("other")
    clock.now += 1
    assert [buckets.take("one") for _ in range(2)] == [True, False]


@pytest.mark.usefixtures("clock")
def test_F17_the_address_longest_unseen_is_forgotten_first() -> None:
    buckets = Buckets(rate=1.0, burst=1, most=2)
    assert buckets.take("one")
    assert buckets.take("other")
    assert not buckets.take("one")  # seen again: now the other is the oldest
    assert buckets.take("third")
    assert not buckets.take("one")
    assert buckets.take("other")  # forgotten, so its bucket is full again


@pytest.mark.usefixtures("clock")
def test_F40_a_request_takes_what_it_costs_and_at_most_a_full_bucket() -> None:
    bucket = Bucket(rate=1.0, burst=10)
    assert [bucket.take(4.0) for _ in range(3)] == [True, True, False]
    assert bucket.take(2.0)
    assert Bucket(rate=1.0, burst=3).take(10.0)


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("testclient", "testclient", True),
        ("testclient", "other", False),
    ],
)
def test_F53_of_ipv6_a_whole_network_is_one_visitor(one: str, other: str, is_same: bool) -> None:
    counted = [rates.address_of({"client": (address, 1)}) for address in (one, other)]
    assert (counted[0] == counted[1]) is is_same
    assert rates.address_of({"client": None}) == "?"
