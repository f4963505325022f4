"""Which web pages may send requests: our own, and those of origins that the operator allows (F14).

A page is our own if it was loaded from the very address that its request is for. That alone would let in a
page whose name was made to point at us after it was loaded (DNS rebinding, F30): so a server that is meant
for this machine, or that was told its public names, answers to no other name.
"""

from collections.abc import Iterable, Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any
from urllib.parse import urlsplit

from tumbletrip.core.errors import InputError, problem
from tumbletrip.server.settings import Settings

LOCAL_NAME = "localhost"
_WEB_SCHEMES = {"ws": "http", "wss": "https"}  # a page's scheme for that of its socket


def header(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str | None:
    """A request header; None if it is missing."""
    return next((value.decode("latin-1") for key, value in headers if key == name), None)


def is_foreign_page(scope: Mapping[str, Any], settings: Settings) -> bool:
    """Whether a request comes from a page that is neither ours nor on the operator's list."""
    origin, host = header(scope["headers"], b"origin"), header(scope["headers"], b"host")
    scheme = scope.get("scheme", "http")
    return not is_allowed(origin, host, settings.origins, _WEB_SCHEMES.get(scheme, scheme))


def is_foreign_name(scope: Mapping[str, Any], settings: Settings) -> bool:
    """Whether a request's Host header is none of our names (F30)."""
    host = header(scope["headers"], b"host")
    return not is_own_name(host, settings.public_hosts, on_loopback=settings.on_loopback)


def is_own_name(host: str | None, public_hosts: frozenset[str], *, on_loopback: bool) -> bool:
    """Whether a Host header is one of our names; without public names, a network server accepts any.

    IP addresses need no name lookup, so they cannot be rebound.
    """
    if host is None or not (on_loopback or public_hosts):
        return True
    name = name_in(host)
    if name is None or name in public_hosts:
        return name is not None
    address = _address(name)
    if address is None:
        return name == LOCAL_NAME
    return address.is_loopback or not on_loopback


def name_in(host: str) -> str | None:
    """The name or address in a Host header, without its port; None if it holds neither."""
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:  # such as half an IPv6 address
        return None
    return name.rstrip(".") if name else None


def public_names(words: Iterable[str]) -> frozenset[str]:
    """Host names from the command line, such as `games.example`; raises InputError for anything else."""
    names = set()
    for word in words:
        name = None if "/" in word else name_in(word)
        if name is None:
            raise InputError(problem("serve.public_host", word=word))
        names.add(name)
    return frozenset(names)


def is_loopback(listening: str) -> bool:
    """Whether a listening address can be reached from this machine only."""
    address = _address(listening)
    return listening == LOCAL_NAME if address is None else address.is_loopback


def _address(name: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(name)
    except ValueError:
        return None


def is_allowed(
    origin: str | None, host: str | None, allowed: frozenset[str], scheme: str | None = None
) -> bool:
    """Whether a request may come from this origin: none (not a browser), ours, or one on the list.

    Our own has the scheme of the request, where that is known. `null` is what a browser sends for pages
    without an honest origin, and is refused.
    """
    if origin is None:
        return True
    if origin in allowed:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:  # such as half an IPv6 address
        return False
    is_web = parts.scheme in ((scheme,) if scheme else ("http", "https"))
    is_web = is_web and not parts.path and not parts.query
    return is_web and host is not None and parts.netloc.lower() == host.lower()


PAGE_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; "
    "trusted-types svelte-trusted-html tumbletrip"
)
# In the worker where a device's Python runs: its own scripts and WebAssembly, and still no text as code.
DEVICE_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
SECURITY_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": PAGE_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
