"""Which pages a browser may call us from (F14)."""

import pytest

from tumbletrip.server.origins import header, is_allowed

HOST = "dice.example:8000"
NAMED = frozenset({"https://club.example"})


@pytest.mark.parametrize(
    "origin",
    [
        None,  # no browser
        "http://dice.example:8000",
        "https://dice.example:8000",
        "https://DICE.example:8000",
        "https://club.example",
    ],
)
def test_F14_our_own_page_and_those_on_the_list_may_call(origin: str | None) -> None:
    assert is_allowed(origin, HOST, NAMED)
    assert is_allowed(origin, HOST.upper(), NAMED)


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "",
        "https://evil.example",
        "https://dice.example",
        "https://dice.example:8001",
        "https://dice.example:8000.evil.example",
        "https://evil.dice.example:8000",
        "https://club.example:444",
        "ftp://dice.example:8000",
        "HTTPX://dice.example:8000",
        "//dice.example:8000",
        "https://dice.example:8000/page",
        "https://dice.example:8000?page",
        "https://[dice.example:8000",
    ],
)
def test_F14_any_other_page_is_refused(origin: str) -> None:
    assert not is_allowed(origin, HOST, NAMED)


def test_F14_without_a_host_no_page_is_our_own() -> None:
    assert not is_allowed("https://dice.example:8000", None, NAMED)
    assert is_allowed("https://club.example", None, NAMED)
    assert is_allowed(None, None, NAMED)


def test_a_header_is_found_by_its_name_the_first_one_counts() -> None:
    headers = [(b"host", b"a"), (b"origin", b"https://b\xe9"), (b"origin", b"c")]
    assert header(headers, b"origin") == "https://bé"
    assert header(headers, b"cookie") is None
