"""Seat secrets: unguessable, shown once to the device that sits down, kept only as a hash (F12)."""

import base64
import hashlib
import secrets

SECRET_BYTES = 24  # 192 bits
LONGEST_SECRET = 64


def new_secret() -> str:
    """A new random secret for a seat."""
    return secrets.token_urlsafe(SECRET_BYTES)


def secret_from(table: str, seat: int, nonce: str) -> str:
    """A seat's secret, derived from a nonce only the client knows: a repeated request gets the same one."""
    digest = hashlib.sha256(f"tumbletrip-sit|{table}|{seat}|{nonce}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:SECRET_BYTES]).decode()


def hash_of(secret: str) -> str:
    """The stored hash of a secret; secrets are long and random, so a fast hash cannot be inverted."""
    return hashlib.sha256(f"tumbletrip-seat|{secret}".encode()).hexdigest()
