"""Which pages a browser may call us from (F14)."""

import pytest

from tumbletrip.core.errors import InputError
from tumbletrip.server.guards.origins import (
    header,
    is_allowed,
    is_foreign_name,
    is_foreign_page,
    is_loopback,
    is_own_name,
    public_names,
)
from tumbletrip.server.settings import Settings

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


@pytest.mark.parametrize(
    ("scheme", "origin", "is_ours"),
    [
        ("https", "https://dice.example:8000", True),
        ("https", "http://dice.example:8000", False),
        ("http", "http://dice.example:8000", True),
        ("http", "https://dice.example:8000", False),
        ("http", "https://club.example", True),  # on the list with its scheme
        ("https", "http://club.example", False),
    ],
)
def test_F30_our_own_page_has_the_scheme_of_the_request(scheme: str, origin: str, is_ours: bool) -> None:
    assert is_allowed(origin, HOST, NAMED, scheme) is is_ours


PUBLIC = frozenset({"games.example", "192.0.2.7"})


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:8765", "LOCALHOST.", "127.0.0.1:8765", "127.9.9.9", "[::1]:8765", "[::1]", None],
)
def test_F30_names_of_this_machine_are_ours_everywhere(host: str | None) -> None:
    for public in (frozenset[str](), PUBLIC):
        for on_loopback in (True, False):
            assert is_own_name(host, public, on_loopback=on_loopback)


@pytest.mark.parametrize("host", ["games.example", "Games.Example:443", "games.example.", "192.0.2.7:80"])
def test_F30_public_names_are_ours_once_they_are_given(host: str) -> None:
    assert is_own_name(host, PUBLIC, on_loopback=True)
    assert is_own_name(host, PUBLIC, on_loopback=False)
    assert not is_own_name(host, frozenset(), on_loopback=True)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example:8765",
        "evil.games.example",
        "127.0.0.1.evil.example",
        "[::1",
        "",
    ],
)
def test_F30_no_other_name_is_ours_on_this_machine_or_beside_public_ones(host: str) -> None:
    assert not is_own_name(host, frozenset(), on_loopback=True)
    assert not is_own_name(host, PUBLIC, on_loopback=True)
    assert not is_own_name(host, PUBLIC, on_loopback=False)
    assert is_own_name(host, frozenset(), on_loopback=False)


def test_F30_an_address_of_a_network_cannot_be_made_to_point_elsewhere() -> None:
    assert is_own_name("192.168.1.5:8765", PUBLIC, on_loopback=False)
    assert not is_own_name("192.168.1.5:8765", PUBLIC, on_loopback=True)


def request(scheme: str | None = None, **headers: str) -> dict[str, object]:
    """A request as the server sees it before anything is done."""
    known = {} if scheme is None else {"scheme": scheme}
    return {"headers": [(name.encode(), value.encode()) for name, value in headers.items()], **known}


@pytest.mark.parametrize(
    ("scheme", "own"),
    [
        ("http", "http://dice.example:8000"),
        ("ws", "http://dice.example:8000"),
        ("https", "https://dice.example:8000"),
        ("wss", "https://dice.example:8000"),
        (None, "http://dice.example:8000"),
    ],
)
def test_F14_F30_a_request_comes_from_our_page_with_its_scheme_or_from_one_on_the_list(
    scheme: str | None, own: str
) -> None:
    settings = Settings("tables.db", origins=NAMED)
    other = own.replace("https", "http") if own.startswith("https") else own.replace("http", "https")
    assert not is_foreign_page(request(scheme, host=HOST, origin=own), settings)
    assert not is_foreign_page(request(scheme, host=HOST, origin="https://club.example"), settings)
    assert not is_foreign_page(request(scheme, host=HOST), settings)
    assert is_foreign_page(request(scheme, host=HOST, origin=other), settings)
    assert is_foreign_page(request(scheme, origin=own), settings)
    assert is_foreign_page(request(scheme, host=HOST, origin="https://club.example"), Settings("tables.db"))


def test_F30_a_request_names_us_or_is_foreign() -> None:
    local, public = Settings("tables.db", on_loopback=True), Settings("tables.db", public_hosts=PUBLIC)
    assert not is_foreign_name(request(host="localhost:8765"), local)
    assert is_foreign_name(request(host="games.example"), local)
    assert not is_foreign_name(request(host="games.example"), public)
    assert is_foreign_name(request(host="evil.example"), public)
    assert not is_foreign_name(request(), local)
    assert not is_foreign_name(request(host="evil.example"), Settings("tables.db"))


def test_F30_what_listens_on_this_machine_only() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "127.1.2.3", "::1", "localhost")))
    assert not any(map(is_loopback, ("0.0.0.0", "::", "192.168.1.5", "games.example", "")))


def test_F30_public_names_are_plain_names() -> None:
    assert public_names(["Games.Example", "games.example:443"]) == {"games.example"}
    for word in ("https://games.example", "games.example/path", "", "[::1"):
        with pytest.raises(InputError, match="not the name of a server"):
            public_names([word])


def test_a_header_is_found_by_its_name_the_first_one_counts() -> None:
    headers = [(b"host", b"a"), (b"origin", b"https://b\xe9"), (b"origin", b"c")]
    assert header(headers, b"origin") == "https://bé"
    assert header(headers, b"cookie") is None
