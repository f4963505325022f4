"""Which pages may talk to us from a browser: our own, and those the operator names (F14)."""

from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit


def header(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str | None:
    """A request header; None if it is missing."""
    return next((value.decode("latin-1") for key, value in headers if key == name), None)


def is_allowed(origin: str | None, host: str | None, allowed: frozenset[str]) -> bool:
    """Whether a request may come from this origin: none (not a browser), ours, or one on the list.

    `null` is what a browser sends for pages without an honest origin, and is refused.
    """
    if origin is None:
        return True
    if origin in allowed:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:  # such as half an IPv6 address
        return False
    is_web = parts.scheme in ("http", "https") and not parts.path and not parts.query
    return is_web and host is not None and parts.netloc.lower() == host.lower()


SECURITY_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'; require-trusted-types-for 'script'; "
        "trusted-types svelte-trusted-html tumbletrip"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
