"""What the server keeps of its prints, and how much at most (F75)."""

from tumbletrip.server.http.printing import CACHE_BYTES, PrintCache


def test_a_print_is_found_again() -> None:
    cache = PrintCache(10)
    cache.keep("a", b"1234")
    assert cache.find("a") == b"1234"
    assert cache.find("b") is None


def test_F75_prints_take_no_more_memory_than_agreed() -> None:
    cache = PrintCache(10)
    for number in range(100):
        cache.keep(str(number), b"1234")
        assert cache.bytes_held <= 10
    assert [key for key in map(str, range(100)) if cache.find(key)] == ["98", "99"]


def test_F75_guests_fill_no_more_than_eight_megabytes() -> None:
    cache = PrintCache(CACHE_BYTES)
    for number in range(20):
        cache.keep(str(number), bytes(1_000_000))
    assert cache.bytes_held <= 8_000_000


def test_what_was_asked_for_lately_stays_longest() -> None:
    cache = PrintCache(10)
    cache.keep("a", b"1234")
    cache.keep("b", b"1234")
    cache.find("a")
    cache.keep("c", b"1234")
    assert cache.find("a")
    assert cache.find("b") is None


def test_a_print_above_the_limit_drives_out_nothing() -> None:
    cache = PrintCache(10)
    cache.keep("a", b"1234")
    cache.keep("large", b"12345678901")
    assert cache.find("a")
    assert cache.find("large") is None


def test_a_print_that_two_asked_for_counts_once() -> None:
    cache = PrintCache(10)
    cache.keep("a", b"123456")
    cache.keep("a", b"123456")
    assert cache.bytes_held == 6
